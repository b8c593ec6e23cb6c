import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import {
  isSignedBy,
  startWebhookReceiver,
  verifyHmac,
  type WebhookReceiver,
} from '../support/webhook-receiver.ts';

const URL = 'https://hooks.example.com/parley?token=s3cret';
const ALL_TYPES = ['meeting', 'email', 'execution', 'signal', 'user'];

let service: TestService;
let receiver: WebhookReceiver;
before(async () => {
  receiver = await startWebhookReceiver();
  service = await startService({
    fetchAllow: [parseNetwork('127.0.0.1')!],
    roles: new Set(['api', 'receiver']),
  });
});
after(async () => {
  receiver.close();
  await service.stop();
});

async function create(client: TestClient, body: object = {}) {
  const answer = await client.post('/admin/v1/webhooks', { url: URL, ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const patch = (client: TestClient, id: string, body: unknown) =>
  client.send('PATCH', 'api', `/admin/v1/webhooks/${id}`, {
    raw: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  });

const act = (client: TestClient, id: string, verb: string, body?: object) =>
  body === undefined
    ? client.send('POST', 'api', `/admin/v1/webhooks/${id}/${verb}`)
    : client.post(`/admin/v1/webhooks/${id}/${verb}`, body);

const auditOf = async (client: TestClient, action: string) =>
  (await client.get('/admin/v1/audit', { action })).body.records;

test('a webhook needs a URL alone; its secret is shown once', async () => {
  const { client } = await service.tenant();
  const made = await create(client);
  const { id, secret, cursor, createdAt, updatedAt, ...rest } = made;
  assert.deepEqual(rest, {
    url: URL,
    types: ALL_TYPES,
    format: 'standard',
    signing: 'hmac',
    enabled: true,
    state: 'active',
    behind: 0,
    pending: 0,
    lagSeconds: 0,
  });
  assert.match(id, /^[1-9]\d*$/);
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal(createdAt, updatedAt);
  assert.equal((await client.get('/v1/changes', { after: cursor })).status, 200);
  const { secret: _, ...shown } = made;
  const got = await client.get(`/admin/v1/webhooks/${id}`);
  assert.deepEqual(got.body, shown);
  assert.deepEqual((await client.get('/admin/v1/webhooks')).body, { webhooks: [shown] });
  assert.ok(!got.text.includes('whsec_'));
});

test('everything given is kept as given, and an ed25519 key is always shown', async () => {
  const { client } = await service.tenant();
  const signal = await client.post('/admin/v1/signals', { signalName: 'Price', prompt: 'Too dear.' });
  const given = {
    types: ['execution'],
    signalIds: [signal.body.id],
    description: 'Warehouse — <b>',
    signing: 'ed25519',
    format: 'slack',
    enabled: false,
  };
  const made = await create(client, given);
  const { id, publicKey, cursor, createdAt, updatedAt, ...rest } = made;
  assert.deepEqual(rest, { url: URL, ...given, state: 'disabled', behind: 0, pending: 0, lagSeconds: 0 });
  assert.match(publicKey, /^whpk_[A-Za-z0-9+/]{43}=$/);
  assert.deepEqual((await client.get(`/admin/v1/webhooks/${id}`)).body, made);
});

/** Fields of a webhook, and what is wrong with them. */
const WRONG: [Record<string, unknown>, RegExp][] = [
  [{ url: undefined }, /^url is required$/],
  [{ url: '' }, /^url must not be empty$/],
  [{ url: 'hooks.example.com' }, /^url must be an http or https URL$/],
  [{ url: 'ftp://hooks.example.com/' }, /^url must be an http or https URL$/],
  [{ url: 'https://user:pass@hooks.example.com/' }, /^url must not contain a user name or password$/],
  [{ url: 'https://user@hooks.example.com/' }, /^url must not contain a user name or password$/],
  [{ url: 'http://10.0.0.1/' }, /^url must not be at an address that is not public/],
  [{ url: 'http://0x0a000001/' }, /^url must not be at an address that is not public/],
  [{ url: 'http://169.254.169.254/latest/' }, /^url must not be at an address that is not public/],
  [{ url: 'http://[::1]:8080/' }, /^url must not be at an address that is not public/],
  [{ url: 'http://[::ffff:192.168.1.1]/' }, /^url must not be at an address that is not public/],
  [{ url: `https://hooks.example.com/${'x'.repeat(2048)}` }, /^url must have at most 2048 characters$/],
  [{ url: ' https://hooks.example.com/' }, /^url must not contain spaces or control characters$/],
  [{ url: 'https://hooks.example.com/a\r\nb' }, /^url must not contain spaces or control characters$/],
  [{ types: ['meetings'] }, /^types\[0\] must be one of meeting, email, execution, signal, user$/],
  [{ types: [] }, /^types must have at least 1 items$/],
  [{ signalIds: ['7'] }, /^signalIds\[0\] must be an integer$/],
  [{ format: 'teams' }, /^format must be one of standard, slack$/],
  [{ format: 'slack', types: ['meeting'] }, /^types must be execution alone where format is slack$/],
  [{ enabled: 'yes' }, /^enabled must be a boolean$/],
];

test('what is wrong is refused with the name of the field, when it is created and when it is changed', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client);
  for (const [body, message] of WRONG) {
    const made = await client.post('/admin/v1/webhooks', { url: URL, ...body });
    assert.equal(made.status, 400, JSON.stringify(body));
    assert.match(made.body.error, message);
    if ('url' in body && body.url === undefined) continue;
    const changed = await patch(client, id, body);
    assert.equal(changed.status, 400, JSON.stringify(body));
    assert.match(changed.body.error, message);
  }
  for (const body of [{ signing: 'rsa' }, { after: 'start' }, { after: 'x' }]) {
    assert.equal((await client.post('/admin/v1/webhooks', { url: URL, ...body })).status, 400);
  }
  const unknown = await client.post('/admin/v1/webhooks', { url: URL, signalIds: [987654] });
  assert.equal(unknown.status, 404);
  assert.equal(unknown.body.error, 'There is no such signal: 987654');
});

test('an address that PARLEY_FETCH_ALLOW names is accepted', async () => {
  const { client } = await service.tenant();
  await create(client, { url: receiver.url() });
});

test('a change sets what is given, and is audited without the path of the URL', async () => {
  const { client } = await service.tenant();
  const { id, secret: _, ...before } = await create(client, { description: 'One' });
  const changed = await patch(client, id, {
    url: 'https://other.example.com/x?token=s3cret',
    types: ['user', 'meeting'],
    description: '',
    enabled: false,
  });
  assert.equal(changed.status, 200, changed.text);
  const { updatedAt, ...rest } = changed.body;
  const { updatedAt: _before, description: _one, ...kept } = before;
  assert.deepEqual(rest, {
    id,
    ...kept,
    url: 'https://other.example.com/x?token=s3cret',
    types: ['meeting', 'user'],
    enabled: false,
    state: 'disabled',
  });
  assert.equal((await patch(client, id, {})).body.updatedAt, updatedAt, 'nothing changed');
  const [record, ...others] = await auditOf(client, 'webhook.update');
  assert.deepEqual(others, []);
  assert.deepEqual(record.detail, {
    host: 'other.example.com',
    types: ['meeting', 'user'],
    description: null,
    enabled: false,
  });
  const [created] = await auditOf(client, 'webhook.create');
  assert.equal(created.subject, `webhook ${id}`);
  assert.ok(!JSON.stringify([record, created]).includes('s3cret'));
});

test('a key cannot send to a URL of its choice what it may not see itself', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client);
  const made = await client.post('/admin/v1/keys', { name: 'x', scopes: ['admin', 'signals:read'] });
  const other = service.as(made.body.key);
  const refused = await other.post('/admin/v1/webhooks', { url: URL, types: ['meeting', 'user', 'signal'] });
  assert.equal(refused.status, 403);
  assert.equal(
    refused.body.error,
    'A key needs the scopes of what a webhook is sent; this key lacks meetings:read and users:read',
  );
  const { cursor } = (await other.get(`/admin/v1/webhooks/${id}`)).body;
  for (const answer of [
    await patch(other, id, { url: 'https://evil.example/' }),
    await act(other, id, 'rotate'),
    await act(other, id, 'replay', { after: cursor }),
  ]) {
    assert.equal(answer.status, 403, answer.text);
  }
  const own = await create(other);
  assert.deepEqual(own.types, ['execution', 'signal']);
  assert.equal((await patch(other, own.id, { types: ['meeting'] })).status, 403);
  assert.equal((await patch(other, own.id, { url: 'https://hooks.example.com/2' })).status, 200);
});

test('a webhook that is deleted is gone, and an organization has at most 50', async () => {
  const { client } = await service.tenant();
  const made = await Promise.all(
    Array.from({ length: 52 }, () => client.post('/admin/v1/webhooks', { url: URL })),
  );
  const refused = made.filter(({ status }) => status === 409);
  assert.equal(refused.length, 2);
  assert.match(refused[0]!.body.error, /at most 50 webhooks/);
  const { id } = made.find(({ status }) => status === 201)!.body;
  const remove = () => client.delete(`/admin/v1/webhooks/${id}`);
  assert.equal((await remove()).status, 204);
  for (const answer of [
    await remove(),
    await client.get(`/admin/v1/webhooks/${id}`),
    await patch(client, id, { enabled: true }),
    await act(client, id, 'rotate'),
    await act(client, id, 'test'),
    await act(client, id, 'replay', { after: 'now' }),
    await client.get(`/admin/v1/webhooks/${id}/deliveries`),
  ]) {
    assert.equal(answer.status, 404, answer.text);
    assert.equal(answer.body.error, 'There is no such webhook');
  }
  await create(client);
});

for (const signing of ['hmac', 'ed25519']) {
  test(`a test message is signed by every key of ${signing} that is still valid`, async () => {
    const { client } = await service.tenant();
    const first = await create(client, { url: receiver.url('/test'), signing, enabled: false });
    const { id } = first;
    const second = (await act(client, id, 'rotate')).body;
    assert.notEqual(second.secret ?? second.publicKey, first.secret ?? first.publicKey);
    assert.ok(Math.abs(Date.parse(second.previousKeysUntil) - Date.now() - 86_400_000) < 60_000);
    receiver.answerBy((_received, response) => void response.writeHead(201).end('x'.repeat(5000)));
    const tested = await act(client, id, 'test');
    assert.equal(tested.status, 200, tested.text);
    const got = receiver.received.at(-1)!;
    for (const { secret, publicKey } of [first, second]) {
      if (signing === 'hmac') verifyHmac(secret, got);
      else assert.ok(isSignedBy(publicKey, got));
    }
    if (signing === 'ed25519') {
      assert.deepEqual(second.previousPublicKeys, [first.publicKey]);
      assert.ok(!isSignedBy((await create(client, { signing })).publicKey, got));
    }
    const { id: attemptId, at, ms, answer, messageId, ...rest } = tested.body;
    assert.deepEqual(rest, { type: 'webhook.test', attempt: 1, status: 'succeeded', httpStatus: 201 });
    assert.equal(answer, 'x'.repeat(2048));
    assert.equal(messageId, got.headers['webhook-id']);
    assert.equal(got.body.type, 'webhook.test');
    const { deliveries } = (await client.get(`/admin/v1/webhooks/${id}/deliveries`)).body;
    assert.deepEqual(deliveries, [tested.body]);
    await sql(
      service.databaseUrl,
      `update webhook_keys set expires_at = now() - interval '1 second' where expires_at is not null`,
    );
    await act(client, id, 'test');
    const later = receiver.received.at(-1)!;
    assert.equal(String(later.headers['webhook-signature']).split(' ').length, 1);
    if (signing === 'hmac') assert.throws(() => verifyHmac(first.secret, later));
    else assert.ok(!isSignedBy(first.publicKey, later));
    assert.equal((await client.get(`/admin/v1/webhooks/${id}`)).body.previousKeysUntil, undefined);
  });
}

test('at most five keys of a webhook sign at the same time', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client);
  for (let count = 1; count < 5; count++) assert.equal((await act(client, id, 'rotate')).status, 200);
  const refused = await act(client, id, 'rotate');
  assert.equal(refused.status, 409);
  assert.match(refused.body.error, /rotate it again later/);
});

test('a test that fails tells why, and the lists of attempts page and filter', async () => {
  const { client } = await service.tenant();
  const { id } = await create(client, { url: receiver.url('/fails') });
  const outcomes: [string, number | undefined, RegExp | undefined][] = [
    ['500', 500, /^The receiver answered 500$/],
    ['302', 302, /^The receiver answered 302, and redirects are not followed/],
    ['200', 200, undefined],
    ['garbage', undefined, /did not answer in valid HTTP$/],
    ['reset', undefined, /closed the connection before it answered$/],
    ['huge', 200, /sends more than 1048576 bytes$/],
    ['announced', 202, /sends more than 1048576 bytes$/],
  ];
  for (const [kind, status, error] of outcomes) {
    receiver.answerBy((_received, response) => {
      if (kind === 'garbage') response.socket!.end('no HTTP at all\r\n\r\n');
      else if (kind === 'reset') response.socket!.destroy();
      else if (kind === 'announced') response.writeHead(202, { 'Content-Length': `${2 ** 21}` }).write('x');
      else if (kind === 'huge') response.writeHead(200).end('x'.repeat(2 * 1024 * 1024));
      else response.writeHead(Number(kind), { Location: '/elsewhere' }).end(kind);
    });
    const { body } = await act(client, id, 'test');
    assert.equal(body.status, error ? 'failed' : 'succeeded', kind);
    assert.equal(body.httpStatus, status, kind);
    if (error) assert.match(body.error, error);
    else assert.equal(body.error, undefined);
  }
  assert.equal(receiver.received.filter(({ path }) => path === '/elsewhere').length, 0);
  const list = async (query: Record<string, string> = {}) =>
    (await client.get(`/admin/v1/webhooks/${id}/deliveries`, query)).body;
  const all = (await list()).deliveries;
  assert.equal(all.length, outcomes.length);
  const ids = all.map(({ id: one }: { id: string }) => Number(one));
  assert.deepEqual(
    ids,
    ids.toSorted((a: number, b: number) => b - a),
    'newest first',
  );
  const failed = (await list({ status: 'failed' })).deliveries;
  assert.equal(failed.length, 6);
  assert.deepEqual((await list({ status: 'succeeded' })).deliveries.length, 1);
  const paged = [];
  for (let before: string | undefined; ; ) {
    const page = await list({ pageSize: '2', ...(before ? { before } : {}) });
    paged.push(...page.deliveries);
    before = page.nextBefore;
    if (!before) break;
  }
  assert.deepEqual(paged, all);
  assert.equal(
    (await client.get(`/admin/v1/webhooks/${id}`)).body.state,
    'active',
    'a test changes no state',
  );
});

test('a webhook begins after a cursor, and is set back but never forth', async () => {
  const { client } = await service.tenant();
  const users = (email: string) => client.put('/admin/v1/users', { users: [{ email }] });
  const before = (await client.get('/v1/changes', { after: 'now' })).body.next;
  const start = await sql(
    service.databaseUrl,
    `insert into change_heads (organization_id, last_position) select max(id), 3 from organizations returning 1`,
  );
  assert.equal(start.length, 1);
  await users('a@example.com');
  const early = await create(client, { after: before });
  assert.equal(early.behind, 3);
  const late = await create(client, { after: 'now' });
  assert.equal(late.behind, 0);
  const ahead = await act(client, early.id, 'replay', { after: late.cursor });
  assert.equal(ahead.status, 400);
  assert.match(ahead.body.error, /must not be later/);
  const set = await act(client, late.id, 'replay', { after: before });
  assert.equal(set.status, 202, set.text);
  assert.equal(set.body.behind, 3);
  assert.equal(set.body.cursor, early.cursor);
  const foreign = await service.client.post('/admin/v1/webhooks', { url: URL, after: before });
  assert.equal(foreign.status, 400);
  await sql(service.databaseUrl, 'update change_heads set forgotten_position = 2 where last_position = 3');
  assert.equal((await act(client, late.id, 'replay', { after: before })).status, 410);
  const { missed } = (await client.get(`/admin/v1/webhooks/${late.id}`)).body;
  assert.equal(missed.changes, 2);
  assert.match(missed.message, /no longer kept/);
});

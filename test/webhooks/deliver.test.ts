import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import type { TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { isSignedBy, verifyHmac } from '../support/webhook-receiver.ts';
import {
  arrived,
  letPass as pass,
  type Subscribed,
  startWebhookTests,
} from '../support/webhook-subscriptions.ts';

let tests: Awaited<ReturnType<typeof startWebhookTests>>;
let service: TestService;
let answers: typeof tests.answers;
let subscribe: typeof tests.subscribe;

before(async () => {
  tests = await startWebhookTests();
  ({ service, answers, subscribe } = tests);
});
after(() => tests.stop());

const letPass = (one: Subscribed, interval: string) => pass(service.databaseUrl, one, interval);

const putUser = (client: TestClient, email: string, name?: string) =>
  client.put('/admin/v1/users', { users: [{ email, ...(name ? { name } : {}) }] });

const signal = async (client: TestClient, signalName: string) =>
  (await client.post('/admin/v1/signals', { signalName, prompt: 'Is it?' })).body.id as number;

const rename = (client: TestClient, id: number, signalName: string) =>
  client.send('PATCH', 'api', `/admin/v1/signals/${id}`, {
    raw: JSON.stringify({ signalName }),
    headers: { 'Content-Type': 'application/json' },
  });

test('each change is sent once, signed, with its data and cursor', async () => {
  const one = await subscribe();
  const signalId = await signal(one.client, 'Price');
  const [first] = await arrived(one, 1);
  verifyHmac(one.secret, first!);
  assert.equal(first!.headers['content-type'], 'application/json');
  assert.match(String(first!.headers['webhook-id']), new RegExp(`^msg_${one.webhookId}_\\d+_`));
  const { type, timestamp, data } = first!.body;
  assert.equal(type, 'signal.created');
  assert.equal(timestamp, data.at);
  const feed = (await one.client.get('/v1/changes', { after: data.cursor })).body;
  assert.deepEqual(feed.changes, [], 'nothing follows the cursor of the last change');
  const { cursor: _, data: entity, ...change } = data;
  assert.deepEqual(change, {
    position: '1',
    type: 'signal',
    id: `${signalId}`,
    change: 'created',
    at: data.at,
  });
  assert.deepEqual(entity, (await one.client.get(`/admin/v1/signals/${signalId}`)).body);
  await one.client.delete(`/admin/v1/signals/${signalId}`);
  const [, second] = await arrived(one, 2);
  assert.equal(second!.body.type, 'signal.deleted');
  assert.equal(second!.body.data.data, undefined);
  const state = await until(async () => {
    const now = await one.get();
    return now.behind === 0 && now.lastSuccessAt ? now : undefined;
  });
  assert.equal(state.state, 'active');
  assert.equal(state.pending, 0);
  assert.equal(state.cursor, second!.body.data.cursor);
  const deliveries = await one.deliveries();
  assert.deepEqual(
    deliveries.map((done: { type: string; status: string; attempt: number }) => [
      done.type,
      done.status,
      done.attempt,
    ]),
    [
      ['signal.deleted', 'succeeded', 1],
      ['signal.created', 'succeeded', 1],
    ],
  );
  assert.equal(one.received().length, 2);
});

test('the answer of a receiver that repeats what it was sent needs the scope of the entity', async () => {
  const one = await subscribe({ types: ['signal', 'user'] });
  answers.set(one.path, (got, response) => response.writeHead(200).end(JSON.stringify(got.body)));
  await signal(one.client, 'Price');
  await putUser(one.client, 'ada@example.com');
  await arrived(one, 2);
  await one.client.send('POST', 'api', `/admin/v1/webhooks/${one.webhookId}/test`);
  await until(async () => ((await one.deliveries()).length === 3 ? true : undefined));
  const readWith = async (...scopes: string[]) => {
    const key = (await one.client.post('/admin/v1/keys', { name: 'x', scopes })).body.key;
    const { body } = await service.as(key).get(`/admin/v1/webhooks/${one.webhookId}/deliveries`);
    return (body.deliveries as { type: string; answer?: string }[])
      .filter(({ answer }) => answer !== undefined)
      .map(({ type }) => type)
      .sort();
  };
  assert.deepEqual(await readWith('admin'), ['webhook.test']);
  assert.deepEqual(await readWith('admin', 'users:read'), ['user.created', 'webhook.test']);
  assert.deepEqual(await readWith('admin', 'users:read', 'signals:read'), [
    'signal.created',
    'user.created',
    'webhook.test',
  ]);
});

test('ed25519 signatures fit the public key', async () => {
  const one = await subscribe({ signing: 'ed25519' });
  await signal(one.client, 'Price');
  const [first] = await arrived(one, 1);
  assert.ok(isSignedBy(one.publicKey, first!));
  assert.match(String(first!.headers['webhook-signature']), /^v1a,[A-Za-z0-9+/]{86}==$/);
});

test('types narrow what is sent, and a disabled webhook goes on where it was', async () => {
  const one = await subscribe({ types: ['user'] });
  await signal(one.client, 'Unseen');
  await putUser(one.client, 'a@example.com');
  const [first] = await arrived(one, 1);
  assert.equal(first!.body.type, 'user.created');
  await one.patch({ enabled: false });
  await putUser(one.client, 'b@example.com');
  await until(async () => ((await one.get()).behind === 1 ? true : undefined));
  await one.patch({ enabled: true });
  const [, second] = await arrived(one, 2);
  assert.equal(second!.body.data.data.email, 'b@example.com');
});

test('a body that would be large comes without the entity', async () => {
  const one = await subscribe();
  const small = { signalName: 'Small', prompt: 'p'.repeat(9000) };
  const large = { signalName: 'Large', prompt: 'ü'.repeat(10_000) };
  for (const body of [small, large]) await one.client.post('/admin/v1/signals', body);
  const [first, second] = await arrived(one, 2);
  assert.equal(first!.body.data.data.prompt, small.prompt);
  assert.equal(second!.body.data.data, undefined);
  assert.ok(Buffer.byteLength(second!.text) < 20_000);
});

test('a failed message comes again by schedule with its id and new data, and holds back its own entity alone', async () => {
  const one = await subscribe();
  const bad = await signal(one.client, 'Bad');
  let isBroken = true;
  answers.set(one.path, (got, response) => {
    const fails = isBroken && got.body.data.id === `${bad}` && got.body.data.type === 'signal';
    response.writeHead(fails ? 500 : 204).end(fails ? 'no' : '');
  });
  await arrived(one, 1);
  await rename(one.client, bad, 'Bad 2');
  for (let count = 0; count < 3; count++) await putUser(one.client, `u${count}@example.com`);
  await until(async () =>
    one.received().filter(({ body }) => body.type === 'user.created').length === 3 ? true : undefined,
  );
  const waiting = await until(async () => {
    const now = await one.get();
    return now.pending === 2 && now.behind === 0 ? now : undefined;
  });
  assert.equal(waiting.reason, undefined, 'others were accepted since');
  assert.ok(!one.received().some(({ body }) => body.type === 'signal.updated'), 'a later change waits');
  const [failed] = await one.deliveries({ status: 'failed' });
  assert.equal(failed.httpStatus, 500);
  assert.equal(failed.answer, 'no');
  const pauseMs = Date.parse(failed.nextAttemptAt) - Date.parse(failed.at);
  assert.ok(pauseMs >= 5000 && pauseMs < 15_000, `the first pause is ${pauseMs} ms`);
  await rename(one.client, bad, 'Mended');
  isBroken = false;
  await letPass(one, '6 seconds');
  await until(async () => ((await one.get()).pending === 0 ? true : undefined));
  const told = one.received().filter(({ body }) => body.data.id === `${bad}` && body.data.type === 'signal');
  assert.deepEqual(
    told.map(({ body }) => body.type),
    ['signal.created', 'signal.created', 'signal.updated', 'signal.updated'].slice(0, told.length),
  );
  assert.equal(told[0]!.headers['webhook-id'], told[1]!.headers['webhook-id']);
  assert.equal(told[1]!.body.data.data.signalName, 'Mended');
});

test('an answer of 410 disables the webhook', async () => {
  const one = await subscribe();
  answers.set(one.path, (_got, response) => void response.writeHead(410).end());
  await signal(one.client, 'Price');
  const state = await until(async () => {
    const now = await one.get();
    return now.enabled ? undefined : now;
  });
  assert.equal(state.state, 'disabled');
  assert.match(state.reason, /answered 410/);
  const audit = (await one.client.get('/admin/v1/audit', { action: 'webhook.disable' })).body.records;
  assert.equal(audit.length, 1);
  answers.delete(one.path);
  assert.equal((await one.patch({ enabled: true })).body.reason, undefined);
  await arrived(one, 2);
});

test('Retry-After holds everything back', async () => {
  const one = await subscribe();
  answers.set(one.path, (_got, response) => void response.writeHead(429, { 'Retry-After': '3600' }).end());
  await signal(one.client, 'Price');
  const state = await until(async () => {
    const now = await one.get();
    return now.pausedUntil ? now : undefined;
  });
  const pauseMs = Date.parse(state.pausedUntil) - Date.now();
  assert.ok(pauseMs > 3_500_000 && pauseMs < 4_000_000, `paused for ${pauseMs} ms`);
  await putUser(one.client, 'a@example.com');
  await until(async () => ((await one.get()).behind === 1 ? true : undefined));
  answers.delete(one.path);
  await letPass(one, '2 hours');
  await arrived(one, 3);
});

test('a receiver that only fails is tried by few messages, is failing after 5 days, and comes back by itself', async () => {
  const one = await subscribe({ types: ['user'] });
  answers.set(one.path, (_got, response) => void response.writeHead(503).end());
  const users = Array.from({ length: 200 }, (_, index) => ({ email: `u${index}@example.com` }));
  await one.client.put('/admin/v1/users', { users });
  const paused = () =>
    until(async () => {
      const now = await one.get();
      return now.pausedUntil && now.failingSince ? now : undefined;
    });
  const first = await paused();
  assert.equal(first.state, 'retrying');
  assert.ok(one.received().length < 40, `${one.received().length} messages were tried`);
  const probe = async (interval: string) => {
    const before = one.received().length;
    await letPass(one, interval);
    await arrived(one, before + 1);
    const now = await paused();
    assert.equal(one.received().length, before + 1, 'one message tries the receiver');
    return now;
  };
  await probe('10 seconds');
  const failing = await probe('5 days');
  assert.equal(failing.state, 'failing');
  const pauseMs = Date.parse(failing.pausedUntil) - Date.now();
  assert.ok(pauseMs > 3_500_000 && pauseMs < 4_000_000, `the next probe is in ${pauseMs} ms`);
  answers.delete(one.path);
  await letPass(one, '2 hours');
  const state = await until(async () => {
    const now = await one.get();
    return now.behind === 0 && now.pending === 0 ? now : undefined;
  });
  assert.equal(state.state, 'active');
  assert.equal(state.failingSince, undefined);
  const emails = new Set(one.received().map(({ body }) => body.data.data.email));
  assert.equal(emails.size, users.length, 'nothing was lost');
});

test('a webhook that was away for too long tells what it missed and goes on', async () => {
  const one = await subscribe({ types: ['user'], enabled: false });
  for (const name of ['a', 'b', 'c']) await putUser(one.client, `${name}@example.com`);
  await until(async () => ((await one.get()).behind === 3 ? true : undefined));
  await sql(service.databaseUrl, 'delete from changes where organization_id = $1 and position <= 2', [
    one.id,
  ]);
  await sql(
    service.databaseUrl,
    'update change_heads set forgotten_position = 2 where organization_id = $1',
    [one.id],
  );
  assert.equal((await one.get()).missed.changes, 2);
  await one.patch({ enabled: true });
  const [only] = await arrived(one, 1);
  assert.equal(only!.body.data.data.email, 'c@example.com');
  const state = await until(async () => {
    const now = await one.get();
    return now.behind === 0 ? now : undefined;
  });
  assert.equal(state.missed.changes, 2);
});

test('a replay sends again with the same ids, and a rotation signs with both keys', async () => {
  const one = await subscribe({ types: ['user'] });
  const start = (await one.get()).cursor;
  for (const name of ['a', 'b']) await putUser(one.client, `${name}@example.com`);
  await arrived(one, 2);
  const rotated = (await one.client.send('POST', 'api', `/admin/v1/webhooks/${one.webhookId}/rotate`)).body;
  await until(async () => ((await one.get()).behind === 0 ? true : undefined));
  const replayed = await one.client.post(`/admin/v1/webhooks/${one.webhookId}/replay`, { after: start });
  assert.equal(replayed.status, 202, replayed.text);
  const all = await arrived(one, 4);
  const ids = all.map(({ headers }) => headers['webhook-id']);
  assert.deepEqual(ids.slice(2), ids.slice(0, 2));
  for (const got of all.slice(2)) for (const secret of [one.secret, rotated.secret]) verifyHmac(secret, got);
});

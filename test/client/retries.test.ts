import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type ClientSettings, createClient, ParleyError, unwrap } from '../../client/src/index.ts';
import {
  answers,
  breaksOff,
  type FaultyServer,
  hangsUp,
  type Step,
  startFaultyServer,
} from './faulty-server.ts';

const USERS = { users: [{ email: 'ada@acme.example', licenseAdded: true }], pageCount: 1 };
const fine = answers(200, USERS);
const MEETING = {
  title: 'Call',
  startTime: '2026-01-31T09:30:00Z',
  endTime: '2026-01-31T10:00:00Z',
  host: { email: 'ada@acme.example' },
};

async function against(context: TestContext, ...steps: Step[]) {
  const server: FaultyServer = await startFaultyServer(...steps);
  context.after(server.close);
  const client = (settings: Partial<ClientSettings> = {}) =>
    createClient({ baseUrl: server.url, receiverUrl: server.url, apiKey: 'key', ...settings });
  return { server, client };
}

async function errorOf(call: Promise<unknown>): Promise<ParleyError> {
  const fault = await call.then(
    () => assert.fail('it should have been refused'),
    (one: unknown) => one,
  );
  assert.ok(fault instanceof ParleyError, String(fault));
  return fault;
}

for (const [what, step] of [
  ['429', answers(429)],
  ['502', answers(502)],
  ['503', answers(503)],
  ['504', answers(504)],
  ['a connection that ends', hangsUp],
  ['an answer that breaks off', breaksOff],
] as const) {
  test(`a read is tried again after ${what}`, async (context) => {
    const { server, client } = await against(context, step, step, fine);
    assert.deepEqual(await unwrap(client().GET('/v1/users')), USERS);
    assert.equal(server.seen.length, 3);
  });
}

for (const status of [400, 401, 403, 404, 409, 500, 501]) {
  test(`a ${status} is not tried again`, async (context) => {
    const { server, client } = await against(context, answers(status, { error: 'No.' }));
    assert.equal((await errorOf(unwrap(client().GET('/v1/users')))).status, status);
    assert.equal(server.seen.length, 1);
  });
}

for (const [what, step] of [
  ['refused', answers(503, {}, { 'Retry-After': '0' })],
  ['cut off', hangsUp],
] as const) {
  test(`a write that might be done twice is sent once, even if it is ${what}`, async (context) => {
    const { server, client } = await against(context, step);
    const body = { name: 'n', scopes: ['admin' as const] };
    // A key counts only for operations that read it; this one does not.
    await errorOf(unwrap(client().POST('/admin/v1/keys', { body, headers: { 'Idempotency-Key': 'mine' } })));
    await errorOf(unwrap(client().PUT('/admin/v1/users', { body: { users: [] } })));
    await errorOf(unwrap(client().DELETE('/v1/meetings/{id}', { params: { path: { id: 1 } } })));
    // No key is sent if the caller disables it.
    const keyless = { body: { meeting: MEETING }, headers: { 'Idempotency-Key': null } };
    await errorOf(unwrap(client().POST('/v1/user-provided-meeting', keyless)));
    assert.deepEqual(
      server.seen.map(({ method, headers }) => [method, headers['idempotency-key']]),
      [
        ['POST', 'mine'],
        ['PUT', undefined],
        ['DELETE', undefined],
        ['POST', undefined],
      ],
    );
  });
}

test('ingest and remap bring a fresh key, the same in each try, and the same body', async (context) => {
  const refused = answers(503, {}, { 'Retry-After': '0' });
  const stored = answers(200, { meetingId: '7', created: true });
  const { server, client } = await against(context, refused, hangsUp, stored, refused, stored);
  const body = { meeting: MEETING };
  assert.equal((await unwrap(client().POST('/v1/user-provided-meeting', { body }))).meetingId, '7');
  const source = { type: 'ZOOM', id: '1' };
  await unwrap(client().POST('/v1/meeting/remap', { body: { source, salesforceAccountId: '1' } as never }));
  const keys = server.seen.map(({ headers }) => headers['idempotency-key'] as string);
  assert.equal(keys.length, 5);
  assert.equal(new Set(keys.slice(0, 3)).size, 1);
  assert.equal(new Set(keys).size, 2, 'another call, another key');
  for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
  assert.deepEqual(
    server.seen.slice(0, 3).map((one) => JSON.parse(one.body)),
    [body, body, body],
  );
});

test('a key of the caller’s own is kept', async (context) => {
  const { server, client } = await against(context, answers(200, { emailId: '1', created: true }));
  const body = {
    email: { subject: 's', sentAt: MEETING.startTime, from: { email: 'a@b.example' }, to: [], text: '' },
  };
  const header = { 'Idempotency-Key': 'mine' };
  await client().POST('/v1/user-provided-email', { body, params: { header } });
  await client().POST('/v1/user-provided-email', { body, headers: { 'idempotency-key': 'other' } });
  assert.deepEqual(
    server.seen.map((one) => one.headers['idempotency-key']),
    ['mine', 'other'],
  );
});

test('a 409 after a try of its own means that the first is still at work', async (context) => {
  const body = { meeting: MEETING };
  const busy = answers(409, { error: 'A request with this Idempotency-Key is still in progress; try again' });
  const first = await against(context, hangsUp, busy, answers(200, { meetingId: '7', created: true }));
  assert.equal((await unwrap(first.client().POST('/v1/user-provided-meeting', { body }))).meetingId, '7');
  const second = await against(context, busy);
  assert.equal(
    (await errorOf(unwrap(second.client().POST('/v1/user-provided-meeting', { body })))).status,
    409,
  );
  assert.equal(second.server.seen.length, 1);
});

test('Retry-After is kept, in seconds and as a date', async (context) => {
  for (const makeValue of [() => '1', () => new Date(Date.now() + 2000).toUTCString()]) {
    const retryAfter = makeValue();
    const { server, client } = await against(context, answers(503, {}, { 'Retry-After': retryAfter }), fine);
    await unwrap(client().GET('/v1/users'));
    const waitedMs = server.seen[1]!.atMs - server.seen[0]!.atMs;
    // Of the date's two seconds one may be over when it is answered: both dates are of whole seconds.
    assert.ok(waitedMs >= 990 && waitedMs < 4000, `${waitedMs} ms for ${retryAfter}`);
  }
});

test('a Retry-After longer than is waited for fails at once, and the error says how long', async (context) => {
  const { server, client } = await against(
    context,
    answers(429, { error: 'Too many requests' }, { 'Retry-After': '3600', 'X-Request-Id': 'r-1' }),
  );
  const fault = await errorOf(unwrap(client().GET('/v1/users')));
  const { status, message, requestId, retryAfterSeconds } = fault;
  assert.deepEqual(
    { status, message, requestId, retryAfterSeconds },
    { status: 429, message: 'Too many requests', requestId: 'r-1', retryAfterSeconds: 3600 },
  );
  assert.equal(server.seen.length, 1);
});

test('tries end with `retries`, of the client or of the call', async (context) => {
  const { server, client } = await against(context, answers(503, { error: 'Away.' }));
  await errorOf(unwrap(client({ retries: 1 }).GET('/v1/users')));
  assert.equal(server.seen.length, 2);
  await errorOf(unwrap(client({ retries: 1 }).GET('/v1/users', { retries: 0 })));
  assert.equal(server.seen.length, 3);
  const fault = await errorOf(unwrap(client({ retries: 0 }).GET('/v1/users', { retries: 2 })));
  assert.equal(server.seen.length, 6);
  assert.equal(fault.message, 'Away.');
});

test('no answer at all is an error of status 0 that names the call and the reason', async (context) => {
  const { server, client } = await against(context, fine);
  await server.close();
  const call = client({ retries: 1 }).GET('/v1/users', { params: { query: { role: 'VIEWER' } } });
  const fault = await errorOf(call);
  assert.equal(fault.status, 0);
  assert.equal(fault.requestId, undefined);
  const { port } = new URL(server.url);
  assert.equal(
    fault.message,
    `GET ${server.url}/v1/users got no answer: connect ECONNREFUSED 127.0.0.1:${port}`,
  );
  assert.ok(fault.cause instanceof Error);
});

test('the key does not follow a redirect to another host', async (context) => {
  const other = await startFaultyServer(fine);
  context.after(other.close);
  const { client } = await against(context, answers(307, {}, { Location: `${other.url}/v1/users` }));
  assert.equal((await errorOf(client({ retries: 0 }).GET('/v1/users'))).status, 0);
  assert.equal(other.seen.length, 0);
});

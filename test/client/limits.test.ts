import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createClient, ParleyError, unwrap } from '../../client/src/index.ts';
import { answers, type Step, stalls, startFaultyServer, staysSilent } from './faulty-server.ts';

const FINE = answers(200, { users: [], pageCount: 1 });

async function against(context: TestContext, ...steps: Step[]) {
  const server = await startFaultyServer(...steps);
  context.after(server.close);
  return { server, client: createClient({ baseUrl: server.url, receiverUrl: server.url }) };
}

/** Runs a call that an abort ends, and tells how long after the abort it ended. */
async function abortedAfter(ms: number, call: (signal: AbortSignal) => Promise<unknown>): Promise<number> {
  const controller = new AbortController();
  const reason = new Error('changed my mind');
  let atMs = 0;
  setTimeout(() => {
    atMs = performance.now();
    controller.abort(reason);
  }, ms);
  await assert.rejects(call(controller.signal), (fault) => fault === reason);
  return performance.now() - atMs;
}

for (const [what, step] of [
  ['no answer begins', staysSilent],
  ['an answer does not end', stalls],
] as const) {
  test(`each try has its time: where ${what}, the next one is made`, async (context) => {
    const { server, client } = await against(context, step, FINE);
    await unwrap(client.GET('/v1/users', { timeoutMs: 150 }));
    const waitedMs = server.seen[1]!.atMs - server.seen[0]!.atMs;
    assert.ok(waitedMs >= 150 && waitedMs < 2000, `${waitedMs} ms`);
  });
}

test('time that runs out in the last try is an error of status 0', async (context) => {
  const { server, client } = await against(context, staysSilent);
  await assert.rejects(
    client.POST('/admin/v1/jobs/{id}/retry', { params: { path: { id: 'x' } as never }, timeoutMs: 100 }),
    (fault) => {
      assert.ok(fault instanceof ParleyError);
      assert.equal(fault.status, 0);
      assert.match(fault.message, /^POST \S+ got no answer: No answer within 100 ms$/);
      return true;
    },
  );
  assert.equal(server.seen.length, 1);
});

test('an abort ends a call that waits for an answer, and no other try follows', async (context) => {
  const { server, client } = await against(context, staysSilent);
  for (const retries of [3, 0]) {
    const lateMs = await abortedAfter(100, (signal) => client.GET('/v1/users', { signal, retries }));
    assert.ok(lateMs < 200, `${lateMs} ms`);
  }
  assert.equal(server.seen.length, 2);
});

test('an abort ends the wait between two tries', async (context) => {
  const { server, client } = await against(context, answers(503, {}, { 'Retry-After': '30' }));
  const lateMs = await abortedAfter(200, (signal) => client.GET('/v1/users', { signal }));
  assert.ok(lateMs < 200, `${lateMs} ms`);
  assert.equal(server.seen.length, 1);
});

test('an abort ends a stream that is being read', async (context) => {
  const { client } = await against(context, stalls);
  const lateMs = await abortedAfter(200, async (signal) => {
    const { data } = await client.GET('/v1/users', { signal, parseAs: 'stream', timeoutMs: 100 });
    for await (const _ of data as unknown as AsyncIterable<Uint8Array>);
  });
  assert.ok(lateMs < 200, `${lateMs} ms`);
});

test('nothing is sent with a signal that is aborted already', async (context) => {
  const { server, client } = await against(context, FINE);
  const signal = AbortSignal.abort(new Error('before'));
  await assert.rejects(client.GET('/v1/users', { signal }), /before/);
  await assert.rejects(client.items('/v1/users', { signal }).next(), /before/);
  assert.equal(server.seen.length, 0);
});

test('an abort between two pages, or two items, ends the walk', async (context) => {
  const page = answers(200, { users: [{ email: 'a@b.example' }, { email: 'b@b.example' }], pageCount: 9 });
  const { server, client } = await against(context, page);
  for (const walk of ['pages', 'items'] as const) {
    const controller = new AbortController();
    const reason = new Error('enough');
    let count = 0;
    await assert.rejects(
      async () => {
        for await (const _ of client[walk]('/v1/users', { signal: controller.signal })) {
          count++;
          controller.abort(reason);
        }
      },
      (fault) => fault === reason,
    );
    assert.equal(count, 1);
  }
  assert.equal(server.seen.length, 2);
});

test('many calls with one signal leave nothing behind on it', async (context) => {
  const { client } = await against(context, FINE);
  const { signal } = new AbortController();
  let listeners = 0;
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  for (let n = 0; n < 5; n++) await client.GET('/v1/users', { signal });
  assert.equal(listeners, 0);
});

test('settings that cannot be are refused by name', () => {
  const baseUrl = 'http://127.0.0.1:1';
  for (const [settings, name] of [
    [{ baseUrl: 'localhost:8080' }, /^baseUrl takes/],
    [{ baseUrl: '' }, /^baseUrl takes/],
    [{ baseUrl, receiverUrl: '/receiver' }, /^receiverUrl takes/],
    [{ baseUrl, retries: -1 }, /^retries takes/],
    [{ baseUrl, retries: 11 }, /^retries takes/],
    [{ baseUrl, timeoutMs: 0 }, /^timeoutMs takes/],
    [{ baseUrl, timeoutMs: Number.NaN }, /^timeoutMs takes/],
  ] as const) {
    assert.throws(() => createClient(settings), { name: 'TypeError', message: name });
  }
});

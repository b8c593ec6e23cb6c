import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import {
  type Change,
  type ChangesOptions,
  CursorGoneError,
  createClient,
  ParleyError,
} from '../../client/src/index.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { startProcess } from '../torture/support/processes.ts';
import { answers, hangsUp, type Step, startFaultyServer } from './faulty-server.ts';

const QUIET = { processImportedMeeting: false };

/** Reads changes until there are this many, and leaves the loop. */
async function take(changes: AsyncIterable<Change>, count: number): Promise<Change[]> {
  const taken: Change[] = [];
  if (count > 0) {
    for await (const change of changes) {
      taken.push(change);
      if (taken.length === count) break;
    }
  }
  return taken;
}

test('the present state comes first, then every change, and a stored cursor continues after its change', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const client = createClient({ baseUrl: service.apiUrl, apiKey: service.key });
  const ids = [];
  for (const id of ['a', 'b', 'c']) ids.push(await service.client.ingest(meeting({ id, title: id }), QUIET));
  // Events that are not numbered yet would follow the present state as later changes.
  await until(
    async () => (await sql(service.databaseUrl, 'select from event_outbox')).length === 0 || undefined,
  );
  const changes = client.changes({ types: ['meeting'], includeData: true });
  const first: Change[] = [];
  for await (const change of changes) {
    first.push(change);
    if (first.length === 3) ids.push(await service.client.ingest(meeting({ id: 'd', title: 'd' }), QUIET));
    if (first.length === 4) break;
  }
  assert.deepEqual(
    first.map(({ id, data }) => [id, (data as { title: string }).title]),
    ids.map((id, n) => [id, 'abcd'[n]]),
  );
  for (const [n, { cursor }] of first.slice(0, 3).entries()) {
    const rest = await take(client.changes({ after: cursor, types: ['meeting'] }), 3 - n);
    assert.deepEqual(
      rest.map(({ id }) => id),
      ids.slice(n + 1),
      `after the change ${n}`,
    );
  }
});

test('cursor is what was processed, and moves past changes of other types', async (t) => {
  const service = await startService();
  t.after(() => service.stop());
  const client = createClient({ baseUrl: service.apiUrl, apiKey: service.key });
  await service.client.put('/admin/v1/users', { users: [{ email: 'ada@parley.example' }] });
  const changes = client.changes({ types: ['user'] });
  assert.equal(changes.cursor, undefined);
  const { value } = await changes.next();
  assert.equal(value!.type, 'user');
  assert.equal(changes.cursor, undefined, 'the change is not processed before the next one is requested');
  const next = changes.next();
  while (changes.cursor === undefined) await new Promise(setImmediate);
  assert.equal(changes.cursor, value!.cursor);
  await service.client.put('/admin/v1/users', { users: [{ email: 'grace@parley.example' }] });
  assert.equal((await next).value!.type, 'user');
  await changes.return();
});

test('a follower sees each change once although the service is killed again and again', async (t) => {
  const database = await createTestDatabase();
  t.after(() => database.drop());
  const key = 'a-key-for-a-follower-of-changes';
  const service = await startProcess('api,receiver,worker', { databaseUrl: database.url, key });
  t.after(() => service.stop());
  // Each process has ports of its own.
  const moved = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    return fetch(new Request(service.now().apiUrl + pathname + search, request));
  };
  const client = createClient({ baseUrl: 'http://127.0.0.1', apiKey: key, fetch: moved });
  const [kills, each] = [3, 4];
  let retries = 0;
  const changes = client.changes({
    after: 'start',
    types: ['meeting'],
    timeoutMs: 5000,
    onRetry: () => void retries++,
  });
  const following = take(changes, (kills + 1) * each);
  // A meeting that arrived meanwhile could be part of the present state, and then follow as a change.
  await until(async () => (changes.cursor === 'start' ? undefined : true));
  const ids: string[] = [];
  for (let n = 0; n < (kills + 1) * each; n++) {
    if (n > 0 && n % each === 0) {
      await service.kill();
      await service.whenUp();
    }
    ids.push(await service.now().client.ingest(meeting({ id: `kill-${n}` }), QUIET));
  }
  assert.deepEqual(
    (await following).map(({ id }) => id).toSorted((a, b) => Number(a) - Number(b)),
    ids,
  );
  assert.ok(retries > 0);
});

const item = (id: string) => ({
  position: id,
  type: 'meeting',
  id,
  change: 'created',
  at: '2026-01-31T09:30:00Z',
});
const event = (id: string) => `id: c${id}\ndata: ${JSON.stringify(item(id))}\n\n`;

/** A stream that says this, and stays open. */
const says =
  (text: string, end?: 'ends' | 'breaks'): Step =>
  (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
    response.write(text, () => {
      if (end === 'ends') response.end();
      if (end === 'breaks') setTimeout(() => response.socket?.destroy(), 20);
    });
  };

async function against(context: TestContext, ...steps: Step[]) {
  const server = await startFaultyServer(...steps);
  context.after(server.close);
  const client = createClient({ baseUrl: server.url, apiKey: 'key' });
  return { server, follow: (options?: ChangesOptions) => client.changes(options) };
}

const afters = (seen: readonly { url: string }[]) =>
  seen.map(({ url }) => new URL(url, 'http://x').searchParams.get('after'));

test('connections that end, break, fail or are refused for now are made again, from where the reader is', async (t) => {
  const { server, follow } = await against(
    t,
    says(event('1') + event('2'), 'ends'),
    hangsUp,
    says(`${event('3')}id: c4\ndata: {"half`, 'breaks'),
    answers(500, { error: 'No.' }),
    answers(429, { error: 'Later.' }, { 'Retry-After': '0' }),
    says(`: nothing new\nid: c9\n\n`, 'ends'),
    says(event('4')),
  );
  const told: number[] = [];
  const changes = await take(follow({ onRetry: ({ status }) => told.push(status) }), 4);
  assert.deepEqual(
    changes,
    ['1', '2', '3', '4'].map((id) => ({ ...item(id), cursor: `c${id}` })),
  );
  assert.deepEqual(afters(server.seen), [null, 'c2', 'c2', 'c3', 'c3', 'c3', 'c9']);
  assert.deepEqual(told, [0, 0, 0, 500, 429, 0]);
  assert.equal(server.seen[0]!.headers.accept, 'text/event-stream');
});

test('the wait is never shorter than Retry-After', async (t) => {
  const { server, follow } = await against(t, answers(503, {}, { 'Retry-After': '2' }), says(event('1')));
  await take(follow(), 1);
  assert.ok(server.seen[1]!.atMs - server.seen[0]!.atMs >= 2000);
  const long = await against(t, answers(503, {}, { 'Retry-After': '3600' }), says(event('1')));
  const controller = new AbortController();
  let delay = 0;
  const onRetry = (_: unknown, delayMs: number) => {
    delay = delayMs;
    controller.abort(new Error('enough'));
  };
  await assert.rejects(take(long.follow({ onRetry, signal: controller.signal }), 1), /enough/);
  assert.ok(delay >= 3_600_000, `${delay}`);
});

test('a connection that is silent is made again', async (t) => {
  const { server, follow } = await against(t, says(event('1')), says(event('2')));
  const told: string[] = [];
  const options = { idleTimeoutMs: 50, onRetry: ({ message }: ParleyError) => told.push(message) };
  assert.equal((await take(follow(options), 2)).length, 2);
  assert.deepEqual(afters(server.seen), [null, 'c1']);
  assert.match(told[0]!, /within 50 ms/);
});

test('a cursor that is gone is an error that names the way back; a revoked key and other refusals end it', async (t) => {
  const gone = await against(
    t,
    answers(410, { error: 'Begin again with after=start' }, { 'X-Request-Id': 'r1' }),
  );
  await assert.rejects(take(gone.follow({ after: 'old' }), 1), (error) => {
    assert.ok(error instanceof CursorGoneError && error instanceof ParleyError);
    assert.deepEqual(
      [error.status, error.message, error.requestId, error.restartAfter],
      [410, 'Begin again with after=start', 'r1', 'start'],
    );
    return true;
  });
  for (const status of [400, 401, 403, 404]) {
    const { server, follow } = await against(t, says(event('1'), 'ends'), answers(status, { error: 'No.' }));
    await assert.rejects(take(follow(), 2), { name: 'ParleyError', status, message: 'No.' });
    assert.equal(server.seen.length, 2);
  }
  const page = await against(t, answers(200, { changes: [] }));
  await assert.rejects(take(page.follow(), 1), /application\/json, not a stream/);
});

test('retries bound the failures in a row', async (t) => {
  const { server, follow } = await against(t, hangsUp, says(event('1'), 'breaks'), hangsUp);
  await assert.rejects(take(follow({ retries: 1 }), 2), { status: 0 });
  assert.equal(server.seen.length, 3);
});

test('the signal ends it while it waits, and leaving the loop ends the connection', async (t) => {
  const closed: Promise<unknown>[] = [];
  const noting: Step = (response, seen) => {
    closed.push(once(response.socket!, 'close'));
    says(event('1'))(response, seen);
  };
  const { follow } = await against(t, noting);
  const controller = new AbortController();
  const reason = new Error('enough');
  const changes = follow({ signal: controller.signal });
  await changes.next();
  const next = changes.next();
  controller.abort(reason);
  await assert.rejects(next, reason);
  await closed[0];
  await take(follow(), 1);
  await closed[1];
  await assert.rejects(follow({ signal: controller.signal }).next(), reason);
});

test('connections do not add up at the signal', async (t) => {
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  t.after(() => process.off('warning', note));
  const steps = Array.from({ length: 15 }, (_, n) => says(event(`${n}`), 'ends'));
  const { follow } = await against(t, ...steps);
  await take(follow({ signal: new AbortController().signal }), 15);
  await new Promise(setImmediate);
  assert.deepEqual(warnings, []);
});

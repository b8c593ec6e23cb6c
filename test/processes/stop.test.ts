import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SAME_STOP_MS } from '../../src/lib/stop-signals.ts';
import { openRaw } from '../http/raw-socket.ts';
import { createClient } from '../support/client.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { endAll, runParley, type ServingChild, startServing } from './child.ts';

const KEY = 'correct-horse/battery=staple';
/** The time for which an idle process stays open after SIGTERM, with a margin for a busy machine. */
const IDLE_STOP_MS = 5000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
before(async () => {
  database = await createTestDatabase();
});
after(async () => {
  endAll();
  await database.drop();
});

const start = () => startServing(database.url, { PARLEY_BOOTSTRAP_API_KEY: KEY });

/** An ingest whose body's second half is still to come. */
async function halfIngest(child: ServingChild, title: string) {
  const body = JSON.stringify({ meeting: meeting({ title }) });
  const connection = await openRaw(child.receiverUrl);
  connection.write(
    `POST /v1/user-provided-meeting HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${KEY}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
  );
  return { connection, rest: body.slice(20) };
}

test('SIGTERM: readiness goes first, requests in flight are done, then the process ends with 0', async () => {
  const child = await start();
  const client = createClient({ ...child, key: KEY });
  const { connection, rest } = await halfIngest(child, 'In flight');
  const probe = await openRaw(child.apiUrl);
  const ask = (path: string) => probe.write(`GET ${path} HTTP/1.1\r\nHost: parley\r\n\r\n`);
  ask('/readyz');
  assert.deepEqual((await probe.read(({ statuses }) => statuses.length === 1)).statuses, [200]);

  child.process.kill('SIGTERM');
  await child.printed(/no longer ready/);
  // A load balancer asks on the connection that it has, and on new ones: both are still answered.
  ask('/readyz');
  const unready = await probe.read();
  assert.deepEqual(unready.statuses, [200, 503]);
  assert.deepEqual(JSON.parse(unready.body), { error: 'The process is stopping' });
  assert.equal(unready.headers.connection, 'close');
  assert.ok(unready.closed);
  assert.equal((await client.get('/livez')).status, 200);
  assert.equal((await client.get('/v1/users')).status, 200, 'who comes now is served');

  // Long after the listeners are closed the body goes on.
  const refusedBy = Date.now() + 5000;
  while (
    await fetch(`${child.apiUrl}/livez`).then(
      () => true,
      () => false,
    )
  ) {
    assert.ok(Date.now() < refusedBy, 'the listener closes');
    await delay(50);
  }
  assert.equal(child.process.exitCode, null);
  connection.write(rest);
  const answer = await connection.read();
  assert.deepEqual(answer.statuses, [200], answer.text);
  assert.ok(answer.closed, 'and its connection is closed, so that nothing waits for the next request');
  const startMs = performance.now();
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  assert.ok(performance.now() - startMs < IDLE_STOP_MS);
  assert.deepEqual(
    child.log().filter((line) => line.level === 'error'),
    [],
  );

  const next = await start();
  const list = await createClient({ ...next, key: KEY }).get('/v1/meetings', ALWAYS);
  assert.deepEqual(
    list.body.meetings.map((one: { title: string }) => one.title),
    ['In flight'],
  );

  // A later signal ends it at once, whatever is in flight; one that comes with the first does not.
  const { connection: held } = await halfIngest(next, 'Never finished');
  await delay(100);
  next.process.kill('SIGTERM');
  await next.printed(/no longer ready/);
  next.process.kill('SIGTERM');
  next.process.kill('SIGINT');
  await delay(SAME_STOP_MS + 100);
  assert.equal(next.process.exitCode, null);
  const secondMs = performance.now();
  next.process.kill('SIGTERM');
  assert.deepEqual(await next.ended, { code: 1, signal: null });
  assert.ok(performance.now() - secondMs < 1000);
  held.close();
});

test('idle keep-alive connections do not hold up the end; SIGINT does not wait for load balancers', async () => {
  const child = await start();
  const idle = await Promise.all(Array.from({ length: 20 }, () => openRaw(child.apiUrl)));
  for (const connection of idle.slice(10)) connection.write('GET /livez HTTP/1.1\r\nHost: parley\r\n\r\n');
  for (const connection of idle.slice(10)) await connection.read(({ statuses }) => statuses.length === 1);
  // Half a request line is no request in flight.
  idle[0]!.write('GET /liv');
  const startMs = performance.now();
  child.process.kill('SIGINT');
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  assert.ok(performance.now() - startMs < IDLE_STOP_MS);
  for (const connection of idle) connection.close();
});

test('a stream of events that is open ends, and its connection does not hold up the end', async () => {
  const child = await start();
  const stream = await openRaw(child.apiUrl);
  stream.write(
    `GET /v1/changes?after=start HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${KEY}\r\nAccept: text/event-stream\r\n\r\n`,
  );
  await stream.read(({ statuses }) => statuses.length === 1);
  const startMs = performance.now();
  child.process.kill('SIGTERM');
  const { text, closed } = await stream.read();
  assert.ok(text.endsWith('\r\n0\r\n\r\n'), text);
  assert.ok(closed);
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  assert.ok(performance.now() - startMs < IDLE_STOP_MS);
});

test('SIGTERM during the start lets it come to its end, stops it, and ends with 0; a second one does not wait', async () => {
  const server = new pg.Client(database.connection);
  await server.connect();
  const waiting = async (count: number) => {
    const endMs = Date.now() + 20_000;
    for (;;) {
      const { rows } = await server.query(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and query like 'select pg_try_advisory_lock%'`,
      );
      if (rows[0].count === count) return;
      assert.ok(Date.now() < endMs, 'the processes come to the migrations');
      await delay(50);
    }
  };
  // As if another process were migrating.
  await server.query('select pg_advisory_lock(7275539112)');
  const settings = { DATABASE_URL: database.url, PARLEY_API_PORT: '0', PARLEY_RECEIVER_PORT: '0' };
  const [patient, impatient] = [runParley(['serve'], settings), runParley(['serve'], settings)];
  await waiting(2);
  for (const child of [patient, impatient]) {
    child.process.kill('SIGTERM');
    await child.printed(/"msg":"signal"/);
  }
  await delay(SAME_STOP_MS + 100);
  impatient.process.kill('SIGTERM');
  assert.deepEqual(await impatient.ended, { code: 1, signal: null });
  assert.equal(patient.process.exitCode, null);
  await server.query('select pg_advisory_unlock(7275539112)');
  await server.end();
  assert.deepEqual(await patient.ended, { code: 0, signal: null });
  assert.equal(patient.log().at(-1)!.msg, 'stopped');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { generateKey } from '../../src/domain/keys/key-format.ts';
import { isDatabaseUnavailable } from '../../src/lib/database-errors.ts';
import { createLog } from '../../src/lib/log.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { onServer, serverConnection } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { openRaw } from './raw-socket.ts';

/**
 * The connections of one process that serves one organization: 6 and 2 shared ones for its reads, 12 for its writes,
 * and 2 more for reads of the process itself, such as look-ups of keys while the shared connections are broken. The one
 * that checks the health of the process is not counted.
 */
const MAX_CONNECTIONS = 22;
const READY_AGAIN_MS = 5000;
const AWAY = { error: 'The database cannot be reached; try again' };

let service: TestService;
let name: string;
let server: pg.Client;
before(async () => {
  // Workers have connections of their own.
  service = await startService({ roles: new Set(['api', 'receiver']) });
  server = new pg.Client(serverConnection());
  await server.connect();
  const own = new pg.Client({ connectionString: service.databaseUrl });
  await own.connect();
  name = (await own.query('select current_database() as name')).rows[0].name;
  await own.end();
});
after(async () => {
  await server.end();
  await service.stop();
});

async function takeAway(): Promise<void> {
  await onServer(`alter database ${name} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
}

async function bringBack(): Promise<void> {
  await onServer(`alter database ${name} allow_connections true`);
}

test('while the database is away every operation is 503 with Retry-After; then all is well without a restart', async () => {
  const id = await service.client.ingest(meeting());
  await takeAway();
  try {
    const answers = [
      await service.client.get('/v1/meetings', ALWAYS),
      await service.client.get(`/v1/meetings/${id}`),
      await service.client.get('/v1/users'),
      await service.client.put('/admin/v1/users', { users: [] }),
      await service.client.post('/v1/user-provided-meeting', { meeting: meeting() }),
      await service.client.post('/admin/v1/organizations', { name: 'x' }),
      await service.as(generateKey()).get('/v1/users'),
      await service.client.get('/readyz'),
      await service.client.send('GET', 'receiver', '/readyz'),
    ];
    for (const answer of answers) {
      assert.equal(answer.status, 503, answer.text);
      assert.deepEqual(answer.body, AWAY);
      assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
    }
    assert.equal((await service.client.get('/livez')).status, 200);
    assert.equal((await service.client.get('/metrics')).status, 200);
    assert.equal((await service.as('malformed').get('/v1/users')).status, 401, 'needs no database');
    assert.equal((await service.as(undefined).get('/v1/users')).status, 401);
  } finally {
    await bringBack();
  }
  const startMs = performance.now();
  while ((await service.client.get('/readyz')).status !== 200) {
    assert.ok(performance.now() - startMs < READY_AGAIN_MS, 'ready again in time');
    await delay(50);
  }
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).status, 200);
  assert.equal((await service.client.post('/admin/v1/organizations', { name: 'x' })).status, 201);
  const warnings = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"unavailable"'));
  assert.ok(warnings.length >= 9 && warnings.every((line) => JSON.parse(line).reqId), 'the log says why');
  assert.doesNotMatch(service.logged(), /"level":"error"/);
});

test('connections that break under load are answered 503 or not at all felt, and stay within the pools', async () => {
  let isOver = false;
  let most = 0;
  const watch = (async () => {
    while (!isOver) {
      const { text } = await service.client.get('/metrics');
      const states = [...text.matchAll(/^parley_database_connections\{state="(?:idle|busy)"\} (\d+)$/gm)];
      most = Math.max(most, Number(states[0]![1]) + Number(states[1]![1]));
      await delay(10);
    }
  })();
  const statuses = new Map<number, number>();
  let stored = 0;
  const work = async (worker: number) => {
    for (let count = 0; !isOver; count++) {
      const title = `Under load ${worker}-${count}`;
      const answer =
        worker % 2 === 0
          ? await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' })
          : await service.client.post('/v1/user-provided-meeting', { meeting: meeting({ title }) });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (worker % 2 === 1 && answer.status === 200) stored++;
    }
  };
  const workers = Array.from({ length: 48 }, (_, worker) => work(worker));
  await until(async () => most > 8 || undefined);
  for (let round = 0; round < 3; round++) {
    await delay(200);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  }
  await delay(300);
  // The server's own count, when the backends that were ended are gone.
  const { rows } = await server.query(
    "select count(*)::int as count from pg_stat_activity where datname = $1 and application_name = 'parley'",
    [name],
  );
  isOver = true;
  await Promise.all([...workers, watch]);
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 503),
    [],
  );
  assert.ok(statuses.get(200)! > 20);
  assert.ok(most <= MAX_CONNECTIONS, `${most} connections`);
  assert.ok(rows[0].count <= MAX_CONNECTIONS, `${rows[0].count} connections at the server`);
  const list = await service.client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' });
  // Requests that were answered with 200 are stored; those with 503 may be.
  assert.ok(list.body.pageCount >= stored, `${list.body.pageCount} of ${stored} acknowledged`);
});

test('a connection that breaks between two statements of a transaction ends that transaction only', async () => {
  const log = createLog('silent');
  const db = openDatabase({ connectionString: service.databaseUrl }, log);
  const pid = { name: 'own-pid', text: 'select pg_backend_pid() as pid' };
  await assert.rejects(
    db.transaction(async (tx) => {
      const [own] = await tx.query<{ pid: number }>(pid, []);
      await server.query('select pg_terminate_backend($1)', [own!.pid]);
      await delay(200);
      await tx.query(pid, []);
    }),
    (error) => isDatabaseUnavailable(error),
  );
  assert.equal((await db.transaction((tx) => tx.query(pid, []))).length, 1);
  await db.close();
});

test('if all connections are busy, a request waits its turn', async () => {
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  const sleep = { name: 'sleep', text: 'select pg_sleep($1)' };
  const busy = Array.from({ length: 12 }, () => db.query(sleep, [0.2]));
  const startMs = performance.now();
  await db.query(sleep, [0]);
  assert.ok(performance.now() - startMs > 300, 'it came after 12 others on 6 connections');
  assert.equal(db.connections().total, 6);
  await Promise.all(busy);
  await db.close();
});

test('the lines of a bulk ingest that come while the database is away are 503, and those after it are stored', async () => {
  const connection = await openRaw(service.receiverUrl);
  const send = async (line: number) => {
    const text = `${JSON.stringify({ meeting: meeting({ id: `away-${line}` }) })}\n`;
    connection.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
    const { body } = await connection.read((so) => so.body.includes(`{"line":${line},`), 20_000);
    return JSON.parse(body.match(new RegExp(`\\{"line":${line},.*\\}`))![0]);
  };
  try {
    connection.write(
      `POST /v1/user-provided-meetings HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${service.key}\r\n` +
        'Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    assert.equal((await send(1)).created, true);
    await takeAway();
    assert.deepEqual(await send(2), { line: 2, ...AWAY, status: 503 });
    await bringBack();
    assert.equal((await send(3)).created, true);
  } finally {
    await bringBack();
    connection.close();
  }
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { SAME_STOP_MS } from '../../src/lib/stop-signals.ts';
import { openRaw, type RawConnection } from '../http/raw-socket.ts';
import { createClient } from '../support/client.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { connectionTo, createTestDatabase, onServer, urlOf } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { endAll, runParley, type ServingChild } from './child.ts';
import {
  KEY,
  openKept,
  openToEach,
  pidsOf,
  removeDataDirs,
  seriesOf,
  startSeveral,
  untilEnded,
} from './several.ts';

/** Several processes serve together: PARLEY_PROCESSES. */

const LIMIT = 1000;
const EMPTY = `parley_test_several_${process.pid}`;
let pair: ServingChild;
before(async () => {
  await onServer(`create database ${EMPTY} template template0 encoding 'UTF8'`);
  const url = urlOf(connectionTo(EMPTY));
  pair = await startSeveral(url, 2, { PARLEY_RATE_LIMIT: `${LIMIT}` });
});
after(async () => {
  endAll();
  await removeDataDirs();
  await onServer(`drop database if exists ${EMPTY} with (force)`);
});

const transcript = { segments: [{ text: 'We decided to renew for two years.', timestampSeconds: 4 }] };
const clientOf = (child: ServingChild, key: string | undefined = KEY) => createClient({ ...child, key });
const metricsOf = async (child: ServingChild) => (await fetch(`${child.apiUrl}/metrics`)).text();
const LISTED = 'parley_http_request_duration_seconds_count{address="api",operation="listUsers",status="200"}';

test('both processes answer on each port, after one migration and with one organization', async () => {
  const url = urlOf(connectionTo(EMPTY));
  const client = new pg.Client(url);
  await client.connect();
  assert.equal((await client.query('select from organizations')).rowCount, 1);
  await client.end();
  const migrated = pair.log().filter((line) => line.msg === 'migrated');
  assert.deepEqual(
    migrated.map((line) => line.process),
    [undefined],
    'by the supervisor',
  );
  await until(async () => (pidsOf(pair).size === 2 ? true : undefined));
  for (const address of [pair.apiUrl, pair.receiverUrl]) {
    const numbers = new Set<number>();
    await until(async () => {
      const connection = await openKept(pair, address);
      numbers.add(connection.process);
      connection.close();
      return numbers.size === 2 ? true : undefined;
    });
    assert.deepEqual([...numbers].toSorted(), [1, 2]);
  }
  const id = await clientOf(pair).ingest(meeting({ title: 'Shared' }));
  for (const connection of await openToEach(pair, 2)) {
    assert.equal(JSON.parse((await connection.get(`/v1/meetings/${id}`)).body).title, 'Shared');
    assert.equal((await connection.get('/readyz')).body, '{"status":"ready"}');
    connection.close();
  }
});

test('metrics add up, whichever process is asked', async () => {
  const [one, two] = await openToEach(pair, 2);
  const before = seriesOf(await metricsOf(pair), LISTED);
  for (let count = 0; count < 3; count++) assert.equal((await one!.get('/v1/users')).status, 200);
  for (let count = 0; count < 4; count++) assert.equal((await two!.get('/v1/users')).status, 200);
  for (const connection of [one!, two!]) {
    // A request is counted when its answer has been read.
    const metrics = await until(async () => {
      const { body } = await connection.get('/metrics');
      return seriesOf(body, LISTED) === before + 7 ? body : undefined;
    });
    assert.equal(seriesOf(metrics, 'parley_processes{state="ready"}'), 2);
    assert.equal(seriesOf(metrics, 'parley_processes{state="restarting"}'), 0);
    assert.equal(seriesOf(metrics, 'parley_blob_store_owned'), 1);
    // Three processes of at least 40 MB.
    assert.ok(seriesOf(metrics, 'process_resident_memory_bytes') > 120e6);
    assert.ok(seriesOf(metrics, 'process_start_time_seconds') * 1000 > Date.now() - 600_000);
    const names = metrics.split('\n').filter((line) => line.startsWith('# TYPE'));
    assert.equal(new Set(names).size, names.length, 'each metric is there once');
    connection.close();
  }
});

test('the limit of a key counts the requests to all processes', async () => {
  const made = await clientOf(pair).post('/admin/v1/keys', { name: 'limited', scopes: ['users:read'] });
  const [one, two] = await openToEach(pair, 2);
  const leftOf = async (connection: typeof one) => {
    const answer = await connection!.get('/v1/users', made.body.key);
    assert.equal(answer.status, 200);
    return Number(/r=(\d+)/.exec(`${answer.headers.ratelimit}`)![1]);
  };
  for (let count = 1; count <= 5; count++) assert.equal(await leftOf(one), LIMIT - count);
  let own = 0;
  await until(async () => ((await leftOf(two)) === LIMIT - 5 - ++own ? true : undefined));
  let more = 0;
  await until(async () => ((await leftOf(one)) === LIMIT - 5 - own - ++more ? true : undefined));
  for (const connection of [one!, two!]) connection.close();
});

test('a key that one process revoked and a session that one ended are refused by all within a second', async () => {
  const made = await clientOf(pair).post('/admin/v1/keys', { name: 'k', scopes: ['users:read', 'admin'] });
  const connections = await openToEach(pair, 2);
  const { headers } = await connections[0]!.send('POST', '/admin/v1/session', { key: made.body.key });
  const cookie = /^parley_session=[^;]*/.exec(`${headers['set-cookie']}`)![0];
  for (const connection of connections) {
    assert.equal((await connection.get('/v1/users', made.body.key)).status, 200);
    assert.equal((await connection.get('/v1/users', { cookie })).status, 200);
  }
  const refusedSoon = async (caller: Parameters<(typeof connections)[0]['get']>[1]) => {
    const startMs = performance.now();
    for (const connection of connections) {
      while ((await connection.get('/v1/users', caller)).status !== 401) {
        assert.ok(performance.now() - startMs < 1000, 'refused within a second');
        await delay(20);
      }
    }
  };
  await connections[0]!.send('DELETE', '/admin/v1/session', undefined, { cookie });
  await refusedSoon({ cookie });
  await connections[1]!.send('DELETE', `/admin/v1/keys/${made.body.id}`, undefined);
  await refusedSoon(made.body.key);
  for (const connection of connections) connection.close();
});

test('a reader of one process is woken by what another one stores', async () => {
  const [one, two] = await openToEach(pair, 2);
  const { next } = JSON.parse((await one!.get('/v1/changes?after=now')).body);
  const waiting = one!.get(`/v1/changes?after=${next}&waitSeconds=60&types=meeting`);
  const other = await until(async () => {
    const connection = await openKept(pair, pair.receiverUrl);
    if (connection.process === two!.process) return connection;
    connection.close();
    return undefined;
  });
  const sent = await other.send('POST', '/v1/user-provided-meeting', {
    meeting: meeting({ title: 'Wakes' }),
  });
  const { changes } = JSON.parse((await waiting).body);
  assert.equal(changes[0].id, JSON.parse(sent.body).meetingId);
  for (const connection of [one!, two!, other]) connection.close();
});

test('a process that is killed is started again after a growing pause, and others serve meanwhile', async () => {
  const [one, two] = await openToEach(pair, 2);
  for (let count = 0; count < 5; count++) await two!.get('/v1/users');
  const before = await until(async () => {
    const { body } = await one!.get('/metrics');
    return seriesOf(body, LISTED) >= 5 ? body : undefined;
  });
  two!.close();
  const readyz = async () => JSON.parse((await one!.get('/readyz')).body);
  const killed: number[] = [];
  for (let kill = 0; kill < 2; kill++) {
    const pid = pidsOf(pair).get(2)!;
    process.kill(pid, 'SIGKILL');
    killed.push(pid);
    const warnings = await until(async () => {
      const ready = await readyz();
      assert.equal(ready.status, 'ready');
      return ready.warnings;
    });
    assert.match(warnings[0], /^1 of 2 processes has ended and is being started again/);
    assert.equal((await one!.get('/v1/users')).status, 200);
    const other = await openKept(pair);
    assert.equal(other.process, 1, 'new connections lead to those that run');
    other.close();
    await until(async () => (pidsOf(pair).get(2) === pid ? undefined : true));
  }
  await until(async () => ((await readyz()).warnings ? undefined : true));
  const ends = pair.log().filter((line) => line.msg === 'a process has ended and is started again');
  assert.deepEqual(
    ends.map((line) => [line.process, line.signal, line.pauseMs]),
    [
      [2, 'SIGKILL', 250],
      [2, 'SIGKILL', 500],
    ],
  );
  assert.ok(!killed.includes(pidsOf(pair).get(2)!));
  const metrics = (await one!.get('/metrics')).body;
  assert.ok(seriesOf(metrics, LISTED) >= seriesOf(before, LISTED) + 2, 'what it had counted stays');
  assert.equal(seriesOf(metrics, 'parley_process_restarts_total'), 2);
  assert.equal(seriesOf(metrics, 'parley_processes{state="ready"}'), 2);
  for (const connection of [one!, ...(await openToEach(pair, 2))]) {
    assert.equal((await connection.get('/v1/users')).status, 200);
    connection.close();
  }
});

test('each line of the log is whole, and those of a process name it', async () => {
  const lines = pair.stdout().split('\n').slice(0, -1);
  const logged = lines.filter((line) => line !== '' && !/^(?:Parley|Meetings)/.test(line));
  assert.ok(logged.length > 50);
  for (const line of logged) JSON.parse(line);
  for (const line of pair.log())
    if (line.msg === 'request') assert.ok([1, 2].includes(line.process as number));
});

test('SIGTERM: both processes are unready first, requests in flight are done, then the service ends with 0', async () => {
  const connections = await openToEach(pair, 2);
  const body = JSON.stringify({ meeting: meeting({ title: 'In flight' }) });
  const raws: RawConnection[] = [];
  for (let count = 0; count < 6; count++) {
    const raw = await openRaw(pair.receiverUrl);
    raw.write(
      `POST /v1/user-provided-meeting HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${KEY}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`,
    );
    raws.push(raw);
  }
  // They are in the processes before the signal is.
  await until(async () => (raws.every(({ socket }) => socket.bytesWritten > 20) ? true : undefined));
  await delay(100);
  pair.process.kill('SIGTERM');
  const stopping = () => pair.log().filter((line) => line.msg === 'stopping: no longer ready').length;
  await until(async () => (stopping() === 2 ? true : undefined));
  for (const connection of connections) {
    const ready = await connection.get('/readyz');
    assert.deepEqual([ready.status, ready.body], [503, '{"error":"The process is stopping"}']);
  }
  const isClosed = () =>
    // The connection that is on its way to a process while that closes the port waits until the service has ended.
    fetch(`${pair.apiUrl}/livez`, { signal: AbortSignal.timeout(1000) }).then(
      () => undefined,
      (error: Error) => (error.name === 'TimeoutError' ? undefined : true),
    );
  await until(isClosed);
  assert.equal(pair.process.exitCode, null);
  for (const raw of raws) raw.write(body.slice(20));
  for (const raw of raws) assert.deepEqual((await raw.read()).statuses, [200]);
  assert.deepEqual(await pair.ended, { code: 0, signal: null });
  for (const pid of pidsOf(pair).values()) await untilEnded(pid);
  assert.equal(pair.log().at(-1)!.msg, 'stopped');
});

test('without its supervisor no process goes on, and the next start finds port and database free', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-several-'));
  const settings = { PARLEY_DATA_DIR: dataDir, DATABASE_URL: '' };
  const first = await startSeveral('', 2, settings);
  const key = clientOf(first);
  const id = await key.ingest(meeting({ title: 'Kept' }));
  // A slow request is no reason to go on.
  const raw = await openRaw(first.receiverUrl);
  raw.write('POST /v1/user-provided-meeting HTTP/1.1\r\nHost: parley\r\n');
  first.process.kill('SIGKILL');
  for (const pid of pidsOf(first).values()) await untilEnded(pid);
  raw.close();
  const [api, receiver] = [first.apiUrl, first.receiverUrl].map((url) => new URL(url).port);
  const ports = { PARLEY_API_PORT: api!, PARLEY_RECEIVER_PORT: receiver! };
  const next = await startSeveral('', 2, { ...settings, ...ports });
  assert.equal((await clientOf(next).get(`/v1/meetings/${id}`)).body.title, 'Kept');
  next.process.kill('SIGINT');
  assert.deepEqual(await next.ended, { code: 0, signal: null });
  assert.equal(next.log().findLast((line) => line.msg === 'embedded PostgreSQL')!.outcome, 'stopped');
  await rm(dataDir, { recursive: true });
});

test('a second signal does not wait for requests', async () => {
  const database = await createTestDatabase();
  const child = await startSeveral(database.url, 2);
  const raw = await openRaw(child.receiverUrl);
  raw.write(
    `POST /v1/user-provided-meeting HTTP/1.1\r\nHost: parley\r\nX-API-Key: ${KEY}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  );
  await delay(100);
  child.process.kill('SIGTERM');
  await child.printed(/no longer ready/);
  await delay(SAME_STOP_MS + 100);
  assert.equal(child.process.exitCode, null);
  child.process.kill('SIGTERM');
  assert.deepEqual(await child.ended, { code: 1, signal: null });
  for (const pid of pidsOf(child).values()) await untilEnded(pid);
  raw.close();
  await database.drop();
});

test('a failure to start is reported in one line, with exit code 1, and leaves nothing running', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const database = await createTestDatabase();
  const child = runParley(['serve'], {
    DATABASE_URL: database.url,
    PARLEY_PROCESSES: '3',
    PARLEY_API_PORT: `${port}`,
    PARLEY_RECEIVER_PORT: '0',
  });
  assert.deepEqual(await child.ended, { code: 1, signal: null });
  const people = child
    .stderr()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  assert.equal(people.length, 1, child.stderr());
  assert.match(people[0]!, /^parley: .*EADDRINUSE.*$/);
  taken.close();
  await database.drop();
});

test('several workers do each job once', async () => {
  const database = await createTestDatabase();
  const child = await startSeveral(database.url, 3);
  const client = clientOf(child);
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) => client.ingest(meeting({ title: `Call ${index}`, transcript }))),
  );
  await until(async () => {
    const summaries = await Promise.all(ids.map((id) => client.get(`/v1/meetings/${id}/summary`)));
    return summaries.every(({ status }) => status === 200) ? true : undefined;
  });
  const runs = 'parley_job_duration_seconds_count{job="process-run",outcome="done"}';
  // A job is counted when it has been settled.
  const metrics = await until(async () => {
    const metrics = await metricsOf(child);
    return seriesOf(metrics, runs) >= 12 ? metrics : undefined;
  });
  assert.equal(seriesOf(metrics, 'parley_meetings_ingested_total{created="true"}'), 12);
  assert.equal(seriesOf(metrics, runs), 12);
  assert.equal((await client.get('/v1/meetings', { ...ALWAYS, pageSize: '50' })).body.meetings.length, 12);
  child.process.kill('SIGINT');
  assert.deepEqual(await child.ended, { code: 0, signal: null });
  await database.drop();
});

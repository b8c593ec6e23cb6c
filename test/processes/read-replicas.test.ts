import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { runParley } from '../cli/run-parley.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { type PostgresServer, startPostgresServer } from '../torture/support/postgres-server.ts';
import { readMetric, readMetrics } from '../torture/support/service-metrics.ts';

const KEY = 'a-key-for-the-read-replicas';

let primary: PostgresServer;
let replica: PostgresServer;
const started: TestService[] = [];

before(async () => {
  primary = await startPostgresServer();
  replica = await primary.standby();
});
after(async () => {
  for (const service of started) await service.stop();
  await replica?.remove();
  await primary?.remove();
});

/** Starts a service on the primary that reads from the given servers. */
async function start(readDatabaseUrls: string[], settings = {}): Promise<TestService> {
  const service = await startService({
    databaseUrl: primary.url,
    readDatabaseUrls,
    bootstrapApiKey: KEY,
    // Nothing is written to the primary but by the tests.
    roles: new Set(['api', 'receiver']),
    ...settings,
  });
  started.push(service);
  return service;
}

/** Returns whether the first replica of a service is in this state. */
async function isIn({ apiUrl }: TestService, state: string): Promise<boolean> {
  const name = new RegExp(`^parley_replica_state\\{replica="[^"]*",state="${state}"\\}$`);
  return [...(await readMetrics(apiUrl))].some(([metric, value]) => name.test(metric) && value === 1);
}

function waitForState(service: TestService, state: string): Promise<true> {
  return until(async () => ((await isIn(service, state)) ? true : undefined));
}

async function readsBy({ apiUrl }: TestService, target: string): Promise<number> {
  return (await readMetrics(apiUrl)).get(`parley_reads_total{target="${target}"}`) ?? 0;
}

/** Returns how often the table of meetings was read on a server, as the server counts it. */
async function scansOn(server: PostgresServer): Promise<number> {
  await sql(server.url, 'select pg_stat_force_next_flush()');
  const [row] = await sql<{ scans: string }>(
    server.url,
    "select coalesce(seq_scan, 0) + coalesce(idx_scan, 0) as scans from pg_stat_user_tables where relname = 'meetings'",
  );
  return Number(row!.scans);
}

test('reads go to the replica and writes to the primary, and what another process acknowledged is found', async () => {
  const [one, other] = [await start([replica.url]), await start([replica.url])];
  for (const service of [one, other]) await waitForState(service, 'usable');
  const scanned = await scansOn(replica);
  for (let number = 1; number <= 20; number++) {
    const title = `Review ${number}`;
    const id = await one.client.ingest(meeting({ id: 'the-same', title }));
    const found = await other.client.get(`/v1/meetings/${id}`);
    assert.deepEqual([found.status, found.body.title], [200, title]);
  }
  assert.equal((await readsBy(other, 'replica')) + (await readsBy(other, 'primary')), 20);
  assert.ok((await readsBy(other, 'replica')) >= 10, 'the replica answered too few');
  // A session tells the server what it has counted at least once a minute, and when it ends.
  await until(async () => ((await scansOn(replica)) > scanned ? true : undefined), 70_000);
});

test('while replay is paused, what was acknowledged is found on the primary; afterwards the replica is used again', async () => {
  const service = await start([replica.url]);
  await waitForState(service, 'usable');
  await sql(replica.url, 'select pg_wal_replay_pause()');
  const id = await service.client.ingest(meeting({ id: 'paused', title: 'Not replayed' }));
  const before = await readsBy(service, 'replica');
  for (let time = 0; time < 5; time++) {
    const found = await service.client.get(`/v1/meetings/${id}`);
    assert.deepEqual([found.status, found.body.title], [200, 'Not replayed']);
  }
  assert.equal(await readsBy(service, 'replica'), before);
  await waitForState(service, 'behind');
  // A request can notice that the replica is behind before the look that measures by how much.
  await until(async () => ((await lagOf(service)) > 0 ? true : undefined));
  await sql(replica.url, 'select pg_wal_replay_resume()');
  await waitForState(service, 'usable');
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).body.title, 'Not replayed');
  assert.ok((await readsBy(service, 'replica')) > before);
});

async function lagOf({ apiUrl }: TestService): Promise<number> {
  const [name] = [...(await readMetrics(apiUrl)).keys()].filter((one) =>
    one.startsWith('parley_replica_lag_seconds'),
  );
  return readMetric(apiUrl, name!);
}

test('a replica that has been started again, and shows less than before, is not asked until it has caught up', async () => {
  const delayed = await primary.standby();
  try {
    const service = await start([delayed.url]);
    await waitForState(service, 'usable');
    const id = await service.client.ingest(meeting({ id: 'replayed-once', title: 'Replayed' }));
    // From here on the primary stays where the replica has been before it is started again.
    await stopWrites(primary);
    const written = await positionOf(primary);
    const found = async () => {
      const answer = await service.client.get(`/v1/meetings/${id}`);
      assert.deepEqual([answer.status, answer.body.title], [200, 'Replayed']);
    };
    await until(async () => {
      await found();
      return (await readsBy(service, 'replica')) > 0 ? true : undefined;
    });
    // After the start it replays again what it had not written to its disk, and each commit an hour late.
    await sql(delayed.url, "alter system set recovery_min_apply_delay = '1h'");
    await delayed.crash('immediate');
    await delayed.start();
    assert.ok(await lacks(delayed, id));
    await until(async () => {
      await found();
      return (await isIn(service, 'behind')) ? true : undefined;
    });
    for (let time = 0; time < 20; time++) await found();
    assert.equal(await positionOf(primary), written, 'the primary has written something');
    await sql(delayed.url, 'alter system reset recovery_min_apply_delay');
    await sql(delayed.url, 'select pg_reload_conf()');
    await waitForState(service, 'usable');
    await found();
  } finally {
    await resumeWrites(primary);
    await delayed.remove();
  }
});

/** The processes of a server that write to the log by themselves. */
const WRITING = ['background writer', 'checkpointer', 'autovacuum launcher'];

/** Keeps a server from writing anything that no client asks for, and the service from noting when its keys were used. */
async function stopWrites(server: PostgresServer): Promise<void> {
  await signalWriting(server, 'SIGSTOP');
  // The commit also flushes what was written before.
  await sql(server.url, "update api_keys set last_used_at = now() + interval '1 hour'");
}

const resumeWrites = (server: PostgresServer) => signalWriting(server, 'SIGCONT');

async function signalWriting({ url }: PostgresServer, signal: NodeJS.Signals): Promise<void> {
  const found = await sql<{ pid: number }>(
    url,
    'select pid from pg_stat_activity where backend_type = any($1)',
    [WRITING],
  );
  for (const { pid } of found) process.kill(pid, signal);
}

async function positionOf({ url }: PostgresServer): Promise<string> {
  const [row] = await sql<{ position: string }>(url, 'select pg_current_wal_insert_lsn() as position');
  return row!.position;
}

/** Returns whether a server does not show a meeting. */
async function lacks(server: PostgresServer, id: string): Promise<boolean> {
  return (await sql(server.url, 'select from meetings where id = $1', [id])).length === 0;
}

test('reads that are audited write to the primary', async () => {
  const service = await start([replica.url], { auditReads: true });
  await waitForState(service, 'usable');
  const id = await service.client.ingest(
    meeting({ id: 'audited', transcript: { segments: [{ text: 'Hello.' }] } }),
  );
  assert.equal((await service.client.get(`/v1/meetings/${id}`)).status, 200);
  const { body } = await service.client.get('/admin/v1/audit', { action: 'meeting.read' });
  assert.equal(body.records[0].subject, `meeting ${id}`);
});

test('a server that is no replica of the database is not asked, and one that is away stops no start', async () => {
  const unrelated = await createTestDatabase();
  const gone = 'postgres://parley:x@/parley?host=/nonexistent';
  try {
    for (const [url, state] of [
      [unrelated.url, 'promoted'],
      [primary.url, 'primary'],
      [gone, 'away'],
    ] as const) {
      const service = await start([url]);
      await waitForState(service, state);
      assert.equal((await service.client.get('/v1/meetings', ALWAYS)).status, 200);
      assert.equal(await readsBy(service, 'replica'), 0);
      assert.equal(await readsBy(service, 'primary'), 1);
    }
  } finally {
    await unrelated.drop();
  }
});

test('parley doctor tells which replicas can be used', async () => {
  const env = {
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: [replica.url, primary.url, 'postgres://parley:x@127.0.0.1:1/parley'].join(','),
  };
  const { stdout } = await runParley(['doctor', '--json'], env);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; found: string }[] };
  const replicas = checks.filter(({ name }) => name.startsWith('replica '));
  assert.deepEqual(
    replicas.map(({ state }) => state),
    ['ok', 'ok', 'warning'],
  );
  assert.equal(replicas[1]!.found, 'the primary itself');
  assert.match(replicas[2]!.found, /ECONNREFUSED/);
  assert.equal(replicas[2]!.name, 'replica 127.0.0.1:1');
});

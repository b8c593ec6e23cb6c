import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { NoConnection } from '../../src/lib/database-errors.ts';
import { createLog } from '../../src/lib/log.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** The health checks are correct for a database that is busy or does not answer. */

const PROBE_MS = 2000;
const CONNECTION_WAIT_MS = 5000;
const BUSY = { error: 'Too many requests are under way; try again' };
const AWAY = { error: 'The database cannot be reached; try again' };

let service: TestService;
let holder: pg.Client;
let watcher: pg.Client;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
  holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  // In a transaction the server's activity would always look as at its first look.
  watcher = new pg.Client({ connectionString: service.databaseUrl });
  await watcher.connect();
});
after(async () => {
  await holder.end();
  await watcher.end();
  await service.stop();
});

/** The service's backends that wait for a lock. */
async function waiting(applicationName: string): Promise<number> {
  const { rows } = await watcher.query(
    `select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = $1 and wait_event_type = 'Lock'`,
    [applicationName],
  );
  return rows[0].count;
}

async function timed<Result>(work: Promise<Result>): Promise<[Result, number]> {
  const startMs = performance.now();
  return [await work, performance.now() - startMs];
}

test('with all connections busy the process is ready; a request that gets none is refused after a bounded wait', async () => {
  await holder.query('begin');
  await holder.query('lock table meetings, meeting_participants in access exclusive mode');
  const reads = Array.from({ length: 40 }, () => service.client.get('/v1/meetings', ALWAYS));
  const writes = Array.from({ length: 30 }, () =>
    service.client.post('/v1/user-provided-meeting', { meeting: meeting() }),
  );
  try {
    await until(async () => ((await waiting('parley')) >= 18 ? true : undefined));
    for (const address of ['api', 'receiver'] as const) {
      const [ready, ms] = await timed(service.client.send('GET', address, '/readyz'));
      assert.equal(ready.status, 200, ready.text);
      assert.ok(ms < 1000, `${ms} ms`);
      assert.equal((await service.client.send('GET', address, '/livez')).status, 200);
    }
    await delay(CONNECTION_WAIT_MS + 500);
  } finally {
    await holder.query('commit');
  }
  const answers = await Promise.all([...reads, ...writes]);
  const refused = answers.filter(({ status }) => status !== 200);
  assert.ok(refused.length >= 10 && refused.length < answers.length, `${refused.length} refused`);
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.body], [503, BUSY]);
    assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
  }
  assert.equal((await service.client.get('/v1/meetings', ALWAYS)).status, 200);
});

test('a database that does not answer is found out soon, and asked once for all who want to know', async () => {
  await holder.query('begin');
  await holder.query('lock table schema_migrations in access exclusive mode');
  try {
    const asked = Array.from({ length: 50 }, () => timed(service.client.get('/readyz')));
    await until(async () => ((await waiting('parley health')) > 0 ? true : undefined));
    assert.equal(await waiting('parley health'), 1);
    assert.equal((await service.client.get('/livez')).status, 200);
    for (const [answer, ms] of await Promise.all(asked)) {
      assert.deepEqual([answer.status, answer.body], [503, AWAY]);
      assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
      assert.ok(ms < PROBE_MS + 1500, `${ms} ms`);
    }
  } finally {
    await holder.query('commit');
  }
  assert.equal((await service.client.get('/readyz')).status, 200);
});

test('those who wait for a connection are bounded in number: one more is refused at once', async () => {
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  try {
    const sleep = { name: 'sleep', text: 'select pg_sleep($1)' };
    const busy = Array.from({ length: 6 }, () => db.query(sleep, [0.5]));
    await until(async () => (db.connections().total === 6 ? true : undefined));
    const queued = Array.from({ length: 1000 }, () => db.query(sleep, [0]));
    await assert.rejects(db.query(sleep, [0]), NoConnection);
    assert.equal((await db.probe.query({ name: 'one', text: 'select 1' }, [])).length, 1);
    await Promise.all([...busy, ...queued]);
  } finally {
    await db.close();
  }
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { createTestQueue, type TestQueue } from './harness.ts';
import { JOBS, work } from './jobs.ts';

/**
 * Jobs of earlier versions, which pg-boss kept, are moved: by the migration, and later by workers, because processes of
 * earlier versions may still enqueue and do jobs.
 */
let queue: TestQueue;
before(async () => {
  queue = await createTestQueue();
  await sql(queue.url, await readFile(new URL('pgboss-schema.sql', import.meta.url), 'utf8'));
  for (const name of ['dead-letters', '__pgboss__send-it', ...JOBS.map((job) => job.name)]) {
    await sql(
      queue.url,
      `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
         retention_seconds, deletion_seconds, partition, table_name)
       values ($1, 'standard', 6, 5, true, 600, 86400, 31536000, 86400, false, 'job_common')`,
      [name],
    );
  }
});
after(() => queue.close());
beforeEach(async () => {
  await queue.stopWorkers();
  await sql(queue.url, 'truncate journal');
  await sql(queue.url, 'delete from jobs');
  await sql(queue.url, 'delete from pgboss.job');
});

/** Enqueues a job as the previous version did. `changes` are columns, as SQL. @returns its id */
async function putOld(n: number, changes: Record<string, string> = {}, client?: pg.Client): Promise<string> {
  const id = randomUUID();
  const columns = { retry_limit: '6', retry_delay: '5', retry_delay_max: '600', name: "'work'", ...changes };
  const text = `insert into pgboss.job (id, data, group_id, dead_letter, ${Object.keys(columns).join()})
    values ('${id}', '{"organizationId": 7, "payload": {"n": ${n}}}', '7', 'dead-letters', ${Object.values(columns).join()})`;
  await (client ? client.query(text) : sql(queue.url, text));
  return id;
}

const oldJobs = () => sql<{ id: string }>(queue.url, 'select id from pgboss.job');

/** As it was before the migration; then it is migrated. */
async function migrateAgain(): Promise<void> {
  await sql(
    queue.url,
    `drop table jobs; drop table job_schedules; drop function move_pgboss_jobs;
     delete from schema_migrations where name in ('0029_jobs', '0051_jobs-continue-traces')`,
  );
  await migrate({ connectionString: queue.url }, createLog('silent'));
}

const LATER = "now() + interval '1 hour'";
const SILENT = "now() - interval '1 minute'";

test('the migration moves what waits, is tried again, is dead or was lost, with its ids and attempts', async () => {
  const ids = {
    waiting: await putOld(1),
    delayed: await putOld(2, { start_after: LATER }),
    retrying: await putOld(3, {
      ...{ state: "'retry'", retry_count: '2', started_on: SILENT, start_after: LATER },
      output: `'{"message": "no", "lost": 1}'`,
    }),
    handedBack: await putOld(4, { retry_count: '2' }),
    dead: await putOld(5, {
      ...{ name: "'dead-letters'", source_name: "'work'", source_retry_count: '6' },
      output: `'{"message": "gone"}'`,
    }),
    lost: await putOld(6, { state: "'active'", retry_count: '1', started_on: SILENT, heartbeat_on: SILENT }),
    active: await putOld(7, { state: "'active'", started_on: 'now()', heartbeat_on: 'now()' }),
    done: await putOld(8, { state: "'completed'", started_on: SILENT, completed_on: 'now()' }),
  };
  await sql(
    queue.url,
    `insert into pgboss.schedule (name, cron) values ('yearly', '0 0 1 1 *');
     insert into pgboss.job (name, data) values ('__pgboss__send-it', '{"name": "yearly", "key": ""}')`,
  );
  await migrateAgain();

  const moved = await queue.rows();
  const seen = new Map(
    moved.map(({ id, ...row }) => [
      id,
      [row.kind, row.state, row.organization_id, row.payload, row.attempts, row.losses, row.reason],
    ]),
  );
  assert.deepEqual(seen.get(ids.waiting), ['work', 'waiting', '7', { n: 1 }, 0, 0, null]);
  assert.deepEqual(seen.get(ids.delayed), ['work', 'waiting', '7', { n: 2 }, 0, 0, null]);
  assert.deepEqual(seen.get(ids.retrying), ['work', 'waiting', '7', { n: 3 }, 3, 1, 'no']);
  assert.deepEqual(seen.get(ids.handedBack), ['work', 'waiting', '7', { n: 4 }, 2, 0, null]);
  assert.deepEqual(seen.get(ids.dead), ['work', 'dead', '7', { n: 5 }, 7, 0, 'gone']);
  assert.deepEqual(seen.get(ids.lost), ['work', 'active', '7', { n: 6 }, 2, 0, null]);
  assert.equal(seen.size, 7, 'and the occurrence of the schedule');
  const [occurrence] = moved.filter(({ kind }) => kind === 'yearly');
  assert.deepEqual([occurrence!.organization_id, occurrence!.payload], ['0', {}]);
  const delays = moved.filter(({ id }) => id === ids.delayed || id === ids.retrying);
  for (const { start_after } of delays) assert.ok(+(start_after as Date) > Date.now() + 3_000_000);
  const bounds = moved.map((row) => [row.max_attempts, row.retry_delay_seconds, row.max_retry_delay_seconds]);
  assert.deepEqual(new Set(bounds.map(String)), new Set(['7,5,600']));
  assert.deepEqual((await oldJobs()).map(({ id }) => id).sort(), [ids.active, ids.done].sort());
  assert.deepEqual(
    await sql(queue.url, 'select name from pgboss.schedule'),
    [],
    'it is enqueued by one version',
  );
  const schedules = await sql(
    queue.url,
    'select kind, enqueued_until <= now() as is_over from job_schedules',
  );
  assert.deepEqual(schedules, [{ kind: 'yearly', is_over: true }]);

  assert.equal(await queue.db.transaction((tx) => queue.queue.retryDead(tx, [ids.dead])), 1);
  await queue.start();
  await queue.journaled(`event = 'end' and n in (1, 4, 5, 6)`, 4);
  const starts = await queue.journal(`event = 'start' and job = 'work'`);
  assert.deepEqual(
    starts.map(({ n, attempt }) => `${n} ${attempt}`).sort(),
    ['1 1', '4 3', '5 1', '6 3'],
    'each is done once, and those that are to wait are not',
  );
});

test('jobs that an old process enqueues, hands back or loses later are moved; those that its worker runs or locks are left alone', async () => {
  const client = new pg.Client(queue.url);
  await client.connect();
  try {
    const active = await putOld(1, { state: "'active'", started_on: 'now()', heartbeat_on: LATER });
    const claimed = await putOld(2);
    // A worker of the old version is claiming this one.
    await client.query('begin');
    await client.query(`update pgboss.job set state = 'active', heartbeat_on = ${LATER} where id = $1`, [
      claimed,
    ]);
    await queue.start();
    await putOld(3);
    await queue.journaled(`event = 'end' and n = 3`);
    await client.query('commit');
    await putOld(4);
    await queue.journaled(`event = 'end' and n = 4`);
    assert.deepEqual((await oldJobs()).map(({ id }) => id).sort(), [active, claimed].sort());

    await sql(queue.url, `update pgboss.job set state = 'created', started_on = null where id = $1`, [
      active,
    ]);
    await sql(
      queue.url,
      `update pgboss.job set started_on = ${SILENT}, heartbeat_on = ${SILENT} where id = $1`,
      [claimed],
    );
    await queue.journaled(`event = 'end' and n in (1, 2)`, 2);
    const attempts = (await queue.journal(`event = 'start'`)).map(({ n, attempt }) => `${n} ${attempt}`);
    assert.deepEqual(attempts.sort(), ['1 1', '2 2', '3 1', '4 1']);
    assert.deepEqual(await oldJobs(), []);
  } finally {
    await client.end();
  }
});

test('without the tables of earlier versions the migration runs and workers work', async () => {
  await sql(queue.url, 'drop schema pgboss cascade');
  await migrateAgain();
  await queue.start();
  await queue.put(work, 1, { n: 1 });
  await queue.journaled(`event = 'end'`);
  await until(async () => ((await queue.rows(`state = 'done'`)).length === 1 ? true : undefined));
});

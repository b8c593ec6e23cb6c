import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Database, openDatabase, type Statement } from '../../src/db/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** Statements that share connections. */
let url: string;
let drop: () => Promise<void>;
let db: Database;
before(async () => {
  ({ url, drop } = await createTestDatabase());
  db = openDatabase({ connectionString: url }, createLog('silent'));
});
after(async () => {
  await db.close();
  await drop();
});

const echo: Statement = { name: 'echo', text: 'select $1::int as number' };
const sleep: Statement = { name: 'sleep', text: 'select pg_sleep($1::float8)' };
const divide: Statement = { name: 'divide', text: 'select 1 / $1::int as quotient' };

async function connectionCount(): Promise<number> {
  const rows = await sql(
    url,
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'parley'`,
  );
  return rows.length;
}

test('everybody gets the answer to what they asked, over few connections', async () => {
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  const ask = () => Promise.all(numbers.map((number) => db.quick.query<{ number: number }>(echo, [number])));
  for (let round = 0; round < 25; round++) {
    const answers = await ask();
    assert.deepEqual(
      answers.map(([row]) => row!.number),
      numbers,
    );
  }
  assert.ok((await connectionCount()) <= 2, 'twenty at a time fit on two');
});

test('a failing statement affects no other', async () => {
  const asked = [1, 0, 2, 0, 4].map((by) => db.quick.query<{ quotient: number }>(divide, [by]));
  const answers = await Promise.allSettled(asked);
  assert.deepEqual(
    answers.map((answer) =>
      answer.status === 'fulfilled' ? answer.value[0]!.quotient : (answer.reason as { code: string }).code,
    ),
    [1, '22012', 0, '22012', 0],
  );
});

test('a statement that could not be prepared fails no other that shares the connection', async () => {
  await sql(url, 'create table held (number int)');
  const count: Statement = {
    name: 'count-held',
    text: 'select count(*)::int as count from held where number > $1::int',
  };
  const other = new pg.Client(url);
  await other.connect();
  try {
    await other.query('begin; lock table held in access exclusive mode');
    const asked = Array.from({ length: 6 }, (_, number) =>
      db.quick.query<{ count: number }>(count, [number]),
    );
    const answers = Promise.allSettled(asked);
    // To prepare a statement waits for the lock.
    await until(async () => {
      const rows = await sql(
        url,
        `select pg_cancel_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' limit 1`,
      );
      return rows.length > 0 ? true : undefined;
    });
    await Promise.race(asked).catch(() => {});
    await other.query('rollback');
    const failed = (await answers).filter(({ status }) => status === 'rejected');
    assert.deepEqual(
      failed.map((one) => (one as PromiseRejectedResult).reason.code),
      ['57014'],
    );
  } finally {
    await other.end();
  }
});

test('those that ask again at different times do not prepare the statement twice', async () => {
  await sql(url, 'create table held_again (number int)');
  const count: Statement = {
    name: 'count-again',
    text: 'select count(*)::int as count from held_again where number > $1::int',
  };
  const own = openDatabase({ connectionString: url, application_name: 'parley again' }, createLog('silent'));
  const other = new pg.Client(url);
  await other.connect();
  const untilBlocked = (action: string) =>
    until(async () => {
      const blocked = await sql(
        url,
        `select ${action} from pg_stat_activity where application_name = 'parley again' and wait_event_type = 'Lock'`,
      );
      return blocked.length > 0 ? true : undefined;
    });
  try {
    await other.query('begin; lock table held_again in access exclusive mode');
    const first = assert.rejects(own.quick.query(count, [1]), { code: '57014' });
    // The one before the pause asks again before the one behind it has failed.
    const asked = [
      own.quick.query(count, [2]),
      own.quick.query(sleep, [0.5]),
      own.quick.query(count, [3]),
    ] as const;
    const answers = Promise.all(asked);
    await untilBlocked('pg_cancel_backend(pid)');
    await first;
    await untilBlocked('pid');
    await other.query('rollback');
    const [before, , behind] = await answers;
    assert.deepEqual([before, behind], [[{ count: 0 }], [{ count: 0 }]]);
  } finally {
    await other.end();
    await own.close();
  }
});

test('a connection that is given up after an error of the server is closed', async () => {
  // As a coordinator of Citus reports that it cannot reach a node.
  await sql(
    url,
    `create function unreachable(number int) returns int language plpgsql as
     $$ begin raise exception 'away' using errcode = '08006'; end $$`,
  );
  const own = openDatabase({ connectionString: url, application_name: 'parley leaks' }, createLog('silent'));
  const left = () => sql(url, `select 1 from pg_stat_activity where application_name = 'parley leaks'`);
  const ask: Statement = { name: 'unreachable', text: 'select unreachable($1::int)' };
  for (let n = 0; n < 5; n++) {
    await assert.rejects(own.quick.query(ask, [n]), { code: '08006' });
  }
  await own.close();
  await until(async () => ((await left()).length === 0 ? true : undefined));
});

test('neither a slow result nor a flood delays later statements', async () => {
  const slow = [db.quick.query(sleep, [1.5]), db.quick.query(sleep, [1.5])];
  await delay(200);
  const startMs = performance.now();
  await Promise.all(Array.from({ length: 100 }, (_, number) => db.quick.query(echo, [number])));
  assert.ok(performance.now() - startMs < 1000, 'the pool takes over');
  await Promise.all(slow);
});

test('interrupted connections fail the statements in progress, and are replaced', async () => {
  const lost = assert.rejects(db.quick.query(sleep, [5]));
  await delay(100);
  await sql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'parley'`,
  );
  await lost;
  await delay(50);
  const [row] = await db.quick.query<{ number: number }>(echo, [7]);
  assert.equal(row!.number, 7);
});

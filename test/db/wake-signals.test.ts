import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { openWakeSignals, type WakeSignals } from '../../src/db/wake-signals.ts';
import { createLog } from '../../src/lib/log.ts';
import { work } from '../queue/jobs.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type OpenedQueue, openTestQueue } from '../support/queue.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** Two processes, as far as signals go: each has its own connections. */
type Process = { db: Database; signals: WakeSignals; queue: OpenedQueue; close(): Promise<void> };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let here: Process;
let there: Process;
before(async () => {
  database = await createTestDatabase();
  const open = (): Process => {
    const connection = { connectionString: database.url };
    const db = openDatabase(connection, createLog('silent'));
    const signals = openWakeSignals(connection, db, createLog('silent'));
    const queue = openTestQueue(connection, db);
    return {
      ...{ db, signals, queue },
      async close() {
        await signals.close();
        await queue.close();
        await db.close();
      },
    };
  };
  [here, there] = [open(), open()];
});
after(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.drop();
});

/** Counts how often a name is woken. */
function count(signals: WakeSignals, name: string): { woken: number; end(): void } {
  const seen = { woken: 0, end: () => {} };
  seen.end = signals.onWake(name, () => {
    seen.woken++;
  });
  return seen;
}

/** Waits until the process hears others. */
const listening = (signals: WakeSignals) =>
  new Promise<void>((resolve) => {
    const end = signals.onWake('listening', () => {
      end();
      resolve();
    });
    signals.listen();
  });

const nothing = { name: 'nothing', text: 'select 1' };
const backendPid = { name: 'backend-pid', text: 'select pg_backend_pid() as pid' };

test('work for after the commit is done after it, and not if the transaction rolls back', async () => {
  let done: string[] = [];
  await here.db.transaction(async (tx) => {
    tx.afterCommit(() => done.push('first'));
    tx.afterCommit(() => done.push('second'));
    await tx.query(nothing, []);
    assert.deepEqual(done, []);
  });
  assert.deepEqual(done, ['first', 'second']);
  done = [];
  const failed = here.db.transaction(async (tx) => {
    tx.afterCommit(() => done.push('never'));
    throw new Error('no');
  });
  await assert.rejects(failed, /no/);
  // The transaction is aborted, so that its commit is a rollback.
  const aborted = here.db.transaction(async (tx) => {
    tx.afterCommit(() => done.push('never'));
    await tx.query({ name: 'divide-by-zero', text: 'select 1 / 0' }, []);
  });
  await assert.rejects(aborted, /division by zero/);
  assert.deepEqual(done, []);
});

test('a wake-up reaches this process at once, others soon, and nobody who waits for something else', async () => {
  await listening(there.signals);
  const [own, others, unrelated] = [
    count(here.signals, 'a'),
    count(there.signals, 'a'),
    count(there.signals, 'b'),
  ];
  here.signals.wake('a');
  assert.equal(own.woken, 1, 'before it returns');
  await until(async () => others.woken === 1 || undefined);
  own.end();
  here.signals.wake('a');
  await until(async () => others.woken === 2 || undefined);
  assert.deepEqual([own.woken, unrelated.woken], [1, 0]);
});

test('many wake-ups share few signals, and the last one is heard', async () => {
  const many = 2000;
  const others = count(there.signals, 'many');
  for (let n = 0; n < many; n++) here.signals.wake('many');
  await until(async () => others.woken > 0 || undefined);
  const heard = others.woken;
  here.signals.wake('many');
  await until(async () => others.woken > heard || undefined);
  assert.ok(others.woken < 10, `${others.woken} signals for ${many} wake-ups`);
});

test('a process does not hear its own signals', async () => {
  await listening(here.signals);
  const [own, others] = [count(here.signals, 'self'), count(there.signals, 'self')];
  here.signals.wake('self');
  await until(async () => others.woken === 1 || undefined);
  // A later signal on the same connection shows that earlier ones have been received.
  there.signals.wake('after');
  const after = count(here.signals, 'after');
  there.signals.wake('after');
  await until(async () => after.woken > 0 || undefined);
  assert.equal(own.woken, 1, 'directly, and not by the signal');
});

test('a listener whose connection breaks wakes everybody when it hears again', async () => {
  const others = count(there.signals, 'broken');
  const ended = await sql(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'parley wake'`,
  );
  assert.ok(ended.length >= 1);
  await until(async () => others.woken > 0 || undefined);
  const before = others.woken;
  here.signals.wake('broken');
  await until(async () => others.woken > before || undefined);
});

test('enqueueing notifies nobody within the transaction, and workers of other processes after it', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  const others = count(there.signals, 'jobs:work');
  try {
    const senders: number[] = [];
    client.on('notification', ({ processId }) => senders.push(processId));
    await client.query('listen parley_wake');
    const writer = await here.db.transaction(async (tx) => {
      await here.queue.enqueue(tx, work, 1, { n: 1 });
      await here.queue.enqueue(tx, work, 1, { n: 2 }, { startAfterSeconds: 60 });
      return (await tx.query<{ pid: number }>(backendPid, []))[0]!.pid;
    });
    await until(async () => others.woken === 1 || undefined);
    await until(async () => {
      await client.query('select 1');
      return senders.length === 1 || undefined;
    });
    // A commit with a pending NOTIFY takes a lock of the whole server, and all such commits queue up behind it.
    assert.notEqual(senders[0], writer);
    assert.deepEqual(await sql(database.url, 'select count(*)::int as jobs from jobs'), [{ jobs: 2 }]);
  } finally {
    await client.end();
  }
});

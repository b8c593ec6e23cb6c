import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreadPool } from '../../src/lib/thread-pool.ts';

const PROGRAM = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { serveTasks } from '${new URL('../../src/lib/serve-tasks.ts', import.meta.url)}';
    serveTasks(async (task, ask) => {
      if (task === 'never') return new Promise(() => {});
      if (task === 'end') process.exit(1);
      if (typeof task === 'string') return { result: await ask(task) };
      return { result: task + 1 };
    });`)}`,
);

const open = () =>
  createThreadPool<number | string, number, string, number>(
    PROGRAM,
    { threads: 2, taskMs: 60_000, idleMs: 60_000, maxHeapMiB: 64 },
    async (question) => {
      if (question === 'unanswerable') throw new Error('Nobody knows');
      return question.length;
    },
  );

test('each task has its result, and one that ends its thread stops no other', async () => {
  const pool = open();
  const results = await Promise.allSettled([1, 'end', 3, 4, 5].map((task) => pool.run(task)));
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : 'failed')),
    [2, 'failed', 4, 5, 6],
  );
  await pool.close();
});

test('a pool that is closed fails its tasks and starts no thread again', async () => {
  const pool = open();
  const inWork = pool.run('never');
  const refused = assert.rejects(inWork, /closed/);
  await pool.close();
  await refused;
  await assert.rejects(pool.run(1), /closed/);
});

test('a task may ask, and one that gets no answer stops no other', async () => {
  const pool = open();
  const results = await Promise.allSettled(
    [1, 'four', 'unanswerable', 'seven', 5].map((task) => pool.run(task)),
  );
  assert.deepEqual(
    results.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    [2, 4, 'Nobody knows', 5, 6],
  );
  await pool.close();
});

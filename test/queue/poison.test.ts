import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/until.ts';
import { createTestQueue, type TestQueue, type TestWorker } from './harness.ts';
import { broken, exits, hoards, loops, work } from './jobs.ts';

let queue: TestQueue;
before(async () => {
  queue = await createTestQueue();
});
after(() => queue.close());

const WORKERS = 3;
const LOAD_MS = 8000;
const STEP_MS = 100;
const JOBS_PER_STEP = 3;
const HEAP = ['--max-old-space-size=96'];

/** Keeps workers running as an operator's supervisor does: one that ended or hangs is replaced. */
async function supervise(): Promise<{ restarts(): number; stop(): Promise<void> }> {
  const workers = new Map<number, TestWorker>();
  let isOver = false;
  let restarts = 0;
  const start = async (): Promise<void> => {
    const worker = await queue.spawn({ nodeArgs: HEAP });
    workers.set(worker.pid, worker);
    void worker.gone.then(() => {
      workers.delete(worker.pid);
      restarts++;
      return isOver ? undefined : start();
    });
  };
  await Promise.all(Array.from({ length: WORKERS }, start));
  // One that hangs is known by its endless job having been given up or taken over.
  const look = async () => {
    while (!isOver) {
      const hung = await queue.journal(`job = 'loops' and event = 'start'`);
      const given = await queue.journal(`job = 'loops' and event like 'given up%'`);
      const over = given.length > 0 ? hung : hung.slice(0, -1);
      for (const { pid } of over) workers.get(pid)?.process.kill('SIGKILL');
      await delay(200);
    }
  };
  const looking = look();
  return {
    restarts: () => restarts,
    async stop() {
      isOver = true;
      await looking;
    },
  };
}

/** Offers jobs at an even rate; tells how many of them ended meanwhile. */
async function load(base: number): Promise<{ offered: number; ended: number }> {
  const begun = performance.now();
  let n = base;
  while (performance.now() - begun < LOAD_MS) {
    await queue.db.transaction(async (tx) => {
      for (let one = 0; one < JOBS_PER_STEP; one++) {
        await queue.queue.enqueue(tx, work, n % 5, { n: n++, ms: 20 });
      }
    });
    await delay(STEP_MS);
  }
  const ended = await queue.journal(`job = 'work' and event = 'end' and n >= ${base}`);
  return { offered: n - base, ended: new Set(ended.map((entry) => entry.n)).size };
}

test('jobs that throw, exit, hang or take all memory are dead after their attempts, and hold up nobody', async (t) => {
  const supervisor = await supervise();
  t.after(() => supervisor.stop());
  const poison = [broken, exits, loops, hoards];
  for (const job of poison) await queue.put(job, 100, { n: 0 });
  const { offered, ended } = await load(1);
  await until(async () => {
    const given = await queue.journal(`event like 'given up%'`);
    return given.length >= poison.length ? true : undefined;
  });
  t.diagnostic(
    `${ended} of ${offered} other jobs ended meanwhile, with ${supervisor.restarts()} workers lost`,
  );
  const dead = await queue.rows(`name = 'dead-letters'`);
  assert.deepEqual(dead.map((row) => row.source_name).sort(), poison.map(({ name }) => name).sort());
  for (const { source_name, source_retry_count, output } of dead) {
    assert.equal(source_retry_count, 2, `${source_name} had three tries`);
    const { message } = output as { message: string };
    assert.match(message, source_name === 'broken' ? /^it is broken$|was lost/ : /was lost/);
    const own = await queue.journal(`job = '${source_name}'`);
    assert.equal(own.filter(({ event }) => event.startsWith('given up')).length, 1, `${source_name}`);
    // A try may not have come to its first line before another one ended their process.
    const tries = own.filter(({ event }) => event === 'start').map(({ attempt }) => attempt);
    assert.ok(tries.length <= 3, `${source_name}: ${tries}`);
    assert.deepEqual(tries, [...new Set(tries)].sort());
  }
  assert.ok(ended >= 0.7 * offered, `${ended} of ${offered} other jobs ended`);
  await until(async () => {
    const rows = await queue.rows(`name = 'work' and state <> 'completed'`);
    return rows.length === 0 ? true : undefined;
  });
});

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { onServer } from '../support/postgres.ts';
import { createTestQueue, type TestQueue } from './harness.ts';
import { deaf, QUICK, work } from './jobs.ts';
import { clockOff } from './wrong-clock.ts';

let queue: TestQueue;
before(async () => {
  queue = await createTestQueue();
});
after(() => queue.close());
afterEach(() => queue.stopWorkers());

const MS = 3000;

test('a killed worker’s jobs are taken up by another; one that stood still and wakes up changes nothing', async () => {
  const [killed, stopped] = await Promise.all([queue.spawn(), queue.spawn()]);
  // More than one worker takes, so that both have some; one job listens to its signal.
  for (let n = 0; n < 6; n++) await queue.put(deaf, n, { n, ms: MS });
  await queue.put(work, 1, { n: 6, ms: MS });
  const first = await queue.journaled(`event = 'start'`, 7);
  const of = (pid: number) => first.filter((entry) => entry.pid === pid).map(({ n }) => n);
  assert.ok(of(killed.pid).length > 0 && of(stopped.pid).length > 0, JSON.stringify(first));
  killed.process.kill('SIGKILL');
  stopped.process.kill('SIGSTOP');
  await queue.start();
  await queue.journaled(`event = 'start' and pid = ${process.pid}`);
  await delay(MS / 3);
  stopped.process.kill('SIGCONT');

  // That it did its work to the end is its own affair; the jobs are this process's.
  await queue.journaled(`event = 'end' and pid = ${stopped.pid}`);
  await delay(300);
  const active = await queue.rows(`state = 'active'`);
  assert.ok(active.length > 0, 'this one is still at it');
  for (const { payload, state, attempts } of await queue.rows(`kind in ('deaf', 'work')`)) {
    const { n } = payload as { n: number };
    const tries = await queue.journal(`n = ${n} and event = 'end' and pid = ${process.pid}`);
    if (state === 'done') assert.equal(tries.length, 1, `job ${n} was finished by a stale worker`);
    assert.equal(attempts, 2, `job ${n}`);
  }
  await queue.journaled(`event = 'end' and attempt = 2`, 7);
  const starts = await queue.journal(`event = 'start'`);
  for (let n = 0; n < 7; n++) {
    const attempts = starts.filter((entry) => entry.n === n).map(({ attempt }) => attempt);
    assert.deepEqual(attempts, [1, 2], `job ${n}`);
  }
  stopped.process.kill('SIGTERM');
  await stopped.gone;
});

test('workers whose clocks are a day wrong steal no job, and do their own', async () => {
  const job = 'n >= 100';
  await queue.start();
  for (let n = 100; n < 103; n++) await queue.put(work, 1, { n, ms: MS });
  await queue.journaled(`${job} and event = 'start'`, 3);
  const wrong = await Promise.all(
    [-1, 1].map((days) => queue.spawn({ nodeArgs: [`--import=${clockOff(days)}`] })),
  );
  for (let n = 103; n < 115; n++) await queue.put(work, n, { n });
  await queue.journaled(`${job} and event = 'end'`, 15);
  const starts = await queue.journal(`${job} and event = 'start'`);
  assert.deepEqual(
    starts.filter(({ attempt }) => attempt > 1),
    [],
  );
  assert.ok(starts.some(({ pid }) => wrong.some((worker) => worker.pid === pid)));
});

test('workers that could not write heartbeats while the database was unavailable are not considered dead', async () => {
  await queue.start();
  await queue.put(deaf, 1, { n: 200, ms: 4500 });
  await queue.journaled(`n = 200 and event = 'start'`);
  // Any of them is quicker than the first one's next sign of life.
  for (let one = 0; one < 4; one++) await queue.start();
  const name = new URL(queue.url.replace('@/', '@host/')).pathname.slice(1);
  await onServer(`alter database ${name} with allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await delay(QUICK.lostMs + 300);
  await onServer(`alter database ${name} with allow_connections true`);
  await queue.journaled(`n = 200 and event = 'end'`);
  assert.equal((await queue.journal(`n = 200 and event = 'start'`)).length, 1);
});

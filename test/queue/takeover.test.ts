import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createTestQueue, type TestQueue } from './harness.ts';
import { deaf, work } from './jobs.ts';

let queue: TestQueue;
before(async () => {
  queue = await createTestQueue();
});
after(() => queue.close());

test('a killed worker’s jobs are taken up by another; one that stood still and wakes up changes nothing', async () => {
  const [killed, stopped] = await Promise.all([queue.spawn(), queue.spawn()]);
  // More than one worker takes, so that both have some: a killed one's, and a stale one's.
  for (let n = 0; n < 6; n++) await queue.put(deaf, n, { n, ms: 5000 });
  await queue.put(work, 1, { n: 6, ms: 5000 });
  const first = await queue.journaled(`event = 'start'`, 7);
  const of = (pid: number) => first.filter((entry) => entry.pid === pid).map(({ n }) => n);
  assert.ok(of(killed.pid).length > 0 && of(stopped.pid).length > 0, JSON.stringify(first));
  killed.process.kill('SIGKILL');
  stopped.process.kill('SIGSTOP');
  const third = await queue.spawn();
  await queue.journaled(`event = 'start' and pid = ${third.pid}`);
  await delay(2000);
  stopped.process.kill('SIGCONT');

  // What it did to the end is its own affair; the jobs are the third one's.
  await queue.journaled(`event = 'end' and pid = ${stopped.pid}`);
  await delay(300);
  const rows = await queue.rows(`name in ('deaf', 'work')`);
  for (const { data, state, retry_count } of rows) {
    const { n } = (data as { payload: { n: number } }).payload;
    const ended = await queue.journal(
      `n = ${n} and event = 'end' and attempt = ${(retry_count as number) + 1}`,
    );
    if (ended.length === 0) assert.notEqual(state, 'completed', `job ${n} was finished by a stale worker`);
  }
  await queue.journaled(`event = 'end' and attempt = 2`, 7);
  const journal = await queue.journal();
  for (let n = 0; n < 7; n++) {
    const starts = journal.filter((entry) => entry.n === n && entry.event === 'start');
    assert.deepEqual(
      starts.map(({ attempt }) => attempt),
      [1, 2],
      `job ${n}`,
    );
  }
  // A handler that listens is told that its job was taken over.
  const told = journal.filter(({ n, event, attempt }) => n === 6 && event === 'end' && attempt === 1);
  assert.ok(told.length <= 1);
  stopped.process.kill('SIGTERM');
  await stopped.gone;
});

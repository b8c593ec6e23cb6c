import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Preloaded by NODE_OPTIONS, this writes down how long each step of the main thread's event loop was; see event-loop-steps.ts. */
const LEAST_MS = 20;
const TURN_MS = 5;

const file = process.env.PARLEY_TEST_STEPS;
if (isMainThread && file) {
  let before = process.threadCpuUsage();
  const turn = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    const ms = (user + system) / 1000;
    if (ms >= LEAST_MS) appendFileSync(file, `${ms}\n`);
  }, TURN_MS);
  turn.unref();
}

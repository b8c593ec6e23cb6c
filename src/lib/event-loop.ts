import { setImmediate as nextIteration } from 'node:timers/promises';

/** The time that work may hold the event loop before it yields: a request takes several iterations of the loop. */
const MAX_HOLD_MS = 2;

/**
 * Runs long work in short parts and yields to the event loop in between, so that other requests are served. If several
 * callers do so at the same time, each iteration of the event loop runs one part of one of them.
 * @param steps yields wherever the work may pause; a step should take well under {@link MAX_HOLD_MS}
 */
export async function runYielding<Result>(steps: Generator<void, Result>): Promise<Result> {
  let startedMs = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - startedMs < MAX_HOLD_MS) continue;
    await yieldToEventLoop();
    startedMs = performance.now();
  }
}

/** Runs the same work in one go, for callers that keep nobody waiting. */
export function runWithoutYielding<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Makes a queue for iterations of the event loop. The returned function resolves in an iteration that it shares with no
 * other caller of the queue, so that each iteration makes one piece of one response. Short iterations keep new
 * connections from waiting, because Node accepts one connection per iteration.
 */
export function makeYieldQueue(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => nextIteration());
    return last;
  };
}

/** Yields to the event loop; work and responses made of stored pieces share this queue. */
export const yieldToEventLoop: () => Promise<void> = makeYieldQueue();

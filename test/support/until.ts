import { setTimeout as delay } from 'node:timers/promises';

const STEP_MS = 20;
const LIMIT_MS = 20_000;

/** Polls until there is a result, because background work does not report its end otherwise. */
export async function until<Result>(
  ask: () => Promise<Result | undefined>,
  limitMs = LIMIT_MS,
): Promise<Result> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`nothing happened within ${limitMs} ms`);
    await delay(STEP_MS);
  }
}

/**
 * Polls until there is a result, however long it takes, while something goes on.
 * @param progress a value that changes as long as that is so
 * @throws if it has not changed for so long
 */
export async function untilWhileGoing<Result>(
  ask: () => Promise<Result | undefined>,
  progress: () => number | string,
  stalledMs: number,
): Promise<Result> {
  let [seen, seenMs] = [progress(), performance.now()];
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
    const now = progress();
    if (now !== seen) [seen, seenMs] = [now, performance.now()];
    else if (performance.now() - seenMs > stalledMs) {
      throw new Error(`nothing progressed within ${stalledMs} ms; it was at ${now}`);
    }
    await delay(STEP_MS);
  }
}

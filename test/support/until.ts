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

import { AssertionError } from 'node:assert';
import { until } from '../../support/until.ts';

const LIMIT_MS = 10_000;

/** Makes an assertion again and again until it holds; what it said last is thrown where it never does. */
export async function eventually<Result>(
  check: () => Promise<Result> | Result,
  limitMs = LIMIT_MS,
): Promise<Result> {
  let last: AssertionError | undefined;
  try {
    const { result } = await until(async () => {
      try {
        return { result: await check() };
      } catch (error) {
        if (!(error instanceof AssertionError)) throw error;
        last = error;
        return undefined;
      }
    }, limitMs);
    return result;
  } catch (error) {
    throw last ?? error;
  }
}

import { AssertionError } from 'node:assert';
import { until } from '../../support/until.ts';

const LIMIT_MS = 10_000;

/** Repeats an assertion until it holds; throws its last error if it never does. */
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

import { InvalidAnswer, ProviderUnavailable } from '../../ai/errors.ts';
import { NoMoreTries, RetryLater } from '../../queue/define-job.ts';
import { WorkerLost } from '../../queue/settle.ts';
import { BudgetUsedUp } from './meter.ts';

/** A provider that may be away for a day is looked at again after this long at the latest. */
const MAX_WAIT_SECONDS = 24 * 3600;

/**
 * Tells the queue when the next try makes sense where a provider or a budget does not let a job go on; its message is
 * for people.
 * @returns undefined where waiting would not help
 */
export function waitFor(error: unknown): RetryLater | undefined {
  const later = (seconds: number, isCounted: boolean) =>
    new RetryLater((error as Error).message, {
      afterSeconds: Math.min(seconds, MAX_WAIT_SECONDS),
      isCounted,
      cause: error,
    });
  if (error instanceof BudgetUsedUp) return later(error.resumesInSeconds, false);
  if (error instanceof ProviderUnavailable) {
    return later((error.retryAfterMs ?? 0) / 1000, error.wasCalled);
  }
  return undefined;
}

/** Why a job that judges was given up, for people: our own errors say what they can use, others are for the log. */
export function reasonOf(error: unknown): string {
  const ours = [InvalidAnswer, NoMoreTries, RetryLater, WorkerLost];
  return ours.some((kind) => error instanceof kind) ? (error as Error).message : 'It could not be processed';
}

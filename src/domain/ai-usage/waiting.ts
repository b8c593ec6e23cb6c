import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../../ai/errors.ts';
import { NoMoreTries, RetryLater } from '../../queue/define-job.ts';
import { WorkerLost } from '../../queue/settle.ts';
import { BudgetUsedUp } from './meter.ts';

/** The longest wait before a provider that may be unavailable for a day is tried again. */
const MAX_WAIT_SECONDS = 24 * 3600;

/**
 * The attempts after which a conversation whose requests are refused is given up. It is not the first one, because a
 * gateway may refuse what the server behind it would take a minute later.
 */
const MAX_REFUSED_ATTEMPTS = 3;

/**
 * Tells the queue when to retry a job that a provider or a budget does not let continue; the message is for people.
 * @returns undefined if waiting would not help
 */
export function waitFor(error: unknown, attempt: number): RetryLater | undefined {
  const later = (seconds: number, isCounted: boolean) =>
    new RetryLater((error as Error).message, {
      afterSeconds: Math.min(seconds, MAX_WAIT_SECONDS),
      isCounted,
      cause: error,
    });
  if (error instanceof BudgetUsedUp) return later(error.resumesInSeconds, false);
  if (error instanceof RequestRefused && !error.isFinal && attempt < MAX_REFUSED_ATTEMPTS) {
    return later(0, true);
  }
  if (error instanceof ProviderUnavailable) {
    return later((error.retryAfterMs ?? 0) / 1000, error.wasCalled);
  }
  return undefined;
}

/**
 * Returns the reason, for people, why a job that judges failed: our own errors contain useful messages, others are for
 * the log.
 */
export function reasonOf(error: unknown): string {
  const ours = [InvalidAnswer, RequestRefused, NoMoreTries, RetryLater, WorkerLost];
  return ours.some((kind) => error instanceof kind) ? (error as Error).message : 'It could not be processed';
}

import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../../ai/errors.ts';
import { Fault } from '../../lib/faults.ts';

/**
 * Returns the error that a caller who waits for a provider is told: 503 if the provider does not answer, or not in the
 * form that it was asked for. Any other error is returned as it is.
 */
export function providerFault(error: unknown): unknown {
  if (error instanceof InvalidAnswer || error instanceof RequestRefused) return aiUnavailable(error.message);
  if (!(error instanceof ProviderUnavailable)) return error;
  const { message, retryAfterMs } = error;
  return aiUnavailable(message, retryAfterMs === undefined ? undefined : retryAfterMs / 1000);
}

/** The error that a caller who waits for a provider is told if it does not answer. */
export function aiUnavailable(message: string, retryAfterSeconds?: number): Fault {
  return new Fault('unavailable', message, retryAfterSeconds, 'ai_unavailable');
}

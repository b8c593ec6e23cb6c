import { InvalidAnswer, ProviderUnavailable } from '../../ai/errors.ts';
import { Fault } from '../../lib/faults.ts';

/**
 * Returns the error that a caller who waits for a provider is told: 503 if the provider does not answer, or not in the
 * form that it was asked for. Any other error is returned as it is.
 */
export function providerFault(error: unknown): unknown {
  if (error instanceof InvalidAnswer) return new Fault('unavailable', error.message);
  if (!(error instanceof ProviderUnavailable)) return error;
  const { message, retryAfterMs } = error;
  return new Fault('unavailable', message, retryAfterMs === undefined ? undefined : retryAfterMs / 1000);
}

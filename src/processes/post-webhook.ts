import type { PostGuarded } from '../domain/webhooks/send-message.ts';
import type { Network } from '../lib/guarded-fetch/addresses.ts';
import { keepConnections } from '../lib/guarded-fetch/connections.ts';
import { GuardedFetchError, type GuardedFetchReason } from '../lib/guarded-fetch/errors.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';

/** The most time and memory of a process that one receiver can take. */
const LIMITS = {
  headersTimeoutMs: 15_000,
  idleTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  /** An answer is no more than a status, but some servers send a page with it. */
  maxBytes: 1024 * 1024,
};

export type PostLimits = typeof LIMITS;

/** Failures that tell whether a name exists within the operator's network. */
const REVEALING: ReadonlySet<GuardedFetchReason> = new Set(['blocked address', 'unknown host']);

/**
 * Returns what posts to the URLs of webhooks. Names that have no address and those of addresses that are not public fail
 * alike, so that nobody can explore the operator's network with webhooks; the log has the difference.
 * @param limits tests wait less
 */
export function createPostWebhook(
  allow: readonly Network[],
  log: Log,
  limits: PostLimits = LIMITS,
): PostGuarded {
  const connections = keepConnections();
  return async (url, request) => {
    // Loaded with the first message: it costs 30 MB.
    const { fetchGuarded } = await import('../lib/guarded-fetch/fetch-guarded.ts');
    const options = { allow, ...limits, ...request, connections };
    try {
      return await fetchGuarded(url, { ...options, method: 'POST', returnsRedirects: true });
    } catch (error) {
      if (!(error instanceof GuardedFetchError) || !REVEALING.has(error.reason)) throw error;
      log.warn({ reason: error.reason }, `a webhook could not be sent: ${error.message}`);
      throw new GuardedFetchError(
        'connection failed',
        `no address was found for ${new URL(url).host} that Parley may connect to; PARLEY_FETCH_ALLOW may allow addresses ` +
          'that are not public, and the log says more',
        error,
      );
    }
  };
}

/** Returns a function that posts in the same way, and counts the attempts by what became of them. */
export function countingPosts(
  post: PostGuarded,
  { webhookAttempts }: Pick<Metrics, 'webhookAttempts'>,
): PostGuarded {
  return async (url, request) => {
    try {
      const response = await post(url, request);
      const isAccepted = response.status >= 200 && response.status < 300;
      webhookAttempts.inc({ outcome: isAccepted ? 'accepted' : 'refused' });
      return response;
    } catch (error) {
      // A message that was given up because the process stops is sent again later.
      if (!request.signal?.aborted) webhookAttempts.inc({ outcome: 'failed' });
      throw error;
    }
  };
}

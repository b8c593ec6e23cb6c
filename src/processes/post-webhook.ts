import type { PostGuarded } from '../domain/webhooks/send-message.ts';
import type { Network } from '../lib/guarded-fetch/addresses.ts';
import { keepConnections } from '../lib/guarded-fetch/connections.ts';

/** The most time and memory of a process that one receiver can take. */
const LIMITS = {
  headersTimeoutMs: 15_000,
  idleTimeoutMs: 10_000,
  totalTimeoutMs: 20_000,
  /** An answer is no more than a status, but some servers send a page with it. */
  maxBytes: 1024 * 1024,
};

/** Returns what posts to the URLs of webhooks. */
export function createPostWebhook(allow: readonly Network[]): PostGuarded {
  const connections = keepConnections();
  return async (url, request) => {
    // Loaded with the first message: it costs 30 MB.
    const { fetchGuarded } = await import('../lib/guarded-fetch/fetch-guarded.ts');
    const options = { allow, ...LIMITS, ...request, connections };
    return fetchGuarded(url, { ...options, method: 'POST', returnsRedirects: true });
  };
}

import type { SharedCounts } from '../lib/shared-counts.ts';
import { createCountingWindows } from './counting-windows.ts';

/** Requests that each key may make in this time. It begins with the first of them, so that not all keys' end together. */
const WINDOW_SECONDS = 60;

/** Keys that are counted at a time; beyond it the key whose window began first is counted from nought. */
const MAX_COUNTED = 10_000;

/** The rest of a key's limit after a request. */
export type Quota = {
  isSpent: boolean;
  /** The time at which the full limit is available again. */
  resetSeconds: number;
  /** `RateLimit` and `RateLimit-Policy`, as draft-ietf-httpapi-ratelimit-headers-11 has them. */
  headers: Record<string, string>;
};

export type RateLimit = {
  requestsPerMinute: number;
  /** Counts a request of the key, a refused one too. */
  count(keyId: number): Quota;
};

/**
 * Makes the limit of a process: both listeners count together.
 * @param options.shared the processes that share the listeners count together under this name
 */
export function createRateLimit(
  requestsPerMinute: number,
  {
    shared,
    now = () => performance.now(),
  }: { shared?: { name: string; counts: SharedCounts | undefined }; now?: () => number } = {},
): RateLimit {
  const limits = { windowMs: WINDOW_SECONDS * 1000, maxKeys: MAX_COUNTED };
  const countIn = createCountingWindows<number>(limits, shared);
  const policy = `"key";q=${requestsPerMinute};w=${WINDOW_SECONDS}`;

  return {
    requestsPerMinute,
    count(keyId) {
      const nowMs = now();
      const { count, endMs } = countIn(keyId, nowMs);
      const left = Math.max(0, requestsPerMinute - count);
      const resetSeconds = Math.ceil((endMs - nowMs) / 1000);
      return {
        isSpent: count > requestsPerMinute,
        resetSeconds,
        headers: { 'RateLimit-Policy': policy, RateLimit: `"key";r=${left};t=${resetSeconds}` },
      };
    },
  };
}

import { sourceNetwork } from '../lib/source-network.ts';

/** Failures that are answered as such within a window, of one address and of all together. */
const MAX_OF_ADDRESS = 60;
const MAX_OF_ALL = 600;
const WINDOW_SECONDS = 60;

/** Addresses that are counted at a time; beyond it the one whose window began first is counted from nought. */
const MAX_ADDRESSES = 10_000;

type Window = { endMs: number; failures: number };

export type FailureLimit = {
  /**
   * Counts a failed attempt.
   * @param peer the address that it came from
   * @returns how many failures the address has had in its window, and in how many seconds the next is answered again,
   *   where there were too many
   */
  count(peer: string): { failures: number; retrySeconds: number | undefined };
};

/**
 * Makes the limit of failed attempts. Only failures are counted, so that neither the attempts of others nor one's own
 * mistakes lock out a person who has a valid key.
 */
export function createFailureLimit(now = () => performance.now()): FailureLimit {
  // In the order in which their windows end.
  const windows = new Map<string, Window>();
  let all: Window = { endMs: 0, failures: 0 };
  const next = (nowMs: number) => ({ endMs: nowMs + WINDOW_SECONDS * 1000, failures: 0 });
  const windowOf = (network: string, nowMs: number) => {
    const current = windows.get(network);
    if (current && nowMs < current.endMs) return current;
    for (const [other, { endMs }] of windows) {
      if (nowMs < endMs && windows.size < MAX_ADDRESSES) break;
      windows.delete(other);
    }
    const window = next(nowMs);
    windows.delete(network);
    windows.set(network, window);
    return window;
  };
  return {
    count(peer) {
      const nowMs = now();
      const own = windowOf(sourceNetwork(peer).network, nowMs);
      if (nowMs >= all.endMs) all = next(nowMs);
      own.failures++;
      all.failures++;
      const full = own.failures > MAX_OF_ADDRESS ? own : all.failures > MAX_OF_ALL ? all : undefined;
      return {
        failures: own.failures,
        retrySeconds: full && Math.ceil((full.endMs - nowMs) / 1000),
      };
    },
  };
}

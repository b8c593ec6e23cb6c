import type { SharedCounts } from '../lib/shared-counts.ts';
import { sourceNetwork } from '../lib/source-network.ts';
import { createCountingWindows } from './counting-windows.ts';

/** Failures that are answered as such within a window, of one address and of all together. */
const MAX_OF_ADDRESS = 60;
const MAX_OF_ALL = 600;
const WINDOW_SECONDS = 60;

/** Addresses that are counted at a time; beyond it the one whose window began first is counted from nought. */
const MAX_ADDRESSES = 10_000;

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
 * @param counts the processes that share the listener count together
 */
export function createFailureLimit(counts?: SharedCounts, now = () => performance.now()): FailureLimit {
  const windowMs = WINDOW_SECONDS * 1000;
  const ofAddresses = { name: 'failures of addresses', counts };
  const ofAll = { name: 'failures of all', counts };
  const countOf = createCountingWindows<string>({ windowMs, maxKeys: MAX_ADDRESSES }, ofAddresses);
  const countAll = createCountingWindows<'all'>({ windowMs, maxKeys: 1 }, ofAll);
  return {
    count(peer) {
      const nowMs = now();
      const own = countOf(sourceNetwork(peer).network, nowMs);
      const all = countAll('all', nowMs);
      const full = own.count > MAX_OF_ADDRESS ? own : all.count > MAX_OF_ALL ? all : undefined;
      return {
        failures: own.count,
        retrySeconds: full && Math.ceil((full.endMs - nowMs) / 1000),
      };
    },
  };
}

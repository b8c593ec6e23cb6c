import type { CountedKey, SharedCounts } from '../../lib/shared-counts.ts';
import type { Counts } from './calls.ts';

/** The longest time until the other processes know what this one has counted. */
const PAUSE_MS = 50;

/** Counts what is limited for all processes together: what this process counts, the others are told in batches. */
export type CountExchange = SharedCounts & {
  /** Takes in what another process has counted. */
  receive(counts: Counts): void;
};

/** @param send sends a batch to the other processes */
export function exchangeCounts(send: (counts: Counts) => void): CountExchange {
  const listeners = new Map<string, (key: CountedKey, count: number) => void>();
  let batch: Counts = new Map();
  const flush = () => {
    send(batch);
    batch = new Map();
  };
  return {
    open(name, onOthers) {
      listeners.set(name, onOthers);
      return (key) => {
        if (batch.size === 0) setTimeout(flush, PAUSE_MS).unref();
        const keys = batch.get(name) ?? new Map<CountedKey, number>();
        batch.set(name, keys.set(key, (keys.get(key) ?? 0) + 1));
      };
    },
    receive(counts) {
      for (const [name, keys] of counts) {
        for (const [key, count] of keys) listeners.get(name)?.(key, count);
      }
    },
  };
}

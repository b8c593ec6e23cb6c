import type { CountedKey, SharedCounts } from '../lib/shared-counts.ts';

/** A span of time in which something is counted for one key. */
export type Window = { endMs: number; count: number };

type Limits = {
  windowMs: number;
  /** Keys that are counted at a time; beyond it the key whose window began first is counted from zero. */
  maxKeys: number;
};

/**
 * Counts for each key within a window that begins with the first count, so that not all keys' windows end together.
 * @param shared counts together with other processes, under this name
 * @returns a function that adds one to the key's window, and returns that window
 */
export function createCountingWindows<Key extends CountedKey>(
  { windowMs, maxKeys }: Limits,
  shared?: { name: string; counts: SharedCounts | undefined },
): (key: Key, nowMs: number) => Window {
  // In the order in which they end.
  const windows = new Map<Key, Window>();
  const add = (key: Key, nowMs: number, count: number) => {
    const current = windows.get(key);
    if (current && nowMs < current.endMs) {
      current.count += count;
      return current;
    }
    for (const [other, { endMs }] of windows) {
      if (nowMs < endMs && windows.size < maxKeys) break;
      windows.delete(other);
    }
    const next = { endMs: nowMs + windowMs, count };
    windows.delete(key);
    windows.set(key, next);
    return next;
  };
  const tell = shared?.counts?.open(shared.name, (key, count) => add(key as Key, performance.now(), count));
  return (key, nowMs) => {
    tell?.(key);
    return add(key, nowMs, 1);
  };
}

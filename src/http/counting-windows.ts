/** A span of time in which something is counted for one key. */
export type Window = { endMs: number; count: number };

/**
 * Counts for each key within a window that begins with the first count, so that not all keys' windows end together.
 * @param maxKeys keys that are counted at a time; beyond it the key whose window began first is counted from zero
 * @returns a function that adds one to the key's window, and returns that window
 */
export function createCountingWindows<Key>(
  windowMs: number,
  maxKeys: number,
): (key: Key, nowMs: number) => Window {
  // In the order in which they end.
  const windows = new Map<Key, Window>();
  return (key, nowMs) => {
    const current = windows.get(key);
    if (current && nowMs < current.endMs) {
      current.count++;
      return current;
    }
    for (const [other, { endMs }] of windows) {
      if (nowMs < endMs && windows.size < maxKeys) break;
      windows.delete(other);
    }
    const next = { endMs: nowMs + windowMs, count: 1 };
    windows.delete(key);
    windows.set(key, next);
    return next;
  };
}

/** A provider that asks for more is asked again all the same: a wrong header must not stop everything for a year. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

const NUMBER = /^\s*\d{1,15}(?:\.\d{1,9})?\s*$/;

/**
 * How long a provider asks to be left alone: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date.
 * @returns milliseconds, at most {@link MAX_RETRY_AFTER_MS}; undefined where it does not say, or not in these forms
 */
export function readRetryAfter(headers: Headers, nowMs: number): number | undefined {
  const ms = headers.get('retry-after-ms');
  if (ms !== null && NUMBER.test(ms)) return bounded(Number(ms));
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (NUMBER.test(value)) return bounded(Number(value) * 1000);
  const atMs = value.trimEnd().endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : bounded(atMs - nowMs);
}

function bounded(ms: number): number {
  return Math.ceil(Math.min(MAX_RETRY_AFTER_MS, Math.max(0, ms)));
}

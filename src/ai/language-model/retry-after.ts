/** The longest pause that a provider can ask for, so that a wrong header does not stop all work for a year. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

const NUMBER = /^\s*\d{1,15}(?:\.\d{1,9})?\s*$/;

/**
 * Reads the pause that a provider asks for: `retry-after-ms`, otherwise `retry-after` in seconds or as an HTTP date.
 * @returns milliseconds, at most {@link MAX_RETRY_AFTER_MS}; undefined if there is no such header, or in another form
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

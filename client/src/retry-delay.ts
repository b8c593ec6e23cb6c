/** The wait before the first retry; it doubles with each. */
export const FIRST_WAIT_MS = 250;
/** The longest wait that the service did not ask for. */
export const MAX_WAIT_MS = 8_000;
/** If the service asks for a longer wait, the call fails at once with the time that the service asked for. */
export const MAX_RETRY_AFTER_MS = 60_000;

const SECONDS = /^\d{1,15}$/;
const HTTP_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;

/**
 * Retry-After in milliseconds: whole seconds, or an HTTP date, counted from the answer's own Date where it has one
 * (the two clocks may differ). A date that has passed is 0; undefined where there is none, or not in these forms.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (value === undefined) return undefined;
  if (SECONDS.test(value)) return Number(value) * 1000;
  const atMs = readDateMs(value);
  if (atMs === undefined) return undefined;
  return Math.max(0, atMs - (readDateMs(headers.get('date') ?? '') ?? nowMs));
}

/**
 * Returns the wait before the next attempt.
 * @param retry 0 before the first retry
 * @param random from 0 to 1: a random part keeps many clients from coming back at the same moment
 * @returns milliseconds: never less than Retry-After; undefined where it asks for more than is waited for
 */
export function retryDelayMs(
  retry: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const ceilingMs = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** retry);
  if (retryAfterMs === undefined) return ceilingMs * (0.5 + random / 2);
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return undefined;
  return retryAfterMs + ceilingMs * random;
}

/** The three forms of an HTTP date; the oldest, of C's asctime, does not say that it is GMT. */
function readDateMs(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  const ms = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

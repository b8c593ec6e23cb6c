import { parseDateTime } from './time.ts';

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;
const CLOCK = /^(\d{1,3}):([0-5]\d):([0-5]\d)(?:\.(\d{1,3}))?$/;
const UNITS = /^(?=\d)(?:(\d{1,4})h)?(?:(\d{1,6})m)?(?:(\d{1,7})s)?$/;

/** The forms that {@link parseMoment} reads, for error messages. */
export const MOMENT_FORM =
  'a date, as 2026-01-31 (00:00 UTC), or a date-time with seconds and a zone, as 2026-01-31T09:30:00Z';

/**
 * Reads a date-time with a zone, or a plain date, which is its first instant in UTC.
 * @returns milliseconds since the epoch, or undefined where the text is neither
 */
export function parseMoment(text: string): number | undefined {
  return parseDateTime(PLAIN_DATE.test(text) ? `${text}T00:00:00Z` : text);
}

/** The forms that {@link parseDuration} reads, for error messages. */
export const DURATION_FORM = 'a duration such as 45m, 1h30m, 90s or 01:30:00';

/**
 * Reads a length of time. A bare number is none: it does not tell its unit.
 * @returns milliseconds, or undefined where the text is no duration
 */
export function parseDuration(text: string): number | undefined {
  const match = CLOCK.exec(text) ?? UNITS.exec(text);
  if (!match) return undefined;
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match;
  const wholeSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return wholeSeconds * 1000 + Number(fraction.padEnd(3, '0'));
}

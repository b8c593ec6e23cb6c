/**
 * Instants are milliseconds since 1970-01-01T00:00:00Z everywhere inside Parley (`…Ms` in names);
 * only the edges speak RFC 3339. The range is what RFC 3339 can write in UTC: years 0000 to 9999.
 */
const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/;

const FIRST_MS = Date.parse('0000-01-01T00:00:00Z');
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');
const DAY_MS = 86_400_000;

/** The form of a date-time, for error messages. */
export const DATE_TIME_FORM =
  'an RFC 3339 date-time with seconds and a zone, for example 2026-01-31T09:30:00Z';

/**
 * Reads an RFC 3339 date-time with a zone, whose colon may be missing, as ISO 8601 has it and some clients write it.
 *
 * A leap second (`:60`, only at the end of a UTC day) counts as the first second of the next day; digits past the
 * millisecond are cut.
 * @returns milliseconds since the epoch, or undefined where the text is not such a date-time
 */
export function parseDateTime(text: string): number | undefined {
  const match = RFC3339.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', zone] = match as unknown as string[];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A day that the month does not have rolls over: 30 February is no date.
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return undefined;
  const offsetMinutes = /^z$/i.test(zone!)
    ? 0
    : Number(`${zone![0]}1`) * (Number(zone!.slice(1, 3)) * 60 + Number(zone!.slice(-2)));
  const wholeSecondMs =
    date.getTime() + (Number(hour) * 60 + Number(minute) - offsetMinutes) * 60_000 + Number(second) * 1000;
  if (second === '60' && wholeSecondMs % DAY_MS !== 0) return undefined;
  const ms = wholeSecondMs + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return ms < FIRST_MS || ms > LAST_MS ? undefined : ms;
}

/** `YYYY-MM-DDThh:mm:ssZ`, with milliseconds only where they are not zero. */
export function formatDateTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.endsWith('.000Z') ? `${text.slice(0, 19)}Z` : text;
}

/** The day of UTC: `YYYY-MM-DD`. */
export function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The instant as PostgreSQL reads a timestamptz: it calls the year 0000 `0001 BC`. */
export function toPostgresTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return text.startsWith('0000') ? `0001${text.slice(4)} BC` : text;
}

/**
 * Position in a recording: `HH:MM:SS`, with `.mmm` where the milliseconds are not zero.
 * @param seconds from the start of the meeting; may be negative
 */
export function formatOffset(seconds: number): string {
  const totalMs = Math.round(Math.abs(seconds) * 1000);
  const ms = totalMs % 1000;
  const whole = (totalMs - ms) / 1000;
  const two = (value: number) => (value < 10 ? `0${value}` : `${value}`);
  const clock = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return (
    (seconds < 0 && totalMs > 0 ? '-' : '') + (ms === 0 ? clock : `${clock}.${`${ms}`.padStart(3, '0')}`)
  );
}

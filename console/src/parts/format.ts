/** Words for times, spans and numbers, in the language and zone of the browser. */

const HOUR_S = 3_600;
const MINUTE_S = 60;
const DAY_MS = 86_400_000;

const numberFormat = new Intl.NumberFormat();
const compactFormat = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short' });
const yearFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });

/** 12,345 */
export const formatNumber = (value: number): string => numberFormat.format(value);

/** 12.3K */
export const formatCompact = (value: number): string => compactFormat.format(value);

/** `1 meeting`, `2,000 meetings`; `plural` where an s is not enough. */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

const SIZE_UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** 512 B, 212 kB, 9.1 MB: the size of a file. */
export function formatSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  let size = bytes / 1024;
  let unit = 0;
  for (; size >= 1000 && unit < SIZE_UNITS.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? Math.round(size) : size.toFixed(1)} ${SIZE_UNITS[unit]}`;
}

/** 45 min, 1 h 5 min, 30 s: how long something took. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE_S) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / MINUTE_S);
  if (minutes < MINUTE_S) return `${minutes} min`;
  const rest = minutes % MINUTE_S;
  return `${Math.floor(minutes / MINUTE_S)} h${rest ? ` ${rest} min` : ''}`;
}

/** 4:07, 1:02:07: a place in a recording or transcript. */
export function formatPosition(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / MINUTE_S) % MINUTE_S, whole % MINUTE_S].map((n) =>
    String(n).padStart(2, '0'),
  );
  const hours = Math.floor(whole / HOUR_S);
  return hours > 0 ? `${hours}:${parts.join(':')}` : `${Number(parts[0])}:${parts[1]}`;
}

/** The styles of a moment: `day` is Mon, 3 Mar (with the year if it is not this one), `time` 14:05, `full` everything. */
export type TimeStyle = 'day' | 'time' | 'short' | 'relative' | 'full';

/** A moment in words. `relative`: 5 minutes ago, and the day where it is more than a week away. */
export function formatTime(at: string | number | Date, style: TimeStyle, nowMs = Date.now()): string {
  const date = new Date(at);
  if (style === 'full') return fullFormat.format(date);
  if (style === 'time') return timeFormat.format(date);
  if (style === 'relative') return relative(date, nowMs) ?? formatTime(date, 'day', nowMs);
  const isThisYear = date.getFullYear() === new Date(nowMs).getFullYear();
  const day = (isThisYear ? dayFormat : yearFormat).format(date);
  return style === 'day' ? day : `${day}, ${timeFormat.format(date)}`;
}

function relative(date: Date, nowMs: number): string | undefined {
  const seconds = (date.getTime() - nowMs) / 1000;
  const distance = Math.abs(seconds);
  if (distance < MINUTE_S) return seconds > 0 ? 'in a moment' : 'just now';
  if (distance < HOUR_S) return relativeFormat.format(Math.round(seconds / MINUTE_S), 'minute');
  if (distance < DAY_MS / 1000) return relativeFormat.format(Math.round(seconds / HOUR_S), 'hour');
  const days = Math.round((seconds * 1000) / DAY_MS);
  return Math.abs(days) <= 7 ? relativeFormat.format(days, 'day') : undefined;
}

/** The codes of sources as people call them. */
const SOURCE_NAMES: Record<string, string> = {
  USER_PROVIDED: 'API or import',
  SERVICE: 'Parley',
  AIRCALL: 'Aircall',
  CHORUS: 'Chorus',
  CLOUDTALK: 'CloudTalk',
  DIALPAD: 'Dialpad',
  GONG: 'Gong',
  GOOGLE_MEET: 'Google Meet',
  MINDTICKLE: 'Mindtickle',
  MS_TEAMS: 'Microsoft Teams',
  ORUM: 'Orum',
  OUTREACH: 'Outreach',
  RINGCENTRAL: 'RingCentral',
  SALESLOFT: 'Salesloft',
  SALESLOFT_CI: 'Salesloft CI',
  VONAGE: 'Vonage',
  WEBEX: 'Webex',
  WINGMAN: 'Wingman',
  WISER: 'Wiser',
  ZOOM: 'Zoom',
  ZOOM_PHONE: 'Zoom Phone',
};

/** A source type code as people call it; an unknown code stays as it is. */
export const sourceName = (code: string): string => SOURCE_NAMES[code] ?? code;

/** All source types, for filters. */
export const SOURCES = Object.entries(SOURCE_NAMES).map(([value, label]) => ({ value, label }));

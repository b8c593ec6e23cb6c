/** The presets of a date range, as they appear in the URL. */
export const RANGES = ['7d', '30d', '90d', '365d', 'all'] as const;
export type Range = (typeof RANGES)[number];

/** The presets in words. */
export const RANGE_NAMES: Record<Range, string> = {
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  '365d': 'Last 12 months',
  all: 'All time',
};

/** The range in the URL: a preset, or two days, both included, in the browser's time zone. */
export interface RangeSearch {
  range?: Range;
  from?: string;
  to?: string;
}

/** A moment before any meeting, for requests that must have a start but want everything. */
const BEGINNING = '1970-01-01T00:00:00Z';

/** The day of a moment in the browser's zone, as YYYY-MM-DD. */
export function dayOf(at: Date | number): string {
  const date = new Date(at);
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The day so many days after (or before) another. */
export function addDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00`);
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** The window that the API is asked for. Steady for a day, so that it can be part of a query's key. */
export function windowOf(search: RangeSearch, preset: Range = 'all'): { from: string; to?: string } {
  const isOwn = search.from !== undefined || search.to !== undefined;
  const range = search.range ?? (isOwn ? undefined : preset);
  if (range !== undefined) {
    if (range === 'all') return { from: BEGINNING };
    return { from: startOf(addDays(dayOf(Date.now()), 1 - Number.parseInt(range, 10))) };
  }
  return {
    from: search.from === undefined ? BEGINNING : startOf(search.from),
    ...(search.to === undefined ? {} : { to: endOf(search.to) }),
  };
}

const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

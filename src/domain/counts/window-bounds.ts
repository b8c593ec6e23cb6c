import { toPostgresTime } from '../../lib/time.ts';

/**
 * The bounds by which a window is counted, in the order of the parameters that {@link countTotal} takes. They are
 * computed here, because PostgreSQL took longer to compute them than to count.
 */
export type WindowBounds = {
  /** The days of both ends, and the first days of their months; infinity if the window has no end. */
  firstDay: string;
  lastDay: string;
  firstMonth: string;
  lastMonth: string;
  /** The days that are taken whole, both inclusive: those of which more than half is inside. */
  wholeFrom: string;
  wholeTo: string;
  /** The first day after the first month, and the first day after the last whole month. */
  nextMonth: string;
  restFrom: string;
  /**
   * The rows to be subtracted (-1) or added (1) at each end: from one instant to before the other; 0 if there are none.
   */
  startSign: number;
  startFrom: string;
  startTo: string;
  endSign: number;
  endFrom: string;
  endTo: string;
};

/** Returns the parameter that stands for one of a window's bounds. */
export type BoundParameter = (name: keyof WindowBounds) => string;

/**
 * Numbers the parameters in the order in which the text of a statement uses them: PostgreSQL refuses parameters that do
 * not occur in the text.
 * @param count the number of parameters before them
 */
export function boundParameters(count: number): {
  bound: BoundParameter;
  valuesOf(bounds: WindowBounds): (string | number)[];
} {
  const names: (keyof WindowBounds)[] = [];
  return {
    bound: (name) => {
      if (!names.includes(name)) names.push(name);
      return `$${count + names.indexOf(name) + 1}`;
    },
    valuesOf: (bounds) => names.map((name) => bounds[name]),
  };
}

const DAY_MS = 86_400_000;
const NOON_MS = DAY_MS / 2;
const NEVER = 'infinity';

/** The windows whose bounds are kept: those who page through a window request it again and again. */
const MAX_KEPT = 256;
const kept = new Map<string, WindowBounds>();

/**
 * Returns the bounds of a window in milliseconds since the epoch.
 * @param toMs inclusive; without it the window has no end
 */
export function windowBounds(fromMs: number, toMs: number | undefined): WindowBounds {
  const window = `${fromMs}/${toMs}`;
  const known = kept.get(window);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const bounds = computeBounds(fromMs, toMs);
  kept.set(window, bounds);
  return bounds;
}

function computeBounds(fromMs: number, toMs: number | undefined): WindowBounds {
  const first = dayOf(fromMs);
  const isEarly = fromMs - first < NOON_MS;
  const next = nextMonthOf(first);
  const start = {
    firstDay: toPostgresDate(first),
    firstMonth: toPostgresDate(monthOf(first)),
    nextMonth: toPostgresDate(next),
    wholeFrom: toPostgresDate(isEarly ? first : first + DAY_MS),
    startSign: fromMs === first ? 0 : isEarly ? -1 : 1,
    startFrom: instant(isEarly ? first : fromMs),
    startTo: instant(isEarly ? fromMs : first + DAY_MS),
  };
  if (toMs === undefined) {
    const open = { lastDay: NEVER, lastMonth: NEVER, wholeTo: NEVER, restFrom: NEVER };
    return { ...start, ...open, endSign: 0, endFrom: NEVER, endTo: NEVER };
  }
  const last = dayOf(toMs);
  const isLate = toMs - last >= NOON_MS;
  const lastMonth = monthOf(last);
  return {
    ...start,
    lastDay: toPostgresDate(last),
    lastMonth: toPostgresDate(lastMonth),
    wholeTo: toPostgresDate(isLate ? last : last - DAY_MS),
    restFrom: toPostgresDate(Math.max(lastMonth, next)),
    endSign: isLate ? -1 : 1,
    endFrom: isLate ? after(toMs) : instant(last),
    endTo: isLate ? instant(last + DAY_MS) : after(toMs),
  };
}

const dayOf = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

function monthOf(ms: number): number {
  const date = new Date(ms);
  return date.setUTCDate(1);
}

function nextMonthOf(ms: number): number {
  const date = new Date(monthOf(ms));
  return date.setUTCMonth(date.getUTCMonth() + 1);
}

/** Returns the first instant after a millisecond that PostgreSQL can distinguish from it. */
const after = (ms: number) => instant(ms).replace('Z', '001Z');

/**
 * Works like toPostgresTime, and also for the days next to the first and the last that a request can name, to which ISO
 * 8601 gives a sign.
 */
function instant(ms: number): string {
  const text = toPostgresTime(ms);
  const sign = /^([+-]\d{6})/.exec(text);
  if (!sign) return text;
  const year = Number(sign[1]);
  if (year > 0) return `${year}${text.slice(7)}`;
  return `${`${1 - year}`.padStart(4, '0')}${text.slice(7)} BC`;
}

function toPostgresDate(ms: number): string {
  return instant(ms).replace(/T.*Z/, '');
}

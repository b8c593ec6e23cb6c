import { toPostgresTime } from '../../lib/time.ts';

/**
 * What a window is counted by, in the order of the parameters that {@link countTotal} takes: worked out here, because
 * PostgreSQL took longer for it than for counting.
 */
export type WindowBounds = {
  /** The days of both ends, and the first of their months; without an end: infinity. */
  firstDay: string;
  lastDay: string;
  firstMonth: string;
  lastMonth: string;
  /** Days that are taken whole, both inclusive: those that lie inside by more than half. */
  wholeFrom: string;
  wholeTo: string;
  /** The first day after the first month, and the first from which on days are taken one by one again. */
  nextMonth: string;
  restFrom: string;
  /** Rows to be taken off (-1) or added (1) at each end: from the one instant to before the other; 0: none. */
  startSign: number;
  startFrom: string;
  startTo: string;
  endSign: number;
  endFrom: string;
  endTo: string;
};

/** Tells the parameter that stands for one of a window's bounds. */
export type BoundParameter = (name: keyof WindowBounds) => string;

/**
 * Gives bounds their parameters as a statement's text asks for them: PostgreSQL takes none that its text does not have.
 * @param count how many parameters come before them
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

/** @param toMs inclusive; without it the window has no end */
export function windowBounds(fromMs: number, toMs: number | undefined): WindowBounds {
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

/** The first instant after a millisecond that PostgreSQL can tell from it. */
const after = (ms: number) => instant(ms).replace('Z', '001Z');

/** As toPostgresTime, also for the days beside the first and the last that a request can name: ISO 8601 gives them a sign. */
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

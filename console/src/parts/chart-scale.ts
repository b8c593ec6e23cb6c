/** The next round number at or above the largest value, and the lines to draw up to it. */
export function niceTicks(maximum: number, wanted = 3): number[] {
  const top = Math.max(1, maximum);
  const rough = top / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power);
  const ticks = [0];
  while (ticks.at(-1)! < top) ticks.push(ticks.at(-1)! + step);
  return ticks;
}

/** Every day from the first to the last as YYYY-MM-DD, by UTC as the API counts them. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  const dayMs = 86_400_000;
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs) {
    days.push(new Date(at).toISOString().slice(0, 10));
  }
  return days;
}

/** One series of a stacked chart: a value for each bucket. */
export interface Series {
  key: string;
  label: string;
  /** A token: `var(--p-chart-1)`. */
  color: string;
  values: readonly number[];
}

/** Colours by position: the first eight are apart from each other, all further ones are the last. */
export const chartColor = (index: number): string => `var(--p-chart-${Math.min(index + 1, 8)})`;

/** Puts days together by week where there are more than fit as bars. A bucket is named by its first day. */
export function byWeek(
  days: readonly string[],
  series: readonly Series[],
  maxBars = 120,
): { days: string[]; series: Series[]; isWeekly: boolean } {
  if (days.length <= maxBars) return { days: [...days], series: [...series], isWeekly: false };
  const starts = days.flatMap((_, index) => (index % 7 === 0 ? [index] : []));
  const sum = (values: readonly number[], from: number) =>
    values.slice(from, from + 7).reduce((total, value) => total + value, 0);
  return {
    days: starts.map((index) => days[index]!),
    series: series.map((one) => ({ ...one, values: starts.map((from) => sum(one.values, from)) })),
    isWeekly: true,
  };
}

const WEEK_DAYS = 7;

/**
 * Values of days as a trend line shows them: by week, where there are two or more. The weeks end with the last day, so
 * that the newest point has all of its days; the oldest may have fewer.
 */
export function trendOf(values: readonly number[]): number[] {
  if (values.length < 2 * WEEK_DAYS) return [...values];
  const weeks = Math.ceil(values.length / WEEK_DAYS);
  return Array.from({ length: weeks }, (_, week) => {
    const end = values.length - (weeks - 1 - week) * WEEK_DAYS;
    return values.slice(Math.max(0, end - WEEK_DAYS), end).reduce((all, value) => all + value, 0);
  });
}

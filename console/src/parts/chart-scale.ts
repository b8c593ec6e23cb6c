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

const WEEK_DAYS = 7;

/** Returns the index at which each week begins. The newest week is complete; the oldest may have fewer days. */
function weekStarts(dayCount: number): number[] {
  const oldest = dayCount % WEEK_DAYS;
  const whole = Array.from(
    { length: (dayCount - oldest) / WEEK_DAYS },
    (_, week) => oldest + week * WEEK_DAYS,
  );
  return oldest > 0 ? [0, ...whole] : whole;
}

const sumByWeek = (values: readonly number[]): number[] =>
  weekStarts(values.length).map((from, week, starts) =>
    values.slice(from, starts[week + 1]).reduce((all, value) => all + value, 0),
  );

/** Puts days together by week where there are more than fit as bars. A bucket is named by its first day. */
export function byWeek(
  days: readonly string[],
  series: readonly Series[],
  maxBars = 120,
): { days: string[]; series: Series[]; isWeekly: boolean } {
  if (days.length <= maxBars) return { days: [...days], series: [...series], isWeekly: false };
  return {
    days: weekStarts(days.length).map((index) => days[index]!),
    series: series.map((one) => ({ ...one, values: sumByWeek(one.values) })),
    isWeekly: true,
  };
}

/** Values of days as a trend line shows them: by the same weeks as the bars, where there are two or more. */
export function trendOf(values: readonly number[]): number[] {
  return values.length < 2 * WEEK_DAYS ? [...values] : sumByWeek(values);
}

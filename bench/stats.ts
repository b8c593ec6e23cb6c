import { seeded } from './data/prng.ts';

/** Returns the median of a list that is not empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Returns the smallest value of a sorted, non-empty list that at least `percent` of its values do not exceed. */
export function percentile(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]!;
}

/** The costs of two sides in the same round. */
export type Pair = readonly [before: number, after: number];

/** A ratio, and the bounds between which it was in 99 % of the resamples. */
export type Interval = { low: number; middle: number; high: number };

const RESAMPLES = 4000;
const SEED = 1;

/** Returns how many times as much the second side costs, with the bootstrap's interval. @param pairs are not empty */
export function bootstrapRatio(pairs: readonly Pair[]): Interval {
  const random = seeded(SEED);
  const ratioOf = (some: readonly Pair[]) => {
    const [before, after] = some.reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
    return after / before;
  };
  const resampled = Array.from({ length: RESAMPLES }, () =>
    ratioOf(pairs.map(() => pairs[Math.floor(random() * pairs.length)]!)),
  ).sort((a, b) => a - b);
  return { low: percentile(resampled, 0.5), middle: ratioOf(pairs), high: percentile(resampled, 99.5) };
}

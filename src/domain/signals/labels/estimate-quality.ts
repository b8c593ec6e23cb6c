/** An estimated share with its interval of 95 %; all between 0 and 1. */
export type Share = { value: number; low: number; high: number };

/** The evaluations of a version, and what labels say of them. */
export type LabelCounts = {
  /** The conversations in which it fired, and in which it did not. */
  fired: number;
  notFired: number;
  /** Those that were labelled, whose labels say that it was right or wrong. */
  firedRight: number;
  firedWrong: number;
  notFiredRight: number;
  notFiredWrong: number;
  /** Of the last two, those that were drawn at random. */
  drawnRight: number;
  drawnWrong: number;
  /** The evaluations with several labels, and those of them whose labels agree. */
  labelledTwice: number;
  agreed: number;
};

/** The labels from which on values are given. */
export const MIN_LABELS = 10;

/** The standard normal deviate of an interval of 95 %. */
const Z = 1.959963984540054;

/** The probability on each side of an interval of 97.5 %. */
const TAIL = 0.0125;

/** Halvings of an interval between 0 and 1: more than the digits of a number. */
const HALVINGS = 60;

/** Decimals of the values. */
const DECIMALS = 4;

/** Returns Wilson's interval of 95 % for a share of `part` in `all`, which is at least 1. */
export function wilson(part: number, all: number): Share {
  const value = part / all;
  const squared = (Z * Z) / all;
  const centre = (value + squared / 2) / (1 + squared);
  const half = (Z * Math.sqrt((value * (1 - value)) / all + squared / (4 * all))) / (1 + squared);
  return { value, low: part === 0 ? 0 : centre - half, high: part === all ? 1 : centre + half };
}

/**
 * Returns the exact interval of 97.5 % (Clopper and Pearson), which covers the share at least at that rate, also if it is close to
 * 0, where Wilson's covers less often than stated.
 */
export function exactInterval(part: number, all: number): Share {
  return {
    value: part / all,
    low: part === 0 ? 0 : 1 - upperBound(all - part, all),
    high: part === all ? 1 : upperBound(part, all),
  };
}

/** Returns the share at which at most `part` of `all` have the probability of one tail. */
function upperBound(part: number, all: number): number {
  let [low, high] = [part / all, 1];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    if (atMost(part, all, middle) > TAIL) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns the probability of at most `part` of `all` for a share between 0 and 1, both excluded. */
function atMost(part: number, all: number, share: number): number {
  let logarithm = all * Math.log1p(-share);
  let sum = Math.exp(logarithm);
  for (let k = 1; k <= part; k++) {
    logarithm += Math.log((all - k + 1) / k) + Math.log(share) - Math.log1p(-share);
    sum += Math.exp(logarithm);
  }
  return sum;
}

/**
 * Estimates recall from two samples: of the conversations in which the signal fired, and of those in which it did not. Both shares
 * have an exact interval of 97.5 %, and recall, which grows with the one and falls with the other, has its bounds from theirs: both
 * shares are within theirs in at least 95 % of all samples (Bonferroni).
 * @returns undefined if a sample is empty, or if no moment is known
 */
export function estimateRecall(counts: LabelCounts): Share | undefined {
  const { fired, notFired, firedRight, firedWrong, drawnRight, drawnWrong } = counts;
  const ofFired = firedRight + firedWrong;
  const ofOthers = drawnRight + drawnWrong;
  if (ofFired === 0 || (ofOthers === 0 && notFired > 0)) return undefined;
  const right = exactInterval(firedRight, ofFired);
  const missed = ofOthers === 0 ? { value: 0, low: 0, high: 0 } : exactInterval(drawnWrong, ofOthers);
  const recall = (rightShare: number, missedShare: number) =>
    (fired * rightShare) / (fired * rightShare + notFired * missedShare);
  const value = recall(right.value, missed.value);
  if (Number.isNaN(value)) return undefined;
  return { value, low: recall(right.low, missed.high) || 0, high: recall(right.high, missed.low) };
}

/** The estimates as the API shows them. */
export type Quality = {
  labels: { right: number; wrong: number };
  precision?: Share;
  recall?: Share;
  agreement?: Share & { moments: number };
};

/** Estimates the quality of a version over the conversations that it has evaluated. */
export function estimateQuality(counts: LabelCounts): Quality {
  const { firedRight, firedWrong, labelledTwice, agreed } = counts;
  const labels = { right: firedRight + counts.notFiredRight, wrong: firedWrong + counts.notFiredWrong };
  if (labels.right + labels.wrong < MIN_LABELS) return { labels };
  const ofFired = firedRight + firedWrong;
  const recall = estimateRecall(counts);
  return {
    labels,
    ...(ofFired === 0 ? {} : { precision: rounded(wilson(firedRight, ofFired)) }),
    ...(recall ? { recall: rounded(recall) } : {}),
    ...(labelledTwice === 0
      ? {}
      : { agreement: { moments: labelledTwice, ...rounded(wilson(agreed, labelledTwice)) } }),
  };
}

/** What labels say of the outcomes of a backtest in the labelled meetings. */
export type OutcomeCounts = Pick<
  LabelCounts,
  'firedRight' | 'firedWrong' | 'notFiredRight' | 'notFiredWrong'
>;

/** Estimates the quality on the labelled meetings alone, so that two versions can be compared on the same ground. */
export function qualityOnLabelled(counts: OutcomeCounts): Omit<Quality, 'agreement'> {
  const { firedRight, firedWrong, notFiredRight, notFiredWrong } = counts;
  const labels = { right: firedRight + notFiredRight, wrong: firedWrong + notFiredWrong };
  if (labels.right + labels.wrong < MIN_LABELS) return { labels };
  const ofFired = firedRight + firedWrong;
  const moments = firedRight + notFiredWrong;
  return {
    labels,
    ...(ofFired === 0 ? {} : { precision: rounded(wilson(firedRight, ofFired)) }),
    ...(moments === 0 ? {} : { recall: rounded(wilson(firedRight, moments)) }),
  };
}

/** Rounds a share to the decimals with which it is shown. */
export function rounded({ value, low, high }: Share): Share {
  const round = (share: number) => Number(share.toFixed(DECIMALS));
  return { value: round(value), low: round(low), high: round(high) };
}

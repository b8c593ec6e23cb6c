import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  estimateQuality,
  estimateRecall,
  exactInterval,
  type LabelCounts,
  wilson,
} from '../../src/domain/signals/labels/estimate-quality.ts';
import { seededRandom } from '../support/random.ts';

const NONE: LabelCounts = {
  ...{ fired: 0, notFired: 0, firedRight: 0, firedWrong: 0, notFiredRight: 0, notFiredWrong: 0 },
  ...{ drawnRight: 0, drawnWrong: 0, labelledTwice: 0, agreed: 0 },
};

test('Wilson’s interval is that of the textbook', () => {
  // Newcombe (1998), Table I: the score method without continuity correction.
  for (const [part, all, low, high] of [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const) {
    const share = wilson(part, all);
    assert.deepEqual([share.low.toFixed(4), share.high.toFixed(4)], [low.toFixed(4), high.toFixed(4)]);
    const rest = wilson(all - part, all);
    assert.ok(Math.abs(rest.low - (1 - share.high)) < 1e-12, 'it is symmetric');
  }
});

test('the exact interval is that of the textbook', () => {
  // 0 of n: 1 − tail^(1/n); 1 of 1: tail^(1/n).
  assert.ok(Math.abs(exactInterval(0, 20).high - (1 - 0.0125 ** (1 / 20))) < 1e-12);
  assert.ok(Math.abs(exactInterval(7, 7).low - 0.0125 ** (1 / 7)) < 1e-12);
  // The sums of binomial terms at the ends are the tail.
  const { low, high } = exactInterval(2, 3);
  assert.ok(Math.abs(3 * low ** 2 * (1 - low) + low ** 3 - 0.0125) < 1e-12);
  assert.ok(Math.abs(1 - high ** 3 - 0.0125) < 1e-12);
  const large = exactInterval(4000, 10_000);
  assert.ok(large.low > 0.388 && large.low < 0.3895 && large.high > 0.4105 && large.high < 0.412);
});

test('values are given from ten labels on, and only where they can be estimated', () => {
  const nine = { ...NONE, fired: 20, notFired: 100, firedRight: 6, firedWrong: 3 };
  assert.deepEqual(estimateQuality(nine), { labels: { right: 6, wrong: 3 } });
  const ten = estimateQuality({ ...nine, firedRight: 7 });
  assert.equal(ten.precision?.value, 0.7);
  assert.equal(ten.recall, undefined, 'nothing is known of those that did not fire');
  const silent = estimateQuality({ ...NONE, fired: 5, notFired: 50, notFiredRight: 12, drawnRight: 12 });
  assert.deepEqual(silent, { labels: { right: 12, wrong: 0 } });
  const both = estimateQuality({
    ...nine,
    firedRight: 7,
    notFiredRight: 9,
    notFiredWrong: 1,
    drawnRight: 9,
    drawnWrong: 1,
  });
  // 20 · 0.7 moments found, 100 · 0.1 missed.
  assert.equal(both.recall?.value, Number((14 / 24).toFixed(4)));
  // Found by accident, not drawn: they say nothing about recall.
  const found = estimateQuality({ ...nine, firedRight: 7, notFiredWrong: 5 });
  assert.deepEqual([found.labels, found.recall], [{ right: 7, wrong: 8 }, undefined]);
});

/** Draws n of a population with so many members of a kind; returns how many of the kind were drawn. */
function drawn(random: () => number, population: number, ofKind: number, n: number): number {
  let found = 0;
  for (let drawn = 0; drawn < n; drawn++) {
    if (random() < (ofKind - found) / (population - drawn)) found++;
  }
  return found;
}

const TRIALS = 4000;

/** The share of trials whose interval covers the truth, and the mean of the estimates. */
function covered(
  seed: number,
  truth: { fired: number; right: number; notFired: number; missed: number },
  n: number,
) {
  const random = seededRandom(seed);
  const { fired, right, notFired, missed } = truth;
  const recall = right / (right + missed);
  const precision = right / fired;
  let [withRecall, inRecall, inPrecision] = [0, 0, 0];
  const known = new Map<string, ReturnType<typeof estimateRecall>>();
  const estimate = (firedRight: number, drawnWrong: number) => {
    const key = `${firedRight} ${drawnWrong}`;
    if (known.has(key)) return known.get(key);
    const estimated = estimateRecall({
      ...NONE,
      ...{ fired, notFired, firedRight, firedWrong: Math.min(n, fired) - firedRight },
      ...{ drawnWrong, drawnRight: Math.min(n, notFired) - drawnWrong },
    });
    known.set(key, estimated);
    return estimated;
  };
  for (let trial = 0; trial < TRIALS; trial++) {
    const firedRight = drawn(random, fired, right, Math.min(n, fired));
    const drawnWrong = drawn(random, notFired, missed, Math.min(n, notFired));
    const share = wilson(firedRight, Math.min(n, fired));
    if (share.low <= precision && precision <= share.high) inPrecision++;
    const estimated = estimate(firedRight, drawnWrong);
    if (!estimated) continue;
    withRecall++;
    assert.ok(estimated.low <= estimated.value && estimated.value <= estimated.high);
    if (estimated.low <= recall && recall <= estimated.high) inRecall++;
  }
  return { precision: inPrecision / TRIALS, recall: inRecall / withRecall };
}

test('the intervals cover known precision and recall at their rate', () => {
  const rates: { precision: number; recall: number }[] = [];
  let seed = 1;
  for (const fired of [40, 200, 1000]) {
    for (const precision of [0.55, 0.8, 0.93]) {
      for (const recall of [0.4, 0.7, 0.95]) {
        const right = Math.round(fired * precision);
        const missed = Math.round((right * (1 - recall)) / recall);
        const truth = { fired, right, notFired: 2000 + missed, missed };
        for (const n of [20, 100]) {
          const rate = covered(seed++, truth, n);
          rates.push(rate);
          assert.ok(rate.recall >= 0.95, `recall: ${rate.recall} for ${JSON.stringify(truth)}, ${n} labels`);
          assert.ok(
            rate.precision >= 0.91,
            `precision: ${rate.precision} for ${JSON.stringify(truth)}, ${n} labels`,
          );
        }
      }
    }
  }
  const mean = (of: 'precision' | 'recall') => rates.reduce((sum, rate) => sum + rate[of], 0) / rates.length;
  assert.ok(mean('precision') >= 0.95, `precision is covered in ${mean('precision')}`);
  assert.ok(mean('recall') >= 0.95, `recall is covered in ${mean('recall')}`);
});

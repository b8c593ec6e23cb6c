import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  BAND_EDGES,
  type Band,
  DEFAULT_THRESHOLD,
  MIN_BAND_LABELS,
  thresholdOf,
} from '../../src/domain/signals/labels/calibrate.ts';

/** Makes the bands from the labels and the right ones of each, lowest first. */
function bandsOf(counts: readonly (readonly [labels: number, right: number])[]): Band[] {
  return counts.map(([labels, right], at) => ({
    ...{ from: BAND_EDGES[at]!, to: BAND_EDGES[at + 1]!, labels, right },
  }));
}

const NONE = [0, 0] as const;
const GOOD = [20, 19] as const;
const BAD = [20, 15] as const;

/** Labels and right ones below 0.5, from 0.5, 0.6, 0.7, 0.8 and 0.9, and the threshold that follows. */
const CASES: [string, (readonly [number, number])[], number][] = [
  ['no labels', [NONE, NONE, NONE, NONE, NONE, NONE], DEFAULT_THRESHOLD],
  ['too few labels', [NONE, NONE, NONE, [9, 0], NONE, NONE], DEFAULT_THRESHOLD],
  ['all bands are right', [GOOD, GOOD, GOOD, GOOD, GOOD, GOOD], 0],
  ['low bands are wrong', [BAD, BAD, GOOD, GOOD, GOOD, GOOD], 0.6],
  ['a high band is wrong', [NONE, NONE, NONE, NONE, BAD, GOOD], 0.9],
  ['the highest band is wrong', [NONE, NONE, NONE, NONE, NONE, BAD], 0.9],
  ['only the highest band is known', [NONE, NONE, NONE, NONE, NONE, GOOD], DEFAULT_THRESHOLD],
  ['bands with few labels are joined downwards', [NONE, NONE, [5, 5], [5, 5], GOOD, GOOD], 0.6],
  ['of joined bands, only the wrong one raises it', [NONE, NONE, [5, 3], [5, 5], GOOD, GOOD], 0.7],
  ['joined bands are wrong, the upper one too', [NONE, NONE, [5, 5], [5, 2], GOOD, GOOD], 0.8],
  [
    'a low band is wrong, and no higher one is known',
    [NONE, [20, 5], NONE, NONE, NONE, NONE],
    DEFAULT_THRESHOLD,
  ],
  ['what is not known below a proven band stays as it is', [NONE, NONE, NONE, GOOD, GOOD, GOOD], 0.7],
];

for (const [what, counts, threshold] of CASES) {
  test(`the threshold of votes: ${what}`, () => assert.equal(thresholdOf(bandsOf(counts)), threshold));
}

const bands = fc
  .array(fc.tuple(fc.nat(40), fc.nat(40)), {
    minLength: BAND_EDGES.length - 1,
    maxLength: BAND_EDGES.length - 1,
  })
  .map((counts) => bandsOf(counts.map(([labels, right]) => [labels, Math.min(labels, right)])));

test('the threshold is an edge of a band, and more right labels never raise it', () => {
  fc.assert(
    fc.property(bands, (given) => {
      const threshold = thresholdOf(given);
      assert.ok(BAND_EDGES.includes(threshold) && threshold <= 0.9);
      const better = given.map((band) => ({ ...band, right: band.labels }));
      assert.ok(thresholdOf(better) <= Math.max(threshold, DEFAULT_THRESHOLD));
      const isKnown = given.some(({ labels }) => labels >= MIN_BAND_LABELS);
      if (!isKnown && given.reduce((sum, { labels }) => sum + labels, 0) < MIN_BAND_LABELS) {
        assert.equal(threshold, DEFAULT_THRESHOLD);
      }
    }),
  );
});

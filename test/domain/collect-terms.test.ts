import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { collectTermsSteps } from '../../src/domain/words/collect-terms.ts';

/** Longer than three of the steps in which a long text is read. */
const LONG = 25_000;

/** Runs the steps, and returns the terms with the number of steps. */
function collect(text: string): { terms: string[]; steps: number } {
  const running = collectTermsSteps([text], 'ja');
  for (let steps = 0; ; steps++) {
    const { done, value } = running.next();
    if (done) return { terms: value.flatMap(({ terms }) => terms.split(' ')), steps };
  }
}

/** Each character of a run with the next one, and the last one alone. */
function pairsIn(text: string): string[] {
  return text
    .split(/[ 。、]/)
    .filter((run) => run !== '')
    .flatMap((run) => [...run].map((character, at) => character + (run[at + 1] ?? '')));
}

test('a long text without spaces is read in steps, and has the terms of the whole', () => {
  const separator = fc.constantFrom('', '。', '、', ' ');
  fc.assert(
    fc.property(fc.array(separator, { minLength: 50, maxLength: 50 }), fc.nat(1999), (separators, first) => {
      // Most pairs occur once, so that one which is lost between two steps is missed.
      const characters = Array.from({ length: LONG }, (_, at) =>
        String.fromCharCode(0x4e00 + ((first + at * at * 7 + at * 31) % 1999)),
      );
      const text = characters.map((one, at) => one + (separators[at % 997] ?? '')).join('');
      // Punctuation ends no run; white space does.
      const expected = new Set(text.split(' ').flatMap((one) => pairsIn(one.replaceAll(/[。、]/g, ''))));
      assert.deepEqual(new Set(collect(text).terms), expected);
    }),
    { numRuns: 20 },
  );
});

test('no step of a long text without spaces is long', () => {
  const { steps } = collect('これは長い話です。'.repeat(20_000));
  assert.ok(steps > 20, `${steps} steps`);
});

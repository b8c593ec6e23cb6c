import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promises } from '../promises.ts';

const SEED = 20_261_121;

/** The number of test files, of which two run at the same time. */
const PARTS = 4;

/** Runs the quick form of each promise that the other tests do not prove: those of one part. */
export function testQuickForms(part: number): void {
  const own = promises.filter(({ isInTests }) => !isInTests).filter((_, index) => index % PARTS === part - 1);
  for (const promise of own) {
    test(`promise ${promise.number}, ${promise.name}: ${promise.harm}`, async (t) => {
      const figures = await promise.run({ full: false, seed: SEED, say: (line) => t.diagnostic(line) });
      assert.ok(figures.length > 0, 'nothing was measured');
      const broken = figures.filter(({ passed }) => !passed);
      assert.deepEqual(broken, []);
    });
  }
}

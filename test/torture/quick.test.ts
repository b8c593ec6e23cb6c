import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promises } from './promises.ts';

const SEED = 20_261_121;

/** Runs the quick form of each promise that the other tests do not prove. */
for (const promise of promises.filter(({ isInTests }) => !isInTests)) {
  test(`promise ${promise.number}, ${promise.name}: ${promise.harm}`, async (t) => {
    const figures = await promise.run({ full: false, seed: SEED, say: (line) => t.diagnostic(line) });
    assert.ok(figures.length > 0, 'nothing was measured');
    const broken = figures.filter(({ passed }) => !passed);
    assert.deepEqual(broken, []);
  });
}

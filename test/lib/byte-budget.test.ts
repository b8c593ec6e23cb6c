import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { createByteBudget } from '../../src/lib/byte-budget.ts';

const CAPACITY = 100;

test('no more bytes are held than there are, each who asks is served, and in the order of asking', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 250 }), { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.infiniteStream(fc.nat(29)), async (asked, picks) => {
      const budget = createByteBudget(CAPACITY);
      const holders: { bytes: number; giveBack: () => void }[] = [];
      const served: number[] = [];
      for (const [index, size] of asked.entries()) {
        void budget.take(size).then((giveBack) => {
          served.push(index);
          holders.push({ bytes: Math.min(size, CAPACITY), giveBack });
        });
      }
      while (served.length < asked.length || holders.length > 0) {
        await turn();
        const held = holders.reduce((sum, { bytes }) => sum + bytes, 0);
        assert.ok(held <= CAPACITY, `${held} are held`);
        assert.ok(holders.length > 0, `nobody is served of ${asked.length - served.length} who wait`);
        holders.splice(picks.next().value! % holders.length, 1)[0]!.giveBack();
      }
      assert.deepEqual(served, [...asked.keys()]);
    }),
    { seed: 4, numRuns: 200 },
  );
});

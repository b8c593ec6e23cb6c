import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareNext } from '../../src/lib/share-next.ts';

/** Questions that are answered when the test says so, each with the number of those that began before. */
function questions() {
  const answers: (() => void)[] = [];
  let failing = false;
  const ask = shareNext(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = answers.length;
        answers.push(() => (failing ? reject(new Error('away')) : resolve(number)));
      }),
  );
  return {
    ask,
    begun: () => answers.length,
    answer: (number: number) => answers[number]!(),
    fail() {
      failing = true;
    },
  };
}

test('one question is under way at a time, and later callers share the next one', async () => {
  const { ask, begun, answer } = questions();
  const first = ask();
  const later = [ask(), ask(), ask()];
  assert.equal(begun(), 1);
  answer(0);
  assert.equal(await first, 0);
  const last = ask();
  assert.equal(begun(), 2);
  answer(1);
  // Nobody is given an answer to a question that began before they asked.
  assert.deepEqual(await Promise.all(later), [1, 1, 1]);
  await Promise.resolve();
  answer(begun() - 1);
  assert.ok((await last) >= 1);
});

test('a question that fails is asked again for those who came later', async () => {
  const { ask, answer, fail, begun } = questions();
  const first = ask();
  const second = ask();
  fail();
  answer(0);
  await assert.rejects(first, /away/);
  assert.equal(begun(), 2);
  answer(1);
  await assert.rejects(second, /away/);
});

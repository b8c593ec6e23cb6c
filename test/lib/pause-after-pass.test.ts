import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseAfterPass } from '../../src/lib/pause-after-pass.ts';

test('a long pass is followed by a longer pause', () => {
  assert.equal(pauseAfterPass(3, 1000), 1000);
  assert.equal(pauseAfterPass(100, 1000), 2000);
});

test('pauses do not grow for ever when each of them makes the next pass longer', () => {
  let pauseMs = 1000;
  for (let pass = 0; pass < 50; pass++) pauseMs = pauseAfterPass(pauseMs / 10, 1000);
  assert.ok(pauseMs <= 10_000, `the last pause is ${pauseMs} ms`);
});

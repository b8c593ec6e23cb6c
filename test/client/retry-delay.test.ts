import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  FIRST_WAIT_MS,
  MAX_RETRY_AFTER_MS,
  MAX_WAIT_MS,
  readRetryAfterMs,
  retryDelayMs,
} from '../../client/src/retry-delay.ts';

const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
const retry = fc.integer({ min: 0, max: 10 });
const random = fc.double({ min: 0, max: 1, noNaN: true });

function read(retryAfter: string, rest: Record<string, string> = {}): number | undefined {
  return readRetryAfterMs(new Headers({ 'Retry-After': retryAfter, ...rest }), NOW_MS);
}

test('without Retry-After the wait doubles up to its bound, and at most half of it is left to chance', () => {
  fc.assert(
    fc.property(retry, random, (number, chance) => {
      let expected = FIRST_WAIT_MS;
      for (let n = 0; n < number; n++) expected = Math.min(expected * 2, MAX_WAIT_MS);
      const waitMs = retryDelayMs(number, undefined, chance)!;
      assert.ok(waitMs >= expected / 2 && waitMs <= expected, `${waitMs} of ${expected}`);
    }),
  );
  assert.equal(retryDelayMs(0, undefined, 1), FIRST_WAIT_MS);
  assert.equal(retryDelayMs(10, undefined, 1), MAX_WAIT_MS);
});

test('chance spreads the waits of many clients', () => {
  for (const asked of [undefined, 1000]) {
    assert.notEqual(retryDelayMs(2, asked, 0.1), retryDelayMs(2, asked, 0.9));
  }
});

test('the wait is never shorter than Retry-After, longer by at most a bounded part, or not made at all', () => {
  const asked = fc.integer({ min: 0, max: 2 * MAX_RETRY_AFTER_MS });
  fc.assert(
    fc.property(retry, asked, random, (number, askedMs, chance) => {
      const waitMs = retryDelayMs(number, askedMs, chance);
      if (askedMs > MAX_RETRY_AFTER_MS) return assert.equal(waitMs, undefined);
      assert.ok(waitMs! >= askedMs && waitMs! <= askedMs + MAX_WAIT_MS, `${waitMs} for ${askedMs}`);
    }),
  );
});

test('Retry-After is read as seconds and as an HTTP date', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seconds) => {
      assert.equal(read(`${seconds}`), seconds * 1000);
      assert.equal(read(new Date(NOW_MS + seconds * 1000).toUTCString()), seconds * 1000);
    }),
  );
});

test('the two older forms of an HTTP date are read, and a date that has passed is no wait', () => {
  assert.equal(read('Sunday, 01-Mar-26 12:00:09 GMT'), 9_000);
  assert.equal(read('Sun Mar  1 12:00:09 2026'), 9_000);
  assert.equal(read('Sun, 01 Mar 2026 11:59:59 GMT'), 0);
});

test('a date counts from the answer’s own Date, so that a wrong clock here changes nothing', () => {
  const headers = { Date: 'Sat, 01 Mar 2031 00:00:00 GMT' };
  assert.equal(read('Sat, 01 Mar 2031 00:00:05 GMT', headers), 5_000);
});

test('anything else is no Retry-After', () => {
  for (const value of [
    '',
    'soon',
    '-1',
    '1.5',
    '1e3',
    '0x10',
    '5 GMT',
    'Sun, 99 Foo 2026 12:00:00 GMT',
    '+5',
  ]) {
    assert.equal(read(value), undefined, value);
  }
  assert.equal(readRetryAfterMs(new Headers(), NOW_MS), undefined);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byWeek, daysBetween, trendOf } from '../../console/src/parts/chart-scale.ts';

test('bars and trend lines show the same weeks, the newest with all of its days', () => {
  const days = daysBetween('2026-01-01', '2026-01-17');
  const values = days.map((_, index) => index);
  const bars = byWeek(days, [{ key: 'a', label: 'A', color: 'red', values }], 10);
  assert.deepEqual(bars.days, ['2026-01-01', '2026-01-04', '2026-01-11']);
  assert.deepEqual(bars.series[0]!.values, [0 + 1 + 2, 42, 91]);
  assert.deepEqual(trendOf(values), bars.series[0]!.values);
});

test('whole weeks are not preceded by an empty one, and few days stay days', () => {
  const values = daysBetween('2026-01-01', '2026-01-14').map(() => 1);
  assert.deepEqual(trendOf(values), [7, 7]);
  assert.deepEqual(trendOf(values.slice(1)), values.slice(1));
});

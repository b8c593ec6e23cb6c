import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBufferPool } from '../../src/lib/buffer-pool.ts';

test('memory that was given back is lent again, to one at a time', () => {
  const pool = createBufferPool();
  const first = pool.take(100_000);
  const second = pool.take(100_000);
  assert.notEqual(first.buffer, second.buffer);
  pool.giveBack(first);
  const third = pool.take(70_000);
  assert.equal(third.buffer, first.buffer);
  assert.equal(third.length, 70_000);
  assert.notEqual(pool.take(70_000).buffer, first.buffer);
});

test('small and large buffers are not kept', () => {
  const pool = createBufferPool();
  for (const bytes of [100, 2 ** 20 + 1]) {
    const one = pool.take(bytes);
    assert.equal(one.length, bytes);
    pool.giveBack(one);
    const other = pool.take(bytes);
    assert.ok(other.buffer !== one.buffer || other.byteOffset !== one.byteOffset, `${bytes} bytes`);
  }
});

test('no more is kept than a few of each size', () => {
  const pool = createBufferPool();
  const all = Array.from({ length: 50 }, () => pool.take(1_000_000));
  for (const one of all) pool.giveBack(one);
  const again = new Set(Array.from({ length: 50 }, () => pool.take(1_000_000).buffer));
  const kept = all.filter((one) => again.has(one.buffer));
  assert.ok(kept.length > 0 && kept.length <= 8, `${kept.length} were kept`);
});

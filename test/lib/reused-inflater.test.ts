import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createInflateRaw } from 'node:zlib';
import fc from 'fast-check';
import { deflatePiece, inflatePiece } from '../../src/lib/gzip-pieces.ts';
import { createReusedInflater } from '../../src/lib/reused-inflater.ts';

const piece = fc
  .tuple(fc.uint8Array({ maxLength: 300 }), fc.constantFrom(1, 20, 700))
  .map(([bytes, times]) => deflatePiece(Buffer.concat(Array.from({ length: times }, () => bytes))));

/** Counts the streams that an inflater opens. */
function counting() {
  const counted = { opened: 0 };
  const open = () => {
    counted.opened++;
    return createInflateRaw().on('error', () => {});
  };
  return { counted, inflater: createReusedInflater(open) };
}

test('pieces are inflated one after the other by a single stream, from bytes and from strings', () => {
  const { counted, inflater } = counting();
  fc.assert(
    fc.property(piece, fc.boolean(), (one, isString) => {
      const deflated = isString ? one.deflated.toString('latin1') : one.deflated;
      assert.deepEqual(inflater.inflate({ ...one, deflated }), inflatePiece(one));
    }),
  );
  assert.equal(counted.opened, 1);
});

test('a piece that is too large to keep memory for is inflated as well', () => {
  const one = deflatePiece(Buffer.alloc(3 * 1024 * 1024, 'entry '));
  const { counted, inflater } = counting();
  assert.deepEqual(inflater.inflate(one), inflatePiece(one));
  assert.equal(counted.opened, 0);
});

test('a damaged piece fails as it does without reuse, and those after it do not', () => {
  const { counted, inflater } = counting();
  const good = deflatePiece(Buffer.from('a text, a text, a text'));
  const damaged = { ...good, deflated: Buffer.alloc(40, 0xff) };
  for (const expected of [1, 2]) {
    assert.deepEqual(inflater.inflate(good), inflatePiece(good));
    assert.throws(() => inflater.inflate(damaged), /invalid/);
    assert.equal(counted.opened, expected);
  }
});

test('a piece whose length is told wrongly is inflated to what it has', () => {
  const { inflater } = counting();
  const good = deflatePiece(Buffer.from('a text, a text, a text'));
  for (const rawLength of [1, 21, 23]) {
    assert.deepEqual(inflater.inflate({ ...good, rawLength }), Buffer.from('a text, a text, a text'));
  }
});

test('another version of Node, whose streams are made otherwise, inflates pieces as well', () => {
  const one = deflatePiece(Buffer.from('a text, a text, a text'));
  for (const stream of [{}, { _handle: null }, { _handle: { reset() {} } }]) {
    assert.deepEqual(createReusedInflater(() => stream).inflate(one), inflatePiece(one));
  }
});

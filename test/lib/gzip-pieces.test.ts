import assert from 'node:assert/strict';
import { test } from 'node:test';
import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { combineCrc32 } from '../../src/lib/combine-crc32.ts';
import {
  deflatePiece,
  gzipAll,
  gzipPieces,
  inflatePiece,
  isAtHand,
  type Piece,
  type Pieces,
  plainAll,
  plainPieces,
} from '../../src/lib/gzip-pieces.ts';
import { createInflatedPieces } from '../../src/lib/inflated-pieces.ts';
import { seededRandom } from '../support/random.ts';

/** Pieces have no end of their own. */
const SYNCED = { finishFlush: constants.Z_SYNC_FLUSH };

const SETTINGS = { seed: 2, numRuns: 200 };

/** Bytes that deflate well, badly, or are none at all. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.tuple(fc.nat(255), fc.nat(70_000)).map(([byte, length]) => new Uint8Array(length).fill(byte)),
);

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  bytes.map((raw) => deflatePiece(Buffer.from(raw))),
);

/** The same, every third one to be fetched. */
const deferred = (pieces: Piece[]): Pieces =>
  pieces.map((one, index) => (index % 3 === 1 ? async () => one : one));

async function gathered(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

const rawOf = (one: Piece) => (typeof one === 'string' ? Buffer.from(one) : inflatePiece(one));

test('the CRC-32 of joined bytes follows from the CRC-32 of each and the length of the second', () => {
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      const joined = crc32(Buffer.concat([first, second]));
      assert.equal(combineCrc32(crc32(first), crc32(second), second.length), joined);
    }),
    SETTINGS,
  );
});

test('the CRC-32 of a second part of 2 GiB follows too', () => {
  // Zeros are added MiB by MiB, and by doubling: the last doubling appends 2^31 bytes at once.
  const mebibyte = crc32(Buffer.alloc(2 ** 20));
  let stepwise = 0;
  for (let i = 0; i < 2 ** 12; i++) stepwise = combineCrc32(stepwise, mebibyte, 2 ** 20);
  let doubled = mebibyte;
  for (let length = 2 ** 20; length < 2 ** 32; length *= 2) doubled = combineCrc32(doubled, doubled, length);
  assert.equal(doubled, stepwise);
});

test('a piece inflates to the bytes it was made of, and tells their length and CRC-32', () => {
  fc.assert(
    fc.property(bytes, (raw) => {
      const made = deflatePiece(Buffer.from(raw));
      assert.deepEqual(inflatePiece(made), Buffer.from(raw));
      assert.equal(made.rawLength, raw.length);
      assert.equal(made.crc32, crc32(raw));
    }),
    SETTINGS,
  );
});

test('pieces of any size that are made one after the other are what each would be alone, also of bytes that do not deflate', () => {
  const random = seededRandom(3);
  for (let index = 0; index < 300; index++) {
    const length = Math.floor(random() ** 3 * 700_000);
    const noise = Buffer.from(Array.from({ length: length >> (index % 3) }, () => random() * 256));
    const raw = Buffer.concat([noise, noise, noise]).subarray(0, length);
    const made = deflatePiece(raw);
    const kept = Buffer.from(made.deflated);
    deflatePiece(Buffer.from('another one'));
    assert.deepEqual(made.deflated, kept, 'the next one leaves it as it is');
    assert.ok(inflatePiece(made).equals(raw), `${length} bytes`);
    assert.ok(inflateRawSync(made.deflated, SYNCED).equals(raw), `${length} bytes`);
    assert.equal(made.crc32, crc32(raw));
  }
});

test('any mix of texts and pieces makes one gzip member that holds them joined', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
      const joined = Buffer.concat(pieces.map(rawOf));
      const gzipped = await gathered(gzipPieces(deferred(pieces)));
      assert.deepEqual(gunzipSync(gzipped), joined);
      assert.deepEqual(await gathered(plainPieces(deferred(pieces))), joined);
      assert.deepEqual([isAtHand(pieces), isAtHand(deferred(pieces))], [true, pieces.length < 2]);
      assert.deepEqual(gzipAll(pieces), await gathered(gzipPieces(pieces)));
      assert.deepEqual(plainAll(pieces), joined);
      // gunzipSync would join several members; their trailers would tell.
      assert.equal(gzipped.readUInt32LE(gzipped.length - 8), crc32(joined));
      assert.equal(gzipped.readUInt32LE(gzipped.length - 4), joined.length);
    }),
    SETTINGS,
  );
});

test('content that is kept between answers is that of the same pieces, whatever memory there is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 6 }),
      fc.integer({ max: 5000 }),
      (answers, maxBytes) => {
        const inflated = createInflatedPieces(maxBytes);
        for (let round = 0; round < 3; round++) {
          for (const pieces of answers) {
            assert.deepEqual(plainAll(pieces, { inflated }), Buffer.concat(pieces.map(rawOf)));
          }
        }
      },
    ),
    SETTINGS,
  );
});

test('pieces of the same checksum do not get the content of each other', () => {
  const inflated = createInflatedPieces(10_000);
  const texts = ['the words of one tenant', 'those of another, longer'];
  const pieces = texts.map((text) => ({ ...deflatePiece(Buffer.from(text)), crc32: 7 }));
  for (const index of [0, 0, 1, 0, 1, 1, 1, 0, 0]) {
    assert.equal(plainAll([pieces[index]!], { inflated }).toString(), texts[index]);
  }
});

test('only content that is asked for again is kept, and it takes no more memory than allowed', () => {
  const raw = Buffer.alloc(1000, 'x');
  const made = Array.from({ length: 20 }, (_, number) => ({ ...deflatePiece(raw), crc32: number }));
  const inflated = createInflatedPieces(6000);
  for (const piece of made) inflated.note(piece, raw);
  assert.ok(made.every((piece) => inflated.find(piece) === undefined));
  for (const piece of made) inflated.note(piece, raw);
  const kept = made.filter((piece) => inflated.find(piece) !== undefined);
  assert.ok(kept.length > 0 && kept.length < 6, `${kept.length} are kept`);
  for (let time = 0; time < 2; time++) inflated.note(made[0]!, raw);
  assert.deepEqual(inflated.find(made[0]!), raw);
});

test('pieces are sent as they come: the first is out before the second is asked for', async () => {
  let asked = 0;
  const counted: Pieces = Array.from({ length: 100 }, () => async () => {
    asked++;
    return deflatePiece(Buffer.from('piece'));
  });
  for (const send of [gzipPieces, plainPieces]) {
    asked = 0;
    const chunks = send(counted);
    for (let length = 0; length < 12; ) length += (await chunks.next()).value!.length;
    assert.ok(asked <= 3, `${asked} pieces were asked for`);
    await chunks.return(undefined);
  }
});

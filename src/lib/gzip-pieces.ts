import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

const deflateRawAside = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/**
 * Bytes made ready once and sent many times: raw deflate that ends on a byte boundary (Z_FULL_FLUSH, no final
 * block), so that any number of pieces can be joined into one gzip member, with the CRC-32 and length of what
 * they hold. See RFC 1951 and RFC 1952.
 */
export type DeflatedPiece = { deflated: Buffer; crc32: number; rawLength: number };

/** One part of an answer: text made now, or a piece made ready before. */
export type Piece = string | DeflatedPiece;

/** Level 3: a third of level 6's time for 5 % more bytes on transcripts. */
const LEVEL = 3;

const DEFLATED = { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH };

export function deflatePiece(raw: Buffer): DeflatedPiece {
  return { deflated: deflateRawSync(raw, DEFLATED), crc32: crc32(raw), rawLength: raw.length };
}

/** Shorter ones are deflated before another thread would have begun. */
const MIN_ASIDE_BYTES = 8 * 1024;

/** {@link deflatePiece} on another thread, so that other requests are answered meanwhile. */
export async function deflatePieceAside(raw: Buffer): Promise<DeflatedPiece> {
  if (raw.length < MIN_ASIDE_BYTES) return deflatePiece(raw);
  const deflated = await deflateRawAside(raw, {
    ...DEFLATED,
    chunkSize: MIN_CHUNK_BYTES + (raw.length >> 2),
  });
  return { deflated, crc32: crc32(raw), rawLength: raw.length };
}

/** @param piece with its rawLength the output is made in one go, without it in chunks */
export function inflatePiece(piece: Pick<DeflatedPiece, 'deflated'> & { rawLength?: number }): Buffer {
  const { deflated, rawLength = 0 } = piece;
  const chunkSize = Math.max(rawLength + 1, MIN_CHUNK_BYTES);
  return inflateRawSync(deflated, { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
}

const MIN_CHUNK_BYTES = 16 * 1024;

/** Up to this length text between pieces goes as it is: compressing it costs more than it saves. */
const MAX_STORED_BYTES = 4096;

/** Text as a piece: short text in a stored block (RFC 1951, 3.2.4), which begins and ends on a byte boundary. */
function textPiece(text: string): DeflatedPiece {
  const raw = Buffer.from(text);
  if (raw.length > MAX_STORED_BYTES) return deflatePiece(raw);
  const header = Buffer.alloc(5);
  header.writeUInt16LE(raw.length, 1);
  header.writeUInt16LE(raw.length ^ 0xffff, 3);
  return { deflated: Buffer.concat([header, raw]), crc32: crc32(raw), rawLength: raw.length };
}

/** A part that is fetched when the reader gets there. */
export type DeferredPiece = () => Promise<Piece>;

/** The parts of an answer, in order. */
export type Pieces = readonly (Piece | DeferredPiece)[];

/** Whether all is at hand, so that the answer can be made in one go. */
export function isAtHand(pieces: Pieces): pieces is readonly Piece[] {
  return pieces.every((piece) => typeof piece !== 'function');
}

/** Neighbouring texts as one, so that what follows is done once for each run of them. */
function* joined(pieces: Iterable<Piece>): Generator<Piece> {
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      text += piece;
      continue;
    }
    if (text !== '') yield text;
    text = '';
    yield piece;
  }
  if (text !== '') yield text;
}

/** Fetches what is deferred when it is asked for, joins the texts between. */
async function* fetched(pieces: Pieces): AsyncGenerator<Piece> {
  let atHand: Piece[] = [];
  for (const piece of pieces) {
    if (typeof piece !== 'function') {
      atHand.push(piece);
      continue;
    }
    yield* joined(atHand);
    atHand = [];
    yield await piece();
  }
  yield* joined(atHand);
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const FINAL_EMPTY_BLOCK = Buffer.from([0x03, 0x00]);

/** Puts one gzip member together: the header, what add() makes of each piece, the trailer. */
function gzipMember(): { add(piece: Piece): Buffer; trailer(): Buffer } {
  let crc = 0;
  let length = 0;
  return {
    add(one) {
      const piece = typeof one === 'string' ? textPiece(one) : one;
      crc = combineCrc32(crc, piece.crc32, piece.rawLength);
      length = (length + piece.rawLength) % 2 ** 32;
      return piece.deflated;
    },
    trailer() {
      const trailer = Buffer.alloc(8);
      trailer.writeUInt32LE(crc, 0);
      trailer.writeUInt32LE(length, 4);
      return Buffer.concat([FINAL_EMPTY_BLOCK, trailer]);
    },
  };
}

function plain(piece: Piece): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : inflatePiece(piece);
}

/** Joins pieces into the chunks of one gzip member. */
export async function* gzipPieces(pieces: Pieces): AsyncGenerator<Buffer> {
  const member = gzipMember();
  yield GZIP_HEADER;
  for await (const piece of fetched(pieces)) yield member.add(piece);
  yield member.trailer();
}

/** The same bytes for clients that take no gzip. */
export async function* plainPieces(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of fetched(pieces)) yield plain(piece);
}

/** {@link gzipPieces} in one go. */
export function gzipAll(pieces: readonly Piece[]): Buffer {
  const member = gzipMember();
  const chunks: Buffer[] = [GZIP_HEADER];
  for (const piece of joined(pieces)) chunks.push(member.add(piece));
  chunks.push(member.trailer());
  return Buffer.concat(chunks);
}

/** {@link plainPieces} in one go. */
export function plainAll(pieces: readonly Piece[]): Buffer {
  const chunks: Buffer[] = [];
  for (const piece of joined(pieces)) chunks.push(plain(piece));
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
}

/**
 * CRC-32 of two byte strings joined, from the CRC-32 of each and the length of the second (below 2^32).
 *
 * Appending n bytes multiplies the first CRC by x^(8n) modulo the CRC polynomial (bits reflected).
 */
export function combineCrc32(first: number, second: number, secondLength: number): number {
  return (multiply(powerOfX(secondLength), first) ^ second) >>> 0;
}

const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** Product of two polynomials over GF(2), modulo the CRC polynomial; bit 31 is the coefficient of x^0. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}

/** x^(8 · 2^n) for n = 0…31. */
const SQUARES = (() => {
  const squares = [0x00800000];
  while (squares.length < 32) squares.push(multiply(squares.at(-1)!, squares.at(-1)!));
  return squares;
})();

/** x^(8 · bytes). */
function powerOfX(bytes: number): number {
  let power = ONE;
  for (let bit = 0, rest = bytes; rest > 0; bit++, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(SQUARES[bit]!, power);
  }
  return power;
}

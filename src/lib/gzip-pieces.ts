import { promisify } from 'node:util';
import {
  constants,
  crc32,
  createDeflateRaw,
  deflateRaw,
  deflateRawSync,
  inflateRawSync,
  type ZlibOptions,
} from 'node:zlib';
import { combineCrc32 } from './combine-crc32.ts';
import { yieldToEventLoop } from './event-loop.ts';
import type { InflatedPieces } from './inflated-pieces.ts';
import { ReusedZlib, withSpace } from './reused-zlib.ts';

const deflateRawAside = promisify<Buffer, ZlibOptions, Buffer>(deflateRaw);

/** Bytes; a string has a character for each, as Latin-1 has. */
export type Bytes = Buffer | string;

/**
 * Bytes made ready once and sent many times: raw deflate that ends on a byte boundary (Z_FULL_FLUSH, no final
 * block), so that any number of pieces can be joined into one gzip member, with the CRC-32 and length of what
 * they hold. See RFC 1951 and RFC 1952.
 */
export type DeflatedPiece = { deflated: Bytes; crc32: number; rawLength: number };

/** One that was just made. */
export type NewPiece = DeflatedPiece & { deflated: Buffer };

export const toBuffer = (bytes: Bytes) => (typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);

/** @returns where the bytes end */
function put(out: Buffer, at: number, bytes: Bytes): number {
  return at + (typeof bytes === 'string' ? out.write(bytes, at, 'latin1') : bytes.copy(out, at));
}

/** One part of an answer: text made now, or a piece made ready before. */
export type Piece = string | DeflatedPiece;

/** Level 3: a third of level 6's time for 5 % more bytes on transcripts. */
const LEVEL = 3;

const DEFLATED = { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH };

export function deflatePiece(raw: Buffer): NewPiece {
  const deflated = deflateAtOnce(raw) ?? deflateRawSync(raw, DEFLATED);
  return { deflated, crc32: crc32(raw), rawLength: raw.length };
}

const deflater = new ReusedZlib(() => createDeflateRaw({ level: LEVEL }), constants.Z_FULL_FLUSH);

/** Deflated bytes before they are copied, as it is not known before how many there are. */
let space: Buffer = Buffer.alloc(0);

/** Longer texts are deflated into memory of their own. */
const MAX_AT_ONCE_BYTES = 512 * 1024;

/** Returns undefined if the text is too long, or this version of Node works otherwise. */
function deflateAtOnce(raw: Buffer): Buffer | undefined {
  if (raw.length > MAX_AT_ONCE_BYTES) return undefined;
  // What cannot be made shorter becomes a little longer.
  space = withSpace(space, raw.length + (raw.length >> 6) + 1024);
  const left = deflater.write(raw, raw.length, space, space.length);
  if (left?.input === 0 && left.output > 0) return Buffer.from(space.subarray(0, space.length - left.output));
  if (left) deflater.discard();
  return undefined;
}

/** Shorter ones take at most half a millisecond; handing them to another thread would cost as much again. */
const MIN_ASIDE_BYTES = 64 * 1024;

/** {@link deflatePiece} on another thread, so that other requests are answered meanwhile. */
export async function deflatePieceAside(raw: Buffer): Promise<NewPiece> {
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
  return inflateRawSync(toBuffer(deflated), { finishFlush: constants.Z_SYNC_FLUSH, chunkSize });
}

/**
 * Inflates pieces into one buffer.
 * @returns steps, to be run in turns
 */
export function* inflateSteps(
  pieces: readonly Pick<DeflatedPiece, 'deflated' | 'rawLength'>[],
): Generator<void, Buffer> {
  if (pieces.length === 1) return inflatePiece(pieces[0]!);
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, { rawLength }) => sum + rawLength, 0));
  let at = 0;
  for (const piece of pieces) {
    at += inflatePiece(piece).copy(bytes, at);
    yield;
  }
  return bytes;
}

const MIN_CHUNK_BYTES = 16 * 1024;

/** The longest text between pieces that is stored uncompressed: compressing it costs more than it saves. */
const MAX_STORED_BYTES = 4096;

/** The largest content of one stored block (RFC 1951, 3.2.4), and its overhead. */
const MAX_BLOCK_BYTES = 0xffff;
const BLOCK_HEADER_BYTES = 5;

/**
 * Writes text uncompressed, in stored blocks, which begin and end on byte boundaries. @returns the end of the last one
 */
function putStored(out: Buffer, at: number, raw: Buffer): number {
  let end = at;
  for (let from = 0; from < raw.length; from += MAX_BLOCK_BYTES) {
    const length = Math.min(MAX_BLOCK_BYTES, raw.length - from);
    out[end] = 0;
    out.writeUInt16LE(length, end + 1);
    out.writeUInt16LE(length ^ 0xffff, end + 3);
    end += BLOCK_HEADER_BYTES;
    end += raw.copy(out, end, from, from + length);
  }
  return end;
}

function storedLength(raw: Buffer): number {
  return raw.length + Math.ceil(raw.length / MAX_BLOCK_BYTES) * BLOCK_HEADER_BYTES;
}

function stored(raw: Buffer): Buffer {
  const out = Buffer.allocUnsafe(storedLength(raw));
  putStored(out, 0, raw);
  return out;
}

/** Text as a piece; short text is stored. */
function textPiece(text: string): DeflatedPiece {
  const raw = Buffer.from(text);
  if (raw.length > MAX_STORED_BYTES) return deflatePiece(raw);
  return { deflated: stored(raw), crc32: crc32(raw), rawLength: raw.length };
}

/** A part that is fetched when the reader gets there. */
export type DeferredPiece = () => Promise<Piece>;

/** The parts of an answer, in order. */
export type Pieces = readonly (Piece | DeferredPiece)[];

/** Returns true if all is at hand, so that the answer can be made in one go. */
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
    // Each iteration of the event loop continues one of many large responses.
    await yieldToEventLoop();
    yield await piece();
  }
  yield* joined(atHand);
}

export const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const FINAL_EMPTY_BLOCK = Buffer.from([0x03, 0x00]);
const TRAILER_BYTES = FINAL_EMPTY_BLOCK.length + 8;

/** Counts what a gzip member contains; `trailer` ends the member. */
export function gzipCount(): { add(piece: DeflatedPiece): void; trailer(): Buffer } {
  let crc = 0;
  let length = 0;
  return {
    add(piece) {
      crc = combineCrc32(crc, piece.crc32, piece.rawLength);
      length = (length + piece.rawLength) % 2 ** 32;
    },
    trailer() {
      const trailer = Buffer.alloc(TRAILER_BYTES);
      FINAL_EMPTY_BLOCK.copy(trailer);
      trailer.writeUInt32LE(crc, FINAL_EMPTY_BLOCK.length);
      trailer.writeUInt32LE(length, FINAL_EMPTY_BLOCK.length + 4);
      return trailer;
    },
  };
}

const deflatedOf = (piece: Piece) => (typeof piece === 'string' ? textPiece(piece) : piece);

/** Joins pieces into the chunks of one gzip member. */
export async function* gzipPieces(pieces: Pieces): AsyncGenerator<Buffer> {
  const count = gzipCount();
  yield GZIP_HEADER;
  for await (const one of fetched(pieces)) {
    const piece = deflatedOf(one);
    count.add(piece);
    yield toBuffer(piece.deflated);
  }
  yield count.trailer();
}

/** The same bytes for clients that accept no gzip. Inflating takes long, so it yields to the event loop for each piece. */
export async function* plainPieces(pieces: Pieces): AsyncGenerator<Buffer> {
  for await (const piece of fetched(pieces)) {
    if (typeof piece === 'string') {
      yield Buffer.from(piece);
      continue;
    }
    await yieldToEventLoop();
    yield inflatePiece(piece);
  }
}

/**
 * {@link gzipPieces} in one go.
 * @param allocate where the bytes are put
 */
export function gzipAll(
  pieces: readonly Piece[],
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const all = Array.from(joined(pieces), deflatedOf);
  const count = gzipCount();
  const length = all.reduce((bytes, { deflated }) => bytes + deflated.length, 0);
  const out = allocate(GZIP_HEADER.length + length + TRAILER_BYTES);
  let end = put(out, 0, GZIP_HEADER);
  for (const piece of all) {
    count.add(piece);
    end = put(out, end, piece.deflated);
  }
  put(out, end, count.trailer());
  return out;
}

/**
 * {@link plainPieces} in one go: all pieces whose content is not kept are inflated by one call.
 * @param options.allocate where the bytes are put
 * @param options.inflated keeps the content of pieces that are asked for again
 */
export function plainAll(
  pieces: readonly Piece[],
  {
    allocate = Buffer.allocUnsafe,
    inflated,
  }: { allocate?: (bytes: number) => Buffer; inflated?: InflatedPieces } = {},
): Buffer {
  const parts = Array.from(joined(pieces), (piece) =>
    typeof piece === 'string' ? { raw: Buffer.from(piece) } : { piece, raw: inflated?.find(piece) },
  );
  const missing = parts.flatMap(({ piece, raw }) => (piece && !raw ? piece : []));
  const rest = missing.length > 0 ? inflateTogether(missing) : Buffer.alloc(0);
  const out = allocate(parts.reduce((sum, { piece, raw }) => sum + (raw?.length ?? piece!.rawLength), 0));
  let [end, from] = [0, 0];
  for (const { piece, raw } of parts) {
    const bytes = raw ?? rest.subarray(from, from + piece!.rawLength);
    end += bytes.copy(out, end);
    if (raw) continue;
    inflated?.note(piece!, bytes);
    from += bytes.length;
  }
  return out;
}

function inflateTogether(pieces: readonly DeflatedPiece[]): Buffer {
  const deflated = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + piece.deflated.length, 0));
  let end = 0;
  for (const piece of pieces) end = put(deflated, end, piece.deflated);
  return inflatePiece({ deflated, rawLength: pieces.reduce((sum, piece) => sum + piece.rawLength, 0) });
}

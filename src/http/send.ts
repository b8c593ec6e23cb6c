import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createBufferPool } from '../lib/buffer-pool.ts';
import { makeYieldQueue } from '../lib/event-loop.ts';
import {
  gzipAll,
  gzipPieces,
  isAtHand,
  type Piece,
  type Pieces,
  plainAll,
  plainPieces,
} from '../lib/gzip-pieces.ts';
import { createInflatedPieces } from '../lib/inflated-pieces.ts';
import { type ContentEncoding, chooseEncoding, compress, compressChunks } from './content-encoding.ts';
import type { Answer } from './endpoint.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Shorter answers do not get shorter by compression. */
const MIN_COMPRESSED_BYTES = 1024;

/** Streamed answers that end within this size are sent whole, with a Content-Length. */
const MAX_WHOLE_BYTES = 512 * 1024;

/** Answers whose parts are at hand are made at once up to this size: 2 ms of inflating. */
const MAX_AT_ONCE_BYTES = 1024 * 1024;

/** The bytes of a file that are written in one round of the event loop: 20 µs of copying. */
const SLICE_BYTES = 64 * 1024;

/** @param note is told the body if it is made in one go; it may not keep the memory */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  note?: (body: Buffer) => void,
): Promise<FastifyReply> {
  if (answer.headers) reply.headers(answer.headers);
  if (answer.pieces) return sendPieces(request, reply, answer.status, answer.pieces, note);
  if (answer.file) return sendFile(request, reply, answer.status, answer.file);
  if (answer.stream) return reply.code(answer.status).send(answer.stream);
  if (answer.body !== undefined) return sendJson(request, reply, answer.status, answer.body);
  return sendBytes(
    request,
    reply,
    answer.status,
    answer.text === undefined ? undefined : Buffer.from(answer.text),
  );
}

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  body: object,
): Promise<FastifyReply> {
  reply.header('Content-Type', JSON_TYPE);
  return sendBytes(request, reply, status, Buffer.from(JSON.stringify(body)));
}

async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  bytes: Buffer | undefined,
) {
  reply.code(status);
  if (bytes === undefined) return reply.send();
  if (bytes.length < MIN_COMPRESSED_BYTES) return reply.send(bytes);
  reply.header('Vary', 'Accept-Encoding');
  const encoding = encodingFor(request);
  if (!encoding) return reply.send(bytes);
  reply.header('Content-Encoding', encoding);
  return reply.send(await compress(bytes, encoding));
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { bytes, gzipped }: NonNullable<Answer['file']>,
): FastifyReply {
  reply.code(status);
  const isGzipped = gzipped !== undefined && encodingFor(request) === 'gzip';
  if (isGzipped) reply.header('Content-Encoding', 'gzip');
  const content = isGzipped ? gzipped : bytes;
  if (content.length <= SLICE_BYTES || request.method === 'HEAD') return reply.send(content);
  reply.header('Content-Length', content.length);
  return reply.send(Readable.from(slices(content), { objectMode: false, highWaterMark: SLICE_BYTES }));
}

const yieldToOtherFiles = makeYieldQueue();

/** Yields the bytes in slices that refer to them. Each iteration of the event loop serves one of many readers. */
async function* slices(content: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < content.length; from += SLICE_BYTES) {
    await yieldToOtherFiles();
    yield content.subarray(from, from + SLICE_BYTES);
  }
}

/** Sends the body of an answer of pieces again, to a request that accepts the same encoding. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, body: Buffer): FastifyReply {
  piecesHeaders(reply, 200, encodingFor(request));
  return reply.send(body);
}

/** Sends pieces as they come, in bounded memory: a slow reader holds back the source. */
async function sendPieces(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  pieces: Pieces,
  note: (body: Buffer) => void = () => {},
): Promise<FastifyReply> {
  const encoding = encodingFor(request);
  if (isAtHand(pieces) && isQuicklyMade(pieces)) {
    const made = wholeBody(reply, pieces, encoding);
    const body = made instanceof Promise ? await made : made;
    piecesHeaders(reply, status, encoding);
    note(body);
    return reply.send(body);
  }
  const chunks = bodyInChunks(pieces, encoding);
  // A failure before the first bytes are sent can still get its own status.
  const start: Buffer[] = [];
  let length = 0;
  let done = false;
  while (length < MAX_WHOLE_BYTES) {
    const next = await chunks.next();
    if (next.done) {
      done = true;
      break;
    }
    start.push(next.value);
    length += next.value.length;
  }
  piecesHeaders(reply, status, encoding);
  if (done) return reply.send(Buffer.concat(start, length));
  return reply.send(Readable.from(continued(start, chunks), { objectMode: false, highWaterMark: 64 * 1024 }));
}

/** Some 400 transcripts of an hour. */
const MAX_INFLATED_BYTES = 32 * 1024 * 1024;

const inflated = createInflatedPieces(MAX_INFLATED_BYTES);

/** Makes a body in one go; only zstd and br take another turn. */
function wholeBody(
  reply: FastifyReply,
  pieces: readonly Piece[],
  encoding: ContentEncoding | undefined,
): Buffer | Promise<Buffer> {
  if (encoding === 'gzip') return lent(reply, (allocate) => gzipAll(pieces, allocate));
  if (encoding) return compress(plainAll(pieces), encoding);
  return lent(reply, (allocate) => plainAll(pieces, { allocate, inflated }));
}

function bodyInChunks(pieces: Pieces, encoding: ContentEncoding | undefined): AsyncGenerator<Buffer> {
  if (encoding === 'gzip') return gzipPieces(pieces);
  const chunks = plainPieces(pieces);
  return encoding ? compressChunks(chunks, encoding) : chunks;
}

const pool = createBufferPool();

/** Bytes in memory of the pool, which has it again when they are sent; an answer that breaks off keeps its memory. */
function lent(reply: FastifyReply, make: (allocate: (bytes: number) => Buffer) => Buffer): Buffer {
  const bytes = make(pool.take);
  reply.raw.once('finish', () => pool.giveBack(bytes));
  return bytes;
}

function piecesHeaders(reply: FastifyReply, status: number, encoding: ContentEncoding | undefined): void {
  reply.code(status).header('Vary', 'Accept-Encoding');
  if (!reply.hasHeader('Content-Type')) reply.header('Content-Type', JSON_TYPE);
  if (encoding) reply.header('Content-Encoding', encoding);
}

/** Returns true if it takes some milliseconds at most; a larger response yields to other work. */
function isQuicklyMade(pieces: readonly Piece[]): boolean {
  const length = (piece: Piece) => (typeof piece === 'string' ? piece.length : piece.rawLength);
  return pieces.reduce((bytes, piece) => bytes + length(piece), 0) <= MAX_AT_ONCE_BYTES;
}

async function* continued(start: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* start.splice(0);
  yield* rest;
}

/** Returns the content encoding in which a long answer to the request is sent, or undefined for none. */
export function encodingFor(request: FastifyRequest): ContentEncoding | undefined {
  return chooseEncoding(request.headers['accept-encoding']);
}

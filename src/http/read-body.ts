import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Fault } from '../lib/faults.ts';
import { SMALL_BYTES } from './admission.ts';
import { PACE, watchPace } from './body-pace.ts';

/** Bodies up to this size are read to their end after an early refusal, so that the connection can be kept. */
const MAX_DRAINED_BYTES = 64 * 1024;

/** The time that a refused sender may take to read the answer before the connection is cut. */
const LINGER_MS = 1000;

/** The permit that a large body needs to be read. */
export type ReadPermit = {
  /**
   * Is called when the first 64 KiB of a large body have arrived, so that a client that only announces one takes nothing.
   * @param bytes the most that there will be
   * @throws a Fault to respond with
   */
  acquire(bytes: number): Promise<void>;
  /** Returns true if other bodies wait for theirs. */
  isAwaited(): boolean;
};

/**
 * Reads a JSON body's bytes.
 *
 * Nothing past `maxBytes` is read: a Content-Length over it is refused at once, a longer stream when it gets there.
 * @throws Fault 415 for another Content-Type or any Content-Encoding, 413 for a longer body, 408 for a slow one, 400
 *   for a cut one, and what `permit` throws
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  permit: ReadPermit,
  pace = PACE,
): Promise<Buffer> {
  refuseEncoded(request.headers['content-encoding']);
  refuseOtherThanJson(request.headers['content-type']);
  return readWhole(request, maxBytes, permit, pace);
}

/**
 * Reads the bytes of a body of any type.
 * @throws Fault 415 for any Content-Encoding, 413 for a longer body, 408 for a slow one, 400 for a cut one, and what
 *   `permit` throws
 */
export async function readWhole(
  request: IncomingMessage,
  maxBytes: number,
  permit: ReadPermit,
  pace = PACE,
): Promise<Buffer> {
  refuseEncoded(request.headers['content-encoding']);
  const tooLarge = () => new Fault('too large', `The body must be at most ${maxBytes} bytes`);
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  if (announced > maxBytes) throw tooLarge();
  const cut = () => new Fault('invalid', 'The body ended before its announced length');
  // A client that has disconnected sends nothing more.
  if (request.destroyed) throw cut();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let isIn = announced <= SMALL_BYTES;
    let isSettled = false;
    const settle = (finish: () => void) => {
      isSettled = true;
      watch.end();
      request.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
      finish();
    };
    const refuse = (why: unknown) => {
      request.pause();
      settle(() => reject(why));
    };
    const watch = watchPace(
      pace,
      () => length > SMALL_BYTES && permit.isAwaited(),
      () => refuse(new Fault('too slow', 'The body came too slowly', undefined, 'slow_body')),
    );
    const enter = async () => {
      isIn = true;
      request.pause();
      watch.rest();
      await permit.acquire(announced);
      if (isSettled) return;
      watch.goOn();
      request.resume();
    };
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      watch.note(chunk.length);
      if (length > maxBytes) {
        refuse(tooLarge());
      } else {
        chunks.push(chunk);
        if (!isIn && length > SMALL_BYTES) enter().catch((why) => !isSettled && refuse(why));
      }
    };
    const onEnd = () => settle(() => resolve(Buffer.concat(chunks, length)));
    const onCut = () => settle(() => reject(cut()));
    request.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  });
}

/** @throws Fault 415 for any Content-Encoding but identity */
export function refuseEncoded(encoding: string | undefined): void {
  if (encoding === undefined || /^\s*identity\s*$/i.test(encoding)) return;
  throw new Fault(
    'unsupported media',
    'The body must not be compressed; the only Content-Encoding accepted is identity',
  );
}

/** `application/json` in any case; of its parameters only a charset counts, which must be UTF-8. */
function refuseOtherThanJson(contentType: string | undefined): void {
  const [type, ...parameters] = (contentType ?? '').split(';').map((part) => part.trim().toLowerCase());
  const isUtf8 = parameters.every((part) => !part.startsWith('charset') || UTF8_CHARSET.test(part));
  if (type === 'application/json' && isUtf8) return;
  throw new Fault('unsupported media', 'The Content-Type must be application/json, in UTF-8');
}

const UTF8_CHARSET = /^charset\s*=\s*"?utf-?8"?$/;

/**
 * Prepares an answer to a request whose body was not read to its end. A large or endless body is left unread: the
 * connection closes after the answer, but only once the sender had time to read it (a close with unread data
 * resets the connection, and many clients then lose the answer).
 * @param isSlow whether the rest is not worth waiting for, however little it is
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse, isSlow = false): void {
  if (request.readableEnded || request.complete) return;
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  const hasBody = announced > 0 || request.headers['transfer-encoding'] !== undefined;
  if (!hasBody || (announced <= MAX_DRAINED_BYTES && !isSlow)) return;
  response.setHeader('Connection', 'close');
  // Node drains an untouched request after the answer; one whose reading has begun is left alone. What has come
  // already must be taken out of the buffer: a read of nothing begins none while it is full.
  request.read();
  request.pause();
  const { socket } = request;
  socket.destroySoon = () => linger(socket);
}

/** Closes a connection over which the rest of a body still comes, after the sender had time to read the response. */
function linger(socket: Socket): void {
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Closes the connection of a request whose response is over although its body was not read to its end. */
export function closeAfterPart(request: IncomingMessage): void {
  if (!request.readableEnded && !request.complete && !request.destroyed) linger(request.socket);
}

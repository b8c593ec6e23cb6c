import type { IncomingMessage } from 'node:http';
import { Fault } from '../lib/faults.ts';
import { refuseEncoded } from './read-body.ts';

/** The time limits of a sender; tests use shorter ones than production. */
export type UploadTimeouts = {
  /** In each period of this length the given number of bytes has to arrive; a slower sender is considered gone. */
  spanMs: number;
  minBytes: number;
  /** From the first to the last byte. */
  totalMs: number;
};

const TIMEOUTS: UploadTimeouts = { spanMs: 30_000, minBytes: 30 * 1024, totalMs: 2 * 3_600_000 };

/** Bytes that a caller sends to be stored as they are. */
export type Upload = {
  contentType: string | undefined;
  /**
   * The bytes, to be read once; reading throws Fault 413 past the limit, 400 where the sender breaks off or is slow.
   * @param maxBytes where less is allowed than the operation takes
   * @param isWaitedFor tells whether the sender may be waiting for us; it is not to blame for that time, either
   * @throws Fault 413 where more are announced
   */
  content(maxBytes?: number, isWaitedFor?: () => boolean): AsyncIterable<Uint8Array>;
};

const underWay = new WeakSet<IncomingMessage>();

/** Returns true if the request is one whose body is being uploaded: it has its own time limits. */
export function isUpload(request: IncomingMessage): boolean {
  return underWay.has(request);
}

/** @throws Fault 415 for a compressed body, 413 for a Content-Length over the limit */
export function readUpload(request: IncomingMessage, mostBytes: number, timeouts = TIMEOUTS): Upload {
  const { headers } = request;
  refuseEncoded(headers['content-encoding']);
  const refuseLarger = (maxBytes: number) => {
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  };
  refuseLarger(mostBytes);
  return {
    contentType: headers['content-type'],
    content(allowedBytes = mostBytes, isWaitedFor = () => false) {
      const maxBytes = Math.min(allowedBytes, mostBytes);
      refuseLarger(maxBytes);
      return bounded(request, maxBytes, isWaitedFor, timeouts);
    },
  };
}

function tooLarge(maxBytes: number): Fault {
  return new Fault('too large', `The body must be at most ${maxBytes} bytes`);
}

async function* bounded(
  request: IncomingMessage,
  maxBytes: number,
  isWaitedFor: () => boolean,
  { spanMs, minBytes, totalMs }: UploadTimeouts,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  let spanBytes = 0;
  const stop = (why: string) => {
    request.destroy(new Fault('invalid', why));
  };
  // The sender is not to blame for the time that storing takes, nor for the rest of the span in which it ends.
  let isStoring = false;
  let wasBusy = false;
  const look = () => {
    const isBusy = isStoring || isWaitedFor();
    if (!isBusy && !wasBusy && spanBytes < minBytes) stop('The body stopped arriving');
    wasBusy = isBusy;
    spanBytes = 0;
  };
  const span = setInterval(look, spanMs);
  const total = setTimeout(stop, totalMs, 'The body took too long to arrive');
  underWay.add(request);
  try {
    // Left early, as by a fault, the request stays open: the answer still goes out on its connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length;
      spanBytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      isStoring = true;
      yield chunk;
      isStoring = false;
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('invalid', 'The body ended before its announced length');
  } finally {
    underWay.delete(request);
    clearInterval(span);
    clearTimeout(total);
  }
}

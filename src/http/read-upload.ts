import type { IncomingMessage } from 'node:http';
import { Fault } from '../lib/faults.ts';
import { refuseEncoded } from './read-body.ts';

/** A sender that says nothing for this long has left. */
const IDLE_TIMEOUT_MS = 30_000;

/** Bytes that a caller sends to be stored as they are. */
export type Upload = {
  contentType: string | undefined;
  /** To be read once; throws Fault 413 past the limit, 400 where the sender breaks off. */
  content: AsyncIterable<Uint8Array>;
};

/** @throws Fault 415 for a compressed body, 413 for a Content-Length over the limit */
export function readUpload(request: IncomingMessage, maxBytes: number): Upload {
  refuseEncoded(request.headers['content-encoding']);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return { contentType: request.headers['content-type'], content: bounded(request, maxBytes) };
}

async function* bounded(request: IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  const idle = setTimeout(
    () => request.destroy(new Fault('invalid', 'The body stopped arriving')),
    IDLE_TIMEOUT_MS,
  );
  try {
    // Left early, as by a fault, the request stays open: the answer still goes out on its connection.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      idle.refresh();
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    throw new Fault('invalid', 'The body ended before its announced length');
  } finally {
    clearTimeout(idle);
  }
}

function tooLarge(maxBytes: number): Fault {
  return new Fault('too large', `The body must be at most ${maxBytes} bytes`);
}

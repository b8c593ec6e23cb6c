import { yieldToEventLoop } from './event-loop.ts';
import { deflatePieceAside, GZIP_HEADER, gzipCount, type Piece, toBuffer } from './gzip-pieces.ts';

/** Text that is deflated at once: longer runs are not smaller, shorter ones are. */
const RUN_CHARACTERS = 128 * 1024;

/** The size of the chunks that are given on. */
const CHUNK_BYTES = 256 * 1024;

/** The time that pieces may be joined before other work is let in. */
const MAX_HOLD_MS = 2;

/**
 * Joins any number of pieces to one gzip member, in chunks. Neighbouring texts are deflated together; pieces that are
 * deflated already are copied.
 * @param batches is read as the chunks are
 */
export async function* gzipBatches(batches: AsyncIterable<Iterable<Piece>>): AsyncGenerator<Buffer> {
  const count = gzipCount();
  let chunks: Buffer[] = [GZIP_HEADER];
  let bytes = GZIP_HEADER.length;
  let run = '';
  const add = (piece: Exclude<Piece, string>) => {
    count.add(piece);
    const deflated = toBuffer(piece.deflated);
    bytes += deflated.length;
    chunks.push(deflated);
  };
  const endRun = async () => {
    if (run === '') return;
    const raw = Buffer.from(run);
    run = '';
    add(await deflatePieceAside(raw));
  };
  let heldSinceMs = performance.now();
  for await (const batch of batches) {
    for (const piece of batch) {
      if (typeof piece === 'string') run += piece;
      if (typeof piece !== 'string' || run.length >= RUN_CHARACTERS) await endRun();
      if (typeof piece !== 'string') add(piece);
      if (bytes >= CHUNK_BYTES) {
        yield Buffer.concat(chunks, bytes);
        [chunks, bytes] = [[], 0];
      }
      if (performance.now() - heldSinceMs < MAX_HOLD_MS) continue;
      await yieldToEventLoop();
      heldSinceMs = performance.now();
    }
  }
  await endRun();
  chunks.push(count.trailer());
  yield Buffer.concat(chunks);
}

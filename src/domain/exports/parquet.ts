import { once } from 'node:events';
import { startThread } from '../../lib/start-thread.ts';
import type { EntityType } from '../events/record-event.ts';
import { countRaw, type Encoding, type Tally } from './encoding.ts';
import type { ExportBatch } from './read-batches.ts';

/** The time that the encoding of one batch may take: far more than it does on a busy machine. */
const BATCH_MS = 120_000;

/**
 * Bounds of the thread's heap, without which it collects garbage late. With half of this young generation, encoding takes a
 * tenth longer. A meeting of the largest body that the receiver accepts, in the shortest entries, is encoded within 160 MB.
 */
const HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 256 };

/** Parquet with nested columns, compressed with Zstandard. */
export const parquet: Encoding = {
  extension: '.parquet',
  contentType: 'application/vnd.apache.parquet',
  encode,
};

/** Encodes in a thread of its own, because a row group takes a good part of a second: the process serves meanwhile. */
async function* encode(
  type: EntityType,
  batches: AsyncIterable<ExportBatch>,
  tally: Tally,
): AsyncGenerator<Uint8Array> {
  const thread = startThread(new URL('./parquet-thread.ts', import.meta.url), {
    workerData: { type },
    resourceLimits: HEAP,
  });
  // An error is thrown by the request that it answers.
  thread.on('error', () => {});
  const ask = async (message: unknown): Promise<Uint8Array> => {
    const answer = once(thread, 'message', { signal: AbortSignal.timeout(BATCH_MS) });
    thread.postMessage(message);
    return (await answer)[0];
  };
  try {
    // A batch is encoded while the next one is read.
    let encoded: Promise<Uint8Array> | undefined;
    for await (const { entities } of batches) {
      for (const { json } of entities) countRaw(tally, json);
      const bytes = await encoded;
      encoded = ask(entities);
      // If reading fails meanwhile, that is the error that is thrown.
      encoded.catch(() => {});
      if (bytes?.length) yield bytes;
    }
    yield await encoded!;
    yield await ask('end');
  } finally {
    await thread.terminate();
  }
}

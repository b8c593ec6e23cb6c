import { createHash } from 'node:crypto';
import type { EntityType } from '../events/record-event.ts';
import type { Tally } from './encoding.ts';
import { ENCODINGS } from './encodings.ts';
import type { ExportPlace } from './export-place.ts';
import { type ExportBatch, readBatches } from './read-batches.ts';
import type { ExportSource } from './read-pages.ts';

/**
 * The size of the entities of a file, as JSON text; a file ends with the batch that reaches it. It bounds the work that is
 * repeated after a crash: a few seconds.
 */
const FILE_BYTES = 256 * 1024 * 1024;

/** The rows after which a file ends as well: the ids of a file are kept in memory, so that none is exported twice in it. */
const FILE_ROWS = 500_000;

/** A file that is complete. */
export type WrittenFile = { type: EntityType; rows: number; bytes: number; sha256: Buffer };

/** Stores the content of a file durably. @returns its size in bytes */
export type StoreFile = (content: AsyncIterable<Uint8Array>) => Promise<number>;

/**
 * Writes the next file of an export that has anything in it.
 * @returns the place where the export continues, and the file; without a file, everything has been exported
 * @throws Fault 410 if the changes since the export began are no longer kept
 */
export async function writeNextFile(
  source: ExportSource,
  from: ExportPlace,
  store: StoreFile,
  fileBytes: number = FILE_BYTES,
): Promise<{ place: ExportPlace; file?: WrittenFile }> {
  let place = from;
  while (place.stage !== 'done') {
    const { type } = place;
    const tally: Tally = { rows: 0, rawBytes: 0 };
    const batches = readBatches(source, place, () => tally.rawBytes >= fileBytes || tally.rows >= FILE_ROWS);
    const first = await batches.next();
    if (first.done) {
      place = first.value;
      continue;
    }
    const rest = resume(first.value, batches);
    const hash = createHash('sha256');
    const content = ENCODINGS[source.options.format].encode(type, rest.batches, tally);
    const bytes = await store(hashed(content, hash));
    return { place: rest.place(), file: { type, rows: tally.rows, bytes, sha256: hash.digest() } };
  }
  return { place };
}

/** Puts the first batch back before the others. `place` is the place after them, once they have been read. */
function resume(first: ExportBatch, others: AsyncGenerator<ExportBatch, ExportPlace>) {
  let end: ExportPlace = first.place;
  async function* batches() {
    yield first;
    end = yield* others;
  }
  return { batches: batches(), place: () => end };
}

async function* hashed(content: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

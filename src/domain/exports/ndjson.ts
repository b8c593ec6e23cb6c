import type { Piece } from '../../lib/gzip-pieces.ts';
import { gzipBatches } from '../../lib/gzip-writer.ts';
import type { EntityType } from '../events/record-event.ts';
import { countRaw, type Encoding, type Tally } from './encoding.ts';
import type { ExportBatch, ExportedEntity } from './read-batches.ts';

/** One entity a line, in one gzip member. The stored transcripts are copied as they are, without being inflated. */
export const ndjson: Encoding = {
  extension: '.ndjson.gz',
  contentType: 'application/gzip',
  encode: (type, batches, tally) => gzipBatches(linesOf(type, batches, tally)),
};

async function* linesOf(
  type: EntityType,
  batches: AsyncIterable<ExportBatch>,
  tally: Tally,
): AsyncGenerator<Piece[]> {
  for await (const { entities } of batches) {
    const pieces: Piece[] = [];
    for (const entity of entities) {
      const json = entity.json ?? [tombstone(type, entity)];
      countRaw(tally, json);
      pieces.push(...json, '\n');
    }
    yield pieces;
  }
}

/** A tombstone has its id under the name and in the form that the lines of its type have. */
function tombstone(type: EntityType, { id }: ExportedEntity): string {
  if (type === 'execution') return JSON.stringify({ id: `${id}`, executionId: id, deleted: true });
  return JSON.stringify({ id: type === 'signal' ? id : `${id}`, deleted: true });
}

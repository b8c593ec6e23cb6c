import type { Piece } from '../../lib/gzip-pieces.ts';
import type { EntityType } from '../events/record-event.ts';
import type { ExportBatch } from './read-batches.ts';

/** The totals of what an encoder has written so far. */
export type Tally = {
  rows: number;
  /** The size of the entities as JSON text, about. */
  rawBytes: number;
};

/** The encoder of the files of a format. */
export type Encoding = {
  /** With its dot. */
  extension: string;
  contentType: string;
  /** Encodes entities of one type as a file, and counts them in `tally` as it goes. */
  encode(type: EntityType, batches: AsyncIterable<ExportBatch>, tally: Tally): AsyncIterable<Uint8Array>;
};

/** Counts a row. */
export function countRaw(tally: Tally, json: readonly Piece[] = []): void {
  tally.rows++;
  for (const piece of json) tally.rawBytes += typeof piece === 'string' ? piece.length : piece.rawLength;
}

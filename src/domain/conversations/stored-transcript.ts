import type { Queries, Statement, Transaction } from '../../db/database.ts';
import { runYielding } from '../../lib/event-loop.ts';
import {
  type PieceEntries,
  readTranscript,
  type Segment,
  type TranscriptPiece,
} from './transcript-pieces.ts';

const selectTranscript: Statement = {
  name: 'select-transcript',
  // Served by the primary key.
  text: `select deflated, first_entry as "firstEntry", end_seconds as "endSeconds" from meeting_transcript_pieces
         where organization_id = $1 and meeting_id = $2 order by piece_number`,
};

/** Returns the transcript of a meeting; undefined if it has none. */
export async function loadTranscript(
  db: Queries,
  organizationId: number,
  meetingId: number,
): Promise<Segment[] | undefined> {
  const values = [organizationId, meetingId];
  const pieces = await db.query<{ deflated: Buffer } & PieceEntries>(selectTranscript, values);
  return pieces.length === 0 ? undefined : runYielding(readTranscript(pieces));
}

const selectHasTranscript: Statement = {
  name: 'select-has-transcript',
  // Served by the primary key. A transcript without entries is one piece of at most this length.
  text: `select exists (select 1 from meeting_transcript_pieces where organization_id = $1 and meeting_id = $2
           and raw_length > octet_length('{"entries":[]}')) as "hasTranscript"`,
};

/** Returns whether a meeting has a transcript with at least one entry, so that there is something to judge. */
export async function hasTranscript(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<boolean> {
  const [row] = await tx.query<{ hasTranscript: boolean }>(selectHasTranscript, [organizationId, meetingId]);
  return row!.hasTranscript;
}

const deleteTranscript: Statement = {
  name: 'delete-transcript',
  text: 'delete from meeting_transcript_pieces where organization_id = $1 and meeting_id = $2',
};

const insertTranscriptPiece: Statement = {
  name: 'insert-transcript-piece',
  text: `insert into meeting_transcript_pieces
           (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

/**
 * Writes the pieces of a meeting's transcript. The statements are sent before this returns.
 * @param options.replaces whether the meeting may have pieces, which these replace
 */
export async function storeTranscript(
  tx: Transaction,
  meeting: readonly [organizationId: number, meetingId: number],
  pieces: readonly TranscriptPiece[],
  { replaces }: { replaces: boolean },
): Promise<void> {
  await Promise.all([
    replaces && tx.query(deleteTranscript, [...meeting]),
    ...pieces.map(({ deflated, crc32, rawLength, firstEntry, endSeconds }, number) => {
      const values = [...meeting, number, deflated, crc32, rawLength, firstEntry, endSeconds];
      return tx.query(insertTranscriptPiece, values);
    }),
  ]);
}

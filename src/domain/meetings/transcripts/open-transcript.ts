import type { Queries, Statement } from '../../../db/database.ts';
import { yieldToEventLoop } from '../../../lib/event-loop.ts';
import { Fault } from '../../../lib/faults.ts';
import { inflatePiece } from '../../../lib/gzip-pieces.ts';
import type { PieceEntries } from '../../conversations/transcript-pieces.ts';
import { selectTranscriptPiece } from '../queries.ts';
import { createEntryReader, type IndexedEntry } from './entry-reader.ts';

/** A meeting whose transcript is read; the time is in milliseconds since the epoch. */
export type TranscriptMeeting = { id: number; title: string; startMs: number; language: string | null };

export type OpenedTranscript = {
  meeting: TranscriptMeeting;
  /** Reads the entries of one piece after the other; each has to be called once, in their order. */
  steps: (() => Promise<IndexedEntry[]>)[];
  /** Returns the number of entries up to the last one that was read: of all, once the steps reach the end. */
  entriesRead(): number;
};

type PieceRow = Omit<TranscriptMeeting, 'id'> &
  (
    | { pieceNumber: null }
    | (PieceEntries & { pieceNumber: number; crc32: number; rawLength: number; deflated: string | null })
  );

const selectPieces: Statement = {
  name: 'select-transcript-pieces',
  binary: true,
  // Served by the primary keys. The pieces are those that contain the entries from $3 to $4, without $4; of a transcript that
  // an earlier Parley stored, all. Pieces beyond the first $5 bytes are fetched when they are needed.
  text: `
    select m.title, (extract(epoch from m.start_time) * 1000)::bigint as "startMs",
      m.transcript_language as language, p.piece_number as "pieceNumber", p.crc32, p.raw_length as "rawLength",
      p.first_entry as "firstEntry", p.end_seconds as "endSeconds",
      case when sum(octet_length(p.deflated)) over (order by p.piece_number) - octet_length(p.deflated) < $5
        then p.deflated end as deflated
    from meetings m
    left join meeting_transcript_pieces p on p.organization_id = $1 and p.meeting_id = $2
      and p.piece_number >= coalesce((
        select max(piece_number) from meeting_transcript_pieces
        where organization_id = $1 and meeting_id = $2 and first_entry <= $3::bigint), 0)
      and p.piece_number < coalesce((
        select min(piece_number) from meeting_transcript_pieces
        where organization_id = $1 and meeting_id = $2 and first_entry >= $4::bigint), 2147483647)
    where m.organization_id = $1 and m.id = $2
    order by p.piece_number`,
};

/**
 * Opens the transcript of a meeting.
 * @param range the entries to read: from an index, up to and without another one
 * @param bytesAtOnce the size of the pieces that are fetched at once, compressed
 * @returns undefined if the organization has no such meeting; a meeting without a transcript has no steps
 */
export async function openTranscript(
  db: Queries,
  organizationId: number,
  meetingId: number,
  { from, to }: { from: number; to?: number | undefined },
  bytesAtOnce: number,
): Promise<OpenedTranscript | undefined> {
  const values = [organizationId, meetingId, from, to, bytesAtOnce];
  const rows = await db.query<PieceRow>(selectPieces, values);
  const [first] = rows;
  if (!first) return undefined;
  const { title, startMs, language } = first;
  const pieces = rows.filter((row) => row.pieceNumber !== null);
  const reader = createEntryReader();
  let entriesRead = 0;
  const steps = pieces.map((piece, position) => async () => {
    const { pieceNumber, crc32, rawLength } = piece;
    const values = [organizationId, meetingId, pieceNumber, crc32, rawLength];
    const deflated = piece.deflated ?? (await fetchPiece(db, values));
    await yieldToEventLoop();
    const next = pieces[position + 1];
    const endsWithEntry = !next || next.firstEntry !== null;
    const entries = reader.take(inflatePiece({ deflated, rawLength }), piece, endsWithEntry);
    entriesRead = (entries.at(-1)?.entryIndex ?? entriesRead - 1) + 1;
    return entries.filter(({ entryIndex }) => entryIndex >= from && (to === undefined || entryIndex < to));
  });
  return { meeting: { id: meetingId, title, startMs, language }, steps, entriesRead: () => entriesRead };
}

/** @throws Fault 503 if the transcript has been replaced meanwhile; a response that has begun breaks off */
async function fetchPiece(db: Queries, values: readonly unknown[]): Promise<string> {
  const [piece] = await db.query<{ deflated: string }>(selectTranscriptPiece, [...values]);
  if (piece) return piece.deflated;
  throw new Fault('unavailable', 'The transcript was replaced while it was being read; try again', 1);
}

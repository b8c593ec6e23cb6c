import type { Queries, Statement } from '../../db/database.ts';
import type { Piece } from '../../lib/gzip-pieces.ts';
import type { RecordingRow } from '../recordings/queries.ts';
import { presentRecording } from '../recordings/recording-state.ts';
import type { MeetingRow } from './page-queries.ts';
import { meetingPieces } from './read-meetings.ts';

type WholeRow = MeetingRow &
  (Pick<RecordingRow, 'state' | 'reason' | 'contentType' | 'bytes' | 'updatedAt'> | { state: null });

const selectWholeMeetings: Statement = {
  name: 'select-whole-meetings',
  binary: true,
  // Served by the primary keys.
  text: `select m.id, case when coalesce(t.piece_number, 0) = 0 then m.head end as head, t.piece_number as "pieceNumber",
           t.crc32, t.raw_length as "rawLength", t.deflated, r.state, r.reason, r.content_type as "contentType",
           r.bytes, (extract(epoch from r.updated_at) * 1000)::bigint as "updatedAt"
         from meetings m
         left join meeting_transcript_pieces t on t.organization_id = $1 and t.meeting_id = m.id
         left join recordings r on r.organization_id = $1 and r.meeting_id = m.id
         where m.organization_id = $1 and m.id = any ($2::bigint[])
         order by m.id, t.piece_number`,
};

/**
 * Reads meetings as GET by id shows them, each as the parts of its JSON. The caller chooses the meetings so that their
 * transcripts have a bounded size.
 * @returns the meetings by id; those that do not exist are absent
 */
export async function readWholeMeetings(
  db: Queries,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, readonly Piece[]>> {
  const rows = await db.query<WholeRow>(selectWholeMeetings, [organizationId, ids]);
  const meetings = new Map<number, readonly Piece[]>();
  for (const [id, pieces] of Map.groupBy(rows, (row) => row.id!)) {
    const [first] = pieces as [WholeRow];
    const recording = presentRecording(first.state === null ? undefined : first);
    // All pieces are in the rows, so none is fetched later.
    meetings.set(id, meetingPieces(db, organizationId, pieces, { recording }) as Piece[]);
  }
  return meetings;
}

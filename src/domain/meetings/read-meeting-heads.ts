import type { Queries, Statement } from '../../db/database.ts';
import type { RecordingRow } from '../recordings/queries.ts';
import { presentRecording } from '../recordings/recording-state.ts';

type HeadRow = { id: number; head: string; hasTranscript: boolean } & (
  | Pick<RecordingRow, 'state' | 'reason' | 'contentType' | 'bytes' | 'updatedAt'>
  | { state: null }
);

const selectHeads: Statement = {
  name: 'select-meeting-heads',
  // Served by the primary keys.
  text: `select m.id, m.head, exists (
           select from meeting_transcript_pieces t where t.organization_id = $1 and t.meeting_id = m.id
         ) as "hasTranscript", r.state, r.reason, r.content_type as "contentType", r.bytes,
           r.updated_at as "updatedAt"
         from meetings m
         left join recordings r on r.organization_id = $1 and r.meeting_id = m.id
         where m.organization_id = $1 and m.id = any ($2::bigint[])`,
};

/**
 * Reads meetings as GET by id shows them, but without their transcripts: each says whether it has one.
 * @returns JSON texts by id; meetings that do not exist are absent
 */
export async function readMeetingHeads(
  db: Queries,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.query<HeadRow>(selectHeads, [organizationId, ids]);
  return new Map(rows.map((row) => [row.id, render(row)]));
}

function render({ id, head, hasTranscript, ...recording }: HeadRow): string {
  const state = JSON.stringify(presentRecording(recording.state === null ? undefined : recording));
  return `{"id":"${id}",${head.slice(1, -1)},"hasTranscript":${hasTranscript},"recording":${state}}`;
}

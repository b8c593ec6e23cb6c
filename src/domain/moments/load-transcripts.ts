import type { Queries, Statement } from '../../db/database.ts';
import type { Attendee } from '../conversations/attendees.ts';

/** A meeting as its moments show it, with the pieces of its transcript. */
export type HeardMeeting = {
  id: number;
  title: string;
  startMs: number;
  host: { email: string; name: string | null };
  attendees: Attendee[];
  pieces: { deflated: string; rawLength: number }[];
};

type Row = {
  id: number;
  title: string | null;
  startMs: number | null;
  hostEmail: string | null;
  hostName: string | null;
  attendees: string | null;
  deflated: string;
  rawLength: number;
};

const selectTranscripts: Statement = {
  name: 'select-transcripts-of-meetings',
  binary: true,
  // Served by the primary keys. A meeting's own columns are in the row of its first piece.
  text: `select m.id, p.deflated, p.raw_length as "rawLength",
           case when p.piece_number = 0 then m.title end as title,
           case when p.piece_number = 0 then (extract(epoch from m.start_time) * 1000)::bigint end as "startMs",
           case when p.piece_number = 0 then m.host_email end as "hostEmail",
           case when p.piece_number = 0 then m.host_name end as "hostName",
           case when p.piece_number = 0 then m.attendees::text end as attendees
         from unnest($2::bigint[]) as wanted (id)
         join meetings m on m.organization_id = $1 and m.id = wanted.id
         join meeting_transcript_pieces p on p.organization_id = $1 and p.meeting_id = m.id
         order by m.id, p.piece_number`,
};

/** Loads meetings with their transcripts; those that have been deleted in the meantime are missing. */
export async function loadTranscripts(
  db: Queries,
  organizationId: number,
  meetingIds: readonly number[],
): Promise<Map<number, HeardMeeting>> {
  const rows = await db.query<Row>(selectTranscripts, [organizationId, meetingIds]);
  const meetings = new Map<number, HeardMeeting>();
  for (const { id, title, startMs, hostEmail, hostName, attendees, deflated, rawLength } of rows) {
    if (title !== null) {
      const host = { email: hostEmail!, name: hostName };
      const people = JSON.parse(attendees!) as Attendee[];
      meetings.set(id, { id, title, startMs: startMs!, host, attendees: people, pieces: [] });
    }
    meetings.get(id)!.pieces.push({ deflated, rawLength });
  }
  return meetings;
}

import type { Statement } from '../../db/database.ts';
import type { Attendee } from '../conversations/attendees.ts';

/** A meeting's row as the writer of meetings needs it. Times are milliseconds since the epoch. */
export type StoredMeeting = {
  id: number;
  version: number;
  transcriptVersion: number;
  title: string;
  startMs: number;
  endMs: number;
  hostEmail: string;
  hostName: string | null;
  attendees: Attendee[];
  accountId: string | null;
  opportunityId: string | null;
  leadId: string | null;
  caseId: string | null;
  callUrl: string | null;
  recordingUrl: string | null;
  transcriptHash: Buffer | null;
  transcriptEndsHash: Buffer | null;
  transcriptLanguage: string | null;
};

export const selectForUpdate: Statement = {
  name: 'select-meeting-for-update',
  // Served by meetings_external_id. The row is locked, so that two ingests of one meeting are serialized.
  text: `select id, version, transcript_version as "transcriptVersion", title, start_time as "startMs",
                end_time as "endMs", host_email as "hostEmail", host_name as "hostName", attendees, account_id as "accountId",
                opportunity_id as "opportunityId", lead_id as "leadId", case_id as "caseId",
                call_url as "callUrl", recording_url as "recordingUrl", transcript_hash as "transcriptHash",
                transcript_ends_hash as "transcriptEndsHash", transcript_language as "transcriptLanguage"
         from meetings where organization_id = $1 and source_type = $2 and external_id = $3 for update`,
};

/** The columns that the writer of meetings computes, in the order of `columns` in write-meeting.ts. */
export const COLUMNS = `title, start_time, end_time, host_email, host_name, attendees, account_id, opportunity_id, lead_id,
  case_id, call_url, recording_url, transcript_hash, transcript_ends_hash, transcript_language, head`;

/** Inserts a meeting, unless it is stored already: its identity is in $1 to $3, its key and cause in $4 and $5, and {@link COLUMNS} follow. */
export const INSERT = `insert into meetings (organization_id, source_type, external_id, version_key_id, version_cause, words_hash,
    ${COLUMNS})
  values ($1, $2, $3, $4, $5, $18, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
  on conflict (organization_id, source_type, external_id) do nothing returning id`;

/** Writes the audit record of the meeting in `inserted`, with the id of the request in $22. */
export const AUDITED = `insert into audit_records (organization_id, actor_key_id, request_id, action, subject, detail)
  select $1, $4, $22, 'meeting.' || $5, 'meeting ' || id, '{"created": true}' from inserted`;

export const insertAuditedMeeting: Statement = {
  name: 'insert-meeting',
  // The statement also writes the audit record: a separate statement made an ingest 5 % slower.
  text: `with inserted as (${INSERT}), audited as (${AUDITED}) select id from inserted`,
};

export const insertMeeting: Statement = {
  name: 'insert-meeting-alone',
  // On a Citus cluster, where an ingest is a quarter cheaper if the audit record is written by a statement of its own.
  text: INSERT,
};

export const updateMeeting: Statement = {
  name: 'update-meeting',
  // A transaction that changes the transcript also stores its words.
  text: `update meetings set words_hash = case when transcript_hash is distinct from $15 then $15 else words_hash end,
           (${COLUMNS}, updated_at) =
           ($3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, now())
         where organization_id = $1 and id = $2`,
};

export const deleteParticipants: Statement = {
  name: 'delete-participants',
  text: 'delete from meeting_participants where organization_id = $1 and meeting_id = $2',
};

export const insertParticipants: Statement = {
  name: 'insert-participants',
  text: `insert into meeting_participants (organization_id, meeting_id, start_time, email_key)
         select $1, $2, $3, unnest($4::text[])`,
};

export const deleteOtherExternalIds: Statement = {
  name: 'delete-other-external-ids',
  // Served by meeting_external_ids_meeting.
  text: `delete from meeting_external_ids where organization_id = $1 and meeting_id = $2
           and (type, external_id) not in (select * from unnest($3::text[], $4::text[]))`,
};

export const insertExternalIds: Statement = {
  name: 'insert-external-ids',
  text: `insert into meeting_external_ids (organization_id, meeting_id, type, external_id)
         select $1, $2, type, id from unnest($3::text[], $4::text[]) as given (type, id)
         on conflict do nothing`,
};

export const selectTranscriptPiece: Statement = {
  name: 'select-transcript-piece',
  binary: true,
  // Served by the primary key; the checksum tells whether it is still the piece that the page announced.
  text: `select deflated from meeting_transcript_pieces
         where organization_id = $1 and meeting_id = $2 and piece_number = $3 and crc32 = $4 and raw_length = $5`,
};

import type { Statement } from '../../../db/database.ts';
import { FIELDS } from './version-fields.ts';

/** The writer of a meeting has locked its row, so that versions of one meeting are made one after the other. */
export const insertReplacedVersion: Statement = {
  name: 'replace-meeting-version',
  // Served by the primary keys. The statement begins under the row's lock, so that times are in the order of versions.
  text: `with replaced as (
           insert into meeting_versions (organization_id, meeting_id, version, at, key_id, cause, changed, fields,
             transcript_hash, transcript_ends_hash, transcript_language, transcript_version, recording_id, replaced_at)
           select m.organization_id, m.id, m.version, coalesce(m.version_at, m.created_at), m.version_key_id,
             m.version_cause, m.version_changed, ${FIELDS}, m.transcript_hash, m.transcript_ends_hash,
             m.transcript_language, m.transcript_version,
             (select r.recording_id from recordings r where r.organization_id = $1 and r.meeting_id = $2),
             statement_timestamp()
           from meetings m where m.organization_id = $1 and m.id = $2
         )
         update meetings set version = version + 1, version_at = statement_timestamp(), version_key_id = $3,
           version_cause = $4, version_changed = $5, transcript_version = coalesce($6::integer, transcript_version)
         where organization_id = $1 and id = $2
         returning version, version_at as "atMs"`,
};

export const setAsideTranscript: Statement = {
  name: 'set-aside-transcript',
  // Served by the primary key. The pieces are moved unchanged.
  text: `with moved as (
           delete from meeting_transcript_pieces where organization_id = $1 and meeting_id = $2 returning *
         )
         insert into meeting_version_pieces
           (organization_id, meeting_id, version, piece_number, deflated, crc32, raw_length, first_entry,
            end_seconds)
         select organization_id, meeting_id, $3, piece_number, deflated, crc32, raw_length, first_entry, end_seconds
         from moved`,
};

export const bringBackTranscript: Statement = {
  name: 'bring-back-transcript',
  // Served by the primary key.
  text: `with moved as (
           delete from meeting_version_pieces where organization_id = $1 and meeting_id = $2 and version = $3 returning *
         )
         insert into meeting_transcript_pieces
           (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds)
         select organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry, end_seconds from moved`,
};

export const selectExternalIds: Statement = {
  name: 'select-external-ids',
  // Served by meeting_external_ids_meeting.
  text: `select type, external_id as id from meeting_external_ids where organization_id = $1 and meeting_id = $2`,
};

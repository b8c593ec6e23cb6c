import type { Statement } from '../../../db/database.ts';
import { FIELDS } from './version-fields.ts';

/** The writer of a meeting has its row locked: versions of one meeting are made one after the other. */
export const replaceVersion: Statement = {
  name: 'replace-meeting-version',
  // Served by the primary keys. The clock is read under the row's lock, so that times are in the order of versions.
  text: `with replaced as (
           insert into meeting_versions (organization_id, meeting_id, version, at, key_id, cause, changed, fields,
             transcript_hash, transcript_version, recording_id, replaced_at)
           select m.organization_id, m.id, m.version, coalesce(m.version_at, m.created_at), m.version_key_id,
             m.version_cause, m.version_changed, ${FIELDS}, m.transcript_hash, m.transcript_version,
             (select r.recording_id from recordings r where r.organization_id = $1 and r.meeting_id = $2),
             clock_timestamp()
           from meetings m where m.organization_id = $1 and m.id = $2
         )
         update meetings set version = version + 1, version_at = clock_timestamp(), version_key_id = $3,
           version_cause = $4, version_changed = $5, transcript_version = coalesce($6::integer, transcript_version)
         where organization_id = $1 and id = $2
         returning version, version_at as "atMs"`,
};

export const setAsideTranscript: Statement = {
  name: 'set-aside-transcript',
  // Served by the primary key. The pieces are moved as they are.
  text: `with moved as (
           delete from meeting_transcript_pieces where organization_id = $1 and meeting_id = $2 returning *
         )
         insert into meeting_version_pieces
           (organization_id, meeting_id, version, piece_number, deflated, crc32, raw_length)
         select organization_id, meeting_id, $3, piece_number, deflated, crc32, raw_length from moved`,
};

export const bringBackTranscript: Statement = {
  name: 'bring-back-transcript',
  // Served by the primary key.
  text: `with moved as (
           delete from meeting_version_pieces where organization_id = $1 and meeting_id = $2 and version = $3 returning *
         )
         insert into meeting_transcript_pieces
           (organization_id, meeting_id, piece_number, deflated, crc32, raw_length)
         select organization_id, meeting_id, piece_number, deflated, crc32, raw_length from moved`,
};

const RECORDING = `organization_id, meeting_id, recording_id, state, source_url, source_hash, blob_key, content_type,
  bytes, reason, updated_at`;

export const setAsideRecording: Statement = {
  name: 'set-aside-recording',
  // Served by the primary keys. A recording that no version had is not kept.
  text: `insert into meeting_version_recordings (${RECORDING})
         select ${RECORDING} from recordings r
         where organization_id = $1 and meeting_id = $2 and exists (
           select from meeting_versions v
           where v.organization_id = $1 and v.meeting_id = $2 and v.recording_id = r.recording_id)
         returning recording_id as "recordingId"`,
};

export const bringBackRecording: Statement = {
  name: 'bring-back-recording',
  // Served by the primary keys. One that was never fetched is wanted again, where it is known from where.
  text: `with moved as (
           delete from meeting_version_recordings
           where organization_id = $1 and meeting_id = $2 and recording_id = $3 returning *
         )
         insert into recordings (${RECORDING})
         select organization_id, meeting_id, recording_id,
           case when blob_key is null and source_url is not null then 'pending' else state end,
           source_url, source_hash, blob_key, content_type, bytes, reason, updated_at from moved
         on conflict (organization_id, meeting_id) do update set
           recording_id = excluded.recording_id, state = excluded.state, source_url = excluded.source_url,
           source_hash = excluded.source_hash, blob_key = excluded.blob_key, content_type = excluded.content_type,
           bytes = excluded.bytes, reason = excluded.reason, updated_at = excluded.updated_at
         returning state`,
};

export const deleteRecording: Statement = {
  name: 'delete-recording',
  text: 'delete from recordings where organization_id = $1 and meeting_id = $2',
};

export const selectExternalIds: Statement = {
  name: 'select-external-ids',
  // Served by meeting_external_ids_meeting.
  text: `select type, external_id as id from meeting_external_ids where organization_id = $1 and meeting_id = $2`,
};

export const selectKeptBlobs: Statement = {
  name: 'select-blobs-of-meeting-versions',
  // Served by the primary key.
  text: `select blob_key as "blobKey" from meeting_version_recordings
         where organization_id = $1 and meeting_id = $2 and blob_key is not null`,
};

import type { Statement } from '../../db/database.ts';

export type RecordingState = 'pending' | 'stored' | 'failed';

/** A recording's row; times are milliseconds since the epoch. */
export type RecordingRow = {
  recordingId: string;
  state: RecordingState;
  /** Null if it is no longer needed: the URL may contain a token that gives access to the recording. */
  sourceUrl: string | null;
  /** SHA-256 of the URL, by which it is recognized. */
  sourceHash: Buffer | null;
  blobKey: string | null;
  contentType: string | null;
  bytes: number | null;
  reason: string | null;
  updatedAt: number;
};

const COLUMNS = `recording_id as "recordingId", state, source_url as "sourceUrl", source_hash as "sourceHash",
  blob_key as "blobKey", content_type as "contentType", bytes, reason, updated_at as "updatedAt"`;

export const selectRecording: Statement = {
  name: 'select-recording',
  text: `select ${COLUMNS} from recordings where organization_id = $1 and meeting_id = $2`,
};

export const selectRecordingForUpdate: Statement = {
  name: 'select-recording-for-update',
  text: `select ${COLUMNS} from recordings where organization_id = $1 and meeting_id = $2 for update`,
};

export const selectStored: Statement = {
  name: 'select-stored-recordings',
  // Served by the primary key: a page's meetings.
  text: `select meeting_id as "meetingId", blob_key as "blobKey", content_type as "contentType",
                (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs" from recordings
         where organization_id = $1 and meeting_id = any($2::bigint[]) and state = 'stored'`,
};

export const replaceRecording: Statement = {
  name: 'replace-recording',
  text: `insert into recordings (organization_id, meeting_id, recording_id, state, source_url, blob_key, content_type, bytes,
                                 source_hash, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, sha256(convert_to($5, 'UTF8')), now())
         on conflict (organization_id, meeting_id) do update set
           recording_id = excluded.recording_id, state = excluded.state, source_url = excluded.source_url,
           source_hash = excluded.source_hash, blob_key = excluded.blob_key, content_type = excluded.content_type, bytes = excluded.bytes,
           reason = null, updated_at = excluded.updated_at`,
};

export const markStored: Statement = {
  name: 'mark-recording-stored',
  // The first of several concurrent attempts stores it; the others find it stored.
  text: `update recordings set state = 'stored', blob_key = $4, content_type = $5, bytes = $6, reason = null,
           source_url = null, updated_at = now()
         where organization_id = $1 and meeting_id = $2 and recording_id = $3 and state <> 'stored'
         returning recording_id as "recordingId"`,
};

export const markFailed: Statement = {
  name: 'mark-recording-failed',
  // The URL is kept if the job can be retried manually.
  text: `update recordings set state = 'failed', reason = $4, updated_at = now(),
           source_url = case when $5 then null else source_url end
         where organization_id = $1 and meeting_id = $2 and recording_id = $3 and state <> 'stored'
         returning recording_id as "recordingId"`,
};

/**
 * The columns of recordings and of meeting_version_recordings; the latter has the recordings that only replaced
 * versions of a meeting have.
 */
const STORED_COLUMNS = `organization_id, meeting_id, recording_id, state, source_url, source_hash, blob_key, content_type,
  bytes, reason, updated_at`;

export const setAsideRecording: Statement = {
  name: 'set-aside-recording',
  // Served by the primary keys. A recording that no version had is not kept.
  text: `insert into meeting_version_recordings (${STORED_COLUMNS})
         select ${STORED_COLUMNS} from recordings r
         where organization_id = $1 and meeting_id = $2 and exists (
           select from meeting_versions v
           where v.organization_id = $1 and v.meeting_id = $2 and v.recording_id = r.recording_id)
         returning recording_id as "recordingId"`,
};

export const bringBackRecording: Statement = {
  name: 'bring-back-recording',
  // Served by the primary keys. A recording that was never fetched is wanted again if its source is known.
  text: `with moved as (
           delete from meeting_version_recordings
           where organization_id = $1 and meeting_id = $2 and recording_id = $3 returning *
         )
         insert into recordings (${STORED_COLUMNS})
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

/** The only statement that determines which blobs are referenced, and so must not be deleted. */
export const selectKnownKeys: Statement = {
  name: 'select-known-blob-keys',
  // Served by recordings_blob_key, meeting_version_recordings_blob_key and export_files_blob_key: a batch of the sweep, or
  // one key.
  text: `select blob_key as "blobKey" from recordings where blob_key = any($1::text[])
         union all
         select blob_key from meeting_version_recordings where blob_key = any($1::text[])
         union all
         select blob_key from export_files where blob_key = any($1::text[])`,
};

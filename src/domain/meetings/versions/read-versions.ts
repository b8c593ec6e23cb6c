import type { BlobStore } from '../../../blobs/types.ts';
import type { Queries, Statement } from '../../../db/database.ts';
import type { Pieces } from '../../../lib/gzip-pieces.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { meetingExists } from '../../conversations/meeting-exists.ts';
import { presignDownloads } from '../../recordings/download-urls.ts';
import type { RecordingState } from '../../recordings/queries.ts';
import { presentRecording } from '../../recordings/recording-state.ts';
import { MAX_INLINE_BYTES, type MeetingRow } from '../page-queries.ts';
import { meetingPieces } from '../read-meetings.ts';
import { renderHead } from '../render-head.ts';
import { type Cause, FIELDS, type VersionChange, type VersionFields } from './version-fields.ts';

/** A version in the list of a meeting's versions; the time is in milliseconds since the epoch. */
export type MeetingVersionRow = {
  version: number;
  atMs: number;
  keyId: number | null;
  cause: Cause;
  changed: VersionChange[];
};

const selectVersions: Statement = {
  name: 'select-meeting-versions',
  // Served by the primary keys, with that of the versions read backwards.
  text: `select version, coalesce(version_at, created_at) as "atMs", version_key_id as "keyId",
                version_cause as cause, version_changed as changed
         from meetings where organization_id = $1 and id = $2 and version < $3::bigint
         union all
         (select version, at, key_id, cause, changed from meeting_versions
          where organization_id = $1 and meeting_id = $2 and version < $3::bigint order by version desc limit $4)
         order by version desc limit $4`,
};

/**
 * Lists the versions of a meeting, newest first.
 * @param page.before only versions with a smaller number
 * @returns undefined if the organization has no such meeting
 */
export async function listMeetingVersions(
  db: Queries,
  organizationId: number,
  meetingId: number,
  { limit, before }: { limit: number; before: number },
): Promise<MeetingVersionRow[] | undefined> {
  const rows = await db.query<MeetingVersionRow>(selectVersions, [organizationId, meetingId, before, limit]);
  if (rows.length > 0 || (await meetingExists(db, organizationId, meetingId))) return rows;
  return undefined;
}

/** Returns a version as the API shows it. */
export function presentMeetingVersion({ version, atMs, keyId, cause, changed }: MeetingVersionRow) {
  return { version, at: formatDateTime(atMs), keyId: keyId ?? undefined, cause, changed };
}

/** One transcript piece of a version with the version's fields; a version without a transcript has one row. */
type VersionPieceRow = Omit<MeetingRow, 'counted' | 'hasTranscript' | 'id' | 'head'> & {
  /** JSON text. */
  fields: string;
  transcriptVersion: number;
  recordingState: RecordingState | null;
  reason: string | null;
  contentType: string | null;
  bytes: number | null;
  blobKey: string | null;
  updatedAtMs: number | null;
  nowMs: number;
};

const selectVersion: Statement = {
  name: 'select-meeting-version',
  binary: true,
  // Served by the primary keys. Transcript and recording are each in one of two places: see migrations/.
  text: `
    with one as (
      select ${FIELDS}::text as fields, m.transcript_version,
        (select r.recording_id from recordings r where r.organization_id = $1 and r.meeting_id = $2) as recording_id
      from meetings m where m.organization_id = $1 and m.id = $2 and m.version = $3::bigint
      union all
      select v.fields::text, v.transcript_version, v.recording_id
      from meeting_versions v where v.organization_id = $1 and v.meeting_id = $2 and v.version = $3::bigint
    ), recording as (
      select state, reason, content_type, bytes, blob_key, updated_at from recordings r
      where r.organization_id = $1 and r.meeting_id = $2 and r.recording_id = (select recording_id from one)
      union all
      select state, reason, content_type, bytes, blob_key, updated_at from meeting_version_recordings r
      where r.organization_id = $1 and r.meeting_id = $2 and r.recording_id = (select recording_id from one)
    ), piece as (
      select piece_number, crc32, raw_length, deflated from meeting_transcript_pieces p
      where p.organization_id = $1 and p.meeting_id = $2 and (select transcript_version from one) = (
        select transcript_version from meetings m where m.organization_id = $1 and m.id = $2)
      union all
      select piece_number, crc32, raw_length, deflated from meeting_version_pieces p
      where p.organization_id = $1 and p.meeting_id = $2 and p.version = (select transcript_version from one)
    )
    select case when coalesce(t.piece_number, 0) = 0 then one.fields end as fields,
      one.transcript_version as "transcriptVersion", r.state as "recordingState", r.reason,
      r.content_type as "contentType", r.bytes, r.blob_key as "blobKey",
      (extract(epoch from r.updated_at) * 1000)::bigint as "updatedAtMs",
      (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs",
      t.piece_number as "pieceNumber", t.crc32, t.raw_length as "rawLength",
      case when sum(octet_length(t.deflated)) over (order by t.piece_number) <= ${MAX_INLINE_BYTES}
        then t.deflated end as deflated
    from one left join recording r on true left join piece t on true
    order by t.piece_number`,
};

const selectVersionPiece: Statement = {
  name: 'select-meeting-version-piece',
  binary: true,
  // Served by the primary keys; the checksum tells whether it is still the piece that the version announced.
  text: `select deflated from meeting_version_pieces
         where organization_id = $1 and meeting_id = $2 and version = $3 and piece_number = $4 and crc32 = $5
           and raw_length = $6
         union all
         select deflated from meeting_transcript_pieces
         where organization_id = $1 and meeting_id = $2 and piece_number = $4 and crc32 = $5 and raw_length = $6
         limit 1`,
};

/**
 * Returns a meeting as it was when a version was current, as the JSON text that GET by id returned at that time, or
 * returns now for the current version.
 * @param options.includeDownloadUrl whether it has a download URL of the version's recording, if one is stored
 * @returns undefined if the organization has no such meeting, or the meeting no such version
 */
export async function readVersion(
  { db, blobs }: { db: Queries; blobs: BlobStore },
  organizationId: number,
  meetingId: number,
  version: number,
  { includeDownloadUrl }: { includeDownloadUrl: boolean },
): Promise<Pieces | undefined> {
  const rows = await db.query<VersionPieceRow>(selectVersion, [organizationId, meetingId, version]);
  const [first] = rows;
  if (!first) return undefined;
  const head = renderHead(JSON.parse(first.fields) as VersionFields);
  const meetingRows = rows.map((row) => ({ ...row, hasTranscript: null, id: meetingId, head }));
  const recording = presentRecording(first.recordingState === null ? undefined : recordingOf(first));
  const { blobKey, contentType, nowMs } = first;
  const stored =
    includeDownloadUrl && first.recordingState === 'stored'
      ? [{ meetingId, blobKey: blobKey!, contentType: contentType!, nowMs }]
      : [];
  const urls = await presignDownloads(blobs, stored);
  const { transcriptVersion } = first;
  const fetch = async (
    _db: Queries,
    _organizationId: number,
    { pieceNumber, crc32, rawLength }: MeetingRow,
  ) => {
    const values = [organizationId, meetingId, transcriptVersion, pieceNumber, crc32, rawLength];
    const [piece] = await db.query<{ deflated: string }>(selectVersionPiece, values);
    if (!piece)
      throw new Error(`version ${version} of meeting ${meetingId} was removed while it was being read`);
    return piece.deflated;
  };
  return meetingPieces(db, organizationId, meetingRows, { recording, ...urls.get(meetingId) }, fetch);
}

function recordingOf({ recordingState, reason, contentType, bytes, updatedAtMs }: VersionPieceRow) {
  return { state: recordingState!, reason, contentType, bytes, updatedAt: updatedAtMs! };
}

import type { Database, Statement } from '../../../db/database.ts';
import type { Queue } from '../../../queue/queue.ts';
import { forgetBlob } from '../../recordings/set-recording.ts';

/** The number of versions that are looked up, and removed, at a time. */
const BATCH = 200;

type Expired = { organizationId: number; meetingId: number; version: number };

const selectExpired: Statement = {
  name: 'select-expired-meeting-versions',
  // Served by meeting_versions_replaced_at; it looks at all organizations.
  text: `select organization_id as "organizationId", meeting_id as "meetingId", version from meeting_versions
         where replaced_at < now() - make_interval(secs => $1::float8 * 86400)
         order by replaced_at limit $2`,
};

const deleteVersions: Statement = {
  name: 'delete-expired-meeting-versions',
  // Served by the primary key. A version that is being restored, or whose meeting is being deleted, is left for the next day.
  text: `with expired as materialized (
           select meeting_id, version from meeting_versions
           where organization_id = $1
             and (meeting_id, version) in (select * from unnest($2::bigint[], $3::integer[]))
           for update skip locked
         )
         delete from meeting_versions v using expired
         where v.organization_id = $1 and v.meeting_id = expired.meeting_id and v.version = expired.version
         returning v.meeting_id as "meetingId"`,
};

const deletePieces: Statement = {
  name: 'delete-unversioned-transcript-pieces',
  // Served by the primary keys.
  text: `delete from meeting_version_pieces p
         where p.organization_id = $1 and p.meeting_id = any ($2::bigint[]) and not exists (
           select from meeting_versions v where v.organization_id = $1
             and v.meeting_id = p.meeting_id and v.transcript_version = p.version)`,
};

const deleteRecordings: Statement = {
  name: 'delete-unversioned-recordings',
  // Served by the primary keys.
  text: `delete from meeting_version_recordings r
         where r.organization_id = $1 and r.meeting_id = any ($2::bigint[]) and not exists (
           select from meeting_versions v where v.organization_id = $1
             and v.meeting_id = r.meeting_id and v.recording_id = r.recording_id)
         returning r.blob_key as "blobKey"`,
};

/**
 * Removes versions of meetings whose retention has ended, with the transcripts and recordings that no remaining version
 * has. Those of one organization are removed in one transaction; the bytes of recordings are deleted in the background.
 * @param keptDays may be a fraction
 * @returns how many versions were removed
 */
export async function forgetVersions(
  { db, queue }: { db: Database; queue: Queue },
  keptDays: number,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const expired = await db.patient.query<Expired>(selectExpired, [keptDays, BATCH]);
    let count = 0;
    for (const [organizationId, versions] of Map.groupBy(expired, (one) => one.organizationId)) {
      signal.throwIfAborted();
      count += await forgetOf(db, queue, organizationId, versions);
    }
    removed += count;
    // Versions that others have locked are found again, among the oldest: only a batch of nothing else ends the pass.
    if (expired.length < BATCH || count === 0) return removed;
  }
}

function forgetOf(
  db: Database,
  queue: Queue,
  organizationId: number,
  versions: readonly Expired[],
): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx.query<{ meetingId: number }>(deleteVersions, [
      organizationId,
      versions.map(({ meetingId }) => meetingId),
      versions.map(({ version }) => version),
    ]);
    if (gone.length === 0) return 0;
    const meetings = [organizationId, [...new Set(gone.map(({ meetingId }) => meetingId))]];
    const [, recordings] = await Promise.all([
      tx.query(deletePieces, meetings),
      tx.query<{ blobKey: string | null }>(deleteRecordings, meetings),
    ]);
    for (const { blobKey } of recordings) await forgetBlob(tx, queue, organizationId, blobKey);
    return gone.length;
  });
}

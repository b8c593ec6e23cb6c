import type { Database, Statement } from '../../../db/database.ts';
import type { Queue } from '../../../queue/queue.ts';
import { forgetBlob } from '../../recordings/set-recording.ts';

/** The number of versions that one transaction removes. */
const BATCH = 200;

type Forgotten = { organizationId: number; meetingId: number };

const deleteVersions: Statement = {
  name: 'delete-expired-meeting-versions',
  // Served by meeting_versions_replaced_at; it cleans up all organizations. A version that is being restored, or whose
  // meeting is being deleted, is left for the next day.
  text: `delete from meeting_versions v using (
           select organization_id, meeting_id, version from meeting_versions
           where replaced_at < now() - make_interval(secs => $1::float8 * 86400)
           order by replaced_at limit $2 for update skip locked
         ) expired
         where v.organization_id = expired.organization_id and v.meeting_id = expired.meeting_id
           and v.version = expired.version
         returning v.organization_id as "organizationId", v.meeting_id as "meetingId"`,
};

const deletePieces: Statement = {
  name: 'delete-unversioned-transcript-pieces',
  // Served by the primary keys.
  text: `delete from meeting_version_pieces p
         using (select distinct * from unnest($1::bigint[], $2::bigint[]) as m (organization_id, meeting_id)) m
         where p.organization_id = m.organization_id and p.meeting_id = m.meeting_id and not exists (
           select from meeting_versions v where v.organization_id = p.organization_id
             and v.meeting_id = p.meeting_id and v.transcript_version = p.version)`,
};

const deleteRecordings: Statement = {
  name: 'delete-unversioned-recordings',
  // Served by the primary keys.
  text: `delete from meeting_version_recordings r
         using (select distinct * from unnest($1::bigint[], $2::bigint[]) as m (organization_id, meeting_id)) m
         where r.organization_id = m.organization_id and r.meeting_id = m.meeting_id and not exists (
           select from meeting_versions v where v.organization_id = r.organization_id
             and v.meeting_id = r.meeting_id and v.recording_id = r.recording_id)
         returning r.organization_id as "organizationId", r.blob_key as "blobKey"`,
};

/**
 * Removes versions of meetings whose retention has ended, with the transcripts and recordings that no remaining version
 * has. Each batch is a separate transaction; the bytes of recordings are deleted in the background.
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
    signal.throwIfAborted();
    const count = await forgetBatch(db, queue, keptDays);
    removed += count;
    if (count < BATCH) return removed;
  }
}

function forgetBatch(db: Database, queue: Queue, keptDays: number): Promise<number> {
  return db.transaction(async (tx) => {
    const gone = await tx.query<Forgotten>(deleteVersions, [keptDays, BATCH]);
    if (gone.length === 0) return 0;
    const meetings = [
      gone.map(({ organizationId }) => organizationId),
      gone.map(({ meetingId }) => meetingId),
    ];
    const [, recordings] = await Promise.all([
      tx.query(deletePieces, meetings),
      tx.query<{ organizationId: number; blobKey: string | null }>(deleteRecordings, meetings),
    ]);
    for (const { organizationId, blobKey } of recordings) {
      await forgetBlob(tx, queue, organizationId, blobKey);
    }
    return gone.length;
  });
}

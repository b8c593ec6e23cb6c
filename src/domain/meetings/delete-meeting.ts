import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { forgetJobs } from '../../queue/inspect.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { lockMeeting } from '../conversations/meeting-exists.ts';
import { recordEvent } from '../events/record-event.ts';
import { blobsOfMeeting } from '../recordings/blobs-of-meeting.ts';
import { forgetBlob } from '../recordings/set-recording.ts';
import { recordExecutionsGone } from '../runs/supersede-findings.ts';

const deleteRow: Statement = {
  name: 'delete-meeting',
  // Dependent rows are deleted by their foreign keys.
  text: 'delete from meetings where organization_id = $1 and id = $2',
};

const selectOpenRuns: Statement = {
  name: 'select-open-runs-of-meeting',
  // Served by processing_runs_meeting.
  text: `select id from processing_runs where organization_id = $1 and meeting_id = $2
           and (signals_state in ('pending', 'failed') or summary_state in ('pending', 'failed'))`,
};

/**
 * Deletes a meeting with all its versions and all its dependent data; the bytes of its recordings are deleted in the
 * background.
 * @throws Fault 404 if the organization has no such meeting
 */
export function deleteMeeting(
  { db, queue }: { db: Database; queue: Queue },
  actor: Actor,
  meetingId: number,
): Promise<void> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    if (!(await lockMeeting(tx, organizationId, meetingId))) {
      throw new Fault('missing', 'There is no such meeting');
    }
    const blobs = await blobsOfMeeting(tx, organizationId, meetingId);
    const runs = await tx.query<{ id: number }>(selectOpenRuns, [organizationId, meetingId]);
    await recordExecutionsGone(tx, organizationId, { meetingId });
    await tx.query(deleteRow, [organizationId, meetingId]);
    await recordEvent(tx, { organizationId, type: 'meeting', id: meetingId, change: 'deleted' });
    await forgetJobs(tx, organizationId, { meetingId });
    for (const { id } of runs) await forgetJobs(tx, organizationId, { runId: id });
    for (const key of blobs) await forgetBlob(tx, queue, organizationId, key);
    await recordAudit(tx, actor, 'meeting.delete', `meeting ${meetingId}`);
  });
}

import type { Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { fetchRecordingJob } from '../jobs.ts';
import { bringBackRecording, deleteRecording, setAsideRecording } from './queries.ts';

/**
 * Makes the recording of an earlier version of a meeting the current one again, and keeps the current one for the
 * versions that have it. A recording that was never fetched is fetched now.
 * @param recordingId null if the version had no recording
 */
export async function restoreRecording(
  tx: Transaction,
  queue: Queue,
  [organizationId, meetingId]: readonly [organizationId: number, meetingId: number],
  recordingId: string | null,
): Promise<void> {
  const meeting = [organizationId, meetingId];
  await tx.query(setAsideRecording, meeting);
  if (recordingId === null) {
    await tx.query(deleteRecording, meeting);
    return;
  }
  const [restored] = await tx.query<{ state: string }>(bringBackRecording, [...meeting, recordingId]);
  if (restored?.state !== 'pending') return;
  await queue.enqueue(tx, fetchRecordingJob, organizationId, { meetingId, recordingId });
}

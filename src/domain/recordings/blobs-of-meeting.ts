import type { Statement, Transaction } from '../../db/database.ts';
import { type RecordingRow, selectRecordingForUpdate } from './queries.ts';

const selectKeptBlobs: Statement = {
  name: 'select-blobs-of-meeting-versions',
  // Served by the primary key.
  text: `select blob_key as "blobKey" from meeting_version_recordings
         where organization_id = $1 and meeting_id = $2 and blob_key is not null`,
};

/**
 * Returns the keys of all blobs of a meeting and its replaced versions. The current recording is locked until the end
 * of the transaction.
 */
export async function blobsOfMeeting(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<string[]> {
  const meeting = [organizationId, meetingId];
  const [recording] = await tx.query<RecordingRow>(selectRecordingForUpdate, meeting);
  const kept = await tx.query<{ blobKey: string }>(selectKeptBlobs, meeting);
  return [...(recording?.blobKey ? [recording.blobKey] : []), ...kept.map(({ blobKey }) => blobKey)];
}

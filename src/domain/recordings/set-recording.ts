import { randomUUID } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { deleteBlobJob, fetchRecordingJob } from '../jobs.ts';
import { type RecordingRow, replaceRecording, selectRecordingForUpdate } from './queries.ts';

/** Where a recording's bytes lie in the blob store; every put makes a new `blobId`, and so overwrites nothing. */
export function blobKey(organizationId: number, meetingId: number, blobId: string): string {
  return `org/${organizationId}/meeting/${meetingId}/${blobId}`;
}

/**
 * Has a meeting's recording fetched from a URL, in the background. The same URL again changes nothing, unless its
 * fetch failed; another URL replaces the recording.
 */
export async function wantRecording(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingId: number,
  url: string,
): Promise<void> {
  const [known] = await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]);
  if (known && known.sourceUrl === url && known.state !== 'failed') return;
  const recordingId = randomUUID();
  await tx.query(replaceRecording, [
    organizationId,
    meetingId,
    recordingId,
    'pending',
    url,
    null,
    null,
    null,
  ]);
  await queue.enqueue(tx, fetchRecordingJob, organizationId, { meetingId, recordingId });
  await forgetBlob(tx, queue, organizationId, known?.blobKey);
}

/** Puts an uploaded recording, which is in the blob store already, in the place of what was there. */
export async function setUploaded(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingId: number,
  uploaded: { recordingId: string; blobKey: string; contentType: string; bytes: number },
): Promise<void> {
  const [known] = await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]);
  const { recordingId, blobKey: key, contentType, bytes } = uploaded;
  await tx.query(replaceRecording, [
    organizationId,
    meetingId,
    recordingId,
    'stored',
    null,
    key,
    contentType,
    bytes,
  ]);
  await forgetBlob(tx, queue, organizationId, known?.blobKey);
}

/** Has a blob deleted once the transaction that forgets it is committed. */
export async function forgetBlob(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  key: string | null | undefined,
): Promise<void> {
  if (key) await queue.enqueue(tx, deleteBlobJob, organizationId, { key });
}

import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import { recordMeetingUpdate } from '../events/record-event.ts';
import { deleteBlobJob, fetchRecordingJob } from '../jobs.ts';
import {
  type RecordingRow,
  replaceRecording,
  selectRecordingForUpdate,
  setAsideRecording,
} from './queries.ts';

/** Returns the key of a recording in the blob store; every put makes a new `blobId`, so that nothing is overwritten. */
export function blobKey(organizationId: number, meetingId: number, blobId: string): string {
  return `org/${organizationId}/meeting/${meetingId}/${blobId}`;
}

/**
 * Requests that a meeting's recording is fetched from a URL in the background. The current recording is kept if a
 * version of the meeting has it.
 * @param known the current recording; its row is locked by the transaction
 */
export async function wantRecording(
  tx: Transaction,
  queue: Queue,
  [organizationId, meetingId]: readonly [organizationId: number, meetingId: number],
  url: string,
  known: RecordingRow | undefined,
): Promise<void> {
  const recordingId = randomUUID();
  if (known) await setAside(tx, queue, organizationId, meetingId, known);
  const values = [recordingId, 'pending', url, null, null, null];
  await Promise.all([
    tx.query(replaceRecording, [organizationId, meetingId, ...values]),
    recordMeetingUpdate(tx, organizationId, meetingId, ['recording']),
    queue.enqueue(tx, fetchRecordingJob, organizationId, { meetingId, recordingId }),
  ]);
}

/** Keeps a recording that is about to be replaced if a version of the meeting has it; otherwise deletes it. */
async function setAside(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingId: number,
  known: RecordingRow,
): Promise<void> {
  const kept = await tx.query(setAsideRecording, [organizationId, meetingId]);
  if (kept.length === 0) await forgetBlob(tx, queue, organizationId, known.blobKey);
}

/**
 * Returns whether a recording was fetched, or is to be fetched, from that URL. Rows of earlier releases have the URL
 * itself and no hash.
 */
export function isSameSource({ sourceUrl, sourceHash }: RecordingRow, url: string): boolean {
  return sourceUrl === url || sourceHash?.equals(hashSource(url)) === true;
}

function hashSource(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** Returns the value by which a meeting recognizes its recordingUrl: the URL itself may contain a token. */
export function sourceMark(url: string): string {
  return `sha256:${hashSource(url).toString('hex')}`;
}

/** Returns the meeting's recording, locked until the end of the transaction. */
export async function lockRecording(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<RecordingRow | undefined> {
  return (await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]))[0];
}

/**
 * Replaces a meeting's recording with an uploaded one, whose bytes are in the blob store already. The old one is kept
 * if a version of the meeting has it.
 * @param known the meeting's recording; its row is locked by the transaction
 */
export async function setUploaded(
  tx: Transaction,
  queue: Queue,
  [organizationId, meetingId]: readonly [organizationId: number, meetingId: number],
  known: RecordingRow | undefined,
  uploaded: { recordingId: string; blobKey: string; contentType: string; bytes: number },
): Promise<void> {
  const { recordingId, blobKey: key, contentType, bytes } = uploaded;
  if (known) await setAside(tx, queue, organizationId, meetingId, known);
  const values = [recordingId, 'stored', null, key, contentType, bytes];
  await tx.query(replaceRecording, [organizationId, meetingId, ...values]);
  await recordMeetingUpdate(tx, organizationId, meetingId, ['recording']);
}

/**
 * Enqueues the deletion of a blob, which is done after the transaction that removes its last reference has been
 * committed.
 */
export async function forgetBlob(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  key: string | null | undefined,
): Promise<void> {
  if (key) await queue.enqueue(tx, deleteBlobJob, organizationId, { key });
}

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

/** Where a recording's bytes lie in the blob store; every put makes a new `blobId`, and so overwrites nothing. */
export function blobKey(organizationId: number, meetingId: number, blobId: string): string {
  return `org/${organizationId}/meeting/${meetingId}/${blobId}`;
}

/**
 * Has a meeting's recording fetched from a URL, in the background. The recording that the meeting has is kept where a
 * version of the meeting has it.
 * @param known the recording that the meeting has; its row is locked by the transaction
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

/** Keeps a recording that is about to be replaced where a version of the meeting has it, else forgets it. */
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

/** Whether a recording came, or is to come, from that URL. A row of an earlier release has the URL itself and no hash. */
export function isSameSource({ sourceUrl, sourceHash }: RecordingRow, url: string): boolean {
  return sourceUrl === url || sourceHash?.equals(hashSource(url)) === true;
}

function hashSource(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** What a meeting keeps of its recordingUrl, to know it again: the URL itself may hold a token. */
export function sourceMark(url: string): string {
  return `sha256:${hashSource(url).toString('hex')}`;
}

/** The meeting's recording, locked to the end of the transaction. */
export async function lockRecording(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<RecordingRow | undefined> {
  return (await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]))[0];
}

/**
 * Replaces a meeting's recording with an uploaded one, whose bytes are in the blob store already. The old one is kept
 * where a version of the meeting has it.
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

/** Has a blob deleted once the transaction that forgets it is committed. */
export async function forgetBlob(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  key: string | null | undefined,
): Promise<void> {
  if (key) await queue.enqueue(tx, deleteBlobJob, organizationId, { key });
}

import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Actor } from '../audit/record-audit.ts';
import { deleteBlobJob, fetchRecordingJob } from '../jobs.ts';
import { setAsideRecording } from '../meetings/versions/queries.ts';
import { type MadeVersion, replaceVersion } from '../meetings/versions/replace-version.ts';
import { type RecordingRow, replaceRecording, selectRecordingForUpdate } from './queries.ts';

/** Where a recording's bytes lie in the blob store; every put makes a new `blobId`, and so overwrites nothing. */
export function blobKey(organizationId: number, meetingId: number, blobId: string): string {
  return `org/${organizationId}/meeting/${meetingId}/${blobId}`;
}

/** Whether {@link wantRecording} of the URL would give the meeting another recording than it has. */
export async function isOtherRecording(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
  url: string,
): Promise<boolean> {
  const [known] = await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]);
  return !known || !isSource(known, url);
}

/**
 * Has a meeting's recording fetched from a URL, in the background. The same URL again changes nothing, unless its
 * fetch failed; another URL replaces the recording, which is kept where a version of the meeting has it.
 */
export async function wantRecording(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingId: number,
  url: string,
): Promise<void> {
  const [known] = await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]);
  if (known && known.state !== 'failed' && isSource(known, url)) return;
  const recordingId = randomUUID();
  await setAside(tx, queue, organizationId, meetingId, known);
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
}

/** Keeps a recording that is about to be replaced where a version of the meeting has it, else forgets it. */
async function setAside(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  meetingId: number,
  known: RecordingRow | undefined,
): Promise<void> {
  if (!known) return;
  const kept = await tx.query(setAsideRecording, [organizationId, meetingId]);
  if (kept.length === 0) await forgetBlob(tx, queue, organizationId, known.blobKey);
}

/** A row of an earlier version has the URL itself and no hash. */
function isSource({ sourceUrl, sourceHash }: RecordingRow, url: string): boolean {
  return sourceUrl === url || sourceHash?.equals(hashSource(url)) === true;
}

function hashSource(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** What a meeting keeps of its recordingUrl, to know it again: the URL itself may hold a token. */
export function sourceMark(url: string): string {
  return `sha256:${hashSource(url).toString('hex')}`;
}

/**
 * Puts an uploaded recording, which is in the blob store already, in the place of what was there. Where that was a
 * recording or was to become one, this makes a new version of the meeting.
 * @returns the version that it made
 */
export async function setUploaded(
  tx: Transaction,
  queue: Queue,
  { organizationId, keyId }: Actor,
  meetingId: number,
  uploaded: { recordingId: string; blobKey: string; contentType: string; bytes: number },
): Promise<MadeVersion | undefined> {
  const [known] = await tx.query<RecordingRow>(selectRecordingForUpdate, [organizationId, meetingId]);
  const { recordingId, blobKey: key, contentType, bytes } = uploaded;
  const next = { cause: 'upload', changed: ['recording'], keyId } as const;
  const made =
    known && known.state !== 'failed'
      ? await replaceVersion(tx, [organizationId, meetingId], next)
      : undefined;
  await setAside(tx, queue, organizationId, meetingId, known);
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
  return made;
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

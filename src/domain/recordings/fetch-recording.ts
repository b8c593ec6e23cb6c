import { randomUUID } from 'node:crypto';
import type { BlobStore } from '../../blobs/types.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { GuardedFetchError } from '../../lib/guarded-fetch/errors.ts';
import type { GuardedResponse } from '../../lib/guarded-fetch/types.ts';
import { type Attempt, type GivenUp, RetryLater } from '../../queue/define-job.ts';
import { recordMeetingUpdate } from '../events/record-event.ts';
import {
  NO_QUOTA,
  QuotaExceeded,
  type StorageQuota,
  type TakeRoom,
  takingRoom,
} from '../storage/storage-quota.ts';
import { markFailed, markStored, type RecordingRow, selectRecording } from './queries.ts';
import { isRecordingType, RECORDING_TYPES } from './recording-types.ts';
import { blobKey } from './set-recording.ts';

/** Statuses with which another attempt may succeed. */
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** The pause after a fetch for which the disk had no space, which is not a failure of the recording. */
const FULL_SECONDS = 10;

/** Fetches an untrusted URL; the operator sets the limits and the allowed networks. */
export type FetchRecording = (url: string, options: { signal: AbortSignal }) => Promise<GuardedResponse>;

/** The error that a response is not a recording; the message is shown to users. */
class AnswerError extends Error {
  /** Whether another attempt cannot help. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}

/** The end of an attempt; nothing is stored of a recording that is not wanted any more. */
export type Fetched = { outcome: 'stored'; bytes: number } | { outcome: 'failed' | 'unwanted'; bytes: 0 };

const UNWANTED: Fetched = { outcome: 'unwanted', bytes: 0 };

/**
 * Fetches a wanted recording into the blob store. Every attempt writes its own blob, and the row refers to the first
 * one that is complete, so that a concurrent or superseded attempt cannot damage the blob of another. Such an attempt
 * deletes its own blob, as does one for a recording that has been replaced or deleted.
 * @throws if another attempt may help; permanent failures are recorded with their reason
 */
export async function fetchRecording(
  parts: { db: Database; blobs: BlobStore; fetchRecording: FetchRecording; quota?: StorageQuota },
  meetingId: number,
  recordingId: string,
  { organizationId, signal }: Attempt,
): Promise<Fetched> {
  const { db, blobs, quota = NO_QUOTA } = parts;
  const id: [number, number] = [organizationId, meetingId];
  const [wanted] = await db.query<RecordingRow>(selectRecording, id);
  if (wanted?.recordingId !== recordingId || wanted.state === 'stored' || wanted.sourceUrl === null) {
    return UNWANTED;
  }
  const key = blobKey(organizationId, meetingId, randomUUID());
  try {
    const url = wanted.sourceUrl;
    const { bytes, contentType } = await quota.within(organizationId, (take) =>
      fetchTo({ ...parts, take }, key, url, signal),
    );
    const values = [...id, recordingId, key, contentType, bytes];
    const isStored = await db.transaction(async (tx) =>
      recordSettled(tx, id, await tx.query(markStored, values)),
    );
    if (isStored) return { outcome: 'stored', bytes };
    await blobs.delete(key);
    return UNWANTED;
  } catch (error) {
    // Work that was handed back to the queue is not a failure of the recording.
    if (error instanceof Fault && error.kind === 'full') {
      throw new RetryLater(error.message, { afterSeconds: FULL_SECONDS, isCounted: false, cause: error });
    }
    if (signal.aborted || !isTold(error) || error instanceof QuotaExceeded || !error.permanent) throw error;
    const values = [...id, recordingId, error.message, true];
    const isFailed = await db.transaction(async (tx) =>
      recordSettled(tx, id, await tx.query(markFailed, values)),
    );
    return isFailed ? { outcome: 'failed', bytes: 0 } : UNWANTED;
  }
}

/**
 * Records that a recording could not be fetched, with the reason that users see. Only a manual retry fetches it again.
 */
export async function failRecording(
  tx: Transaction,
  meetingId: number,
  recordingId: string,
  { organizationId, error }: GivenUp,
): Promise<void> {
  // Messages of the guarded fetch are intended for users; those of other errors may contain internals.
  const reason = isTold(error) ? error.message : 'The recording could not be stored';
  const id = [organizationId, meetingId] as const;
  await recordSettled(tx, id, await tx.query(markFailed, [...id, recordingId, reason, false]));
}

/** @returns whether the recording was still wanted, and not stored: the meeting has changed in this case */
async function recordSettled(
  tx: Transaction,
  [organizationId, meetingId]: readonly [number, number],
  settled: readonly unknown[],
): Promise<boolean> {
  if (settled.length === 0) return false;
  await recordMeetingUpdate(tx, organizationId, meetingId, ['recording']);
  return true;
}

function isTold(error: unknown): error is AnswerError | GuardedFetchError | QuotaExceeded {
  return [AnswerError, GuardedFetchError, QuotaExceeded].some((kind) => error instanceof kind);
}

async function fetchTo(
  {
    blobs,
    fetchRecording: fetch,
    take,
  }: { blobs: BlobStore; fetchRecording: FetchRecording; take: TakeRoom },
  key: string,
  url: string,
  signal: AbortSignal,
): Promise<{ bytes: number; contentType: string }> {
  const answer = await fetch(url, { signal });
  if (answer.status !== 200) {
    answer.discard();
    const isPassing = PASSING_STATUSES.has(answer.status);
    throw new AnswerError(`The recording's server answered ${answer.status}`, !isPassing);
  }
  const contentType = answer.contentType ?? 'application/octet-stream';
  if (!isRecordingType(contentType)) {
    answer.discard();
    const message = `The recording has the Content-Type ${contentType.slice(0, 100)}; it must be ${RECORDING_TYPES}`;
    throw new AnswerError(message, true);
  }
  const { bytes } = await blobs.put(key, takingRoom(answer.bytes, take), { contentType, signal });
  return { bytes, contentType };
}

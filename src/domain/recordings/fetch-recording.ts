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

/** Answers that another try may change. */
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** How soon a fetch is tried again that found no space: that is no failure of the recording. */
const FULL_SECONDS = 10;

/** Fetches a URL that somebody else chose; caps and allowed networks are the operator's. */
export type FetchRecording = (url: string, options: { signal: AbortSignal }) => Promise<GuardedResponse>;

/** An answer that is no recording; the message is shown to users. */
class AnswerError extends Error {
  /** Whether trying again is of no use. */
  readonly permanent: boolean;

  constructor(message: string, permanent: boolean) {
    super(message);
    this.permanent = permanent;
  }
}

/**
 * Fetches a wanted recording into the blob store. Every try writes a blob of its own, and the row takes the first
 * that is there: a try that was taken over, or one of several at once, cannot touch what another has stored. It
 * deletes its own then, as it does for a recording that was replaced or deleted meanwhile.
 * @throws where another try may help; what will not is recorded with its reason
 */
export async function fetchRecording(
  parts: { db: Database; blobs: BlobStore; fetchRecording: FetchRecording; quota?: StorageQuota },
  meetingId: number,
  recordingId: string,
  { organizationId, signal }: Attempt,
): Promise<void> {
  const { db, blobs, quota = NO_QUOTA } = parts;
  const id: [number, number] = [organizationId, meetingId];
  const [wanted] = await db.query<RecordingRow>(selectRecording, id);
  if (wanted?.recordingId !== recordingId || wanted.state === 'stored' || wanted.sourceUrl === null) return;
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
    if (!isStored) await blobs.delete(key);
  } catch (error) {
    // Work that was handed back is not a failure of the recording.
    if (error instanceof Fault && error.kind === 'full') {
      throw new RetryLater(error.message, { afterSeconds: FULL_SECONDS, isCounted: false, cause: error });
    }
    if (signal.aborted || !isTold(error) || error instanceof QuotaExceeded || !error.permanent) throw error;
    const values = [...id, recordingId, error.message, true];
    await db.transaction(async (tx) => recordSettled(tx, id, await tx.query(markFailed, values)));
  }
}

/** Records that a recording will not come unless somebody has it tried again, with the reason that users are told. */
export async function failRecording(
  tx: Transaction,
  meetingId: number,
  recordingId: string,
  { organizationId, error }: GivenUp,
): Promise<void> {
  // Messages of the guarded fetch are made for users, those of others may hold internals.
  const reason = isTold(error) ? error.message : 'The recording could not be stored';
  const id = [organizationId, meetingId] as const;
  await recordSettled(tx, id, await tx.query(markFailed, [...id, recordingId, reason, false]));
}

/** @returns whether the recording was still wanted, and not stored: then the meeting has changed */
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

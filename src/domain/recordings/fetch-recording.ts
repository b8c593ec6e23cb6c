import type { BlobStore } from '../../blobs/types.ts';
import type { Database } from '../../db/database.ts';
import { GuardedFetchError } from '../../lib/guarded-fetch/errors.ts';
import type { GuardedResponse } from '../../lib/guarded-fetch/types.ts';
import type { Attempt } from '../../queue/define-job.ts';
import { markFailed, markStored, type RecordingRow, selectRecording } from './queries.ts';
import { isRecordingType, RECORDING_TYPES } from './recording-types.ts';
import { blobKey } from './set-recording.ts';

/** Answers that another try may change. */
const PASSING_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Fetches a URL that somebody else chose; caps and allowed networks are the operator's. */
export type FetchRecording = (url: string, options: { signal: AbortSignal }) => Promise<GuardedResponse>;

/** A recording that will not come, however often it is tried; the message is shown to users. */
class FinalFailure extends Error {}

/**
 * Fetches a wanted recording into the blob store. Run twice it stores the same bytes under the same key; run for a
 * recording that was replaced or deleted meanwhile it leaves nothing.
 * @throws where another try may help; what will not, and the last try, is recorded with its reason
 */
export async function fetchRecording(
  parts: { db: Database; blobs: BlobStore; fetchRecording: FetchRecording },
  meetingId: number,
  recordingId: string,
  { organizationId, isLast, signal }: Attempt,
): Promise<void> {
  const { db, blobs } = parts;
  const id = [organizationId, meetingId];
  const [wanted] = await db.query<RecordingRow>(selectRecording, id);
  if (wanted?.recordingId !== recordingId || wanted.state === 'stored' || wanted.sourceUrl === null) return;
  const key = blobKey(organizationId, meetingId, recordingId);
  try {
    const { bytes, contentType } = await fetchTo(parts, key, wanted.sourceUrl, signal);
    const values = [...id, recordingId, key, contentType, bytes];
    const stored = await db.transaction((tx) => tx.query(markStored, values));
    if (stored.length === 0) await blobs.delete(key);
  } catch (error) {
    // Work that was handed back is not a failure of the recording.
    if (signal.aborted) throw error;
    const isFinal = error instanceof FinalFailure || (error instanceof GuardedFetchError && error.permanent);
    if (isFinal || isLast) await db.query(markFailed, [...id, recordingId, reasonOf(error)]);
    if (!isFinal) throw error;
  }
}

async function fetchTo(
  { blobs, fetchRecording: fetch }: { blobs: BlobStore; fetchRecording: FetchRecording },
  key: string,
  url: string,
  signal: AbortSignal,
): Promise<{ bytes: number; contentType: string }> {
  const answer = await fetch(url, { signal });
  if (answer.status !== 200) {
    answer.discard();
    const message = `The recording's server answered ${answer.status}`;
    throw PASSING_STATUSES.has(answer.status) ? new Error(message) : new FinalFailure(message);
  }
  const contentType = answer.contentType ?? 'application/octet-stream';
  if (!isRecordingType(contentType)) {
    answer.discard();
    throw new FinalFailure(
      `The recording has the Content-Type ${contentType.slice(0, 100)}; it must be ${RECORDING_TYPES}`,
    );
  }
  const { bytes } = await blobs.put(key, answer.bytes, { contentType, signal });
  return { bytes, contentType };
}

/** What users are told: messages of the guarded fetch are made for them, others may hold internals. */
function reasonOf(error: unknown): string {
  if (error instanceof FinalFailure || error instanceof GuardedFetchError) return error.message;
  if (error instanceof Error && error.message.startsWith("The recording's server")) return error.message;
  return 'The recording could not be stored';
}

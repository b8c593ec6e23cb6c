import { randomUUID } from 'node:crypto';
import type { BlobStore } from '../../blobs/types.ts';
import type { Database } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { lockMeeting, meetingExists } from '../conversations/meeting-exists.ts';
import { isRecordingType, RECORDING_TYPES } from '../recordings/recording-types.ts';
import { blobKey, lockRecording, setUploaded } from '../recordings/set-recording.ts';
import { NO_QUOTA, type StorageQuota, takingRoom } from '../storage/storage-quota.ts';
import { replaceVersion } from './versions/replace-version.ts';

/** `mayReplace: false` keeps a recording that the meeting has, or is about to have. */
type Upload = {
  contentType?: string | undefined;
  content: AsyncIterable<Uint8Array>;
  mayReplace?: boolean;
};

/**
 * Stores an uploaded recording in place of the meeting's current one, which a version of the meeting keeps.
 * @throws Fault 404 if there is no such meeting, 409 if it has a recording that is kept, 415 for another Content-Type, 507
 *   over the quota; errors of reading the content
 */
export async function uploadRecording(
  parts: { db: Database; blobs: BlobStore; queue: Queue; quota?: StorageQuota },
  actor: Actor,
  meetingId: number,
  upload: Upload,
): Promise<{ bytes: number; contentType: string }> {
  const { db, quota = NO_QUOTA } = parts;
  const { organizationId } = actor;
  const { contentType = 'application/octet-stream', content, mayReplace = true } = upload;
  if (!isRecordingType(contentType)) {
    throw new Fault('unsupported media', `The Content-Type must be ${RECORDING_TYPES}`);
  }
  if (!(await meetingExists(db, organizationId, meetingId))) throw missing();
  const bytes = await quota.within(organizationId, (take) =>
    store(parts, actor, meetingId, { contentType, content: takingRoom(content, take), mayReplace }),
  );
  return { bytes, contentType };
}

async function store(
  { db, blobs, queue }: { db: Database; blobs: BlobStore; queue: Queue },
  actor: Actor,
  meetingId: number,
  { contentType, content, mayReplace }: Required<Upload> & { contentType: string },
): Promise<number> {
  const { organizationId } = actor;
  const recordingId = randomUUID();
  const key = blobKey(organizationId, meetingId, recordingId);
  const { bytes } = await blobs.put(key, content, { contentType });
  try {
    await db.transaction(async (tx) => {
      // The meeting was deleted during the upload; the recording is then discarded.
      if (!(await lockMeeting(tx, organizationId, meetingId))) throw missing();
      const known = await lockRecording(tx, organizationId, meetingId);
      // A recording that is stored, or was about to be, belongs to the version that this one replaces.
      const isNewVersion = known !== undefined && known.state !== 'failed';
      if (isNewVersion && !mayReplace) throw new Fault('conflict', 'The meeting has a recording already');
      const next = { cause: 'upload', changed: ['recording'], keyId: actor.keyId } as const;
      const made = isNewVersion ? await replaceVersion(tx, [organizationId, meetingId], next) : undefined;
      const uploaded = { recordingId, blobKey: key, contentType, bytes };
      await setUploaded(tx, queue, [organizationId, meetingId], known, uploaded);
      const detail = { bytes, contentType, version: made?.version };
      await recordAudit(tx, actor, 'recording.upload', `meeting ${meetingId}`, detail);
    });
  } catch (error) {
    // If this fails too, the sweep deletes the blob.
    await blobs.delete(key).catch(() => {});
    throw error;
  }
  return bytes;
}

const missing = () => new Fault('missing', 'There is no such meeting');

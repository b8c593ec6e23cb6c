import { createReadStream } from 'node:fs';
import { type DemoRecording, demoRecordings, recordingFile } from '@parley/demo/recordings';
import type { BlobStore } from '../../blobs/types.ts';
import { Fault } from '../../lib/faults.ts';
import type { Actor } from '../audit/record-audit.ts';
import { uploadRecording } from '../meetings/upload-recording.ts';
import { recordingState } from '../recordings/recording-state.ts';
import type { LoadParts, LoadRules } from './load-demo.ts';

/** The outcome for the recordings, and the meetings that have one. */
export type LoadedRecordings = { created: number; unchanged: number; meetingIds: number[] };

/**
 * Stores the recordings of the invented company as the upload operation does. A meeting keeps a recording that it
 * already has, so that a second run changes nothing.
 * @param meetingIds the organization's meetings by the ids that they have in the invented company
 * @throws Fault 404 if a meeting is deleted meanwhile, 507 if the quota is exceeded
 */
export async function loadRecordings(
  parts: LoadParts & { blobs: BlobStore },
  { actor }: LoadRules,
  meetingIds: ReadonlyMap<string, number>,
): Promise<LoadedRecordings> {
  const loaded: LoadedRecordings = { created: 0, unchanged: 0, meetingIds: [] };
  for (const recording of demoRecordings) {
    const meetingId = meetingIds.get(recording.meetingId);
    // The load was stopped before this meeting, or the meeting is not the demo's.
    if (meetingId === undefined) continue;
    loaded.meetingIds.push(meetingId);
    const { state } = await recordingState(parts.db, actor.organizationId, meetingId);
    if (state === 'stored') {
      loaded.unchanged += 1;
      continue;
    }
    const isStored = await storeRecording(parts, actor, meetingId, recording);
    loaded[isStored ? 'created' : 'unchanged'] += 1;
  }
  return loaded;
}

/** @returns false if another load or a person has stored one first */
async function storeRecording(
  parts: LoadParts & { blobs: BlobStore },
  actor: Actor,
  meetingId: number,
  recording: DemoRecording,
): Promise<boolean> {
  const { contentType } = recording;
  const content = createReadStream(recordingFile(recording));
  try {
    await uploadRecording(parts, actor, meetingId, { contentType, content, mayReplace: false });
    return true;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'conflict') return false;
    throw error;
  }
}

import { createReadStream } from 'node:fs';
import { uploadRecording } from '../domain/meetings/upload-recording.ts';
import { recordingState } from '../domain/recordings/recording-state.ts';
import type { Opened } from './context.ts';

/** The outcome for the recordings, and the meetings that have one. */
export type LoadedRecordings = { created: number; unchanged: number; meetingIds: number[] };

/**
 * Stores the recordings of the invented company as the upload operation does. A meeting that has one keeps it, so that
 * a second run changes nothing.
 * @param meetingIds the organization's meetings by the ids that the invented company names them by
 * @param publicUrl what download URLs start with
 */
export async function loadRecordings(
  { db, queue, config, log }: Opened,
  organizationId: number,
  meetingIds: ReadonlyMap<string, number>,
  publicUrl: string,
): Promise<LoadedRecordings> {
  // Both are loaded only here: one is a large part of all code, the other brings what workers need.
  const { demoRecordings, recordingFile } = await import('@parley/demo');
  const { openBlobs } = await import('../processes/background.ts');
  const { blobs } = await openBlobs(config, db, publicUrl, log);
  const loaded: LoadedRecordings = { created: 0, unchanged: 0, meetingIds: [] };
  for (const recording of demoRecordings) {
    const meetingId = meetingIds.get(recording.meetingId);
    // The load was stopped before this meeting.
    if (meetingId === undefined) continue;
    loaded.meetingIds.push(meetingId);
    const { state } = await recordingState(db, organizationId, meetingId);
    if (state === 'stored') {
      loaded.unchanged += 1;
      continue;
    }
    const { contentType } = recording;
    const content = createReadStream(recordingFile(recording));
    await uploadRecording({ db, queue, blobs }, { organizationId }, meetingId, { contentType, content });
    loaded.created += 1;
  }
  return loaded;
}

import { fetchRecordingJob } from '../domain/jobs.ts';
import { failRecording, fetchRecording } from '../domain/recordings/fetch-recording.ts';
import { handles } from './handles.ts';

export const fetchRecordingHandler = handles(
  fetchRecordingJob,
  async ({ meetingId, recordingId }, attempt, deps) => {
    const { recordingFetches, recordingsStored, recordingBytesStored } = deps.metrics;
    try {
      const { outcome, bytes } = await fetchRecording(deps, meetingId, recordingId, attempt);
      recordingFetches.inc({ outcome });
      if (outcome !== 'stored') return;
      recordingsStored.inc({ source: 'fetch' });
      recordingBytesStored.inc({ source: 'fetch' }, bytes);
    } catch (error) {
      // The last attempt counts as failed, once that is recorded. One that was handed back is no attempt.
      if (!attempt.isLast && !attempt.signal.aborted) recordingFetches.inc({ outcome: 'retried' });
      throw error;
    }
  },
  async (tx, { meetingId, recordingId }, givenUp, { metrics }) => {
    await failRecording(tx, meetingId, recordingId, givenUp);
    metrics.recordingFetches.inc({ outcome: 'failed' });
  },
);

import { fetchRecordingJob } from '../domain/jobs.ts';
import { failRecording, fetchRecording } from '../domain/recordings/fetch-recording.ts';
import { handles } from './handles.ts';

export const fetchRecordingHandler = handles(
  fetchRecordingJob,
  ({ meetingId, recordingId }, attempt, deps) => fetchRecording(deps, meetingId, recordingId, attempt),
  (tx, { meetingId, recordingId }, givenUp) => failRecording(tx, meetingId, recordingId, givenUp),
);

import { fetchRecordingJob } from '../domain/jobs.ts';
import { failRecording, fetchRecording as fetchInto } from '../domain/recordings/fetch-recording.ts';
import { handles } from './handles.ts';

export const fetchRecording = handles(
  fetchRecordingJob,
  ({ meetingId, recordingId }, attempt, deps) => fetchInto(deps, meetingId, recordingId, attempt),
  (tx, { meetingId, recordingId }, givenUp) => failRecording(tx, meetingId, recordingId, givenUp),
);

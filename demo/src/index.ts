export { demoCompany } from './company.ts';
export { type DemoRecording, demoRecordings, recordingFile } from './recordings.ts';
export type {
  DemoAttendee,
  DemoCompany,
  DemoCrmRecord,
  DemoEmail,
  DemoMeeting,
  DemoSegment,
  DemoSignal,
  DemoUser,
} from './types.ts';

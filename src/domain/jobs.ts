import Type from 'typebox';
import { defineJob, type Job } from '../queue/define-job.ts';

const Id = Type.Integer({ minimum: 1 });

/** Puts the CRM records of an accepted remap in place. */
export const applyRemapJob = defineJob({
  name: 'apply-remap',
  payload: Type.Object({ meetingId: Id, requestId: Type.String() }),
  maxAttempts: 20,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyPerOrganization: 3,
});

/** Fetches a recording from its URL into the blob store. */
export const fetchRecordingJob = defineJob({
  name: 'fetch-recording',
  payload: Type.Object({ meetingId: Id, recordingId: Type.String() }),
  // With the delays, for half an hour to an hour: a platform may give the URL before the recording is ready.
  maxAttempts: 10,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 3 * 3600,
  concurrency: 3,
  concurrencyPerOrganization: 2,
});

/** Deletes a blob that no recording names any more. */
export const deleteBlobJob = defineJob({
  name: 'delete-blob',
  payload: Type.Object({ key: Type.String() }),
  maxAttempts: 20,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 3600,
  timeoutSeconds: 60,
  concurrency: 2,
  concurrencyPerOrganization: 1,
});

/** Deletes blobs that a crash left behind. */
export const sweepBlobsJob = defineJob({
  name: 'sweep-blobs',
  payload: Type.Object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 3600,
  concurrency: 1,
  concurrencyPerOrganization: 1,
  cron: '17 3 * * *',
});

/** Deletes the answers that were kept for Idempotency-Keys, when their time is over. */
export const forgetAnswersJob = defineJob({
  name: 'forget-answers',
  payload: Type.Object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 600,
  concurrency: 1,
  concurrencyPerOrganization: 1,
  cron: '43 * * * *',
});

/** Every job there is. A new one is a definition here and a handler in src/jobs/. */
export const JOBS: readonly Job[] = [
  applyRemapJob,
  fetchRecordingJob,
  deleteBlobJob,
  sweepBlobsJob,
  forgetAnswersJob,
];

import Type from 'typebox';
import { dailyAt, defineJob, hourlyAt, type Job } from '../queue/define-job.ts';

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

/** Judges a meeting or an e-mail by its signals, and sums a meeting up. */
export const processRunJob = defineJob({
  name: 'process-run',
  payload: Type.Object({ runId: Id }),
  // With the delays, for some five hours; while the provider is known to be away, waiting is not counted as trying.
  maxAttempts: 30,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 900,
  timeoutSeconds: 1800,
  // At a time in one process; PARLEY_AI_CONCURRENCY says how many of them may be one organization's.
  concurrency: 16,
  concurrencyPerOrganization: 4,
});

/** Tries a draft of a signal on a part of the meetings of its backtest, then calls for the next part. */
export const runBacktestJob = defineJob({
  name: 'run-backtest',
  payload: Type.Object({ backtestId: Id, part: Type.Integer({ minimum: 0 }) }),
  // As for what comes in; with fewer at a time, so that it is not kept waiting.
  maxAttempts: 30,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 900,
  timeoutSeconds: 3600,
  concurrency: 4,
  concurrencyPerOrganization: 2,
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
  schedule: dailyAt(3, 17),
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
  schedule: hourlyAt(43),
});

/** Removes replaced versions of meetings when the time for which they are kept is over. */
export const forgetVersionsJob = defineJob({
  name: 'forget-versions',
  payload: Type.Object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 3600,
  concurrency: 1,
  concurrencyPerOrganization: 1,
  schedule: dailyAt(2, 47),
});

/** Removes changes when the time for which they are kept is over. */
export const forgetChangesJob = defineJob({
  name: 'forget-changes',
  payload: Type.Object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 3600,
  concurrency: 1,
  concurrencyPerOrganization: 1,
  schedule: hourlyAt(27),
});

/** Every job there is. A new one is a definition here and a handler in src/jobs/. */
export const JOBS: readonly Job[] = [
  applyRemapJob,
  processRunJob,
  runBacktestJob,
  fetchRecordingJob,
  deleteBlobJob,
  sweepBlobsJob,
  forgetAnswersJob,
  forgetVersionsJob,
  forgetChangesJob,
];

import { Type } from '../lib/schema-types.ts';
import { dailyAt, defineJob, hourlyAt, type Job } from '../queue/define-job.ts';

const Id = Type.Integer({ minimum: 1 });

/** Applies the CRM records of an accepted remap. */
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

/** Judges a meeting or an e-mail by its signals, and summarizes a meeting. */
export const processRunJob = defineJob({
  name: 'process-run',
  payload: Type.Object({ runId: Id }),
  // With the delays, attempts last some five hours; waiting for an unavailable provider does not count as an attempt.
  maxAttempts: 30,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 900,
  timeoutSeconds: 1800,
  // The limits at the same time in one process; PARLEY_AI_CONCURRENCY sets the limit per organization.
  concurrency: 16,
  concurrencyPerOrganization: 4,
});

/** Tries a draft of a signal on a part of the meetings of its backtest, then enqueues the next part. */
export const runBacktestJob = defineJob({
  name: 'run-backtest',
  payload: Type.Object({ backtestId: Id, part: Type.Integer({ minimum: 0 }) }),
  // As for ingested conversations, but with lower concurrency, so that these are not delayed.
  maxAttempts: 30,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 900,
  timeoutSeconds: 3600,
  concurrency: 4,
  concurrencyPerOrganization: 2,
});

/** Writes the next file of an export, then enqueues the next step. */
export const runExportJob = defineJob({
  name: 'run-export',
  payload: Type.Object({ exportId: Id, step: Type.Integer({ minimum: 0 }) }),
  // With the delays, attempts last some twenty minutes: as long as a store may be unavailable.
  maxAttempts: 10,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 1800,
  concurrency: 2,
  concurrencyPerOrganization: 1,
});

/** Fetches a recording from its URL into the blob store. */
export const fetchRecordingJob = defineJob({
  name: 'fetch-recording',
  payload: Type.Object({ meetingId: Id, recordingId: Type.String() }),
  // With the delays, attempts last half an hour to an hour: a platform may send the URL before the recording is ready.
  maxAttempts: 10,
  retryDelaySeconds: 5,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 3 * 3600,
  concurrency: 3,
  concurrencyPerOrganization: 2,
});

/** The key and the request that asked for the work, for the audit. */
const OnBehalfOf = Type.Object({ keyId: Type.Optional(Id), requestId: Type.Optional(Type.String()) });

/** Loads the invented company into an organization. */
export const loadDemoJob = defineJob({
  name: 'load-demo',
  payload: OnBehalfOf,
  maxAttempts: 10,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 1800,
  concurrency: 2,
  concurrencyPerOrganization: 1,
});

/** Removes the invented company from an organization. */
export const removeDemoJob = defineJob({
  name: 'remove-demo',
  payload: OnBehalfOf,
  maxAttempts: 10,
  retryDelaySeconds: 2,
  maxRetryDelaySeconds: 300,
  timeoutSeconds: 1800,
  concurrency: 2,
  concurrencyPerOrganization: 1,
});

/** Deletes a blob that no recording refers to any more. */
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

/** The bounds of jobs that clean up on a schedule, for all organizations at once. */
const CLEAN_UP = {
  payload: Type.Object({}),
  maxAttempts: 3,
  retryDelaySeconds: 60,
  maxRetryDelaySeconds: 600,
  timeoutSeconds: 3600,
  concurrency: 1,
  concurrencyPerOrganization: 1,
} as const;

/** Deletes blobs that were left behind by a crash. */
export const sweepBlobsJob = defineJob({
  name: 'sweep-blobs',
  ...CLEAN_UP,
  schedule: dailyAt(3, 17),
});

/** Deletes expired responses to requests with an Idempotency-Key. */
export const forgetAnswersJob = defineJob({
  name: 'forget-answers',
  ...CLEAN_UP,
  timeoutSeconds: 600,
  schedule: hourlyAt(43),
});

/** Deletes replaced versions of meetings whose retention has ended. */
export const forgetVersionsJob = defineJob({
  name: 'forget-versions',
  ...CLEAN_UP,
  schedule: dailyAt(2, 47),
});

/** Deletes changes whose retention has ended. */
export const forgetChangesJob = defineJob({
  name: 'forget-changes',
  ...CLEAN_UP,
  schedule: hourlyAt(27),
});

/** Deletes exports whose retention has ended. */
export const forgetExportsJob = defineJob({
  name: 'forget-exports',
  ...CLEAN_UP,
  schedule: hourlyAt(37),
});

/** Deletes audit records whose retention has ended. */
export const forgetAuditJob = defineJob({
  name: 'forget-audit',
  ...CLEAN_UP,
  schedule: dailyAt(2, 17),
});

/** Indexes the words of conversations that lack them: those of earlier versions of Parley. */
export const indexWordsJob = defineJob({
  name: 'index-words',
  ...CLEAN_UP,
  // An attempt that is out of time is continued by the next one.
  maxAttempts: 1000,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  schedule: hourlyAt(7),
});

/** All jobs. A new job is a definition here and a handler in src/jobs/. */
export const JOBS: readonly Job[] = [
  applyRemapJob,
  processRunJob,
  runBacktestJob,
  runExportJob,
  fetchRecordingJob,
  loadDemoJob,
  removeDemoJob,
  deleteBlobJob,
  sweepBlobsJob,
  forgetAnswersJob,
  forgetVersionsJob,
  forgetChangesJob,
  indexWordsJob,
  forgetExportsJob,
  forgetAuditJob,
];

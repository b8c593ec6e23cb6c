import type { AiProvider } from '../ai/types.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import type { FetchRecording } from '../domain/recordings/fetch-recording.ts';
import type { StorageQuota } from '../domain/storage/storage-quota.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { handlerMaker, type JobHandler } from '../queue/define-job.ts';
import type { Queue } from '../queue/queue.ts';

/** The dependencies of job handlers, assembled in processes/. */
export type JobDeps = {
  db: Database;
  queue: Queue;
  blobs: BlobStore;
  /** Determines whether blobs may be deleted from the store. */
  blobOwner: BlobOwner;
  fetchRecording: FetchRecording;
  /** The quota of each organization. */
  quota: StorageQuota;
  ai: AiProvider;
  /** Each organization's budget for models, input and output together; undefined is none. */
  tokensPerDay: number | undefined;
  /** The days for which replaced versions of meetings are kept; may be a fraction. */
  versionDays: number;
  /** The days for which changes are kept; may be a fraction. */
  changesDays: number;
  /** The days for which exports are kept; may be a fraction. */
  exportDays: number;
  log: Log;
  metrics: Metrics;
};

export const handles = handlerMaker<JobDeps>();

export type ParleyJobHandler = JobHandler<JobDeps>;

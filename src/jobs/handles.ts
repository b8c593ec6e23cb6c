import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import type { FetchRecording } from '../domain/recordings/fetch-recording.ts';
import type { Log } from '../lib/log.ts';
import { handlerMaker, type JobHandler } from '../queue/define-job.ts';

/** What jobs work with; built by processes/. */
export type JobDeps = { db: Database; blobs: BlobStore; fetchRecording: FetchRecording; log: Log };

export const handles = handlerMaker<JobDeps>();

export type ParleyJobHandler = JobHandler<JobDeps>;

import { join } from 'node:path';
import type { AiProvider } from '../ai/types.ts';
import { createFileStore } from '../blobs/files.ts';
import { createS3Store } from '../blobs/s3.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Config } from '../config.ts';
import type { ConnectionSettings, Database } from '../db/database.ts';
import type { WakeSignals } from '../db/wake-signals.ts';
import { type BlobOwner, createBlobOwner, PATIENCE } from '../domain/blob-claims/blob-owner.ts';
import { keepSequencing } from '../domain/changes/keep-sequencing.ts';
import { keepFolding } from '../domain/counts/fold-counts.ts';
import { JOBS, processRunJob } from '../domain/jobs.ts';
import type { FetchRecording } from '../domain/recordings/fetch-recording.ts';
import { createDownloadSigner } from '../domain/recordings/signing-keys.ts';
import type { StorageQuota } from '../domain/storage/storage-quota.ts';
import { keepDelivering } from '../domain/webhooks/keep-delivering.ts';
import { keepIndexing } from '../domain/words/keep-indexing.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import type { ParleyJobHandler } from '../jobs/handles.ts';
import { handlers } from '../jobs/index.ts';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import type { Queue } from '../queue/queue.ts';
import { TIMINGS, type Timings } from '../queue/timings.ts';
import { startWorkers, type Workers } from '../queue/workers.ts';
import { isExclusiveStore } from './exclusive-store.ts';
import { countingPosts, createPostWebhook, type PostLimits } from './post-webhook.ts';

/** Recordings come from servers of all kinds; these bound what one of them can take. */
const FETCH_TIMEOUTS = { headersTimeoutMs: 30_000, idleTimeoutMs: 30_000, totalTimeoutMs: 2 * 3_600_000 };

/** Opens the store that the settings name, and what knows whether it is this database's. */
export async function openBlobs(
  config: Config,
  db: Database,
  publicUrl: string,
  log: Log,
): Promise<Pick<Deps, 'blobs' | 'files' | 'blobOwner'>> {
  if (config.blobs.kind === 's3') {
    const blobs = await createS3Store(config.blobs);
    return { blobs, files: undefined, blobOwner: createBlobOwner({ db, blobs, log, isExclusive: false }) };
  }
  const signer = await createDownloadSigner(db);
  const directory = join(config.dataDir, 'blobs');
  const store = createFileStore({
    directory,
    publicUrl,
    signer,
    minFreeBytes: config.minFreeBytes,
  });
  const isExclusive = await isExclusiveStore(directory, config.databaseUrl === undefined);
  const blobOwner = createBlobOwner({ db, blobs: store, log, isExclusive });
  return { blobs: store, files: { store, signer }, blobOwner };
}

/**
 * Claims the blob store if it has no owner, and writes the beats that keep copies of the database away from it.
 * @returns a function that ends it
 */
export function keepClaim(owner: BlobOwner, log: Log): () => Promise<void> {
  const look = async () => void (await owner.look());
  const first = look().catch((error) =>
    log.warn({ err: error }, 'the store of recordings could not be asked'),
  );
  const end = every(PATIENCE.beatMs, look, log);
  return async () => {
    await Promise.all([first, end()]);
  };
}

/**
 * Starts doing background jobs: the worker role.
 * @param patience tests wait less for servers of recordings, for receivers of webhooks, and for workers that are lost
 */
export async function startBackground(
  config: Pick<
    Config,
    'fetchAllow' | 'maxRecordingBytes' | 'ai' | 'versionDays' | 'changesDays' | 'exportDays'
  >,
  connection: ConnectionSettings,
  parts: {
    db: Database;
    queue: Queue;
    signals: WakeSignals;
    blobs: BlobStore;
    blobOwner: BlobOwner;
    ai: AiProvider;
    log: Log;
    metrics: Metrics;
    quota: StorageQuota;
    /** The beginning of links to the console. */
    publicUrl: string;
    /** Undefined if they are off. */
    traces?: Traces | undefined;
  },
  patience: { fetch?: typeof FETCH_TIMEOUTS; timings?: Timings; webhooks?: PostLimits } = {},
): Promise<Workers> {
  const { fetch = FETCH_TIMEOUTS, timings = TIMINGS } = patience;
  const { fetchAllow: allow, maxRecordingBytes: maxBytes } = config;
  const fetchRecording: FetchRecording = async (url, { signal }) => {
    // Loaded with the first recording: it costs 30 MB.
    const { fetchGuarded } = await import('../lib/guarded-fetch/fetch-guarded.ts');
    return fetchGuarded(url, { allow, maxBytes, ...fetch, signal });
  };
  const { signals, log, metrics } = parts;
  const { versionDays, changesDays, exportDays } = config;
  const kept = { versionDays, changesDays, exportDays };
  const deps = { ...parts, fetchRecording, tokensPerDay: config.ai.tokensPerDay, ...kept };
  const workers = await startWorkers(connection, JOBS, boundedHandlers(config.ai.concurrency), deps, {
    signals,
    log,
    metrics,
    traces: parts.traces,
    timings,
  });
  const endFolding = keepFolding(parts.db, log);
  const endIndexing = keepIndexing(parts.db, log);
  const endSequencing = keepSequencing(parts.db, signals, log);
  const post = countingPosts(createPostWebhook(allow, log, patience.webhooks), metrics);
  const delivering = keepDelivering({ ...parts, post });
  return {
    async stop(waitMs) {
      const ended = [endFolding(), endIndexing(), endSequencing(), delivering.stop(waitMs)];
      await Promise.all([workers.stop(waitMs), ...ended]);
    },
  };
}

/** The operator says how many conversations of an organization are worked on at a time. */
function boundedHandlers(concurrency: number): ParleyJobHandler[] {
  return handlers.map((handler) => {
    if (handler.job.name !== processRunJob.name) return handler;
    const most = Math.max(handler.job.concurrency, concurrency);
    return {
      ...handler,
      job: { ...handler.job, concurrency: most, concurrencyPerOrganization: concurrency },
    };
  });
}

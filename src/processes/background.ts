import { join } from 'node:path';
import { createFileStore } from '../blobs/files.ts';
import { createS3Store } from '../blobs/s3.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Config } from '../config.ts';
import type { ConnectionSettings, Database } from '../db/database.ts';
import { JOBS } from '../domain/jobs.ts';
import type { FetchRecording } from '../domain/recordings/fetch-recording.ts';
import { createDownloadSigner } from '../domain/recordings/signing-keys.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { handlers } from '../jobs/index.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { startWorkers, type Workers } from '../queue/workers.ts';

/** Recordings come from servers of all kinds; these bound what one of them can take. */
const HEADERS_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 2 * 3_600_000;

/** Opens the store that the settings name. */
export async function openBlobs(
  config: Config,
  db: Database,
  publicUrl: string,
): Promise<Pick<Deps, 'blobs' | 'files'>> {
  if (config.blobs.kind === 's3') return { blobs: await createS3Store(config.blobs), files: undefined };
  const signer = await createDownloadSigner(db);
  const store = createFileStore({ directory: join(config.dataDir, 'blobs'), publicUrl, signer });
  return { blobs: store, files: { store, signer } };
}

/** Starts doing background jobs: the worker role. */
export function startBackground(
  config: Config,
  connection: ConnectionSettings,
  parts: { db: Database; blobs: BlobStore; log: Log; metrics: Metrics },
): Promise<Workers> {
  const fetchRecording: FetchRecording = async (url, { signal }) => {
    // Loaded with the first recording: it costs 30 MB.
    const { fetchGuarded } = await import('../lib/guarded-fetch/fetch-guarded.ts');
    return fetchGuarded(url, {
      allow: config.fetchAllow,
      maxBytes: config.maxRecordingBytes,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
      idleTimeoutMs: IDLE_TIMEOUT_MS,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      signal,
    });
  };
  return startWorkers(connection, JOBS, handlers, { ...parts, fetchRecording }, parts);
}

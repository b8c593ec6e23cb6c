import type { Config } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { NO_QUOTA } from '../../src/domain/storage/storage-quota.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { createAi } from '../../src/processes/ai.ts';
import { openBlobs, startBackground } from '../../src/processes/background.ts';
import { openQueue } from '../../src/queue/queue.ts';
import { QUICK } from '../queue/jobs.ts';
import { BUILTIN } from '../support/service.ts';
import { sql } from '../support/sql.ts';

/** A worker of the real jobs in this process, that is not as patient as production, and what it works with. */
export type BackgroundWorker = {
  db: Database;
  blobs: Awaited<ReturnType<typeof openBlobs>>['blobs'];
  blobOwner: Awaited<ReturnType<typeof openBlobs>>['blobOwner'];
  stop(waitMs?: number): Promise<void>;
};

/** What a server of recordings is given. */
export const FETCH_TIMEOUTS = { headersTimeoutMs: 400, idleTimeoutMs: 400, totalTimeoutMs: 1500 };

export async function startBackgroundWorker(
  databaseUrl: string,
  config: Pick<Config, 'blobs' | 'dataDir' | 'fetchAllow' | 'maxRecordingBytes'> &
    Partial<Pick<Config, 'ai'>>,
): Promise<BackgroundWorker> {
  const connection = { connectionString: databaseUrl };
  const log = createLog('silent');
  const db = openDatabase(connection, log);
  const { blobs, blobOwner } = await openBlobs(config as Config, db, 'http://127.0.0.1', log);
  const queue = await openQueue(connection, log);
  const settings = { ai: BUILTIN, versionDays: 90, ...config };
  const ai = await createAi(settings.ai);
  const parts = { db, queue, blobs, blobOwner, ai, log, metrics: createMetrics(), quota: NO_QUOTA };
  const workers = await startBackground(settings, connection, parts, {
    fetch: FETCH_TIMEOUTS,
    timings: QUICK,
  });
  return {
    db,
    blobs,
    blobOwner,
    async stop(waitMs = 500) {
      await workers.stop(waitMs);
      await queue.close();
      await db.close();
    },
  };
}

/** Jobs of one kind that are put in from now on are tried so often, with a second or two between. */
export async function limitAttempts(databaseUrl: string, job: string, attempts: number): Promise<void> {
  const text =
    'update pgboss.queue set retry_limit = $2, retry_delay = 1, retry_delay_max = 1 where name = $1';
  await sql(databaseUrl, text, [job, attempts - 1]);
}

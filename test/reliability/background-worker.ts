import type { Config } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { NO_QUOTA } from '../../src/domain/storage/storage-quota.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import { createAi } from '../../src/processes/ai.ts';
import { openBlobs, startBackground } from '../../src/processes/background.ts';
import { QUICK } from '../queue/jobs.ts';
import { openTestQueue } from '../support/queue.ts';
import { BUILTIN } from '../support/service.ts';
import { sql } from '../support/sql.ts';

/** A worker of the real jobs in this process, that is not as patient as production, and what it works with. */
export type BackgroundWorker = {
  db: Database;
  blobs: Awaited<ReturnType<typeof openBlobs>>['blobs'];
  blobOwner: Awaited<ReturnType<typeof openBlobs>>['blobOwner'];
  stop(waitMs?: number): Promise<void>;
};

/** The input of a server of recordings. */
export const FETCH_TIMEOUTS = { headersTimeoutMs: 400, idleTimeoutMs: 400, totalTimeoutMs: 1500 };

export async function startBackgroundWorker(
  databaseUrl: string,
  config: Pick<Config, 'blobs' | 'dataDir' | 'fetchAllow' | 'maxRecordingBytes'> &
    Partial<Pick<Config, 'ai'>>,
  patience: Pick<NonNullable<Parameters<typeof startBackground>[3]>, 'webhooks'> = {},
): Promise<BackgroundWorker> {
  const connection = { connectionString: databaseUrl };
  const log = createLog('silent');
  const db = openDatabase(connection, log);
  const { blobs, blobOwner } = await openBlobs(config as Config, db, 'http://127.0.0.1', log);
  const queue = openTestQueue(connection, db);
  const settings = { ai: BUILTIN, versionDays: 90, changesDays: 30, exportDays: 7, ...config };
  const ai = await createAi(settings.ai);
  const { signals } = queue;
  const parts = { db, queue, signals, blobs, blobOwner, ai, log, metrics: createMetrics(), quota: NO_QUOTA };
  const workers = await startBackground(
    settings,
    connection,
    { ...parts, publicUrl: '' },
    {
      fetch: FETCH_TIMEOUTS,
      timings: QUICK,
      ...patience,
    },
  );
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

/** Jobs of one kind that are enqueued from now on have so many attempts, with a second between them. */
export async function limitAttempts(databaseUrl: string, job: string, attempts: number): Promise<void> {
  await sql(databaseUrl, LIMITS);
  const text = `insert into attempt_limits (kind, attempts) values ($1, $2)
                on conflict (kind) do update set attempts = excluded.attempts`;
  await sql(databaseUrl, text, [job, attempts]);
}

/** Every process that enqueues on this database has these bounds, whatever the definition of the job says. */
const LIMITS = `
  create table if not exists attempt_limits (kind text primary key, attempts int not null);
  create or replace function limit_attempts() returns trigger language plpgsql security definer
  set search_path from current as $$
  declare
    most int := (select attempts from attempt_limits where kind = new.kind);
  begin
    if most is not null then
      new.max_attempts := most;
      new.retry_delay_seconds := 1;
      new.max_retry_delay_seconds := 1;
    end if;
    return new;
  end $$;
  create or replace trigger limit_attempts before insert on jobs for each row execute function limit_attempts()`;

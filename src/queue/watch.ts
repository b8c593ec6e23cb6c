import type { PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import { lockLost, retryJobNow } from './claims.ts';
import { giveUpOf, type JobHandler } from './define-job.ts';
import { SUSPECT_LOSSES } from './run-job.ts';
import { failLocked, WorkerLost } from './settle.ts';
import type { Timings } from './timings.ts';

/**
 * Makes what looks for jobs whose workers are lost and has them tried again. A lost try counts as one: a job that
 * takes its workers with it becomes a dead letter like one that throws.
 */
export function createWatch<Deps>({
  db,
  boss,
  handlers,
  deps,
  log,
  timings,
}: {
  db: Database;
  boss: PgBoss;
  handlers: readonly JobHandler<Deps>[];
  deps: Deps;
  log: Log;
  timings: Timings;
}): () => Promise<void> {
  const byName = new Map(handlers.map((handler) => [handler.job.name, handler]));
  let seenMs = performance.now();
  let clearFromMs = 0;
  const takeBack = () =>
    db.transaction(async (tx) => {
      const lost = await lockLost(tx, [...byName.keys()], timings.lostMs / 1000);
      for (const claim of lost) {
        await failLocked(tx, boss, claim, new WorkerLost(), giveUpOf(byName.get(claim.job), deps));
        // A suspect waits as if it had thrown, longer and longer.
        if (claim.losses + 1 < SUSPECT_LOSSES) await retryJobNow(tx, claim);
      }
      return lost;
    });
  return async () => {
    // Where the database was away, nobody could give a sign of life: those who live are given the time to.
    if (performance.now() - seenMs > timings.lostMs / 2) {
      await db.query(ping, []);
      clearFromMs = performance.now() + timings.lostMs;
    }
    const lost = performance.now() < clearFromMs ? [] : await takeBack();
    seenMs = performance.now();
    for (const { job, id, organizationId, retries } of lost) {
      log.warn({ job, jobId: id, organizationId, attempt: retries + 1 }, 'a job’s worker was lost');
    }
  };
}

const ping = { name: 'ping', text: 'select 1' };

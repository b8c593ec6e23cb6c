import type { Database } from '../db/database.ts';
import type { WakeSignals } from '../db/wake-signals.ts';
import type { Log } from '../lib/log.ts';
import { lockLost, SUSPECT_LOSSES } from './claim.ts';
import { giveUpOf, type JobHandler } from './define-job.ts';
import { wakeName } from './queue.ts';
import { failClaimIn, WorkerLost } from './settle.ts';
import type { Timings } from './timings.ts';

/**
 * Makes a function that looks for jobs whose workers are lost and lets others do them. A lost attempt counts, so that a
 * job that kills its workers becomes a dead letter like one that throws.
 */
export function createWatch<Deps>({
  db,
  signals,
  handlers,
  deps,
  log,
  timings,
}: {
  db: Database;
  signals: Pick<WakeSignals, 'wake'>;
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
        // A suspect waits as if it had thrown, longer and longer.
        const isAtOnce = claim.losses + 1 < SUSPECT_LOSSES;
        const giveUp = giveUpOf(byName.get(claim.job)!, deps);
        await failClaimIn(tx, claim, new WorkerLost(), giveUp, { isAtOnce });
        if (isAtOnce) tx.afterCommit(() => signals.wake(wakeName(claim.job)));
      }
      return lost;
    });
  return async () => {
    // While the database was away, no worker could send a heartbeat: those that live are given time to send one.
    if (performance.now() - seenMs > timings.lostMs / 2) {
      await db.query(ping, []);
      clearFromMs = performance.now() + timings.lostMs;
    }
    const lost = performance.now() < clearFromMs ? [] : await takeBack();
    seenMs = performance.now();
    for (const { job, id, organizationId, attempt } of lost) {
      log.warn({ job, jobId: id, organizationId, attempt }, 'a job’s worker was lost');
    }
  };
}

const ping = { name: 'ping', text: 'select 1' };

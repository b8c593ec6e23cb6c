import type { PgBoss } from 'pg-boss';
import { type ConnectionSettings, type Database, openDatabase } from '../db/database.ts';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { CHANNEL, createBoss } from './boss.ts';
import type { Claim } from './claims.ts';
import type { Job, JobHandler } from './define-job.ts';
import { createRunner, type Runner } from './run-job.ts';
import { TIMINGS, type Timings } from './timings.ts';
import { createWatch } from './watch.ts';

/** Connections for pg-boss's own housekeeping: schedules and the removal of finished jobs. */
const BOSS_CONNECTIONS = 2;

export type Workers = {
  /** Takes no more work, lets end what can within the time, hands the rest back, and is over soon after. */
  stop(waitMs: number): Promise<void>;
};

type Parts = { log: Log; metrics: Metrics; timings?: Timings };

/**
 * Starts doing jobs: each listed job must have a handler, so that no work waits for nobody.
 * @throws where a listed job has no handler
 */
export async function startWorkers<Deps>(
  connection: ConnectionSettings,
  jobs: readonly Job[],
  handlers: readonly JobHandler<Deps>[],
  deps: Deps,
  { log, metrics, timings = TIMINGS }: Parts,
): Promise<Workers> {
  const orphans = jobs.filter((job) => !handlers.some((handler) => handler.job.name === job.name));
  if (orphans.length > 0)
    throw new Error(`no handler does the job ${orphans.map((job) => job.name).join(', ')}`);
  const boss = createBoss(
    connection,
    { max: BOSS_CONNECTIONS, migrate: false, supervise: true, schedule: true },
    log,
  );
  await boss.start();
  // Its own: signs of life must not wait for a connection behind the work that they are given for.
  const db = openDatabase(connection, log);
  const stopping = new AbortController();
  const suspects = new Set<Claim>();
  const parts = { db, boss, deps, log, metrics, timings, suspects, stopping: stopping.signal };
  const runners = handlers.map((handler) => createRunner(handler, parts));
  const end = await keepGoing({ db, boss, handlers, deps, runners, log, timings });
  const stop = async (waitMs: number) => {
    for (const runner of runners) runner.rest();
    const idle = Promise.all(runners.map((runner) => runner.idle()));
    await atMost(idle, Math.max(0, waitMs - timings.unwindMs));
    stopping.abort(new Error('the worker is stopping'));
    // Handlers that do not listen are left behind; what they did is done again by whoever takes the job.
    await atMost(idle, 2 * timings.unwindMs);
    // The listening connection has no error listener any more: it must be gone before its server may be.
    await atMost(end(), timings.unwindMs);
    await boss.stop({ graceful: false });
    await atMost(db.close(), timings.unwindMs);
  };
  let stopped: Promise<void> | undefined;
  return {
    stop(waitMs) {
      stopped ??= stop(waitMs);
      return stopped;
    },
  };
}

/** Listens and polls for work, gives signs of life, looks for lost jobs. @returns what ends all that */
async function keepGoing<Deps>(parts: {
  db: Database;
  boss: PgBoss;
  handlers: readonly JobHandler<Deps>[];
  deps: Deps;
  runners: Runner[];
  log: Log;
  timings: Timings;
}): Promise<() => Promise<void>> {
  const { boss, runners, log, timings } = parts;
  const wakeAll = () => {
    for (const runner of runners) runner.wake();
  };
  const onNotification = (name: string) => {
    for (const runner of runners) if (name === '' || name === runner.name) runner.wake();
  };
  const ear = await boss
    .getDb()
    .listen?.(CHANNEL, onNotification, wakeAll)
    .catch((error: unknown) =>
      log.warn({ err: error }, 'no notifications of jobs: they are found by polling'),
    );
  const watch = createWatch(parts);
  const beat = async () => {
    // One after the other: they share a moment's connections with the claims.
    for (const runner of runners) await runner.beat();
  };
  const ends = [
    every(timings.pollMs, async () => wakeAll(), log),
    every(timings.beatMs, beat, log),
    every(timings.watchMs, watch, log),
  ];
  wakeAll();
  return async () => {
    for (const endOne of ends) void endOne();
    await ear?.close();
  };
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.then(() => {}), late]).finally(() => clearTimeout(timer));
}

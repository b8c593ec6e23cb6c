import { type ConnectionSettings, type Database, openDatabase } from '../db/database.ts';
import type { WakeSignals } from '../db/wake-signals.ts';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import type { Claim } from './claim.ts';
import { cleanUp } from './clean-up.ts';
import type { Job, JobHandler } from './define-job.ts';
import { movePgBossJobs } from './move-pgboss-jobs.ts';
import { wakeName } from './queue.ts';
import { createRunner, type Runner } from './run-job.ts';
import { enqueueScheduled, registerSchedules } from './schedule.ts';
import { TIMINGS, type Timings } from './timings.ts';
import { createWatch } from './watch.ts';

export type Workers = {
  /** Takes no more work, lets what can end within the time do so, hands the rest back, and is over soon after. */
  stop(waitMs: number): Promise<void>;
};

type Parts = {
  signals: WakeSignals;
  log: Log;
  metrics: Metrics;
  traces?: Traces | undefined;
  timings?: Timings;
};

/**
 * Starts doing jobs. Each listed job must have a handler, so that no work waits forever.
 * @throws if a listed job has no handler
 */
export async function startWorkers<Deps>(
  connection: ConnectionSettings,
  jobs: readonly Job[],
  handlers: readonly JobHandler<Deps>[],
  deps: Deps,
  { signals, log, metrics, traces, timings = TIMINGS }: Parts,
): Promise<Workers> {
  const orphans = jobs.filter((job) => !handlers.some((handler) => handler.job.name === job.name));
  if (orphans.length > 0)
    throw new Error(`no handler does the job ${orphans.map((job) => job.name).join(', ')}`);
  // Workers have connections of their own: heartbeats must not wait behind the work that they are sent for.
  const db = openDatabase(connection, log);
  metrics.pools.set('jobs', db.connections);
  for (const { name } of jobs) {
    for (const outcome of ['done', 'failed']) metrics.jobSeconds.zero({ job: name, outcome });
  }
  await registerSchedules(db, jobs).catch(async (error) => {
    await db.close();
    throw error;
  });
  const stopping = new AbortController();
  const suspects = new Set<Claim>();
  const parts = { db, signals, deps, log, metrics, traces, timings, suspects, stopping: stopping.signal };
  const runners = handlers.map((handler) => createRunner(handler, parts));
  const end = keepGoing({ db, signals, jobs, handlers, deps, runners, log, timings });
  const stop = async (waitMs: number) => {
    for (const runner of runners) runner.rest();
    const idle = Promise.all(runners.map((runner) => runner.idle()));
    await atMost(idle, Math.max(0, waitMs - timings.unwindMs));
    stopping.abort(new Error('the worker is stopping'));
    // Handlers that do not listen to their signal are left behind. Another worker does their jobs again.
    await atMost(idle, 2 * timings.unwindMs);
    end();
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

/** Looks for work, sends heartbeats, looks for lost jobs and schedules, and cleans up. @returns what ends all that */
function keepGoing<Deps>(parts: {
  db: Database;
  signals: WakeSignals;
  jobs: readonly Job[];
  handlers: readonly JobHandler<Deps>[];
  deps: Deps;
  runners: Runner[];
  log: Log;
  timings: Timings;
}): () => void {
  const { db, signals, jobs, runners, log, timings } = parts;
  const wakeAll = () => {
    for (const runner of runners) runner.wake();
  };
  const beat = async () => {
    // One after the other: they share a few connections with the claims.
    for (const runner of runners) await runner.beat();
  };
  const schedule = () => enqueueScheduled(db, jobs, signals);
  const ends = [
    ...runners.map((runner) => signals.onWake(wakeName(runner.name), runner.wake)),
    every(timings.pollMs, async () => wakeAll(), log),
    every(timings.pollMs, createMover(db, timings, wakeAll), log),
    every(timings.beatMs, beat, log),
    every(timings.watchMs, createWatch(parts), log),
    every(timings.scheduleMs, schedule, log),
    every(timings.cleanUpMs, () => cleanUp(db), log),
  ];
  signals.listen();
  // Schedules that were missed while no worker ran are done immediately.
  schedule().catch((error) => log.warn({ err: error }, 'scheduled jobs could not be enqueued'));
  wakeAll();
  return () => {
    for (const endOne of ends) void endOne();
  };
}

/** Makes what moves the jobs of earlier versions' processes, until there is nothing that they could be moved from. */
function createMover(db: Database, { lostMs }: Timings, onMoved: () => void): () => Promise<void> {
  let isOver = false;
  return async () => {
    if (isOver) return;
    const moved = await movePgBossJobs(db, lostMs / 1000);
    if (moved === undefined) isOver = true;
    else if (moved > 0) onMoved();
  };
}

async function atMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.then(() => {}), late]).finally(() => clearTimeout(timer));
}

import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { Compile } from 'typebox/compile';
import type { ConnectionSettings } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { createBoss } from './boss.ts';
import type { Job, JobHandler } from './define-job.ts';
import type { Envelope } from './queue.ts';

/** Seconds between looks for work where no notification came through. */
const POLL_SECONDS = 2;

/** Seconds between looks for jobs whose worker died or that took too long. */
const MONITOR_SECONDS = 5;

/** Connections for claiming, finishing and watching jobs; what handlers do has its own. */
const CONNECTIONS = 6;

export type Workers = {
  /** Takes no more work, waits up to the bound for what runs, and hands the rest back. */
  stop(waitMs: number): Promise<void>;
};

/**
 * Starts doing jobs: each listed job must have a handler, so that no work waits for nobody.
 * @throws where a listed job has no handler
 */
export async function startWorkers<Deps>(
  connection: ConnectionSettings,
  jobs: readonly Job[],
  handlers: readonly JobHandler<Deps>[],
  deps: Deps,
  { log, metrics }: { log: Log; metrics: Metrics },
): Promise<Workers> {
  const orphans = jobs.filter((job) => !handlers.some((handler) => handler.job.name === job.name));
  if (orphans.length > 0)
    throw new Error(`no handler does the job ${orphans.map((job) => job.name).join(', ')}`);
  const boss = createBoss(
    connection,
    {
      max: CONNECTIONS,
      migrate: false,
      supervise: true,
      schedule: true,
      useListenNotify: true,
      superviseIntervalSeconds: MONITOR_SECONDS,
      monitorIntervalSeconds: MONITOR_SECONDS,
    },
    log,
  );
  await boss.start();
  const stopping = new AbortController();
  for (const handler of handlers) await startWorker(boss, handler, deps, stopping.signal, log, metrics);
  return {
    async stop(waitMs) {
      const cut = setTimeout(() => stopping.abort(new Error('the worker is stopping')), waitMs / 2);
      await boss.stop({ graceful: true, timeout: waitMs });
      clearTimeout(cut);
    },
  };
}

async function startWorker<Deps>(
  boss: PgBoss,
  { job, handle }: JobHandler<Deps>,
  deps: Deps,
  stopping: AbortSignal,
  log: Log,
  metrics: Metrics,
): Promise<void> {
  const isPayload = Compile(job.payload);
  const work = async (taken: JobWithMetadata<Envelope>): Promise<void> => {
    const { organizationId, payload } = taken.data;
    const started = performance.now();
    const attempt = {
      organizationId,
      number: taken.retryCount + 1,
      isLast: taken.retryCount >= taken.retryLimit,
      signal: AbortSignal.any([taken.signal, stopping]),
    };
    const jobLog = log.child({ job: job.name, jobId: taken.id, organizationId, attempt: attempt.number });
    let outcome = 'done';
    try {
      if (!isPayload.Check(payload))
        throw new Error(`the payload of ${job.name} has another form than this version's`);
      await handle(payload as never, attempt, deps);
      jobLog.info('job done');
    } catch (error) {
      outcome = 'failed';
      jobLog.warn(
        { err: error },
        attempt.isLast ? 'job failed for the last time' : 'job failed; it is tried again',
      );
      throw error;
    } finally {
      metrics.jobSeconds.observe({ job: job.name, outcome }, (performance.now() - started) / 1000);
    }
  };
  for (let slot = 0; slot < job.concurrency; slot++) {
    let workerId = '';
    workerId = await boss.work(
      job.name,
      {
        includeMetadata: true,
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        groupConcurrency: job.concurrencyPerOrganization,
      },
      async ([taken]) => {
        // Where one job was found there may be more: look again at once, not after the poll interval.
        boss.notifyWorker(workerId);
        if (taken) await work(taken as JobWithMetadata<Envelope>);
      },
    );
  }
}

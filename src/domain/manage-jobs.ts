import type { Database, Queries } from '../db/database.ts';
import { Fault } from '../lib/faults.ts';
import { formatDateTime } from '../lib/time.ts';
import { countQueuedJobs, type JobRow, listQueuedJobs } from '../queue/inspect.ts';
import type { Queue } from '../queue/queue.ts';
import { type Actor, recordAudit } from './audit/record-audit.ts';
import { JOBS } from './jobs.ts';

export const JOB_STATES = ['waiting', 'active', 'dead'] as const;

/** Lists unfinished and dead jobs, newest first; those of all organizations if none is named. */
export function listJobs(
  db: Queries,
  filter: { organizationId?: number; state?: JobRow['state']; limit: number },
): Promise<JobRow[]> {
  return listQueuedJobs(db, JOBS, filter);
}

/** The jobs of one kind, as the API shows them. */
export type KindSummary = {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  oldestWaitingSeconds?: number;
};

/** Returns the number of an organization's unfinished jobs of each kind that organizations have. */
export async function summarizeJobs(db: Queries, organizationId: number): Promise<KindSummary[]> {
  const kinds = JOBS.filter(({ schedule }) => schedule === undefined);
  const rows = await countQueuedJobs(db, kinds, organizationId);
  return rows.map(({ job, waiting, active, dead, oldestWaitingSeconds }) => ({
    ...{ kind: job, waiting, running: active, failed: dead },
    ...(oldestWaitingSeconds === null
      ? {}
      : { oldestWaitingSeconds: Math.max(0, Math.round(oldestWaitingSeconds)) }),
  }));
}

/**
 * Retries a dead job.
 * @throws Fault 404 if the organization has no dead job of this id
 */
export async function retryJob(
  { db, queue }: { db: Database; queue: Queue },
  actor: Actor,
  jobId: string,
): Promise<void> {
  const { organizationId } = actor;
  const [dead] = UUID.test(jobId)
    ? await listQueuedJobs(db, JOBS, { organizationId, state: 'dead', ids: [jobId], limit: 1 })
    : [];
  const missing = () => new Fault('missing', 'There is no dead job of this id');
  if (!dead) throw missing();
  await db.transaction(async (tx) => {
    // A concurrent request may have retried it already.
    if ((await queue.retryDead(tx, [jobId])) === 0) throw missing();
    await recordAudit(tx, actor, 'job.retry', `job ${jobId}`, { job: dead.job });
  });
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a job as the API shows it. */
export function presentJob(row: JobRow) {
  return {
    id: row.id,
    job: row.job,
    state: row.state,
    attempts: row.attempts,
    createdAt: formatDateTime(row.createdAt),
    payload: row.payload ?? {},
    reason: row.reason ?? undefined,
  };
}

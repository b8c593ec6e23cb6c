import type { Queries, Statement } from '../db/database.ts';
import type { Job } from './define-job.ts';

/** The name under which metrics count dead letters. */
export const DEAD_LETTERS = 'dead-letters';

/** The jobs of one kind that wait, that are being done, and that are dead letters. */
export type QueueDepth = {
  job: string;
  waiting: number;
  active: number;
  dead: number;
  oldestSeconds: number;
};

/** A job as an operator sees it. Times are milliseconds since the epoch. */
export type JobRow = {
  id: string;
  job: string;
  organizationId: number;
  state: 'waiting' | 'active' | 'dead';
  attempts: number;
  createdAt: number;
  payload: unknown;
  /** The reason for which the latest attempt failed. */
  reason: string | null;
};

const selectDepths: Statement = {
  name: 'select-queue-depths',
  // Served by jobs_turns, jobs_active and jobs_dead. Jobs that are done, which are many, are never read.
  text: `with buried as materialized (
           select kind, count(*) as dead, min(ended_at) as first from jobs where state = 'dead' group by kind)
         select kind as job, coalesce(waiting, 0) as waiting, coalesce(active, 0) as active,
                coalesce(dead, 0) as dead, coalesce("oldestSeconds", 0) as "oldestSeconds"
         from (select kind, count(*) as waiting,
                 extract(epoch from now() - min(created_at) filter (where start_after <= now()))::float8 as "oldestSeconds"
               from jobs where state = 'waiting' group by kind) waiting
         full join (select kind, count(*) as active from jobs where state = 'active' group by kind) active using (kind)
         full join buried using (kind)
         union all
         select '${DEAD_LETTERS}', sum(dead)::bigint, 0, 0, extract(epoch from now() - min(first))::float8
         from buried having count(*) > 0`,
};

/** The depth of every queue that has unfinished jobs or dead letters, and of all dead letters together. */
export function queueDepths(db: Queries): Promise<QueueDepth[]> {
  return db.query<QueueDepth>(selectDepths, []);
}

const selectJobs: Statement = {
  name: 'select-jobs',
  // Served by jobs_turns, jobs_active and jobs_dead. A dead letter is as new as its end.
  text: `select id, kind as job, organization_id as "organizationId", state, attempts, created_at as "createdAt",
                payload, reason
         from (
           select * from jobs
           where state = 'waiting' and kind = any ($1) and ($2::bigint is null or organization_id = $2)
           union all
           select * from jobs
           where state = 'active' and kind = any ($1) and ($2::bigint is null or organization_id = $2)
           union all
           select * from jobs
           where state = 'dead' and kind = any ($1) and ($2::bigint is null or organization_id = $2)
         ) unfinished
         where ($5::uuid[] is null or id = any ($5)) and ($3::text is null or state = $3)
         order by coalesce(ended_at, created_at) desc, id limit $4`,
};

/** Unfinished jobs and dead letters, newest first; of one organization, or of all for the operator. */
export function listQueuedJobs(
  db: Queries,
  jobs: readonly Job[],
  filter: { organizationId?: number; state?: JobRow['state']; ids?: readonly string[]; limit: number },
): Promise<JobRow[]> {
  const { organizationId = null, state = null, ids = null, limit } = filter;
  const kinds = jobs.map((job) => job.name);
  return db.query<JobRow>(selectJobs, [kinds, organizationId, state, limit, ids]);
}

/** The numbers of jobs of one kind. */
export type JobSummary = {
  job: string;
  waiting: number;
  active: number;
  dead: number;
  /** The time since the oldest one that waits was enqueued; null if none waits. */
  oldestWaitingSeconds: number | null;
};

const selectSummary: Statement = {
  name: 'select-job-summary',
  // Like select-jobs, served by jobs_turns, jobs_active and jobs_dead.
  text: `select job.kind as job, count(*) filter (where state = 'waiting') as waiting,
                count(*) filter (where state = 'active') as active, count(*) filter (where state = 'dead') as dead,
                extract(epoch from now() - min(created_at) filter (where state = 'waiting'))::float8
                  as "oldestWaitingSeconds"
         from unnest($1::text[]) with ordinality as job (kind, place)
         left join (
           select kind, state, created_at from jobs
           where state = 'waiting' and kind = any ($1) and organization_id = $2
           union all
           select kind, state, created_at from jobs
           where state = 'active' and kind = any ($1) and organization_id = $2
           union all
           select kind, state, created_at from jobs
           where state = 'dead' and kind = any ($1) and organization_id = $2
         ) unfinished on unfinished.kind = job.kind
         group by job.kind, job.place order by job.place`,
};

/** The numbers of an organization's unfinished jobs and dead letters of each kind, also of kinds without any. */
export function countQueuedJobs(
  db: Queries,
  jobs: readonly Job[],
  organizationId: number,
): Promise<JobSummary[]> {
  return db.query<JobSummary>(selectSummary, [jobs.map(({ name }) => name), organizationId]);
}

const deleteJobs: Statement = {
  name: 'delete-jobs',
  // The kinds that wait are found by one step of jobs_turns each; then it and jobs_dead serve. A running job finds that
  // its work is gone.
  text: `with recursive kinds (kind) as (
           (select kind from jobs where state = 'waiting' order by kind limit 1)
           union all
           select next.kind from kinds cross join lateral (
             select kind from jobs where state = 'waiting' and kind > kinds.kind order by kind limit 1) next
         ), waiting as (
           delete from jobs where state = 'waiting' and kind = any (array (select kind from kinds))
             and organization_id = $1 and payload @> $2::jsonb
         )
         delete from jobs where state = 'dead' and organization_id = $1 and payload @> $2::jsonb`,
};

/** Removes the waiting jobs and dead letters of an organization whose payload holds all of these values. */
export async function forgetJobs(
  db: Queries,
  organizationId: number,
  payload: Record<string, unknown>,
): Promise<void> {
  await db.query(deleteJobs, [organizationId, JSON.stringify(payload)]);
}

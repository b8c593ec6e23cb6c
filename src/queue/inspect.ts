import type { Queries, Statement } from '../db/database.ts';
import { DEAD_LETTERS } from './boss.ts';
import type { Job } from './define-job.ts';

/** How much waits in a queue. */
export type QueueDepth = { job: string; waiting: number; active: number; oldestSeconds: number };

/** A job as an operator sees it. Times are milliseconds since the epoch. */
export type JobRow = {
  id: string;
  job: string;
  organizationId: number;
  state: 'waiting' | 'active' | 'dead';
  attempts: number;
  createdAt: number;
  payload: unknown;
  /** Why the last try failed. */
  reason: string | null;
};

const selectDepths: Statement = {
  name: 'select-queue-depths',
  // Reads the jobs that are not finished, which are few; the finished ones are in other parts of the index.
  text: `select name as job, count(*) filter (where state < 'active') as waiting,
                count(*) filter (where state = 'active') as active,
                coalesce(extract(epoch from now() - min(created_on) filter (where state < 'active'
                  and start_after <= now())), 0)::float8 as "oldestSeconds"
         from pgboss.job where state <= 'active' group by name`,
};

/** Depths of every queue that has unfinished jobs, the dead letters among them. */
export function queueDepths(db: Queries): Promise<QueueDepth[]> {
  return db.query<QueueDepth>(selectDepths, []);
}

const selectJobs: Statement = {
  name: 'select-jobs',
  text: `select id, coalesce(source_name, name) as job, (data->>'organizationId')::bigint as "organizationId",
                case when name = $2 then 'dead' when state = 'active' then 'active' else 'waiting' end as state,
                case when name = $2 then source_retry_count + 1 else retry_count end as attempts,
                coalesce(source_created_on, created_on) as "createdAt", data->'payload' as payload,
                coalesce(output->>'message', output->'value'->>'message') as reason
         from pgboss.job
         where state <= 'active' and name = any($1) and ($6::uuid[] is null or id = any($6)) and ($3::text is null or group_id = $3)
           and ($4::text is null or $4 = case when name = $2 then 'dead' when state = 'active' then 'active' else 'waiting' end)
         order by created_on desc, id limit $5`,
};

/** Unfinished and dead jobs, newest first; of one organization, or of all for the operator. */
export function listJobs(
  db: Queries,
  jobs: readonly Job[],
  filter: { organizationId?: number; state?: JobRow['state']; ids?: readonly string[]; limit: number },
): Promise<JobRow[]> {
  const names = [...jobs.map((job) => job.name), DEAD_LETTERS];
  const group = filter.organizationId === undefined ? null : `${filter.organizationId}`;
  const { state = null, ids = null, limit } = filter;
  return db.query<JobRow>(selectJobs, [names, DEAD_LETTERS, group, state, limit, ids]);
}

const deleteJobs: Statement = {
  name: 'delete-jobs',
  // A running one finds that its work is gone.
  text: `delete from pgboss.job where group_id = $1 and state < 'active' and data->'payload' @> $2::jsonb`,
};

/** Takes back the waiting and dead jobs of an organization whose payload holds all of these values. */
export async function forgetJobs(
  db: Queries,
  organizationId: number,
  payload: Record<string, unknown>,
): Promise<void> {
  await db.query(deleteJobs, [`${organizationId}`, JSON.stringify(payload)]);
}

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
  // Reads the waiting jobs by parley_turns and the active ones by pg-boss's index, never the finished ones, which are
  // many.
  text: `select name as job, coalesce(waiting, 0) as waiting, coalesce(active, 0) as active,
                coalesce("oldestSeconds", 0) as "oldestSeconds"
         from (select name, count(*) as waiting,
                 extract(epoch from now() - min(created_on) filter (where start_after <= now()))::float8 as "oldestSeconds"
               from pgboss.job where state < 'active' and not blocked and group_id is not null
               group by name) waiting
         full join (select name, count(*) as active from pgboss.job
                    where state = 'active' and group_id is not null group by name) active using (name)`,
};

/** Depths of every queue that has unfinished jobs, the dead letters among them. */
export function queueDepths(db: Queries): Promise<QueueDepth[]> {
  return db.query<QueueDepth>(selectDepths, []);
}

const selectJobs: Statement = {
  name: 'select-jobs',
  // Served by parley_turns and pg-boss's index of active jobs: both know name and group.
  text: `select id, coalesce(source_name, name) as job, (data->>'organizationId')::bigint as "organizationId",
                case when name = $2 then 'dead' when state = 'active' then 'active' else 'waiting' end as state,
                case when name = $2 then source_retry_count + 1
                     when state = 'created' and started_on is null then retry_count else retry_count + 1 end as attempts,
                coalesce(source_created_on, created_on) as "createdAt", data->'payload' as payload,
                output->>'message' as reason
         from (
           select * from pgboss.job
           where state < 'active' and not blocked and name = any ($1) and ($3::text is null or group_id collate "C" = $3)
           union all
           select * from pgboss.job
           where state = 'active' and group_id is not null and name = any ($1) and ($3::text is null or group_id = $3)
         ) unfinished
         where ($6::uuid[] is null or id = any ($6))
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

/** What there is of one kind of job. */
export type JobSummary = {
  job: string;
  waiting: number;
  active: number;
  dead: number;
  /** Since the oldest that waits was put in; null where none waits. */
  oldestWaitingSeconds: number | null;
};

const selectSummary: Statement = {
  name: 'select-job-summary',
  // As select-jobs: served by parley_turns and pg-boss's index of active jobs.
  text: `select kind.job, count(*) filter (where state = 'waiting') as waiting,
                count(*) filter (where state = 'active') as active, count(*) filter (where state = 'dead') as dead,
                extract(epoch from now() - min(created_on) filter (where state = 'waiting'))::float8
                  as "oldestWaitingSeconds"
         from unnest($1::text[]) with ordinality as kind (job, place)
         left join (
           select coalesce(source_name, name) as job, case when name = $2 then 'dead' else 'waiting' end as state,
                  created_on
           from pgboss.job
           where state < 'active' and not blocked and name = any ($1 || $2::text) and group_id collate "C" = $3
           union all
           select name, 'active', created_on from pgboss.job
           where state = 'active' and name = any ($1) and group_id = $3
         ) unfinished on unfinished.job = kind.job
         group by kind.job, kind.place order by kind.place`,
};

/** How many jobs of each kind an organization has that are not done; kinds without any too. */
export function summarizeJobs(
  db: Queries,
  jobs: readonly Job[],
  organizationId: number,
): Promise<JobSummary[]> {
  const names = jobs.map(({ name }) => name);
  return db.query<JobSummary>(selectSummary, [names, DEAD_LETTERS, `${organizationId}`]);
}

const deleteJobs: Statement = {
  name: 'delete-jobs',
  // Served by parley_turns. A running job finds that its work is gone.
  text: `delete from pgboss.job
         where name in (select name from pgboss.queue) and group_id collate "C" = $1
           and state < 'active' and not blocked and data->'payload' @> $2::jsonb`,
};

/** Takes back the waiting and dead jobs of an organization whose payload holds all of these values. */
export async function forgetJobs(
  db: Queries,
  organizationId: number,
  payload: Record<string, unknown>,
): Promise<void> {
  await db.query(deleteJobs, [`${organizationId}`, JSON.stringify(payload)]);
}

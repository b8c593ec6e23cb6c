import type { Queries, Statement, Transaction } from '../db/database.ts';

/** A job that this process does until it settles it or loses it. */
export type Claim = {
  /** The job's kind. */
  job: string;
  id: string;
  /** The number of this claim of the job. Only the latest claim can settle the job. */
  fence: number;
  organizationId: number;
  payload: unknown;
  /** The number of this attempt, counted from 1. */
  attempt: number;
  maxAttempts: number;
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /** The number of attempts that ended because their worker was lost. */
  losses: number;
  /** The trace that the job continues. */
  traceparent?: string | null;
};

/**
 * The number of lost workers after which a job is suspected to kill them, unless another job on the same worker did. A
 * process runs one such job at a time: harmless ones complete, and a harmful one affects no others on its next
 * attempts.
 */
export const SUSPECT_LOSSES = 2;

/** The limits of a claim, and the place where the previous one ended. */
export type Look = {
  job: string;
  /** The number of jobs that can be started now. */
  free: number;
  maxPerOrganization: number;
  /** The organization that was served last: the one after it is next. */
  after: number;
  /** By organization, the number of its jobs that run in this process. */
  running: ReadonlyMap<number, number>;
};

/**
 * The result of a look. `end` tells how far it came: not to the last organization that waits (`none`), to the last one
 * (`last`), or from the first one to the last (`round`).
 */
export type Found = { claims: Claim[]; after: number; end: 'none' | 'last' | 'round' };

/** Comes before every organization, also before 0, to which jobs of no organization belong. */
export const BEFORE_ALL = -1;

/** The number of organizations that one look visits. The next look goes on behind them. */
const MAX_TURNS = 32;

const CLAIM = `kind as job, id, fence, organization_id as "organizationId", payload, attempts as attempt,
  max_attempts as "maxAttempts", retry_delay_seconds as "retryDelaySeconds",
  max_retry_delay_seconds as "maxRetryDelaySeconds", losses, traceparent`;

const claim: Statement = {
  name: 'claim-jobs',
  // Served by jobs_turns. The walk takes one step for each organization that waits, however long its backlog is, and
  // begins again with the first one where none comes after $2. The commit is not waited for: if PostgreSQL crashes, the
  // job is done once more, as after any crash.
  text: `with recursive turns (organization, number) as (
      (select organization, 1 from (
         (select organization_id as organization from jobs
          where kind = $1 and state = 'waiting' and organization_id > $2 order by organization_id limit 1)
         union all
         (select organization_id from jobs
          where kind = $1 and state = 'waiting' order by organization_id limit 1)) start
       order by organization <= $2 limit 1)
      union all
      select next.organization, turns.number + 1 from turns cross join lateral (
        select organization_id as organization from jobs
        where kind = $1 and state = 'waiting' and organization_id > turns.organization
        order by organization_id limit 1) next
      where turns.number < $3
    ), chosen as materialized (
      select due.id from turns cross join lateral (
        select id from jobs
        where kind = $1 and state = 'waiting' and organization_id = turns.organization and start_after <= now()
          and not (xmin = any ((select committing_transactions())::xid[]))
        order by start_after
        limit least(ceil($4::float8 / (select count(*) from turns)), greatest(0, $5 - coalesce((
          select running from unnest($6::bigint[], $7::int[]) as here (organization, running)
          where here.organization = turns.organization), 0)))::bigint
        for update skip locked) due
      limit $4
    ), claimed as (
      update jobs set state = 'active', fence = fence + 1, attempts = attempts + 1, claimed_at = now(),
        heartbeat_at = now()
      where id = any (array (select id from chosen))
      returning ${CLAIM}
    )
    select (select count(*)::int from turns) as turns, (select min(organization) from turns) as first,
      (select max(organization) from turns) as last,
      (select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') from claimed) as claims,
      set_config('synchronous_commit', 'off', true) as commit`,
};

type Row = { turns: number; first: number | null; last: number | null; claims: Claim[] };

/** Claims jobs of one kind. Organizations take turns, and each one's jobs come in the order in which they are due. */
export async function claimJobs(db: Queries, look: Look): Promise<Found> {
  const { job, after, free, maxPerOrganization, running } = look;
  const here = [[...running.keys()], [...running.values()]];
  const rows = await db.query<Row>(claim, [job, after, MAX_TURNS, free, maxPerOrganization, ...here]);
  const { turns, first, last, claims } = rows[0]!;
  if (claims.length === free) {
    return { claims, after: Math.max(...claims.map(({ organizationId }) => organizationId)), end: 'none' };
  }
  if (turns === MAX_TURNS) return { claims, after: last!, end: 'none' };
  const isFromFirst = after === BEFORE_ALL || first === null || first <= after;
  return { claims, after: BEFORE_ALL, end: isFromFirst ? 'round' : 'last' };
}

/** The number of lost claims that are taken back in one transaction. */
const MAX_LOST = 100;

const selectLost: Statement = {
  name: 'select-lost-jobs',
  // Served by jobs_active: active jobs are few. A process skips those that another one is taking back.
  text: `select ${CLAIM} from jobs
         where state = 'active' and kind = any ($1) and heartbeat_at < now() - make_interval(secs => $2)
         limit ${MAX_LOST} for update skip locked`,
};

/** Claims without a heartbeat for so long. Their jobs are locked until the end of the transaction. */
export function lockLost(tx: Transaction, jobs: readonly string[], silentSeconds: number): Promise<Claim[]> {
  return tx.query<Claim>(selectLost, [jobs, silentSeconds]);
}

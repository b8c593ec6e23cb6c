import type { Queries, Statement, Transaction } from '../db/database.ts';
import { CHANNEL } from './boss.ts';
import type { Envelope } from './queue.ts';

/**
 * Taking jobs and letting go of them. pg-boss has this too, but settles a job by its id alone: a worker that was
 * thought dead and wakes up would finish the try of the one that took over. And it hands jobs out by age: what is
 * younger than two long backlogs waits for the end of one.
 */

/** A job that this process does, until it settles it or loses it. */
export type Claim = {
  job: string;
  id: string;
  /** When it was claimed, to the microsecond, as PostgreSQL writes it: another claim of the job has another one. */
  fence: string;
  organizationId: number;
  payload: unknown;
  /** Tries before this one. */
  retries: number;
  /** How many tries may follow the first. */
  maxRetries: number;
  /** How many of the tries ended with the loss of their worker. */
  losses: number;
};

/** What to claim, and where the last look at the queue ended. */
export type Look = {
  job: string;
  /** Jobs that can be started now. */
  free: number;
  maxPerOrganization: number;
  /** The organization that was served last; the one after it is next. Empty: the first one is. */
  after: string;
  /** By organization, how many of its jobs already run here. */
  running: ReadonlyMap<string, number>;
};

/**
 * What a look found. `end` tells how far it came: not to the end of the organizations that wait, to their end, or all
 * the way from the first to the last.
 */
export type Found = { claims: Claim[]; after: string; end: 'none' | 'last' | 'round' };

/** Organizations that one look passes by; those behind come with the next look. */
const MAX_TURNS = 32;

/**
 * Not waited for the disk: where PostgreSQL crashes just then, the job is done once more, as after any crash. What
 * handlers commit is waited for, and with it all that came before.
 */
const LIGHTLY = `set_config('synchronous_commit', 'off', true) as commit`;

type Row = Omit<Claim, 'job' | keyof Envelope> & { data: Envelope; group: string };

/** What a claim's row tells; `lost` is what settle.ts notes of earlier tries. */
const CLAIMED = `id, started_on::text as fence, data, retry_count as retries, retry_limit as "maxRetries",
  coalesce((output->>'lost')::int, 0) as losses`;

/**
 * Served by parley_turns: the walk over the organizations that wait takes a step for each, whatever their backlogs,
 * and begins again where nobody comes after $2; then each one's jobs by the time they are due.
 */
const claim: Statement = {
  name: 'claim-jobs',
  text: `with recursive turns (organization, number) as (
      (select organization, 1 from (
         (select group_id collate "C" as organization from pgboss.job
          where name = $1 and state < 'active' and not blocked and group_id collate "C" > $2
          order by group_id collate "C" limit 1)
         union all
         (select group_id collate "C" from pgboss.job
          where name = $1 and state < 'active' and not blocked and group_id collate "C" > ''
          order by group_id collate "C" limit 1)) start
       order by organization <= $2 limit 1)
      union all
      select next.organization, turns.number + 1 from turns cross join lateral (
        select group_id collate "C" as organization from pgboss.job
        where name = $1 and state < 'active' and not blocked and group_id collate "C" > turns.organization
        order by group_id collate "C" limit 1) next
      where turns.number < $3
    ), chosen as materialized (
      select due.id from turns cross join lateral (
        select id from pgboss.job
        where name = $1 and state < 'active' and not blocked and group_id collate "C" = turns.organization
          and start_after <= now()
        order by start_after
        limit least(ceil($4::float8 / (select count(*) from turns)), greatest(0, $5 - coalesce((
          select running from unnest($6::text[], $7::int[]) as here (organization, running)
          where here.organization = turns.organization), 0)))::bigint
        for update skip locked) due
      limit $4
    ), claimed as (
      update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now(),
        retry_count = retry_count + case when started_on is null then 0 else 1 end
      where name = $1 and id = any (array (select id from chosen))
      returning ${CLAIMED}, group_id as "group"
    )
    select (select count(*)::int from turns) as turns, (select min(organization) from turns) as first,
      (select max(organization) from turns) as last,
      (select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') from claimed) as jobs, ${LIGHTLY}`,
};

/** Claims jobs of a queue, the organizations in turn. */
export async function claimJobs(db: Queries, look: Look): Promise<Found> {
  const { job, after, free, maxPerOrganization, running } = look;
  const values = [
    job,
    after,
    MAX_TURNS,
    free,
    maxPerOrganization,
    [...running.keys()],
    [...running.values()],
  ];
  const rows = await db.query<{ turns: number; first: string | null; last: string | null; jobs: Row[] }>(
    claim,
    values,
  );
  const { turns, first, last, jobs } = rows[0]!;
  const claims = jobs.map(({ group: _group, data, ...row }) => ({ job, ...row, ...data }));
  // As the index sorts, so does JavaScript: group ids are ASCII.
  const served = jobs.map(({ group }) => group).sort();
  if (jobs.length === free) return { claims, after: served.at(-1)!, end: 'none' };
  if (turns === MAX_TURNS) return { claims, after: last!, end: 'none' };
  const isFromFirst = after === '' || first === null || first <= after;
  return { claims, after: '', end: isFromFirst ? 'round' : 'last' };
}

/** Every claim of `$2` that still stands: $3 has its fence at the same place. */
const STANDING = `name = $1 and id = any ($2::uuid[]) and state = 'active'
  and started_on = ($3::timestamptz[])[array_position($2::uuid[], id)]`;

const finish: Statement = {
  name: 'finish-jobs',
  text: `update pgboss.job set state = 'completed', completed_on = now(), output = null where ${STANDING}
         returning id, ${LIGHTLY}`,
};

const beat: Statement = {
  name: 'beat-jobs',
  text: `update pgboss.job set heartbeat_on = now() where ${STANDING} returning id, ${LIGHTLY}`,
};

const handBack: Statement = {
  name: 'hand-back-jobs',
  // Without started_on the next claim does not count as another try.
  text: `with back as (
      update pgboss.job set state = 'created', started_on = null, heartbeat_on = null,
        start_after = case when $5::float8 = 0 then start_after else now() + make_interval(secs => $5) end
      where ${STANDING} returning id)
    select id, pg_notify($4, $1) from back`,
};

/** Ends claims of one job whose work is done. @returns the ids of those that still stood */
export const finishJobs = (db: Queries, claims: readonly Claim[]) => settle(db, finish, claims);

/** Gives a sign of life for claims of one job. @returns the ids of those that still stand */
export const beatJobs = (db: Queries, claims: readonly Claim[]) => settle(db, beat, claims);

/** Gives claims of one job back, for another worker to take, now or later. @returns the ids of those that still stood */
export const handBackJobs = (db: Queries, claims: readonly Claim[], pauseSeconds = 0) =>
  settle(db, handBack, claims, [CHANNEL, pauseSeconds]);

async function settle(
  db: Queries,
  statement: Statement,
  claims: readonly Claim[],
  more: unknown[] = [],
): Promise<Set<string>> {
  const [first] = claims;
  if (!first) return new Set();
  const values = [first.job, claims.map(({ id }) => id), claims.map(({ fence }) => fence), ...more];
  const rows = await db.query<{ id: string }>(statement, values);
  return new Set(rows.map(({ id }) => id));
}

const lock: Statement = {
  name: 'lock-claim',
  text: `select id from pgboss.job where ${STANDING} for update`,
};

/** Whether the claim still stands; if so it stays so to the end of the transaction. */
export async function lockClaim(tx: Transaction, claim: Claim): Promise<boolean> {
  return (await settle(tx, lock, [claim])).size > 0;
}

/** Claims that are looked at together where their workers are lost. */
const MAX_LOST = 100;

const selectLost: Statement = {
  name: 'select-lost-jobs',
  // Served by pg-boss's index of active jobs with a group, which are few. One process at a time takes each.
  text: `select name as job, ${CLAIMED} from pgboss.job
         where state = 'active' and group_id is not null and name = any ($1)
           and heartbeat_on < now() - make_interval(secs => $2)
         limit ${MAX_LOST} for update skip locked`,
};

/** Claims whose worker gave no sign of life for so long; locked to the end of the transaction. */
export async function lockLost(
  tx: Transaction,
  jobs: readonly string[],
  silentSeconds: number,
): Promise<Claim[]> {
  const rows = await tx.query<Omit<Claim, 'payload' | 'organizationId'> & { data: Envelope }>(selectLost, [
    jobs,
    silentSeconds,
  ]);
  return rows.map(({ data, ...claim }) => ({ ...claim, ...data }));
}

const retryNow: Statement = {
  name: 'retry-job-now',
  text: `update pgboss.job set start_after = now() where name = $1 and id = $2 and state = 'retry'
         returning pg_notify($3, $1)`,
};

/** Lets a job that waits for its next try have it at once. */
export async function retryJobNow(tx: Transaction, { job, id }: Claim): Promise<void> {
  await tx.query(retryNow, [job, id, CHANNEL]);
}

const putOff: Statement = {
  name: 'put-off-retry',
  text: `update pgboss.job set start_after = greatest(start_after, now() + make_interval(secs => $3))
         where name = $1 and id = $2 and state = 'retry' returning id`,
};

/** Has a job that waits for its next try wait so long at least. */
export async function putOffRetry(tx: Transaction, { job, id }: Claim, seconds: number): Promise<void> {
  await tx.query(putOff, [job, id, seconds]);
}

const endTriesOf: Statement = {
  name: 'end-tries',
  text: 'update pgboss.job set retry_limit = retry_count where name = $1 and id = $2 returning id',
};

/** Makes the try that runs the job's last one. */
export async function endTries(tx: Transaction, { job, id }: Claim): Promise<void> {
  await tx.query(endTriesOf, [job, id]);
}

import type { Database, Queries, Statement, Transaction } from '../db/database.ts';
import type { Claim } from './claim.ts';
import { type GiveUp, NoMoreTries, RetryLater } from './define-job.ts';

/** The process that did the job was killed, ended, or stood still. */
export class WorkerLost extends Error {
  constructor() {
    super('the worker that did the job was lost');
    this.name = 'WorkerLost';
  }
}

/** The claims that still stand, out of those in $1 and $2. Served by the primary key. */
const STANDING = `id = any ($1::uuid[]) and state = 'active' and fence = ($2::int[])[array_position($1::uuid[], id)]`;

/**
 * Does not wait for the disk: if PostgreSQL crashes at this moment, the job is done once more, as after any crash. The
 * commits of a handler do wait, and with them everything that was committed before.
 */
const LIGHTLY = `set_config('synchronous_commit', 'off', true) as commit`;

const finish: Statement = {
  name: 'finish-jobs',
  text: `update jobs set state = 'done', ended_at = now(), reason = null where ${STANDING} returning id, ${LIGHTLY}`,
};

const beat: Statement = {
  name: 'beat-jobs',
  text: `update jobs set heartbeat_at = now() where ${STANDING} returning id, ${LIGHTLY}`,
};

const handBack: Statement = {
  name: 'hand-back-jobs',
  // The attempt does not count.
  text: `update jobs set state = 'waiting', attempts = attempts - 1,
           start_after = case when $3::float8 = 0 then start_after else now() + make_interval(secs => $3) end
         where ${STANDING} returning id`,
};

const retry: Statement = {
  name: 'retry-jobs',
  text: `update jobs set state = 'waiting', start_after = now() + make_interval(secs => $3), losses = $4, reason = $5
         where ${STANDING} returning id`,
};

const bury: Statement = {
  name: 'bury-jobs',
  text: `update jobs set state = 'dead', ended_at = now(), losses = $3, reason = $4 where ${STANDING} returning id`,
};

/** Ends claims of jobs that are done. @returns the ids of the claims that still stood */
export const finishJobs = (db: Queries, claims: readonly Claim[]) => settle(db, finish, claims);

/** Sends a heartbeat for claims. @returns the ids of the claims that still stood */
export const beatJobs = (db: Queries, claims: readonly Claim[]) => settle(db, beat, claims);

/** Gives claims back to be claimed again, now or later. @returns the ids of the claims that still stood */
export const handBackJobs = (db: Queries, claims: readonly Claim[], pauseSeconds = 0) =>
  settle(db, handBack, claims, [pauseSeconds]);

async function settle(
  db: Queries,
  statement: Statement,
  claims: readonly Claim[],
  more: unknown[] = [],
): Promise<Set<string>> {
  if (claims.length === 0) return new Set();
  const values = [claims.map(({ id }) => id), claims.map(({ fence }) => fence), ...more];
  const rows = await db.query<{ id: string }>(statement, values);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Records a failed attempt: the job waits for the next one or becomes a dead letter, and in the latter case its
 * handler's giveUp is part of the same transaction.
 * @returns false if the claim no longer stood: nothing is recorded then
 */
export function failClaim(db: Database, claim: Claim, error: unknown, giveUp: GiveUp): Promise<boolean> {
  return db.transaction((tx) => failClaimIn(tx, claim, error, giveUp));
}

/** The same in the caller's transaction. @param isAtOnce whether the next attempt comes without a delay */
export async function failClaimIn(
  tx: Transaction,
  claim: Claim,
  error: unknown,
  giveUp: GiveUp,
  { isAtOnce = false } = {},
): Promise<boolean> {
  const losses = claim.losses + (error instanceof WorkerLost ? 1 : 0);
  const reason = messageOf(error);
  if (isLast(claim, error)) {
    if ((await settle(tx, bury, [claim], [losses, reason])).size === 0) return false;
    await giveUp?.(tx, claim.payload, { organizationId: claim.organizationId, error });
    return true;
  }
  const asked = error instanceof RetryLater ? error.afterSeconds : 0;
  const seconds = isAtOnce ? 0 : Math.max(asked, retryDelaySeconds(claim));
  return (await settle(tx, retry, [claim], [seconds, losses, reason])).size > 0;
}

/** Returns whether the job has no other attempt after this error. */
export function isLast({ attempt, maxAttempts }: Claim, error: unknown): boolean {
  return attempt >= maxAttempts || error instanceof NoMoreTries;
}

/** Exponential backoff: after the first attempt once to twice the delay, after the second one twice to four times. */
function retryDelaySeconds({ attempt, retryDelaySeconds, maxRetryDelaySeconds }: Claim): number {
  return Math.min(maxRetryDelaySeconds, retryDelaySeconds * 2 ** (attempt - 1) * (1 + Math.random()));
}

const MAX_MESSAGE_LENGTH = 1000;

/** Returns the description of a failed attempt for operators. The stack is in the log. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // PostgreSQL stores neither NUL nor half of a surrogate pair.
  return message.replaceAll('\0', '').slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
}

import type { PgBoss } from 'pg-boss';
import type { Database, Queries, Transaction } from '../db/database.ts';
import { inTransaction } from './boss.ts';
import { type Claim, endTries, finishJobs, lockClaim, putOffRetry } from './claims.ts';
import { type GivenUp, NoMoreTries, RetryLater } from './define-job.ts';

/** The process that did the job was killed, ended, or stood still. */
export class WorkerLost extends Error {
  constructor() {
    super('the worker that did the job was lost');
    this.name = 'WorkerLost';
  }
}

/** A handler's giveUp with its dependencies. */
export type GiveUp = ((tx: Transaction, payload: unknown, givenUp: GivenUp) => Promise<void>) | undefined;

/**
 * Records a failed try: the job waits for the next one, or becomes a dead letter, and then its handler's giveUp is
 * part of the same transaction.
 * @returns false where the claim no longer stood: then nothing is recorded
 */
export function failClaim(
  { db, boss }: { db: Database; boss: PgBoss },
  claim: Claim,
  error: unknown,
  giveUp: GiveUp,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const stands = await lockClaim(tx, claim);
    if (stands) await failLocked(tx, boss, claim, error, giveUp);
    return stands;
  });
}

/** The same for a claim that the transaction has locked. */
export async function failLocked(
  tx: Transaction,
  boss: PgBoss,
  claim: Claim,
  error: unknown,
  giveUp: GiveUp,
): Promise<void> {
  const losses = claim.losses + (error instanceof WorkerLost ? 1 : 0);
  // What claims.ts reads again.
  const lost = losses > 0 ? { lost: losses } : {};
  const isLast = claim.retries >= claim.maxRetries || error instanceof NoMoreTries;
  if (error instanceof NoMoreTries) await endTries(tx, claim);
  await boss.fail(claim.job, claim.id, { message: messageOf(error), ...lost }, { db: inTransaction(tx) });
  if (!isLast) {
    if (error instanceof RetryLater) await putOffRetry(tx, claim, error.afterSeconds);
    return;
  }
  await giveUp?.(tx, claim.payload, { organizationId: claim.organizationId, error });
}

const MAX_MESSAGE_LENGTH = 1000;

/** What an operator reads of a failed try; the stack is in the log. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  // jsonb takes no NUL, and half a surrogate pair neither.
  return message.replaceAll('\0', '').slice(0, MAX_MESSAGE_LENGTH).toWellFormed();
}

/** Ends claims of one job: those that end while a statement is under way share the next. */
export function createFinisher(db: Queries): (claim: Claim) => Promise<boolean> {
  type Ending = { claim: Claim; resolve(stood: boolean): void; reject(error: unknown): void };
  let waiting: Ending[] = [];
  let isSending = false;
  const send = async () => {
    isSending = true;
    // Jobs that ended in the same turn of the event loop are in.
    await undefined;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const stood = await finishJobs(
          db,
          batch.map(({ claim }) => claim),
        );
        for (const { claim, resolve } of batch) resolve(stood.has(claim.id));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isSending = false;
  };
  return (claim) =>
    new Promise((resolve, reject) => {
      waiting.push({ claim, resolve, reject });
      if (!isSending) void send();
    });
}

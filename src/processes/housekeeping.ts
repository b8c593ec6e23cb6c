import type { Database } from '../db/database.ts';
import { deleteExpiredAnswers, IDEMPOTENCY_HOURS } from '../domain/idempotency.ts';
import type { Log } from '../lib/log.ts';

const INTERVAL_MS = 3_600_000;

/**
 * What the worker role does now and then: answers kept for Idempotency-Keys go when their time is over.
 * @returns stops it, after a run in progress
 */
export function startHousekeeping(db: Database, log: Log): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const tidy = async () => {
    try {
      await db.query(deleteExpiredAnswers, [IDEMPOTENCY_HOURS]);
    } catch (error) {
      log.warn({ err: error }, 'housekeeping failed; it is tried again in an hour');
    }
  };
  const timer = setInterval(() => {
    running = tidy();
  }, INTERVAL_MS);
  running = tidy();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

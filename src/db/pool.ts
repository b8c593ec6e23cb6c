import pg from 'pg';
import { trackActiveOrganizations } from '../lib/active-organizations.ts';
import { isDatabaseUnavailable, isStatementTimeout, NoConnection } from '../lib/database-errors.ts';
import type { Log } from '../lib/log.ts';
import { Semaphore, type SemaphoreLimits } from '../lib/semaphore.ts';
import { Client, CONNECT_TIMEOUT_MS, type ConnectionSettings, clientSettings } from './client.ts';

/** The time for which an organization counts as active: a little longer than a person looks at a page while it loads. */
export const ACTIVE_MS = 1000;

/** A transaction that is idle for so long has lost its process. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

export type TimeLimits = {
  connectionTimeoutMillis: number;
  statement_timeout: number;
  query_timeout: number;
};

/** A pool with the semaphore that bounds its users. */
export type Pool = {
  pool: pg.Pool;
  semaphore: Semaphore;
  /** Returns true if each user has a connection, so that those who wait do so for other statements. */
  areAllBusy(): boolean;
};

/** Opens a pool of as many connections as the limits have capacity. */
export function openPool(
  connection: ConnectionSettings,
  limits: SemaphoreLimits,
  timeLimits: TimeLimits,
  log: Log,
): Pool {
  const pool = new pg.Pool({
    ...clientSettings(connection),
    Client,
    // Statements that a transaction does not wait for are sent at once, and answered in order.
    pipeline: true,
    max: limits.capacity,
    ...timeLimits,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  });
  // A connection can break while no query is there to fail, idle or between two statements of a transaction: without
  // a listener that would end the process. The pool drops it, now or when it is given back.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'a database connection broke'));
  });
  pool.on('error', () => {});
  // The pool counts those too that are still being opened.
  let there = 0;
  pool.on('connect', () => there++);
  pool.on('remove', () => there--);
  const semaphore = new Semaphore(limits, trackActiveOrganizations(ACTIVE_MS));
  return { pool, semaphore, areAllBusy: () => there - pool.idleCount >= semaphore.held };
}

/**
 * Lends a connection of the pool to `work`, which may call it unfit; that one is not given to the next.
 * @throws NoConnection where there is none to be had in time
 */
export async function withClient<Result>(
  { pool, semaphore, areAllBusy }: Pool,
  organizationId: number,
  work: (client: pg.PoolClient, unfit: (why: Error) => void) => Promise<Result>,
): Promise<Result> {
  // Nothing is awaited if a connection may be used at once.
  const mayEnter =
    semaphore.tryAcquire(organizationId) || (await semaphore.acquire(organizationId, 1, CONNECT_TIMEOUT_MS));
  if (!mayEnter) throw new NoConnection(undefined, areAllBusy());
  let broken: Error | undefined;
  const unfit = (why: Error) => {
    broken = why;
  };
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect().catch((error: Error) => {
      throw new NoConnection(error);
    });
    return await work(client, unfit);
  } catch (error) {
    // After a time-out of ours the connection may still be busy with the old statement.
    if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) unfit(error as Error);
    throw error;
  } finally {
    client?.release(broken);
    semaphore.release(organizationId);
  }
}

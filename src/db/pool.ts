import pg from 'pg';
import { isDatabaseUnavailable, isStatementTimeout, NoConnection } from '../lib/database-errors.ts';
import type { Log } from '../lib/log.ts';
import { Client, type ConnectionSettings, clientSettings } from './client.ts';
import { type FairSlots, openFairSlots, type SlotLimits } from './fair-slots.ts';

/** How long a request waits for its turn, and for a connection to be opened. */
export const CONNECT_TIMEOUT_MS = 5000;

/** A transaction that asks nothing for so long has lost its process. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

export type TimeLimits = {
  connectionTimeoutMillis: number;
  statement_timeout: number;
  query_timeout: number;
};

/** A pool, who may use it when, and whether all that use it have a connection: who waits then waits for them. */
export type Pool = { pool: pg.Pool; slots: FairSlots; areAllBusy(): boolean };

/** Opens a pool of as many connections as it has slots. */
export function openPool(
  connection: ConnectionSettings,
  slotLimits: SlotLimits,
  timeLimits: TimeLimits,
  log: Log,
): Pool {
  const pool = new pg.Pool({
    ...clientSettings(connection),
    Client,
    // Statements that a transaction does not wait for are sent at once, and answered in order.
    pipeline: true,
    max: slotLimits.slots,
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
  const slots = openFairSlots(slotLimits);
  return { pool, slots, areAllBusy: () => there - pool.idleCount >= slots.counts().taken };
}

/**
 * Lends a connection of the pool to `work`, which may call it unfit; that one is not given to the next.
 * @throws NoConnection where there is none to be had in time
 */
export async function withClient<Result>(
  { pool, slots, areAllBusy }: Pool,
  organizationId: number,
  work: (client: pg.PoolClient, unfit: (why: Error) => void) => Promise<Result>,
): Promise<Result> {
  if (!slots.tryTake(organizationId) && !(await slots.wait(organizationId, CONNECT_TIMEOUT_MS))) {
    throw new NoConnection(undefined, areAllBusy());
  }
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
    slots.giveBack(organizationId);
  }
}

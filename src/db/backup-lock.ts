import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Queries, Statement } from './database.ts';

/** Held by the connection of a backup for as long as it runs; it ends with the process, however that ends. */
const LOCK_ID = 7_275_539_131;

/** A process that asks whether a backup runs holds the lock for a moment, and a killed backup until PostgreSQL notices. */
const TRIES = 25;
const PAUSE_MS = 200;

/**
 * Takes the lock of backups: from then on no blob is deleted from the store of recordings. What was found deletable before is
 * referred to by no row that a later snapshot sees.
 * @returns false if another backup of this database is running
 */
export async function takeBackupLock(client: pg.ClientBase): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK_ID]);
    if (rows[0].taken) return true;
    if (tries === TRIES) return false;
    await delay(PAUSE_MS);
  }
}

const tryLock: Statement = {
  name: 'try-lock-backups',
  // Let go of at the end of the statement.
  text: 'select pg_try_advisory_xact_lock_shared($1) as "isFree"',
};

/** Tells whether a backup is running, whose recordings must stay where they are. */
export async function isBackupRunning(db: Queries): Promise<boolean> {
  const [row] = await db.query<{ isFree: boolean }>(tryLock, [LOCK_ID]);
  return !row!.isFree;
}

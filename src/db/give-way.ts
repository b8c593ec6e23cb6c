import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { every } from '../lib/every.ts';
import type { Log } from '../lib/log.ts';
import { Client, type ConnectionSettings, clientSettings } from './client.ts';
import { describeBlockers } from './lock-holders.ts';

/**
 * A migration that waits for a lock has all who come after it wait too. So it gives up soon and comes again; only who
 * holds the lock for so long in all stops it.
 */
export const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 250;

/** Shorter than the time-out of a lock, so that every wait is seen. */
const LOOK_MS = 150;

/** The interval at which the log says whom a migration waits for. */
export const TELL_MS = 5000;

/** SQLSTATEs of a lock that was not to be had: not in time, or only by the other giving up. */
const LOCKED = ['55P03', '40P01'];

/** The time that migrations may wait for others, all of them together. */
export class WaitLimit {
  readonly seconds: number;
  readonly #endMs: number;

  constructor(seconds: number) {
    this.seconds = seconds;
    this.#endMs = performance.now() + seconds * 1000;
  }

  leftMs(): number {
    return Math.max(0, this.#endMs - performance.now());
  }
}

/** Does work that may find something locked. */
export type GiveWay = {
  /** @throws one sentence that names whom the work waits for, if that takes too long */
  run(migration: string, work: (leftMs: number) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

/** @param client whose locks are waited for; another connection looks who has them */
export async function openGiveWay(
  connection: ConnectionSettings,
  client: pg.Client,
  limit: WaitLimit,
  log: Log,
): Promise<GiveWay> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const observer = new Client(clientSettings(connection));
  await observer.connect();
  let blockers: string | undefined;
  let toldMs = Number.NEGATIVE_INFINITY;
  const look = async (migration: string) => {
    const found = await describeBlockers(observer, rows[0]!.pid);
    if (found === undefined) return;
    blockers = found;
    if (performance.now() - toldMs < TELL_MS) return;
    toldMs = performance.now();
    log.warn({ migration }, `migration ${migration} waits for a lock of ${blockers}`);
  };
  return {
    async run(migration, work) {
      blockers = undefined;
      const end = every(LOOK_MS, () => look(migration), log);
      try {
        for (;;) {
          try {
            return await work(limit.leftMs());
          } catch (error) {
            if (!LOCKED.includes((error as { code?: string }).code ?? '')) throw error;
            if (limit.leftMs() === 0) throw tooLong(migration, limit.seconds, blockers, error);
          }
          await delay(LOCK_PAUSE_MS);
        }
      } finally {
        await end();
      }
    },
    close: () => observer.end(),
  };
}

function tooLong(migration: string, seconds: number, blockers: string | undefined, cause: unknown): Error {
  return new Error(
    `Migration ${migration} was given up, because it did not get a lock within ${seconds} s: it waits for ${blockers ?? 'others'}. End that transaction and migrate again; what was applied before stays`,
    { cause },
  );
}

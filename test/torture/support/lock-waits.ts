import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const LOOK_MS = 10;

/** Looks again and again for who waits for a lock in the database, and for how long. */
export async function watchLockWaits(
  databaseUrl: string,
): Promise<{ end(): Promise<{ longestMs: number }> }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  let longestMs = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      // Whoever waits for the end of others' transactions, or for a turn to migrate, is in nobody's way.
      const { rows } = await client.query(
        `select max(extract(epoch from clock_timestamp() - waitstart)) * 1000 as ms
         from pg_locks join pg_stat_activity activity using (pid)
         where not granted and locktype not in ('virtualxid', 'advisory') and datname = current_database()`,
      );
      longestMs = Math.max(longestMs, Number(rows[0].ms ?? 0));
      await delay(LOOK_MS);
    }
  };
  const watching = watch();
  watching.catch(() => {});
  return {
    async end() {
      isOver = true;
      await watching.finally(() => client.end());
      return { longestMs };
    },
  };
}

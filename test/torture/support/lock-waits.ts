import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const LOOK_MS = 10;

/** Polls for sessions that wait for a lock in the database, and the duration of their waits. */
export async function watchLockWaits(
  databaseUrl: string,
): Promise<{ end(): Promise<{ longestMs: number }> }> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  let longestMs = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      // Sessions that wait for the end of other transactions, or for their turn to migrate, block nobody.
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

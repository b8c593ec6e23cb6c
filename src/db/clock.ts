import type { Queries, Statement } from './database.ts';

const selectClock: Statement = {
  name: 'select-clock',
  text: 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs"',
};

/** The database's clock: it is one for all processes, and the one that expiry is counted by. */
export async function clockMs(db: Queries): Promise<number> {
  return (await db.query<{ nowMs: number }>(selectClock, []))[0]!.nowMs;
}

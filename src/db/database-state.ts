import type { Queries, Statement } from './database.ts';

/**
 * An SQL expression that names, as text, the state of the database that its statement sees: two statements with the same
 * name see the same rows. The snapshot lists the transactions whose writes are visible. Their numbers are given again by
 * another server, and by the same one after a crash in which it lost transactions that had not waited for the disk: the start
 * of the server tells the former, the reset of its statistics the latter. The name is null on a standby, whose snapshots do not
 * list the transactions that are being replayed. PostgreSQL evaluates the expression once for each statement.
 */
export const STATE = `(select case when not pg_is_in_recovery() then concat_ws(' ', pg_current_snapshot(),
  extract(epoch from pg_postmaster_start_time()), extract(epoch from pg_stat_get_bgwriter_stat_reset_time())) end)`;

/** The facts of a page besides its rows, in one column, because every row repeats them. */
export type PageState = {
  total: number;
  /** The name of the state that alone determines the page; null if there is none. */
  state: string | null;
};

/** The SQL of the column `counted` of a page, which PostgreSQL computes once for all rows. */
export const COUNTED_COLUMN = `(select concat_ws(' ', total, ${STATE}) from total) as counted`;

/** @param text the value of the column `counted`, which may lack the state */
export function parseCounted(text: string): PageState {
  const end = text.indexOf(' ');
  if (end < 0) return { total: Number(text), state: null };
  return { total: Number(text.slice(0, end)), state: text.slice(end + 1) };
}

// Reads no table.
const selectState: Statement = { name: 'select-state', text: `select ${STATE} as state` };

/** Returns the name of the state that a statement which begins now sees; null if it has none. */
export async function readState(db: Queries): Promise<string | null> {
  const [row] = await db.query<{ state: string | null }>(selectState, []);
  return row!.state;
}

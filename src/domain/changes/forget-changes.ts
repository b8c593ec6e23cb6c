import type { Database, Statement } from '../../db/database.ts';

/** The number of changes that one transaction removes. */
const BATCH = 5000;

const selectOrganizations: Statement = {
  name: 'select-organizations-with-changes',
  // The statement reads one row for each organization, because the clean-up covers all of them.
  text: `select organization_id as id from change_heads where forgotten_position < last_position
         order by organization_id`,
};

const deleteExpired: Statement = {
  name: 'delete-expired-changes',
  // Served by the primary keys. Positions are removed from the first one on, without gaps: all changes after one
  // that is kept are also kept.
  text: `with oldest as (
      select position, at from changes where organization_id = $1 order by position limit $3
    ), kept as (
      select min(position) as position from oldest where at >= now() - make_interval(secs => $2::float8 * 86400)
    ), expired as (
      delete from changes where organization_id = $1 and position in (
        select oldest.position from oldest, kept where kept.position is null or oldest.position < kept.position)
      returning position
    ), forgotten as (
      update change_heads set forgotten_position = expired.last
      from (select max(position) as last from expired) expired
      where organization_id = $1 and expired.last is not null
    )
    select count(*)::int as removed from expired`,
};

/**
 * Removes the changes whose retention has ended. A reader whose cursor is before the last one that was removed has to
 * begin again. Each batch is a separate transaction.
 * @param keptDays may be a fraction
 * @returns the number of changes that were removed
 */
export async function forgetChanges(db: Database, keptDays: number, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { id } of await db.patient.query<{ id: number }>(selectOrganizations, [])) {
    for (let count = BATCH; count === BATCH; removed += count) {
      signal.throwIfAborted();
      const rows = await db.transaction((tx) =>
        tx.query<{ removed: number }>(deleteExpired, [id, keptDays, BATCH]),
      );
      count = rows[0]!.removed;
    }
  }
  return removed;
}

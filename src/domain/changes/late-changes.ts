import type { Queries, Statement } from '../../db/database.ts';

/** The time after which a change that has no position is late, in seconds: a worker numbers changes within one. */
const LATE_SECONDS = 5;

/** Whether the numbering has stood still; as long as it has not, nobody looks at the outbox. */
const STANDS_STILL = `sequencing.at < now() - interval '${LATE_SECONDS} s'`;

/**
 * The time of the oldest change of the organization in $1 that has no position, if the numbering has stood still. Served by
 * the primary keys. Then it walks over the changes of all organizations that have none.
 */
export const OLDEST_LATE = `(
    select oldest.at from change_sequencing sequencing cross join lateral (
      select at from event_outbox where id > sequencing.floor_id and organization_id = $1 order by id limit 1) oldest
    where ${STANDS_STILL})`;

/** Whether a change of the organization in $1 is late. */
export const IS_LATE = `coalesce(${OLDEST_LATE} < now() - interval '${LATE_SECONDS} s', false)`;

/** The same times of all organizations that have such changes. */
export const OLDEST_LATE_OF_ALL = `
    select event.organization_id, min(event.at) as at from change_sequencing sequencing
    join event_outbox event on event.id > sequencing.floor_id
    where ${STANDS_STILL} group by event.organization_id`;

const selectOldest: Statement = {
  name: 'select-oldest-late-change',
  // Served by the primary keys.
  text: `select greatest(coalesce(extract(epoch from now() - oldest.at), 0), 0)::float8 as seconds
         from change_sequencing sequencing cross join lateral (
           select at from event_outbox where id > sequencing.floor_id order by id limit 1) oldest
         where ${STANDS_STILL}`,
};

/** Returns the age of the oldest committed change that has no position, in seconds; 0 while changes are numbered. */
export async function measureLateChanges(db: Queries): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(selectOldest, []);
  return row?.seconds ?? 0;
}

import type { Queries, Statement } from '../../db/database.ts';

const selectOldest: Statement = {
  name: 'select-oldest-event',
  // Served by the primary key; it examines one entry for each organization.
  text: `select greatest(coalesce(extract(epoch from now() - min(oldest.at)), 0), 0)::float8 as seconds from organizations
         cross join lateral (
           select at from event_outbox where organization_id = organizations.id order by event_outbox.id limit 1) oldest`,
};

/** Returns the age of the oldest committed change that has no position yet, in seconds; 0 if there is none. */
export async function measureLateChanges(db: Queries): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(selectOldest, []);
  return row!.seconds;
}

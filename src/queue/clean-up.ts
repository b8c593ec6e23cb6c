import type { Queries, Statement } from '../db/database.ts';

/** Jobs that one statement removes. */
const BATCH = 5000;

/** Jobs that are done are kept for a day, so that an operator can look at them. Served by jobs_done. */
const removeDone: Statement = {
  name: 'remove-done-jobs',
  text: `delete from jobs where id = any (array (
           select id from jobs where state = 'done' and ended_at < now() - interval '1 day'
           order by ended_at limit ${BATCH} for update skip locked)) returning id`,
};

/** Dead letters are kept for 90 days. Served by jobs_dead, which is small. */
const removeDead: Statement = {
  name: 'remove-dead-jobs',
  text: `delete from jobs where id = any (array (
           select id from jobs where state = 'dead' and ended_at < now() - interval '90 days'
           limit ${BATCH} for update skip locked)) returning id`,
};

/** Jobs are done even if no worker ran for months, but not after a year. Served by jobs_turns. */
const removeForgotten: Statement = {
  name: 'remove-forgotten-jobs',
  text: `delete from jobs where id = any (array (
           select id from jobs where state = 'waiting' and start_after < now() - interval '365 days'
           limit ${BATCH} for update skip locked)) returning id`,
};

/** Removes the jobs whose retention is over. Safe in several processes at once. */
export async function cleanUp(db: Queries): Promise<void> {
  while ((await db.query(removeDone, [])).length === BATCH);
  while ((await db.query(removeDead, [])).length === BATCH);
  while ((await db.query(removeForgotten, [])).length === BATCH);
}

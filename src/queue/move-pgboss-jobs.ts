import type { Queries, Statement } from '../db/database.ts';

/** Jobs that one statement moves. */
const BATCH = 1000;

const move: Statement = {
  name: 'move-pgboss-jobs',
  text: `select move_pgboss_jobs($1, ${BATCH}) as moved`,
};

/**
 * Moves what processes of earlier versions have enqueued into this version's table (migrations/0029_jobs.sql). A job
 * that is being done stays where it is until its worker has been silent for `silentSeconds`.
 * @returns the number of jobs that were moved; undefined if the tables of earlier versions do not exist
 */
export async function movePgBossJobs(db: Queries, silentSeconds: number): Promise<number | undefined> {
  const [row] = await db.query<{ moved: number | null }>(move, [silentSeconds]);
  return row!.moved ?? undefined;
}

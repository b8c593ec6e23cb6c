import type { Database, Statement } from '../../db/database.ts';
import { every } from '../../lib/every.ts';
import type { Log } from '../../lib/log.ts';
import { pauseAfterPass } from '../../lib/pause-after-pass.ts';

/** The most changes that one statement folds: some seconds of the fastest ingest. */
const MAX_FOLDED = 20_000;

/** Only one process folds at a time: two would wait for each other's rows. */
const LOCK = 'pg_try_advisory_xact_lock(7275539117)';

const foldMeetings: Statement = {
  name: 'fold-meeting-counts',
  // One statement does both, so that every snapshot contains each change once: before it among the changes, afterwards
  // in the sums.
  text: `with folded as (
      delete from meeting_day_changes where (organization_id, id) in (
        select organization_id, id from meeting_day_changes where (select ${LOCK}) limit ${MAX_FOLDED})
      returning organization_id, day, meetings, latest_end
    ), days as (
      insert into meeting_days as known (organization_id, day, meetings, latest_end)
      select organization_id, day, sum(meetings), max(latest_end) from folded
      group by organization_id, day order by organization_id, day
      on conflict (organization_id, day) do update set meetings = known.meetings + excluded.meetings,
        latest_end = greatest(known.latest_end, excluded.latest_end)
    ), months as (
      insert into meeting_months as known (organization_id, month, meetings, latest_end)
      select organization_id, date_trunc('month', day)::date as month, sum(meetings), max(latest_end) from folded
      group by organization_id, month order by organization_id, month
      on conflict (organization_id, month) do update set meetings = known.meetings + excluded.meetings,
        latest_end = greatest(known.latest_end, excluded.latest_end)
    )
    select count(*)::int as folded from folded`,
};

const foldExecutions: Statement = {
  name: 'fold-execution-counts',
  text: `with folded as (
      delete from execution_day_changes where (organization_id, signal_id, id) in (
        select organization_id, signal_id, id from execution_day_changes where (select ${LOCK}) limit ${MAX_FOLDED})
      returning organization_id, signal_id, day, executions, of_meetings
    ), days as (
      insert into execution_days as known (organization_id, signal_id, day, executions, of_meetings)
      select organization_id, signal_id, day, sum(executions), sum(of_meetings) from folded
      group by organization_id, signal_id, day order by organization_id, signal_id, day
      on conflict (organization_id, signal_id, day) do update set
        executions = known.executions + excluded.executions,
        of_meetings = known.of_meetings + excluded.of_meetings
    ), months as (
      insert into execution_months as known (organization_id, signal_id, month, executions, of_meetings)
      select organization_id, signal_id, date_trunc('month', day)::date as month, sum(executions), sum(of_meetings)
      from folded group by organization_id, signal_id, month order by organization_id, signal_id, month
      on conflict (organization_id, signal_id, month) do update set
        executions = known.executions + excluded.executions,
        of_meetings = known.of_meetings + excluded.of_meetings
    )
    select count(*)::int as folded from folded`,
};

/** Reading a list sums up what was not folded yet, which the pause between two passes bounds. */
const PAUSE_MS = 1000;

/**
 * Continuously folds what writers appended.
 * @returns a function that ends it
 */
export function keepFolding(db: Database, log: Log): () => Promise<void> {
  let pauseMs = PAUSE_MS;
  const pass = async () => {
    const startedMs = performance.now();
    await foldCounts(db).finally(() => {
      pauseMs = pauseAfterPass(performance.now() - startedMs, PAUSE_MS);
    });
  };
  return every(() => pauseMs, pass, log);
}

/** Folds the changes that writers appended into the counts of days and months, until few are left. */
export async function foldCounts(db: Database): Promise<void> {
  for (const statement of [foldMeetings, foldExecutions]) {
    for (let folded = MAX_FOLDED; folded === MAX_FOLDED; ) {
      // Writes need a transaction.
      const rows = await db.transaction((tx) => tx.query<{ folded: number }>(statement, []));
      folded = rows[0]!.folded;
    }
  }
}

/** Gives a database that is new statistics before the server does so by itself. */
export type FirstStatistics = {
  /** Tells that meetings were stored as new ones. */
  noteNew(meetings: number): void;
};

/** Runs a statement of a name and a text, and returns its rows. */
type Run = (statement: { name: string; text: string }) => Promise<unknown[]>;

/** So many tell the planner that a key finds one row. */
const ENOUGH_MEETINGS = 100;

const selectNeed = {
  name: 'select-need-of-statistics',
  // On a Citus cluster, the tables of this node are empty, and each shard has its own.
  text: `select reltuples < 0 and to_regclass('pg_dist_partition') is null as "isNeeded"
         from pg_class where oid = 'meetings'::regclass`,
};

const analyze = {
  name: 'analyze-new-tables',
  // A role that does not own the tables gets a warning for each, and nothing else happens.
  text: `analyze meetings, meeting_participants, meeting_external_ids, meeting_transcript_pieces, transcript_words,
           processing_runs, jobs`,
};

/**
 * Without statistics, the planner takes any index of an organization's meetings for as good as the one that finds a single
 * meeting, so that a first import reads all meetings before each one that it stores. The server gathers statistics for the first time
 * up to a minute after the first rows have been written, which is longer than many imports take.
 */
export function createFirstStatistics(run: Run): FirstStatistics {
  let stored = 0;
  return {
    noteNew(meetings) {
      if (stored >= ENOUGH_MEETINGS) return;
      stored += meetings;
      if (stored >= ENOUGH_MEETINGS) void gather(run);
    },
  };
}

async function gather(run: Run): Promise<void> {
  try {
    const [table] = (await run(selectNeed)) as { isNeeded: boolean }[];
    if (table?.isNeeded) await run(analyze);
  } catch {
    // The server does the same in its own time.
  }
}

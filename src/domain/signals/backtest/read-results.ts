import type { Queries, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { evaluationId } from '../labels/evaluation-id.ts';
import type { VerifiedQuote } from '../quotes.ts';
import { showCertainty } from '../show-certainty.ts';
import { showQuote } from '../show-quote.ts';

/** The filter of a list of results: the draft's outcome, or whether it differs from that of the current version. */
export const OUTCOMES = ['fired', 'not_fired', 'failed', 'changed'] as const;
export type OutcomeFilter = (typeof OUTCOMES)[number];

type State = 'fired' | 'not_fired' | 'failed';

type ResultRow = {
  total: number;
  /** Null, like all fields after it, past the last page. */
  meetingId: number | null;
  title: string;
  startMs: number;
  draftState: State;
  draftReason: string;
  draftQuotes: VerifiedQuote[];
  draftConfidence: number | null;
  draftVotes: boolean[] | null;
  currentState: State | null;
  currentReason: string;
  currentQuotes: VerifiedQuote[];
  currentConfidence: number | null;
  currentVotes: boolean[] | null;
};

/** A constant, because the planner assumes that a limit which is a parameter returns a tenth of the table. */
const MAX_PAGE_ROWS = 50;

const selectResults: Statement = {
  name: 'select-backtest-results',
  // Served by the primary key, at most 2,000 rows, each with its meeting by that table's primary key; sorted by the
  // meetings' current times. No row means that the organization has no such backtest.
  text: `
    with matching as materialized (
      select m.start_time, m.id from backtest_meetings r
      join meetings m on m.organization_id = $1 and m.id = r.meeting_id
      where r.organization_id = $1 and r.backtest_id = $2 and r.draft_state is not null
        and case $3::text when 'changed' then (r.draft_state, r.current_state) in (('fired', 'not_fired'), ('not_fired', 'fired'))
                    else r.draft_state = coalesce($3, r.draft_state) end
    ), page as materialized (
      select * from (select * from matching order by start_time, id limit $4 offset $5) as keys limit ${MAX_PAGE_ROWS}
    )
    select (select count(*) from matching) as total, m.id as "meetingId", m.title, m.start_time as "startMs",
      r.draft_state as "draftState", r.draft_reason as "draftReason", r.draft_quotes as "draftQuotes",
      r.current_state as "currentState", r.current_reason as "currentReason", r.current_quotes as "currentQuotes",
      r.draft_confidence as "draftConfidence", r.draft_votes as "draftVotes",
      r.current_confidence as "currentConfidence", r.current_votes as "currentVotes"
    from backtests b
    left join page on true
    left join meetings m on m.organization_id = $1 and m.id = page.id
    left join backtest_meetings r on r.organization_id = $1 and r.backtest_id = $2 and r.meeting_id = page.id
    where b.organization_id = $1 and b.id = $2
    order by page.start_time, page.id`,
};

/**
 * Returns a page of the results of a backtest, by the meetings' startTime then id, and the number of matching results.
 * @throws Fault 404 if the organization has no such backtest
 */
export async function listResults(
  db: Queries,
  organizationId: number,
  backtestId: number,
  outcome: OutcomeFilter | undefined,
  { limit, offset }: { limit: number; offset: number },
) {
  if (limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} results`);
  const values = [organizationId, backtestId, outcome, limit, offset];
  const rows = await db.query<ResultRow>(selectResults, values);
  if (rows.length === 0) throw new Fault('missing', 'There is no such backtest');
  return {
    total: rows[0]!.total,
    results: rows.filter((row) => row.meetingId !== null).map((row) => present(row, backtestId)),
  };
}

function present(row: ResultRow, backtestId: number) {
  const { title, startMs, currentState } = row;
  const meetingId = row.meetingId!;
  const idOf = (of: 'draft' | 'current') => evaluationId({ of, backtestId, meetingId });
  return {
    meetingId: `${meetingId}`,
    title,
    startTime: formatDateTime(startMs),
    draft: {
      state: row.draftState,
      reason: row.draftReason,
      quotes: row.draftQuotes.map(showQuote),
      ...showCertainty({ confidence: row.draftConfidence, votes: row.draftVotes }),
      evaluationId: idOf('draft'),
    },
    current:
      currentState === null
        ? undefined
        : {
            state: currentState,
            reason: row.currentReason,
            quotes: row.currentQuotes.map(showQuote),
            ...showCertainty({ confidence: row.currentConfidence, votes: row.currentVotes }),
            evaluationId: idOf('current'),
          },
  };
}

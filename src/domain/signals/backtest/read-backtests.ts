import type { AiSettings } from '../../../ai/settings.ts';
import type { SaidBy } from '../../../ai/types.ts';
import type { Queries, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { formatDateTime } from '../../../lib/time.ts';
import { costOf, type Estimate } from './estimate.ts';
import { readComparedQuality } from './label-outcomes.ts';

/** The state of a backtest, with its results so far. Times are milliseconds since the epoch. */
type BacktestRow = {
  id: number;
  signalId: number | null;
  version: number | null;
  prompt: string;
  phrases: string[];
  saidBy: SaidBy;
  fromMs: number | null;
  toMs: number | null;
  state: 'running' | 'done' | 'failed';
  note: string | null;
  createdMs: number;
  finishedMs: number | null;
  estimate: Estimate;
  meetings: number;
  judged: number;
  fired: number;
  notFired: number;
  failed: number;
  currentFired: number;
  currentNotFired: number;
  currentFailed: number;
  both: number;
  onlyDraft: number;
  onlyCurrent: number;
  neither: number;
  inputTokens: number;
  outputTokens: number;
};

const COLUMNS = `b.id, b.signal_id as "signalId", b.version, b.prompt, b.phrases, b.said_by as "saidBy", b.from_time as "fromMs",
  b.to_time as "toMs", b.state, b.note, b.created_at as "createdMs", b.finished_at as "finishedMs", b.estimate, found.*`;

/** Summarizes the results of backtest `b`: at most 2,000 rows, by their primary key. */
const FOUND = `
  select count(*) as meetings, count(draft_state) as judged,
    count(*) filter (where draft_state = 'fired') as fired,
    count(*) filter (where draft_state = 'not_fired') as "notFired",
    count(*) filter (where draft_state = 'failed') as failed,
    count(*) filter (where current_state = 'fired') as "currentFired",
    count(*) filter (where current_state = 'not_fired') as "currentNotFired",
    count(*) filter (where current_state = 'failed') as "currentFailed",
    count(*) filter (where draft_state = 'fired' and current_state = 'fired') as both,
    count(*) filter (where draft_state = 'fired' and current_state = 'not_fired') as "onlyDraft",
    count(*) filter (where draft_state = 'not_fired' and current_state = 'fired') as "onlyCurrent",
    count(*) filter (where draft_state = 'not_fired' and current_state = 'not_fired') as neither,
    coalesce(sum(input_tokens), 0) as "inputTokens", coalesce(sum(output_tokens), 0) as "outputTokens"
  from backtest_meetings where organization_id = $1 and backtest_id = b.id`;

const selectBacktest: Statement = {
  name: 'select-backtest',
  // Served by the primary key.
  text: `select ${COLUMNS} from backtests b cross join lateral (${FOUND}) as found
         where b.organization_id = $1 and b.id = $2`,
};

/** A constant, because the planner assumes that a limit which is a parameter returns a tenth of the table. */
const MAX_PAGE_ROWS = 50;

const selectBacktests: Statement = {
  name: 'select-backtests',
  // Served by the primary key, index-only, for keys and count; the backtests of the page are then read one by one.
  text: `
    with page as materialized (
      select * from (
        select id from backtests where organization_id = $1 order by id desc limit $2 offset $3
      ) as keys limit ${MAX_PAGE_ROWS}
    ), total as materialized (
      select count(*) as total from backtests where organization_id = $1
    )
    select total, shown.* from total left join page on true
    left join lateral (
      select ${COLUMNS} from backtests b cross join lateral (${FOUND}) as found
      where b.organization_id = $1 and b.id = page.id
    ) as shown on true
    order by page.id desc`,
};

/**
 * Returns a backtest, with what the labels of its signal say about it.
 * @throws Fault 404 if the organization has no such backtest
 */
export async function readBacktest(
  db: Queries,
  organizationId: number,
  backtestId: number,
  prices: AiSettings['prices'],
) {
  const [row] = await db.query<BacktestRow>(selectBacktest, [organizationId, backtestId]);
  if (!row) throw new Fault('missing', 'There is no such backtest');
  const { signalId } = row;
  const quality =
    signalId === null ? undefined : await readComparedQuality(db, organizationId, signalId, backtestId);
  return { ...present(row, prices), quality };
}

/** Returns a page of the backtests of an organization, newest first, and their total number. */
export async function listBacktests(
  db: Queries,
  organizationId: number,
  { limit, offset }: { limit: number; offset: number },
  prices: AiSettings['prices'],
) {
  if (limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} backtests`);
  const rows = await db.query<BacktestRow & { total: number }>(selectBacktests, [
    organizationId,
    limit,
    offset,
  ]);
  const found = rows.filter(({ id }) => id !== null);
  return { total: rows[0]!.total, backtests: found.map((row) => present(row, prices)) };
}

/** Returns a backtest as the API shows it. Its cost is computed from the current prices. */
function present(row: BacktestRow, prices: AiSettings['prices']) {
  const time = (ms: number | null) => (ms === null ? undefined : formatDateTime(ms));
  const { fired, notFired, failed, both, onlyDraft, onlyCurrent, neither } = row;
  const tokens = { inputTokens: row.inputTokens, outputTokens: row.outputTokens };
  const current = {
    fired: row.currentFired,
    notFired: row.currentNotFired,
    failed: row.currentFailed,
  };
  return {
    backtestId: row.id,
    signalId: row.signalId ?? undefined,
    version: row.version ?? undefined,
    draft: { prompt: row.prompt, phrases: row.phrases, saidBy: row.saidBy },
    from: time(row.fromMs),
    to: time(row.toMs),
    state: row.state,
    note: row.note ?? undefined,
    createdAt: formatDateTime(row.createdMs),
    finishedAt: time(row.finishedMs),
    estimate: row.estimate,
    meetings: row.meetings,
    judged: row.judged,
    draftResult: { fired, notFired, failed },
    comparison: row.signalId === null ? undefined : { current, both, onlyDraft, onlyCurrent, neither },
    tokens: { ...tokens, costUsd: costOf(tokens, prices) },
  };
}

import type { Queries, Statement } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { type Counted, countWindow, inWindow } from '../counts/count-window.ts';

export const EXECUTION_SOURCES = ['meeting', 'email'] as const;

/** The filter of the list across signals; bounds are inclusive, in milliseconds since the epoch. */
export type AllExecutionsFilter = {
  fromMs: number;
  /** If omitted, the current time by the database's clock. */
  toMs?: number;
  /** If omitted, all signals; unknown ones have no executions. */
  signalIds?: readonly number[];
  sourceTypes?: readonly (typeof EXECUTION_SOURCES)[number][];
};

type ExecutionRow = { total: number } & (
  | { id: null }
  | { id: number; sourceId: number; body: string; followUps: string | null }
);

/** The requested signals that are not deleted. */
const OF_SIGNALS = `signal_id = any ((select ids from wanted)::bigint[])`;

/** The rows of the list: the newest judgements that fired. */
const COUNTED: Counted = {
  months: 'execution_months',
  days: 'execution_days',
  changes: 'execution_day_changes',
  owner: `organization_id = $1 and ${OF_SIGNALS}`,
  n: 'case when not $6 then of_meetings when not $5 then executions - of_meetings else executions end',
  from: '$2',
  to: 'coalesce($3::timestamptz, now())',
  end: undefined,
  rows: `from signal_executions k where k.organization_id = $1 and k.${OF_SIGNALS} and k.superseded_at is null
    and case when k.meeting_id is null then $6::boolean else $5::boolean end`,
  time: 'k.triggered_at',
  offset: '$8',
};

const COUNTS = countWindow(COUNTED);
const KEYS = `select k.triggered_at, k.id ${COUNTED.rows} and ${inWindow(COUNTED)}`;

/** A constant, because the planner assumes that a limit which is a parameter returns a tenth of the table. */
const MAX_PAGE_ROWS = 50;

const selectAllExecutions: Statement = {
  name: 'select-all-executions',
  // Rows are counted and found by day, see countWindow; the page's keys by an index-only scan of signal_executions_all,
  // its rows then by the primary key.
  text: `
    with wanted as materialized (
      select coalesce(array_agg(id), '{}') as ids from signals
      where organization_id = $1 and deleted_at is null and ($4::bigint[] is null or id = any ($4))
    ), ${COUNTS}, page as materialized (
      select * from (
        ${KEYS} and k.triggered_at >= (select starts from place)
        order by k.triggered_at, k.id limit $7 offset (select skip from place)
      ) as keys limit ${MAX_PAGE_ROWS}
    )
    select total, x.id, coalesce(x.meeting_id, x.email_id) as "sourceId", x.body,
      case when $9::boolean then x.follow_ups end as "followUps"
    from total
    left join page on true
    left join signal_executions x on x.organization_id = $1 and x.id = page.id
    order by page.triggered_at, page.id`,
};

/**
 * Returns a page of the executions of all signals by triggeredAt then id, as JSON texts with their ids, with `sourceId`
 * as a number, without superseded ones.
 * @returns `total` executions that match, and the page's
 */
export async function listAllExecutions(
  db: Queries,
  organizationId: number,
  filter: AllExecutionsFilter,
  { withFollowUps }: { withFollowUps: boolean },
  page: { limit: number; offset: number },
): Promise<{ total: number; executions: string[] }> {
  if (page.limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} executions`);
  const { fromMs, toMs, signalIds, sourceTypes = EXECUTION_SOURCES } = filter;
  const rows = await db.query<ExecutionRow>(selectAllExecutions, [
    organizationId,
    toPostgresTime(fromMs),
    toMs === undefined ? null : toPostgresTime(toMs),
    signalIds ?? null,
    ...EXECUTION_SOURCES.map((source) => sourceTypes.includes(source)),
    page.limit,
    page.offset,
    withFollowUps,
  ]);
  const executions: string[] = [];
  for (const row of rows) {
    // Past the last page, and if nothing matches, there is one row without an execution.
    if (row.id === null) continue;
    executions.push(renderListed(row, withFollowUps));
  }
  return { total: rows[0]!.total, executions };
}

type Listed = { id: number; sourceId: number; body: string; followUps: string | null };

function renderListed({ id, sourceId, body, followUps }: Listed, withFollowUps: boolean): string {
  const answers = withFollowUps ? `,"followUpPrompts":${followUps}` : '';
  return `{"sourceId":${sourceId},"executionId":${id},${body.slice(1, -1)}${answers}}`;
}

const selectExecutions: Statement = {
  name: 'select-executions-by-id',
  // Served by the primary keys.
  text: `select execution.id, coalesce(meeting_id, email_id) as "sourceId", body, follow_ups as "followUps"
         from signal_executions execution
         join signals signal on signal.organization_id = $1 and signal.id = execution.signal_id
           and signal.deleted_at is null
         where execution.organization_id = $1 and execution.id = any ($2::bigint[]) and superseded_at is null`,
};

/**
 * Reads executions as the list across signals shows them, with the answers to their follow-up prompts.
 * @returns JSON texts by id; superseded executions, and those of deleted signals, are absent
 */
export async function readExecutionsById(
  db: Queries,
  organizationId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db.query<Listed>(selectExecutions, [organizationId, ids]);
  return new Map(rows.map((row) => [row.id, renderListed(row, true)]));
}

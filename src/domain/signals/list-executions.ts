import type { Queries, Statement } from '../../db/database.ts';
import { COUNTED_COLUMN, parseCounted, STATE } from '../../db/database-state.ts';
import { Fault } from '../../lib/faults.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { type Counted, countTotal, countWindow, inWindow, NEAR_ROWS } from '../counts/count-window.ts';
import { boundParameters, windowBounds } from '../counts/window-bounds.ts';

/** The filter of a list of a signal's executions; bounds are inclusive, in milliseconds since the epoch. */
export type ExecutionFilter = {
  signalId: number;
  fromMs: number;
  /** If omitted, the current time by the database's clock. */
  toMs?: number;
  meetingsOnly: boolean;
};

/** The form in which executions are shown. */
export type ExecutionForm = {
  sourceId: 'string' | 'integer';
  /** The name of the field for the answers to follow-up prompts; undefined omits it. */
  followUpsAs: string | undefined;
  withExecutionId: boolean;
};

type ExecutionRow = {
  /** See db/database-state.ts. */
  counted: string;
  id: number | null;
  sourceId: number;
  body: string;
  followUps: string | null;
};

/** The rows of a list: the newest judgements that fired. */
const COUNTED: Counted = {
  months: 'execution_months',
  days: 'execution_days',
  changes: 'execution_day_changes',
  owner: 'organization_id = $1 and signal_id = $2',
  n: 'case when $5 then of_meetings else executions end',
  from: '$3',
  to: 'coalesce($4::timestamptz, now())',
  end: undefined,
  rows: `from signal_executions k where k.organization_id = $1 and k.signal_id = $2 and k.superseded_at is null
    and (k.meeting_id is not null or not $5::boolean)`,
  time: 'k.triggered_at',
  offset: '$7',
};

const KEYS = `select k.triggered_at, k.id ${COUNTED.rows} and ${inWindow(COUNTED)}`;
const ORDER = 'order by k.triggered_at, k.id limit $6';

/** A constant, because the planner assumes that a limit which is a parameter returns a tenth of the table. */
const MAX_PAGE_ROWS = 50;

/**
 * Returns a statement that counts by day, finds the page's keys by an index-only scan of
 * signal_executions_triggered_at, and fetches its rows by the primary key. No row means that the organization has no
 * such signal, or it is deleted.
 */
function pageStatement(name: string, counts: string, keys: string, counted = COUNTED_COLUMN): Statement {
  const text = `
    with ${counts}, page as materialized (
      select * from (${keys}) as keys limit ${MAX_PAGE_ROWS}
    )
    select ${counted}, x.id, coalesce(x.meeting_id, x.email_id) as "sourceId", x.body,
      case when $8::boolean then x.follow_ups end as "followUps"
    from signals s cross join total
    left join page on true
    left join signal_executions x on x.organization_id = $1 and x.id = page.id
    where s.organization_id = $1 and s.id = $2 and s.deleted_at is null
    order by page.triggered_at, page.id`;
  return { name, text };
}

/** The number of values of every page's statement; the bounds of a near page come after them. */
const VALUES = 8;

/** Has no state while there are executions in the future, which an open window comes to contain without any change. */
const COUNTED_UNTIL_NOW = `(select concat_ws(' ', total, case when future = 0 then ${STATE} end) from total) as counted`;

/** @param untilNow whether the window has no end */
function nearPage(name: string, untilNow: boolean) {
  const { bound, valuesOf } = boundParameters(VALUES);
  const total = countTotal(COUNTED, bound, { untilNow });
  const counted = untilNow ? COUNTED_UNTIL_NOW : COUNTED_COLUMN;
  return { statement: pageStatement(name, total, `${KEYS} ${ORDER} offset $7`, counted), valuesOf };
}

const NEAR_PAGE = nearPage('select-executions', false);
const NEAR_PAGE_UNTIL_NOW = nearPage('select-executions-until-now', true);

const selectFarPage = pageStatement(
  'select-far-executions',
  countWindow(COUNTED),
  `${KEYS} and k.triggered_at >= (select starts from place) ${ORDER} offset (select skip from place)`,
  `(select concat_ws(' ', total, case when $4::timestamptz is not null then ${STATE} end) from total) as counted`,
);

/**
 * Returns a page of a signal's executions by triggeredAt then id, as the JSON texts of SPEC 2.4 and 2.5, without
 * superseded ones.
 * @returns `total` executions that match, the page's, and the state of the database that alone determines both, if there is one
 * @throws Fault 404 if the organization has no such signal
 */
export async function listExecutions(
  db: Queries,
  organizationId: number,
  filter: ExecutionFilter,
  form: ExecutionForm,
  page: { limit: number; offset: number },
): Promise<{ total: number; executions: string[]; state: string | null }> {
  if (page.limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} executions`);
  const values = [
    organizationId,
    filter.signalId,
    toPostgresTime(filter.fromMs),
    filter.toMs === undefined ? null : toPostgresTime(filter.toMs),
    filter.meetingsOnly,
    page.limit,
    page.offset,
    form.followUpsAs !== undefined,
  ];
  const rows = await readRows(db, filter, page.offset, values);
  if (rows.length === 0) throw new Fault('missing', 'There is no such signal');
  // Past the last page, and if nothing matches, there is one row without an execution.
  const found = rows.filter((row) => row.id !== null);
  return { ...parseCounted(rows[0]!.counted), executions: found.map((row) => splice(row, form)) };
}

function readRows(
  db: Queries,
  { fromMs, toMs }: ExecutionFilter,
  offset: number,
  values: unknown[],
): Promise<ExecutionRow[]> {
  if (offset > NEAR_ROWS) return db.query(selectFarPage, values);
  const bounds = windowBounds(fromMs, toMs);
  if (toMs === undefined) {
    return db.query(NEAR_PAGE_UNTIL_NOW.statement, [...values, ...NEAR_PAGE_UNTIL_NOW.valuesOf(bounds)]);
  }
  return db.query(NEAR_PAGE.statement, [...values, ...NEAR_PAGE.valuesOf(bounds)]);
}

/** Adds the fields that differ between the versions of the API to the body, which is JSON text and never parsed. */
function splice({ id, sourceId, body, followUps }: ExecutionRow, form: ExecutionForm): string {
  const source = form.sourceId === 'string' ? `"${sourceId}"` : `${sourceId}`;
  const executionId = form.withExecutionId ? `"executionId":${id},` : '';
  const followUpField = form.followUpsAs === undefined ? '' : `,"${form.followUpsAs}":${followUps}`;
  return `{"sourceId":${source},${executionId}${body.slice(1, -1)}${followUpField}}`;
}

import type { Queries, Statement } from '../../db/database.ts';
import { formatDateTime, toPostgresTime } from '../../lib/time.ts';
import { type Counted, countWindow, inWindow } from '../counts/count-window.ts';
import { listSortedExecutions, type SortedBy } from './list-sorted-executions.ts';
import type { VerifiedQuote } from './quotes.ts';
import { type StoredCertainty, showCertainty } from './show-certainty.ts';
import { showQuote } from './show-quote.ts';

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

const countAllExecutions: Statement = {
  name: 'count-all-executions',
  // Rows are counted by day, see countWindow.
  text: `
    with wanted as materialized (
      select coalesce(array_agg(id), '{}') as ids from signals
      where organization_id = $1 and deleted_at is null and ($4::bigint[] is null or id = any ($4))
    ), ${countWindow({ ...COUNTED, offset: '0' })}
    select total from total`,
};

/** The form in which executions are shown. */
export type AllExecutionsForm = {
  withFollowUps: boolean;
  /** The quotes that prove each. */
  withQuotes?: boolean;
  /** The start of the meeting, or the time of the e-mail. */
  withSourceTime?: boolean;
};

/**
 * Returns a page of the executions of all signals as JSON texts with their ids, with `sourceId` as a number, without
 * superseded ones.
 * @param order by default by triggeredAt then id, which costs one statement; every other order costs more
 * @returns `total` executions that match, and the page's
 */
export async function listAllExecutions(
  db: Queries,
  organizationId: number,
  filter: AllExecutionsFilter,
  { sort, isDescending }: { sort: SortedBy | 'triggeredAt'; isDescending: boolean },
  form: AllExecutionsForm,
  page: { limit: number; offset: number },
): Promise<{ total: number; executions: string[] }> {
  if (page.limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} executions`);
  const { fromMs, toMs, signalIds, sourceTypes = EXECUTION_SOURCES } = filter;
  const filters = [
    organizationId,
    toPostgresTime(fromMs),
    toMs === undefined ? null : toPostgresTime(toMs),
    signalIds ?? null,
    ...EXECUTION_SOURCES.map((source) => sourceTypes.includes(source)),
  ];
  const readPage = ({ limit, offset }: typeof page) =>
    db.query<ExecutionRow>(selectAllExecutions, [...filters, limit, offset, form.withFollowUps]);
  if (sort === 'triggeredAt' && !isDescending) {
    const rows = await readPage(page);
    return {
      total: rows[0]!.total,
      executions: await render(db, organizationId, rows.filter(isFound), form),
    };
  }
  const [counted] = await db.query<{ total: number }>(countAllExecutions, filters);
  const { total } = counted!;
  const limit = Math.min(page.limit, total - page.offset);
  if (limit <= 0) return { total, executions: [] };
  if (sort === 'triggeredAt') {
    // The same rows from the other end: their place is found by day, however many there are before it.
    const rows = await readPage({ limit, offset: total - page.offset - limit });
    const found = rows.filter(isFound).reverse();
    return { total, executions: await render(db, organizationId, found, form) };
  }
  const ids = await listSortedExecutions(db, filters, { sort, isDescending, total }, { ...page, limit });
  const rows = await db.query<Listed>(selectExecutions, [organizationId, ids]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found = ids.flatMap((id) => byId.get(id) ?? []);
  return { total, executions: await render(db, organizationId, found, form) };
}

type Listed = { id: number; sourceId: number; body: string; followUps: string | null };

/** Past the last page, and if nothing matches, there is one row without an execution. */
const isFound = (row: ExecutionRow): row is ExecutionRow & Listed => row.id !== null;

type Proof = StoredCertainty & { id: number; quotes: VerifiedQuote[]; sourceMs: number };

const selectProof: Statement = {
  name: 'select-proof-of-executions',
  // Served by the primary keys.
  text: `select x.id, e.quotes, e.confidence, e.votes, coalesce(m.start_time, mail.sent_at) as "sourceMs"
         from signal_executions x
         join signal_evaluations e
           on e.organization_id = $1 and e.run_id = x.run_id and e.signal_id = x.signal_id
         left join meetings m on m.organization_id = $1 and m.id = x.meeting_id
         left join emails mail on mail.organization_id = $1 and mail.id = x.email_id
         where x.organization_id = $1 and x.id = any ($2::bigint[])`,
};

async function render(
  db: Queries,
  organizationId: number,
  rows: readonly Listed[],
  { withFollowUps, withQuotes = false, withSourceTime = false }: AllExecutionsForm,
): Promise<string[]> {
  if (rows.length === 0 || !(withQuotes || withSourceTime)) {
    return rows.map((row) => renderListed(row, withFollowUps));
  }
  const proofs = await db.query<Proof>(selectProof, [organizationId, rows.map(({ id }) => id)]);
  const byId = new Map(proofs.map((proof) => [proof.id, proof]));
  return rows.map((row) => {
    const proof = byId.get(row.id);
    const fields = JSON.stringify({
      ...(proof && withSourceTime ? { sourceTime: formatDateTime(proof.sourceMs) } : {}),
      ...(proof && withQuotes ? { quotes: proof.quotes.map(showQuote), ...showCertainty(proof) } : {}),
    }).slice(1, -1);
    return `${renderListed(row, withFollowUps).slice(0, -1)}${fields && `,${fields}`}}`;
  });
}

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

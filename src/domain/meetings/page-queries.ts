import type { Statement } from '../../db/database.ts';
import { type Counted, countTotal, countWindow, NEAR_ROWS } from '../counts/count-window.ts';
import { boundParameters, type WindowBounds } from '../counts/window-bounds.ts';
import type { SourceType } from './source-types.ts';

/** One transcript piece of one meeting of a page; a meeting without a transcript has one row without a piece. */
export type MeetingRow = {
  total: number;
  /** Set on a page without transcripts. */
  hasTranscript: boolean | null;
  id: number | null;
  /** Set on the meeting's first row only. */
  head: string | null;
  pieceNumber: number | null;
  crc32: number | null;
  rawLength: number | null;
  /** One character per byte; null if the page has too many bytes. */
  deflated: string | null;
};

export type PageFilter = {
  organizationId: number;
  from: string;
  to: string | undefined;
  /** The bounds of the same window. */
  bounds: WindowBounds;
  accountId: string | undefined;
  opportunityId: string | undefined;
  emails: readonly string[] | undefined;
  sourceTypes: readonly SourceType[] | undefined;
  /** Whether the order, start time then id, is descending. */
  newestFirst: boolean;
  withTranscripts: boolean;
  limit: number;
  offset: number;
};

/**
 * The most deflated transcript bytes that one statement returns; the rest is fetched piece by piece as the client
 * reads.
 */
export const MAX_INLINE_BYTES = 2 * 1024 * 1024;

/**
 * The most rows of a page. It is a constant in the statement, because the planner assumes that a limit which is a
 * parameter returns a tenth of the table, and then reads the whole table of transcripts.
 */
const MAX_PAGE_ROWS = 50;

/**
 * The page's statement for the filters that are given. Each combination is one prepared statement of fixed text,
 * so that each gets the plan of its own index: meetings_account or meetings_opportunity, else the primary key of
 * meeting_participants, else meetings_start_time. All values are parameters.
 *
 * Keys are found first and rows fetched after, because OFFSET evaluates what it skips. A window without filters is
 * counted by day, and a page that is far in is found in the day where it begins. With addresses, what matches is found once for both;
 * with other filters the page stops at its last row and the count stays inside the index.
 */
export function selectPage(filter: PageFilter): { statement: Statement; values: unknown[] } {
  if (filter.limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} meetings`);
  const { name, where, values } = conditionsOf(filter);
  const $ = (value: unknown) => `$${values.push(value)}`;
  const matches = filter.emails && matching(filter, where, $(filter.emails));
  const [limit, offset] = [$(filter.limit), $(filter.offset)];
  const { bound, valuesOf } = boundParameters(values.length);
  const bounded = (keys: string) =>
    `page as materialized (select * from (${keys}) as page limit ${MAX_PAGE_ROWS})`;
  const direction = filter.newestFirst ? 'desc' : 'asc';
  const order = `order by start_time ${direction}, id ${direction} limit ${limit}`;
  const unmatched = `select m.start_time, m.id from meetings m where ${where}`;
  const pages = {
    near: () => `
      with ${countTotal(counted(filter, offset), bound)}, ${bounded(`${unmatched} ${order} offset ${offset}`)}`,
    far: () => {
      const place = filter.newestFirst ? fromTheEnd(limit, offset) : { limit, offset };
      return `
        with ${countWindow(counted(filter, place.offset))}, ${bounded(`
          ${unmatched} and m.start_time >= (select starts from place)
          order by start_time, id limit ${place.limit} offset (select skip from place)`)}`;
    },
    emails: () => `
      with matching as materialized (${matches}),
      ${bounded(`select * from matching ${order} offset ${offset}`)},
      total as materialized (select count(*)::int as total from matching)`,
    filtered: () => `
      with ${bounded(`${unmatched} ${order} offset ${offset}`)},
      total as materialized (select count(*)::int as total from meetings m where ${where})`,
  };
  const way = matches
    ? 'emails'
    : !isWholeWindow(filter)
      ? 'filtered'
      : filter.offset <= NEAR_ROWS
        ? 'near'
        : 'far';
  const form = { direction, withTranscripts: filter.withTranscripts } as const;
  const text = `${pages[way]()} ${rowsOf('total left join page on true', '$1', form)}`;
  const forms = `${filter.newestFirst ? '-newest-first' : ''}${filter.withTranscripts ? '' : '-heads'}`;
  return {
    statement: { name: `${name}-${way}${forms}`, text, binary: true },
    values: [...values, ...valuesOf(filter.bounds)],
  };
}

/**
 * Returns the limit and offset of the reversed list's page in the list. Without its type the offset would be taken for
 * an integer.
 */
function fromTheEnd(limit: string, offset: string): { limit: string; offset: string } {
  return {
    limit: `(select least(${limit}, greatest(total - ${offset}::bigint, 0)) from total)`,
    offset: `(select greatest(total - ${offset}::bigint - ${limit}, 0) from total)`,
  };
}

/** Returns how all meetings of a window are counted. */
function counted({ to }: PageFilter, offset: string): Counted {
  return {
    months: 'meeting_months',
    days: 'meeting_days',
    changes: 'meeting_day_changes',
    owner: 'organization_id = $1',
    n: 'meetings',
    from: '$2',
    to: to === undefined ? undefined : '$3',
    end: { of: 'm.end_time', latest: 'latest_end' },
    rows: 'from meetings m where m.organization_id = $1',
    time: 'm.start_time',
    offset,
  };
}

/**
 * Returns whether the filter selects every meeting of the window. Such meetings are counted by day, which makes every
 * page fast.
 */
export function isWholeWindow(
  filter: Partial<Pick<PageFilter, 'accountId' | 'opportunityId' | 'emails' | 'sourceTypes'>>,
): boolean {
  const { accountId, opportunityId, emails, sourceTypes } = filter;
  return [accountId, opportunityId, emails, sourceTypes].every((one) => one === undefined);
}

/**
 * Returns all conditions on meetings `m` except addresses. $1 is the organization, $2 `from`, and $3 `to` if it is
 * given.
 */
function conditionsOf(filter: PageFilter): { name: string; where: string; values: unknown[] } {
  const { organizationId, from, to, accountId, opportunityId, sourceTypes } = filter;
  const values: unknown[] = [organizationId, from];
  const names = ['list-meetings'];
  const conditions = ['m.organization_id = $1', 'm.start_time >= $2'];
  const add = (name: string, value: unknown, condition: (parameter: string) => string) => {
    if (value === undefined) return;
    names.push(name);
    conditions.push(condition(`$${values.push(value)}`));
  };
  // A meeting that has ended by then has started by then: the second bound ends the index scan.
  add('to', to, ($) => `m.end_time <= ${$} and m.start_time <= ${$}`);
  add('account', accountId, ($) => `m.account_id = ${$}`);
  add('opportunity', opportunityId, ($) => `m.opportunity_id = ${$}`);
  add('sources', sourceTypes, ($) => `m.source_type = any(${$}::text[])`);
  return { name: names.join('-'), where: conditions.join(' and '), values };
}

/**
 * Returns the query for the keys of the meetings that have all the addresses.
 *
 * Both forms leave the planner only one plan. It knows neither the values nor, after a bulk import, the tables: a plain
 * join took 1.2 s instead of 6 ms on 50,000 meetings, and 17 s before the first ANALYZE.
 */
function matching(filter: PageFilter, where: string, emails: string): string {
  const isOneOf = `p.organization_id = $1 and p.email_key = any(${emails}::text[])`;
  const hasAll = `count(*) = cardinality(${emails}::text[])`;
  if (filter.accountId !== undefined || filter.opportunityId !== undefined) {
    // A CRM record has few meetings, and the addresses of each are looked up. Served by meeting_participants_meeting.
    return `
      select m.start_time, m.id from meetings m where ${where}
        and (select ${hasAll} from meeting_participants p where ${isOneOf} and p.meeting_id = m.id)`;
  }
  // Served by the primary key of meeting_participants; each meeting found is looked up by its own primary key.
  return `
    select m.start_time, m.id from (
      select p.meeting_id from meeting_participants p
      where ${isOneOf} and p.start_time >= $2${filter.to === undefined ? '' : ' and p.start_time <= $3'}
      group by p.meeting_id having ${hasAll}
    ) as found
    cross join lateral (
      select * from meetings where organization_id = $1 and id = found.meeting_id offset 0
    ) as m
    where ${where}`;
}

/** One meeting by id; served by the primary key. */
export const selectOne: Statement = {
  name: 'select-meeting',
  binary: true,
  text: rowsOf(
    `(select 1 as total, start_time, id from meetings where organization_id = $1 and id = $2) as page`,
    '$1',
    { direction: 'asc', withTranscripts: true },
  ),
};

/** The same without its transcript. */
export const selectOneHead: Statement = {
  name: 'select-meeting-head',
  binary: true,
  text: rowsOf(
    `(select 1 as total, start_time, id from meetings where organization_id = $1 and id = $2) as page`,
    '$1',
    { direction: 'asc', withTranscripts: false },
  ),
};

/** The presentation of a page. */
type Form = { direction: 'asc' | 'desc'; withTranscripts: boolean };

/** Returns the query for the heads and, if wanted, the transcript pieces of the meetings of a page. */
function rowsOf(page: string, organization: string, { direction, withTranscripts }: Form): string {
  const order = `order by page.start_time ${direction}, page.id ${direction}`;
  if (!withTranscripts) {
    return `
      select total, page.id, m.head, exists (
        select from meeting_transcript_pieces t
        where t.organization_id = ${organization} and t.meeting_id = page.id
      ) as "hasTranscript"
      from ${page}
      left join meetings m on m.organization_id = ${organization} and m.id = page.id
      ${order}`;
  }
  return `
    select total, page.id,
      case when coalesce(t.piece_number, 0) = 0 then m.head end as head,
      t.piece_number as "pieceNumber", t.crc32, t.raw_length as "rawLength",
      case when sum(octet_length(t.deflated)) over in_order <= ${MAX_INLINE_BYTES}
        then t.deflated end as deflated
    from ${page}
    left join meetings m on m.organization_id = ${organization} and m.id = page.id
    left join meeting_transcript_pieces t on t.organization_id = ${organization} and t.meeting_id = page.id
    window in_order as (${order}, t.piece_number)
    ${order}, t.piece_number`;
}

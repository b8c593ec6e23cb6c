import type { Statement } from '../../db/database.ts';
import { COUNTED_COLUMN } from '../../db/database-state.ts';
import { type Counted, countTotal, countWindow, NEAR_ROWS } from '../counts/count-window.ts';
import { boundParameters, type WindowBounds } from '../counts/window-bounds.ts';
import { matchingMeetings } from './matching-meetings.ts';
import { type ListPlace, type MeetingOrder, type MeetingSort, meetingOrder } from './meeting-order.ts';
import type { SourceType } from './source-types.ts';

/** One transcript piece of one meeting of a page; a meeting without a transcript has one row without a piece. */
export type MeetingRow = {
  /** On a page, see db/database-state.ts. */
  counted?: string;
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
  /** On a page that is read on by its place: the key of the meeting, and whether further meetings follow the page. */
  sortKey?: string | null;
  hasMore?: boolean | null;
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
  signalIds: readonly number[] | undefined;
  /** The key of the order, which is followed by the id. */
  sort: MeetingSort;
  isDescending: boolean;
  /** Whether the rows have what the next page is read on from; `after` is where this one is. */
  withNext: boolean;
  after: ListPlace | undefined;
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
 * meeting_participants, else meetings_start_time; by title, meetings_title. All values are parameters.
 *
 * Keys are found first and rows fetched after, because OFFSET evaluates what it skips. A window without filters is
 * counted by day, and a page that is far in is found in the day where it begins. With addresses or signals, what matches
 * is found once for both; with other filters the page stops at its last row and the count stays inside the index.
 */
export function selectPage(filter: PageFilter): { statement: Statement; values: unknown[] } {
  if (filter.limit > MAX_PAGE_ROWS) throw new RangeError(`a page holds at most ${MAX_PAGE_ROWS} meetings`);
  const { name, where, values } = conditionsOf(filter);
  const $ = (value: unknown) => `$${values.push(value)}`;
  const { emails, signalIds, after } = filter;
  const isMatched = emails !== undefined || signalIds !== undefined || isByTitleOfRecord(filter);
  const lists = { emails: emails && $(emails), signalIds: signalIds && $(signalIds) };
  const place = after && { key: $(after.key), id: $(after.id) };
  const order = meetingOrder(filter.sort, filter.isDescending, place);
  const [limit, offset] = [$(filter.limit), $(filter.offset)];
  const { bound, valuesOf } = boundParameters(values.length);
  const cut = { order, limit, withNext: filter.withNext };
  const keys = `select ${order.key} as key, m.id from meetings m where ${where} ${order.beyond(order.key, 'm.id')}`;
  const most = filter.withNext ? `${limit}::bigint + 1` : limit;
  const listed = pageOf(`${keys} ${order.by} limit ${most} offset ${offset}`, cut);
  const pages = {
    near: () => `with ${countTotal(counted(filter, offset), bound)}, ${listed}`,
    far: () => {
      const there = filter.isDescending ? fromTheEnd(limit, offset) : { limit, offset };
      return `
        with ${countWindow(counted(filter, there.offset))}, ${pageOf(
          `${keys} and m.start_time >= (select starts from place)
          order by key, id limit ${there.limit} offset (select skip from place)`,
          cut,
        )}`;
    },
    matched: () => `
      with matching as materialized (${matchingMeetings(filter, where, lists)}),
      total as materialized (select count(*)::int as total from matching),
      ${pageOf(
        filter.sort === 'title'
          ? matchedByTitle(keys, order, most, offset)
          : `select * from matching where true ${order.beyond('key', 'id')} ${order.by} limit ${most} offset ${offset}`,
        cut,
      )}`,
    filtered: () => `
      with ${listed}, total as materialized (select count(*)::int as total from meetings m where ${where})`,
  };
  const isNear = filter.offset <= NEAR_ROWS || filter.sort === 'title';
  const way = isMatched ? 'matched' : !isWholeWindow(filter) ? 'filtered' : isNear ? 'near' : 'far';
  const text = `${pages[way]()} ${rowsOf('total left join page on true', '$1', { ...filter, order, counted: `${COUNTED_COLUMN},` })}`;
  return {
    statement: { name: nameOf(name, way === 'far', filter), text, binary: true },
    values: [...values, ...valuesOf(filter.bounds)],
  };
}

/**
 * Returns the name of a statement. Each text has its own, of at most 63 characters: PostgreSQL takes longer ones with the same
 * beginning for one.
 */
function nameOf(filters: string, isFar: boolean, filter: PageFilter): string {
  const { emails, signalIds, sort, isDescending, withNext, after, withTranscripts } = filter;
  const form = [
    sort === 'title' ? 't' : 's',
    isDescending ? 'd' : 'a',
    after ? 'a' : withNext ? 'n' : 'p',
    withTranscripts ? 't' : 'h',
  ];
  const parts = [filters, emails && 'emails', signalIds && 'signals', isFar && 'far', form.join('')];
  return parts.filter(Boolean).join('-');
}

/** The meetings of a CRM record are few: they are sorted by title, rather than looked for among the titles of all. */
function isByTitleOfRecord({ sort, accountId, opportunityId }: PageFilter): boolean {
  return sort === 'title' && (accountId !== undefined || opportunityId !== undefined);
}

/** Up to this number of matching meetings, their titles are sorted: some 10 µs each. */
const FEW_MEETINGS = 2000;

/**
 * Returns the query for the keys of a page of `matching` by title. If few meetings match, they are looked up and sorted;
 * otherwise meetings_title is read in its order, in which many of them are among the first.
 */
function matchedByTitle(keys: string, order: MeetingOrder, most: string, offset: string): string {
  return `
    select * from (
      select titles.key, matching.id from matching cross join lateral (
        select ${order.key} as key from meetings m where m.organization_id = $1 and m.id = matching.id offset 0
      ) as titles
      where (select total from total) <= ${FEW_MEETINGS} ${order.beyond('titles.key', 'matching.id')}
      union all
      (${keys} and (m.id in (select id from matching)) is true and (select total from total) > ${FEW_MEETINGS}
       ${order.by} limit ${most} + ${offset}::bigint)
    ) as found ${order.by} limit ${most} offset ${offset}::bigint`;
}

/** Returns the common table expression `page`; with `withNext` it tells in each row whether there are more. */
function pageOf(
  keys: string,
  { order, limit, withNext }: { order: MeetingOrder; limit: string; withNext: boolean },
): string {
  if (!withNext) return `page as materialized (select * from (${keys}) as page limit ${MAX_PAGE_ROWS})`;
  return `ahead as materialized (select * from (${keys}) as ahead limit ${MAX_PAGE_ROWS + 1}),
    page as materialized (
      select *, (select count(*) from ahead) > ${limit}::bigint as more
      from (select * from ahead ${order.by} limit ${limit}::bigint) as page limit ${MAX_PAGE_ROWS})`;
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
  filter: Partial<Pick<PageFilter, 'accountId' | 'opportunityId' | 'emails' | 'sourceTypes' | 'signalIds'>>,
): boolean {
  const { accountId, opportunityId, emails, sourceTypes, signalIds } = filter;
  return [accountId, opportunityId, emails, sourceTypes, signalIds].every((one) => one === undefined);
}

/**
 * Returns all conditions on meetings `m` except addresses and signals. $1 is the organization, $2 `from`, and $3 `to` if it is
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
  add('opp', opportunityId, ($) => `m.opportunity_id = ${$}`);
  add('sources', sourceTypes, ($) => `m.source_type = any(${$}::text[])`);
  return { name: names.join('-'), where: conditions.join(' and '), values };
}

const SINGLE = { order: meetingOrder('startTime', false, undefined), withNext: false, counted: '' };

const ONE_MEETING = `(
  select start_time as key, id from meetings where organization_id = $1 and id = $2
) as page`;

/** One meeting by id; served by the primary key. */
export const selectOne: Statement = {
  name: 'select-meeting',
  binary: true,
  text: rowsOf(ONE_MEETING, '$1', { ...SINGLE, withTranscripts: true }),
};

/** The same without its transcript. */
export const selectOneHead: Statement = {
  name: 'select-meeting-head',
  binary: true,
  text: rowsOf(ONE_MEETING, '$1', { ...SINGLE, withTranscripts: false }),
};

/** The presentation of a page. */
type Form = { order: MeetingOrder; withTranscripts: boolean; withNext: boolean; counted: string };

/** Returns the query for the heads and, if wanted, the transcript pieces of the meetings of a page. */
function rowsOf(
  page: string,
  organization: string,
  { order, withTranscripts, withNext, counted }: Form,
): string {
  const by = `order by page.key ${order.direction}, page.id ${order.direction}`;
  const next = withNext ? `${order.keyAsText} as "sortKey", page.more as "hasMore",` : '';
  if (!withTranscripts) {
    return `
      select ${counted} page.id, ${next} m.head, exists (
        select from meeting_transcript_pieces t
        where t.organization_id = ${organization} and t.meeting_id = page.id
      ) as "hasTranscript"
      from ${page}
      left join meetings m on m.organization_id = ${organization} and m.id = page.id
      ${by}`;
  }
  return `
    select ${counted} page.id, ${next}
      case when coalesce(t.piece_number, 0) = 0 then m.head end as head,
      t.piece_number as "pieceNumber", t.crc32, t.raw_length as "rawLength",
      case when sum(octet_length(t.deflated)) over in_order <= ${MAX_INLINE_BYTES}
        then t.deflated end as deflated
    from ${page}
    left join meetings m on m.organization_id = ${organization} and m.id = page.id
    left join meeting_transcript_pieces t on t.organization_id = ${organization} and t.meeting_id = page.id
    window in_order as (${by}, t.piece_number)
    ${by}, t.piece_number`;
}

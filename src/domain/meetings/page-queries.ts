import type { Statement } from '../../db/database.ts';
import type { SourceType } from './source-types.ts';

/** One transcript piece of one meeting of a page; a meeting without transcript has one row without piece. */
export type MeetingRow = {
  total: number;
  id: number | null;
  /** On the meeting's first row only. */
  head: string | null;
  pieceNumber: number | null;
  crc32: number | null;
  rawLength: number | null;
  /** Base64, the cheapest way out of PostgreSQL through `pg`; null where the page has too many bytes. */
  deflated: string | null;
};

export type PageFilter = {
  organizationId: number;
  from: string;
  to: string | undefined;
  accountId: string | undefined;
  opportunityId: string | undefined;
  emails: readonly string[] | undefined;
  sourceTypes: readonly SourceType[] | undefined;
  limit: number;
  offset: number;
};

/** Deflated transcript bytes that one statement brings; what is over comes piece by piece as the client reads. */
const MAX_INLINE_BYTES = 2 * 1024 * 1024;

/**
 * The page's statement for the filters that are given. Each combination is one prepared statement of fixed text,
 * so that each gets the plan of its own index: meetings_start_time, meetings_account, meetings_opportunity, or the
 * primary key of meeting_participants. All values are parameters.
 *
 * Keys are found first and rows fetched after, because OFFSET evaluates what it skips.
 */
export function selectPage(filter: PageFilter): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [];
  const names: string[] = [];
  const conditions: string[] = [];
  const $ = (value: unknown) => `$${values.push(value)}`;
  const organization = $(filter.organizationId);
  const from = $(filter.from);
  conditions.push(`m.organization_id = ${organization}`, `m.start_time >= ${from}`);
  let to: string | undefined;
  if (filter.to !== undefined) {
    to = $(filter.to);
    names.push('to');
    // A meeting that ends by then has started by then: the second bound ends the index scan.
    conditions.push(`m.end_time <= ${to}`, `m.start_time <= ${to}`);
  }
  if (filter.accountId !== undefined) {
    names.push('account');
    conditions.push(`m.account_id = ${$(filter.accountId)}`);
  }
  if (filter.opportunityId !== undefined) {
    names.push('opportunity');
    conditions.push(`m.opportunity_id = ${$(filter.opportunityId)}`);
  }
  if (filter.sourceTypes !== undefined) {
    names.push('sources');
    conditions.push(`m.source_type = any(${$(filter.sourceTypes)}::text[])`);
  }
  if (filter.emails !== undefined) {
    names.push('emails');
    const emails = $(filter.emails);
    conditions.push(`m.id in (
      select p.meeting_id from meeting_participants p
      where p.organization_id = ${organization} and p.email_key = any(${emails}::text[])
        and p.start_time >= ${from}${to ? ` and p.start_time <= ${to}` : ''}
      group by p.meeting_id having count(*) = cardinality(${emails}::text[]))`);
  }
  const where = conditions.join(' and ');
  const text = `
    with page as materialized (
      select m.start_time, m.id from meetings m where ${where}
      order by m.start_time, m.id limit ${$(filter.limit)} offset ${$(filter.offset)}
    ), total as materialized (
      select count(*)::int as total from meetings m where ${where}
    )
    ${rowsOf('total left join page on true', organization)}`;
  return { statement: { name: ['list-meetings', ...names].join('-'), text }, values };
}

/** One meeting by id; served by the primary key. */
export const selectOne: Statement = {
  name: 'select-meeting',
  text: rowsOf(
    `(select 1 as total, start_time, id from meetings where organization_id = $1 and id = $2) as page`,
    '$1',
  ),
};

/** Heads and transcript pieces of the meetings of a page. */
function rowsOf(page: string, organization: string): string {
  return `
    select total, page.id,
      case when coalesce(t.piece_number, 0) = 0 then m.head end as head,
      t.piece_number as "pieceNumber", t.crc32, t.raw_length as "rawLength",
      case when sum(octet_length(t.deflated)) over in_order <= ${MAX_INLINE_BYTES}
        then encode(t.deflated, 'base64') end as deflated
    from ${page}
    left join meetings m on m.organization_id = ${organization} and m.id = page.id
    left join meeting_transcript_pieces t on t.organization_id = ${organization} and t.meeting_id = page.id
    window in_order as (order by page.start_time, page.id, t.piece_number)
    order by page.start_time, page.id, t.piece_number`;
}

import type { Statement } from '../../db/database.ts';
import type { EmailRow } from './queries.ts';

/** An e-mail of a page; only `total` if the page is empty. `text` is null if the page has too many bytes. */
export type PageRow = { total: number } & (
  | { [Field in keyof EmailRow]: null }
  | (Omit<EmailRow, 'text'> & { text: string | null })
);

/** The most text that one statement returns; the rest is fetched e-mail by e-mail as the client reads. */
const MAX_INLINE_BYTES = 2_097_152;

/**
 * The most rows of a page. It is a constant, because the planner assumes that a limit which is a parameter returns a
 * tenth of the table.
 */
const MAX_PAGE_ROWS = 50;

/**
 * $1 organization, $2 and $3 the window, $4 limit, $5 offset. Keys are found first and rows fetched afterwards, because
 * OFFSET evaluates the rows that it skips; counts need the index alone.
 */
const IN_WINDOW = `select e.sent_at, e.id from emails e
  where e.organization_id = $1 and e.sent_at >= $2 and e.sent_at <= $3`;

// $6 is the CRM record.
const OF_ACCOUNT = `${IN_WINDOW} and e.account_id = $6`;
const OF_OPPORTUNITY = `${IN_WINDOW} and e.opportunity_id = $6`;

/**
 * $6 are the addresses, $7 and $8 the CRM records or null. It is written so that the planner has only one plan: the
 * e-mails of the addresses by the primary key of email_participants, each then looked up by its own primary key.
 */
const OF_PARTICIPANTS = `select e.sent_at, e.id
  from (select p.email_id from email_participants p
        where p.organization_id = $1 and p.email_key = any($6::text[]) and p.sent_at >= $2 and p.sent_at <= $3
        group by p.email_id having count(*) = cardinality($6::text[])) as found
  cross join lateral (
    select * from emails where organization_id = $1 and id = found.email_id offset 0
  ) as e
  where ($7::text is null or e.account_id = $7) and ($8::text is null or e.opportunity_id = $8)`;

/** $1 organization, $2 the ids of the page, $3 the number of all that match; served by the primary key. */
const OF_IDS =
  'select e.sent_at, e.id from emails e where e.organization_id = $1 and e.id = any($2::bigint[])';

const SLICE = 'order by sent_at, id limit $4 offset $5';

const ROWS = `
  select total, page.id, e.message_id as "messageId", e.subject, page.sent_at as "sentMs",
    e.from_email as "fromEmail", e.from_name as "fromName", e.to_addresses as "to", e.cc_addresses as cc,
    e.account_id as "accountId", e.opportunity_id as "opportunityId", e.lead_id as "leadId",
    case when sum(octet_length(e.text)) over (order by page.sent_at, page.id) <= ${MAX_INLINE_BYTES}
      then e.text end as text
  from total left join page on true
  left join emails e on e.organization_id = $1 and e.id = page.id
  order by page.sent_at, page.id`;

/** Served by emails_sent_at. */
export const pageInWindow: Statement = {
  name: 'list-emails',
  text: `with total as materialized (select count(*)::int as total from (${IN_WINDOW}) as matching),
    page as materialized (select * from (${IN_WINDOW} ${SLICE}) as slice limit ${MAX_PAGE_ROWS})
    ${ROWS}`,
};

/** Served by emails_account. */
export const pageOfAccount: Statement = {
  name: 'list-emails-account',
  text: `with total as materialized (select count(*)::int as total from (${OF_ACCOUNT}) as matching),
    page as materialized (select * from (${OF_ACCOUNT} ${SLICE}) as slice limit ${MAX_PAGE_ROWS})
    ${ROWS}`,
};

/** Served by emails_opportunity. */
export const pageOfOpportunity: Statement = {
  name: 'list-emails-opportunity',
  text: `with total as materialized (select count(*)::int as total from (${OF_OPPORTUNITY}) as matching),
    page as materialized (select * from (${OF_OPPORTUNITY} ${SLICE}) as slice limit ${MAX_PAGE_ROWS})
    ${ROWS}`,
};

/** Served by the primary keys of email_participants and emails; matches are found once for count and page. */
export const pageOfParticipants: Statement = {
  name: 'list-emails-participants',
  text: `with matching as materialized (${OF_PARTICIPANTS}),
    total as materialized (select count(*)::int as total from matching),
    page as materialized (select * from (select * from matching ${SLICE}) as slice limit ${MAX_PAGE_ROWS})
    ${ROWS}`,
};

/** The e-mails that a search in words has found; served by the primary key. */
export const pageOfFound: Statement = {
  name: 'list-emails-found',
  text: `with total as materialized (select $3::int as total),
    page as materialized (select * from (${OF_IDS}) as slice limit ${MAX_PAGE_ROWS})
    ${ROWS}`,
};

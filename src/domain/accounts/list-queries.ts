import type { Statement } from '../../db/database.ts';

/**
 * The accounts that meetings or e-mails bear, found one after the other in the indexes meetings_account and emails_account:
 * each costs one look-up, however many conversations it has.
 */
const ACCOUNTS = `
  recursive of_meetings as (
    (select account_id from meetings where organization_id = $1 and account_id is not null
     order by account_id limit 1)
    union all
    select (select m.account_id from meetings m
            where m.organization_id = $1 and m.account_id is not null and m.account_id > before.account_id
            order by m.account_id limit 1)
    from of_meetings before where before.account_id is not null
  ), of_emails as (
    (select account_id from emails where organization_id = $1 and account_id is not null
     order by account_id limit 1)
    union all
    select (select e.account_id from emails e
            where e.organization_id = $1 and e.account_id is not null and e.account_id > before.account_id
            order by e.account_id limit 1)
    from of_emails before where before.account_id is not null
  ), account as (
    select account_id as id from of_meetings where account_id is not null
    union select account_id from of_emails where account_id is not null
  ), found as materialized (
    select account.id, r.name
    from account
    left join crm_records r on r.organization_id = $1 and r.type = 'ACCOUNT' and r.id = account.id
    where $2::text is null or account.id = $3 or strpos(lower(r.name), lower($2)) > 0
      or exists (select from crm_account_domains d
                 where d.organization_id = $1 and d.account_id = account.id and d.domain = lower($2))
  )`;

/** The numbers of the accounts of a page. Served by meetings_account, emails_account and crm_account_domains_account. */
const ROWS = `
  select (select count(*)::int from found) as total, page.id, page.name, m.count as "meetingCount",
    e.count as "emailCount", least(m.first, e.first) as "firstMs", greatest(m.last, e.last) as "lastMs", d.domains
  from page
  cross join lateral (
    select count(*)::int as count, min(start_time) as first, max(start_time) as last from meetings
    where organization_id = $1 and account_id = page.id
  ) m
  cross join lateral (
    select count(*)::int as count, min(sent_at) as first, max(sent_at) as last from emails
    where organization_id = $1 and account_id = page.id
  ) e
  cross join lateral (
    select coalesce(array_agg(domain order by domain), '{}') as domains from crm_account_domains
    where organization_id = $1 and account_id = page.id
  ) d`;

/** $2 search, $3 the search as an id, $4 limit, $5 offset. */
export const selectAccountsByName: Statement = {
  name: 'select-accounts-by-name',
  text: `
    with ${ACCOUNTS}, page as materialized (
      select id, name from found order by lower(name), id limit $4 offset $5
    )
    ${ROWS} order by lower(page.name), page.id`,
};

/** The same, with the account that was talked to last at the top. */
export const selectAccountsByTime: Statement = {
  name: 'select-accounts-by-time',
  text: `
    with ${ACCOUNTS}, page as materialized (
      select found.id, found.name from found
      cross join lateral (
        select greatest(
          (select max(start_time) from meetings where organization_id = $1 and account_id = found.id),
          (select max(sent_at) from emails where organization_id = $1 and account_id = found.id)) as last
      ) l
      order by l.last desc, found.id limit $4 offset $5
    )
    ${ROWS} order by "lastMs" desc, page.id`,
};

/** $2 search, $3 the search as an id. */
export const countAccounts: Statement = {
  name: 'count-accounts',
  text: `with ${ACCOUNTS} select count(*)::int as total from found`,
};

/** $2 the account; no row if nothing bears it. Served by meetings_account and emails_account. */
export const selectAccount: Statement = {
  name: 'select-account',
  text: `
    with page as (
      select $2::text as id,
        (select name from crm_records where organization_id = $1 and type = 'ACCOUNT' and id = $2) as name
    ), found as (select id from page), numbers as (${ROWS})
    select * from numbers where "meetingCount" + "emailCount" > 0`,
};

import type { Database, Queries, Statement } from '../../db/database.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';

export const CRM_RECORD_TYPES = ['ACCOUNT', 'OPPORTUNITY', 'LEAD', 'CASE'] as const;

export type CrmRecordType = (typeof CRM_RECORD_TYPES)[number];

/** A CRM record; `domains` are an account's own mail domains. */
export type CrmRecord = { type: CrmRecordType; id: string; name: string; domains?: readonly string[] };

const upsertRecords: Statement = {
  name: 'upsert-crm-records',
  text: `insert into crm_records (organization_id, type, id, name)
         select $1, type, id, name from json_to_recordset($2) as given (type text, id text, name text)
         order by type, id
         on conflict (organization_id, type, id) do update set name = excluded.name
         returning xmax = 0 as created`,
};

const deleteDomains: Statement = {
  name: 'delete-account-domains',
  text: 'delete from crm_account_domains where organization_id = $1 and account_id = any($2::text[])',
};

const insertDomains: Statement = {
  name: 'insert-account-domains',
  text: `insert into crm_account_domains (organization_id, account_id, domain)
         select $1, account, domain from unnest($2::text[], $3::text[]) as given (account, domain)
         on conflict do nothing`,
};

const selectAccountsOfDomains: Statement = {
  name: 'select-accounts-of-domains',
  // Served by the primary key.
  text: `select domain, account_id as "accountId" from crm_account_domains
         where organization_id = $1 and domain = any($2::text[])`,
};

/**
 * Creates or updates CRM records: all or none, with one audit record. An account's domains are replaced if they are
 * given.
 * @param records without duplicate pairs of type and id
 */
export async function putCrmRecords(
  db: Database,
  actor: Actor,
  records: readonly CrmRecord[],
): Promise<{ created: number; updated: number }> {
  const rows = records.map((record) => ({ ...record, id: canonicalCrmId(record.id) }));
  const withDomains = rows.filter((row) => row.domains !== undefined);
  const domains = withDomains.flatMap((row) =>
    row.domains!.map((domain) => [row.id, domain.toLowerCase()] as const),
  );
  return db.transaction(async (tx) => {
    const done = await tx.query<{ created: boolean }>(upsertRecords, [
      actor.organizationId,
      JSON.stringify(rows),
    ]);
    if (withDomains.length > 0) {
      await tx.query(deleteDomains, [actor.organizationId, withDomains.map((row) => row.id)]);
      const values = [domains.map(([account]) => account), domains.map(([, domain]) => domain)];
      await tx.query(insertDomains, [actor.organizationId, ...values]);
    }
    const created = done.filter((row) => row.created).length;
    const counts = { created, updated: done.length - created };
    await recordAudit(tx, actor, 'crm-records.put', `${rows.length} CRM records`, counts);
    return counts;
  });
}

const selectRecords: Statement = {
  name: 'select-crm-records',
  // Served by the primary key.
  text: 'select type, id, name from crm_records where organization_id = $1 order by type, id',
};

/** Lists all CRM records of the organization, without domains. */
export function listCrmRecords(db: Queries, organizationId: number): Promise<CrmRecord[]> {
  return db.query<CrmRecord>(selectRecords, [organizationId]);
}

const NAMED = `organization_id = $1 and ($2::text is null or type = $2)
  and ($3::text is null or id = $4 or strpos(lower(name), lower($3)) > 0)`;

const selectRecordPage: Statement = {
  name: 'select-crm-record-page',
  // Served by the primary key; all of the organization's records are read, for the count and the order by name: 0.1 s
  // for 100,000.
  text: `
    with page as (
      select type, id, name from crm_records where ${NAMED}
      order by lower(name), type, id limit $5 offset $6
    ), total as (
      select count(*)::int as total from crm_records where ${NAMED}
    )
    select total, type, id, name from total left join page on true order by lower(name), type, id`,
};

/**
 * Returns a page of the organization's CRM records by name, ignoring case.
 * @param filter.search a part of the name, ignoring case, or the id
 */
export async function findCrmRecords(
  db: Queries,
  organizationId: number,
  filter: { type?: CrmRecordType | undefined; search?: string | undefined },
  page: { limit: number; offset: number },
): Promise<{ total: number; records: CrmRecord[] }> {
  const { type = null, search } = filter;
  const id = search === undefined ? null : canonicalCrmId(search);
  const values = [organizationId, type, search ?? null, id, page.limit, page.offset];
  const rows = await db.query<CrmRecord & { total: number }>(selectRecordPage, values);
  return {
    total: rows[0]!.total,
    records: rows.filter((row) => row.id !== null).map(({ type, id, name }) => ({ type, id, name })),
  };
}

/** @returns the only account to which all of these domains lead; undefined if there is none or more than one */
export async function certainAccount(
  db: Queries,
  organizationId: number,
  domains: ReadonlySet<string>,
): Promise<string | undefined> {
  if (domains.size === 0) return undefined;
  const found = await db.query<{ domain: string; accountId: string }>(selectAccountsOfDomains, [
    organizationId,
    [...domains],
  ]);
  const accounts = new Set(found.map((row) => row.accountId));
  return found.length === domains.size && accounts.size === 1 ? found[0]!.accountId : undefined;
}

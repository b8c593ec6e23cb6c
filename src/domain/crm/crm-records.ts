import type { Database, Queries, Statement, Transaction } from '../../db/database.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';

export const CRM_RECORD_TYPES = ['ACCOUNT', 'OPPORTUNITY', 'LEAD', 'CASE'] as const;

export type CrmRecordType = (typeof CRM_RECORD_TYPES)[number];

/** A CRM record; `domains` are an account's own mail domains. */
export type CrmRecord = { type: CrmRecordType; id: string; name: string; domains?: readonly string[] };

/** Locks rows in the order of their keys, so that two that put the same records do not wait for each other. */
const INSERT = `insert into crm_records (organization_id, type, id, name)
         select $1, type, id, name from json_to_recordset($2) as given (type text, id text, name text)
         order by type, id
         on conflict (organization_id, type, id)`;

const upsertRecords: Statement = {
  name: 'upsert-crm-records',
  text: `${INSERT} do update set name = excluded.name returning xmax = 0 as created`,
};

const insertNewRecords: Statement = {
  name: 'insert-new-crm-records',
  text: `${INSERT} do nothing returning type, id`,
};

const deleteRecords: Statement = {
  name: 'delete-crm-records',
  // Served by the primary key.
  text: `delete from crm_records record using unnest($2::text[], $3::text[]) as given (type, id)
         where record.organization_id = $1 and record.type = given.type and record.id = given.id
         returning record.type, record.id`,
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
  return db.transaction(async (tx) => {
    const done = await tx.query<{ created: boolean }>(upsertRecords, [
      actor.organizationId,
      JSON.stringify(rows),
    ]);
    await putDomains(tx, actor.organizationId, rows);
    const created = done.filter((row) => row.created).length;
    const counts = { created, updated: done.length - created };
    await recordAudit(tx, actor, 'crm-records.put', `${rows.length} CRM records`, counts);
    return counts;
  });
}

/** A type and an 18-character id, by which an organization knows a CRM record. */
export type CrmRecordKey = { type: CrmRecordType; id: string };

/**
 * Makes those CRM records that the organization does not have yet, and leaves the others as they are.
 * @param records each type and id once
 * @returns the new ones
 */
export async function createMissingCrmRecords(
  tx: Transaction,
  actor: Actor,
  records: readonly CrmRecord[],
): Promise<CrmRecordKey[]> {
  const rows = records.map((record) => ({ ...record, id: canonicalCrmId(record.id) }));
  const values = [actor.organizationId, JSON.stringify(rows)];
  const added = await tx.query<CrmRecordKey>(insertNewRecords, values);
  if (added.length === 0) return added;
  const keys = new Set(added.map(({ type, id }) => `${type} ${id}`));
  const newRows = rows.filter(({ type, id }) => keys.has(`${type} ${id}`));
  await putDomains(tx, actor.organizationId, newRows);
  const counts = { created: added.length, updated: 0 };
  await recordAudit(tx, actor, 'crm-records.put', `${added.length} CRM records`, counts);
  return added;
}

/**
 * Deletes CRM records with the domains of accounts; records that the organization does not have are passed over.
 * Conversations keep the ids.
 */
export async function deleteCrmRecords(
  tx: Transaction,
  actor: Actor,
  records: readonly CrmRecordKey[],
): Promise<void> {
  const values = [records.map(({ type }) => type), records.map(({ id }) => id)];
  const deleted = await tx.query<CrmRecordKey>(deleteRecords, [actor.organizationId, ...values]);
  if (deleted.length === 0) return;
  const accounts = deleted.filter(({ type }) => type === 'ACCOUNT').map(({ id }) => id);
  await tx.query(deleteDomains, [actor.organizationId, accounts]);
  await recordAudit(tx, actor, 'crm-records.delete', `${deleted.length} CRM records`);
}

/** Replaces the domains of accounts where they are given. */
async function putDomains(
  tx: Transaction,
  organizationId: number,
  rows: readonly Pick<CrmRecord, 'id' | 'domains'>[],
): Promise<void> {
  const withDomains = rows.filter(({ domains }) => domains !== undefined);
  if (withDomains.length === 0) return;
  const pairs = withDomains.flatMap(({ id, domains }) =>
    domains!.map((domain) => [id, domain.toLowerCase()] as const),
  );
  await tx.query(deleteDomains, [organizationId, withDomains.map(({ id }) => id)]);
  const values = [pairs.map(([account]) => account), pairs.map(([, domain]) => domain)];
  await tx.query(insertDomains, [organizationId, ...values]);
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

const selectNames: Statement = {
  name: 'select-crm-names',
  // Served by the primary key.
  text: `select r.type, r.id, r.name from unnest($2::text[], $3::text[]) as wanted (type, id)
         join crm_records r on r.organization_id = $1 and r.type = wanted.type and r.id = wanted.id`,
};

/** Returns a function that names CRM records; those that have no name are undefined. */
export async function readCrmNames(
  db: Queries,
  organizationId: number,
  wanted: readonly CrmRecordKey[],
): Promise<(one: CrmRecordKey) => string | undefined> {
  const values = [wanted.map(({ type }) => type), wanted.map(({ id }) => id)];
  const rows = wanted.length === 0 ? [] : await db.query<CrmRecord>(selectNames, [organizationId, ...values]);
  const names = new Map(rows.map(({ type, id, name }) => [`${type} ${id}`, name]));
  return ({ type, id }) => names.get(`${type} ${id}`);
}

/**
 * @param known the accounts of domains
 * @returns a function that returns the only account to which all of these domains lead; undefined if there is none or more than one
 */
export function certainAccountAmong(
  known: readonly { domain: string; accountId: string }[],
): (domains: ReadonlySet<string>) => string | undefined {
  const byDomain = Map.groupBy(known, ({ domain }) => domain);
  return (domains) => {
    const found = [...domains].flatMap((domain) => byDomain.get(domain) ?? []);
    const accounts = new Set(found.map(({ accountId }) => accountId));
    return found.length === domains.size && accounts.size === 1 ? found[0]!.accountId : undefined;
  };
}

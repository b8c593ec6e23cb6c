import type { Queries, Statement } from '../../db/database.ts';
import { certainAccountAmong } from '../crm/crm-records.ts';

/** What an organization knows about the domains of the participants of a conversation. */
export type KnownDomains = {
  /** The organization's own domains. */
  own: readonly string[];
  /** Returns the only account to which all of these domains lead; undefined if there is none or more than one. */
  accountOf(domains: ReadonlySet<string>): string | undefined;
};

const selectKnownDomains: Statement = {
  name: 'select-known-domains',
  // Served by the primary keys. One statement, because each costs as much for itself as for its rows.
  text: `select own.domains as own, account.domain, account.account_id as "accountId"
         from organizations own left join crm_account_domains account
           on account.organization_id = $1 and account.domain = any($2::text[])
         where own.id = $1`,
};

/** @param domains those of the participants whose accounts may be asked for */
export async function readKnownDomains(
  db: Queries,
  organizationId: number,
  domains: ReadonlySet<string>,
): Promise<KnownDomains> {
  type Row = { own: string[]; domain: string | null; accountId: string };
  const rows = await db.query<Row>(selectKnownDomains, [organizationId, [...domains]]);
  const accounts = rows.flatMap(({ domain, accountId }) => (domain === null ? [] : [{ domain, accountId }]));
  return { own: rows[0]!.own, accountOf: certainAccountAmong(accounts) };
}

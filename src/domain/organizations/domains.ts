import type { Queries, Statement } from '../../db/database.ts';

/** Returns the domains as they are stored and compared: in lower case, without duplicates. */
export function canonicalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}

const selectDomains: Statement = {
  name: 'select-domains',
  text: 'select domains from organizations where id = $1',
};

/** Returns the organization's own domains, which identify its people. */
export async function ownDomains(db: Queries, organizationId: number): Promise<readonly string[]> {
  return (await db.query<{ domains: string[] }>(selectDomains, [organizationId]))[0]!.domains;
}

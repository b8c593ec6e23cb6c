import type { Queries, Statement } from '../../db/database.ts';

/** The domains as they are kept and compared: in lower case, each once. */
export function canonicalDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain) => domain.toLowerCase()))];
}

const selectDomains: Statement = {
  name: 'select-domains',
  text: 'select domains from organizations where id = $1',
};

/** The organization's own domains, by which its people are told from others. */
export async function ownDomains(db: Queries, organizationId: number): Promise<readonly string[]> {
  return (await db.query<{ domains: string[] }>(selectDomains, [organizationId]))[0]!.domains;
}

import { isDeepStrictEqual } from 'node:util';
import type { Database, Queries, Statement } from '../../db/database.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { Organization } from './create-organization.ts';
import { canonicalDomains } from './domains.ts';

const selectOrganization: Statement = {
  name: 'select-organization',
  text: 'select id, name, domains from organizations where id = $1',
};

const lockOrganization: Statement = {
  name: 'lock-organization',
  // Serializes the changes of one organization; `no key` lets statements that refer to it proceed.
  text: 'select id, name, domains from organizations where id = $1 for no key update',
};

const updateOrganizationStatement: Statement = {
  name: 'update-organization',
  text: 'update organizations set name = $2, domains = $3 where id = $1',
};

export async function getOrganization(db: Queries, organizationId: number): Promise<Organization> {
  const [organization] = await db.query<Organization>(selectOrganization, [organizationId]);
  return organization!;
}

/**
 * Changes the actor's organization: given fields are set, domains are replaced as a whole. Nothing is audited if
 * nothing changes.
 * @returns the organization after the change
 */
export function changeOrganization(
  db: Database,
  actor: Actor,
  changes: { name?: string | undefined; domains?: readonly string[] | undefined },
): Promise<Organization> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const [before] = await tx.query<Organization>(lockOrganization, [organizationId]);
    const { id, name, domains } = before!;
    const after: Organization = {
      id,
      name: changes.name ?? name,
      domains: changes.domains ? canonicalDomains(changes.domains) : domains,
    };
    const changed = {
      ...(after.name === name ? {} : { name: after.name }),
      ...(isDeepStrictEqual(after.domains, domains) ? {} : { domains: after.domains }),
    };
    if (Object.keys(changed).length === 0) return after;
    await tx.query(updateOrganizationStatement, [organizationId, after.name, after.domains]);
    await recordAudit(tx, actor, 'organization.update', `organization ${organizationId}`, changed);
    return after;
  });
}

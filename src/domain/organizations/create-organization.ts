import type { Database, Queries, Statement, Transaction } from '../../db/database.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { generateKey, isWellFormedKey } from '../keys/key-format.ts';
import { insertNewKey } from '../keys/manage-keys.ts';
import { ORGANIZATION_SCOPES, SCOPES, type Scope } from '../keys/scopes.ts';
import { canonicalDomains } from './domains.ts';

export type NewOrganization = { name: string; domains?: readonly string[] };
export type Organization = { id: number; name: string; domains: string[] };

const insertOrganization: Statement = {
  name: 'insert-organization',
  text: 'insert into organizations (name, domains) values ($1, $2) returning id, name, domains',
};

const selectOrganizations: Statement = {
  name: 'select-organizations',
  text: 'select id, name, domains from organizations order by id',
};

/** An arbitrary constant. The lock keeps two simultaneous first starts from creating two organizations. */
const lockBootstrap: Statement = {
  name: 'lock-bootstrap',
  text: 'select pg_advisory_xact_lock(7275539113)',
};

/** Creates an organization with its first key, which holds every scope but operator and cannot be shown again. */
export function createOrganization(
  db: Database,
  wanted: NewOrganization,
  by: { keyId?: number; requestId?: string } = {},
): Promise<{ organization: Organization; key: string }> {
  return db.transaction((tx) => insertWithKey(tx, wanted, by, ORGANIZATION_SCOPES));
}

export function listOrganizations(db: Queries): Promise<Organization[]> {
  return db.query<Organization>(selectOrganizations, []);
}

/**
 * Creates the installation's first organization if there is none, with a key that holds every scope.
 * @param key the operator's own key; if undefined, a new one is generated
 * @returns the key if the organization was created, otherwise undefined
 */
export function bootstrapOrganization(db: Database, key: string | undefined): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    await tx.query(lockBootstrap, []);
    if ((await listOrganizations(tx)).length > 0) return undefined;
    return (await insertWithKey(tx, { name: 'My organization' }, {}, SCOPES, key)).key;
  });
}

async function insertWithKey(
  tx: Transaction,
  wanted: NewOrganization,
  by: { keyId?: number; requestId?: string },
  scopes: readonly Scope[],
  key = generateKey(),
): Promise<{ organization: Organization; key: string }> {
  const domains = canonicalDomains(wanted.domains ?? []);
  const [organization] = await tx.query<Organization>(insertOrganization, [wanted.name, domains]);
  const actor = { ...by, organizationId: organization!.id };
  await recordAudit(tx, actor, 'organization.create', `organization ${organization!.id}`, { ...wanted });
  await insertNewKey(tx, actor, { name: 'First key', scopes }, key, !isWellFormedKey(key));
  return { organization: organization!, key };
}

import type { Database } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { invalidKey } from './invalid-key.ts';
import { deleteViewsOfKeys, lockKeys, revokeKeys, selectLineage } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A key with the properties that decide whether it can be revoked. */
type LineageKey = {
  id: number;
  name: string;
  scopes: Scope[];
  createdBy: number | null;
  isRevoked: boolean;
  isExpired: boolean;
};

/** The result of a revocation; `hasAdmin` tells whether a valid key with `admin` is left. */
export type Revocation = { revoked: { id: number; name: string }[]; hasAdmin: boolean };

/**
 * Revokes a key and deletes its saved views, and with `cascade` also every key that it has created, directly or
 * indirectly: all of them or none. With `cascade`, a revoked key can be named as long as one of its descendants is still
 * valid.
 * @throws Fault 404 if nothing is left to revoke. If a key makes the request (`actor.keyId`): 401 if it has been
 *   revoked or has expired in the meantime, 403 if a key that would be revoked has a scope that it lacks, 409 if no
 *   valid key with `admin` would be left
 */
export function revokeKey(
  db: Database,
  actor: Actor,
  keyId: number,
  { cascade = false }: { cascade?: boolean } = {},
): Promise<Revocation> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    await tx.query(lockKeys, [organizationId]);
    const keys = await tx.query<LineageKey>(selectLineage, [organizationId]);
    const doomed = keysToRevoke(keys, keyId, cascade);
    const hasAdmin = keys.some((key) => works(key) && key.scopes.includes('admin') && !doomed.includes(key));
    if (actor.keyId !== undefined) checkMayRevoke(keys, doomed, actor.keyId, hasAdmin);
    else if (doomed.length === 0) throw missingKey();
    const ids = doomed.map(({ id }) => id);
    await tx.query(revokeKeys, [organizationId, ids]);
    await tx.query(deleteViewsOfKeys, [organizationId, ids]);
    const records = doomed.map(({ id, name }) =>
      recordAudit(tx, actor, 'key.revoke', `key ${id}`, { name, ...(id === keyId ? {} : { with: keyId }) }),
    );
    await Promise.all(records);
    return { revoked: doomed.map(({ id, name }) => ({ id, name })), hasAdmin };
  });
}

/** Expects the keys ordered by id, so that a creator always precedes its keys. */
function keysToRevoke(keys: readonly LineageKey[], keyId: number, cascade: boolean): LineageKey[] {
  const family = new Set([keyId]);
  if (cascade) {
    for (const { id, createdBy } of keys) if (createdBy !== null && family.has(createdBy)) family.add(id);
  }
  return keys.filter(({ id, isRevoked }) => family.has(id) && !isRevoked);
}

function checkMayRevoke(
  keys: readonly LineageKey[],
  doomed: readonly LineageKey[],
  actorKeyId: number,
  hasAdmin: boolean,
): void {
  const asking = keys.find(({ id }) => id === actorKeyId);
  if (!asking || !works(asking)) throw invalidKey();
  if (doomed.length === 0) throw missingKey();
  for (const { id, scopes } of doomed) {
    const lacking = scopes.filter((scope) => !asking.scopes.includes(scope));
    if (lacking.length === 0) continue;
    const rule = 'A key can only revoke keys whose scopes it has itself';
    throw new Fault('forbidden', `${rule}; this key lacks ${lacking.join(', ')}, which key ${id} has`);
  }
  if (hasAdmin) return;
  throw new Fault(
    'conflict',
    'The last active key with the scope admin cannot be revoked; create another one first',
  );
}

const works = ({ isRevoked, isExpired }: LineageKey) => !isRevoked && !isExpired;

const missingKey = () => new Fault('missing', 'There is no such key');

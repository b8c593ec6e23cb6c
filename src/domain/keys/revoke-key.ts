import type { Database } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { invalidKey } from './invalid-key.ts';
import { lockKeys, revokeKeys, selectLineage } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A key with what decides over its revocation. */
type LineageKey = {
  id: number;
  name: string;
  scopes: Scope[];
  createdBy: number | null;
  isRevoked: boolean;
  isExpired: boolean;
};

/** The outcome of a revocation; `hasAdmin` tells whether a key that works and has `admin` is left. */
export type Revocation = { revoked: { id: number; name: string }[]; hasAdmin: boolean };

/**
 * Revokes a key, and with `cascade` every key that it has made, directly or through others: all of them or none. A key
 * that is revoked already can be named with `cascade` as long as a key that descends from it is not.
 * @throws Fault 404 where nothing is left to revoke. Where a key asks (`actor.keyId`): 401 where it has been revoked or
 *   has expired in the meantime, 403 where a key that would be revoked has a scope that it lacks, 409 where no key that
 *   works and has `admin` would be left
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
    await tx.query(revokeKeys, [organizationId, doomed.map(({ id }) => id)]);
    const records = doomed.map(({ id, name }) =>
      recordAudit(tx, actor, 'key.revoke', `key ${id}`, { name, ...(id === keyId ? {} : { with: keyId }) }),
    );
    await Promise.all(records);
    return { revoked: doomed.map(({ id, name }) => ({ id, name })), hasAdmin };
  });
}

/** Keys come by id, so that a maker always comes before what it has made. */
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

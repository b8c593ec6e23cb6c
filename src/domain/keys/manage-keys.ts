import { clockMs } from '../../db/clock.ts';
import type { Database, Queries, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { generateKey, hashKey } from './key-format.ts';
import { insertKey, revokeKey as revokeKeyStatement, selectKeys } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A key as it is shown: never its secret. Times are milliseconds since the epoch. */
export type KeyRow = {
  id: number;
  name: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
};

export type NewKey = { name: string; scopes: readonly Scope[]; expiresAtMs?: number };

/**
 * Makes a key.
 * @param grantable scopes that the granting key has; undefined for the operator at the command line
 * @returns the row and the key itself, which cannot be shown again
 * @throws Fault 403 where it would grant what the granting key lacks, 400 where it would expire in the past
 */
export async function createKey(
  db: Database,
  actor: Actor,
  wanted: NewKey,
  grantable?: ReadonlySet<string>,
): Promise<{ row: KeyRow; key: string }> {
  const lacking = grantable ? wanted.scopes.filter((scope) => !grantable.has(scope)) : [];
  if (lacking.length > 0) {
    throw new Fault(
      'forbidden',
      `A key can only grant scopes that it has itself; this one lacks ${lacking.join(', ')}`,
    );
  }
  if (wanted.expiresAtMs !== undefined && wanted.expiresAtMs <= (await clockMs(db))) {
    throw new Fault('invalid', 'expiresAt must lie in the future');
  }
  return db.transaction((tx) => insertNewKey(tx, actor, wanted, generateKey(), false));
}

/** Stores a key inside a running transaction, with its audit record. */
export async function insertNewKey(
  tx: Transaction,
  actor: Actor,
  wanted: NewKey,
  key: string,
  custom: boolean,
): Promise<{ row: KeyRow; key: string }> {
  const expiresAt = wanted.expiresAtMs === undefined ? null : new Date(wanted.expiresAtMs).toISOString();
  const values = [
    actor.organizationId,
    wanted.name,
    hashKey(key),
    custom,
    [...new Set(wanted.scopes)],
    expiresAt,
  ];
  const [row] = await tx.query<KeyRow>(insertKey, values);
  await recordAudit(tx, actor, 'key.create', `key ${row!.id}`, { name: row!.name, scopes: row!.scopes });
  return { row: row!, key };
}

export function listKeys(db: Queries, organizationId: number): Promise<KeyRow[]> {
  return db.query<KeyRow>(selectKeys, [organizationId]);
}

/** @throws Fault 404 where the organization has no such key, or it is revoked already */
export async function revokeKey(db: Database, actor: Actor, keyId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [revoked] = await tx.query<{ name: string }>(revokeKeyStatement, [actor.organizationId, keyId]);
    if (!revoked) throw new Fault('missing', 'There is no such key');
    await recordAudit(tx, actor, 'key.revoke', `key ${keyId}`, { name: revoked.name });
  });
}

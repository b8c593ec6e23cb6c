import { clockMs } from '../../db/clock.ts';
import type { Database, Queries, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { invalidKey } from './invalid-key.ts';
import { generateKey, hashKey } from './key-format.ts';
import { insertKey, lockKeys, selectKeys, selectMaker } from './queries.ts';
import type { Scope } from './scopes.ts';

/** A key as lists show it, without its secret. Times are milliseconds since the epoch. */
export type KeyRow = {
  id: number;
  name: string;
  scopes: Scope[];
  /** The key of the same organization that made it over HTTP; null if no key did. */
  createdBy: number | null;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
};

export type NewKey = { name: string; scopes: readonly Scope[]; expiresAtMs?: number };

/** The properties of a key that limit the keys that it creates. */
type Maker = { scopes: Scope[]; expiresAt: number | null };

/**
 * Creates a key. If another key creates it (`actor.keyId`), the new key cannot have scopes that its creator lacks, and
 * expires no later: without `expiresAtMs` it expires together with its creator. Neither rule applies to the operator at
 * the command line.
 * @returns the row and the key itself, which cannot be shown again
 * @throws Fault 403 if it would have scopes that its creator lacks; 400 if it would expire in the past or after its
 *   creator; 401 if the creator has been revoked or has expired in the meantime
 */
export async function createKey(
  db: Database,
  actor: Actor,
  wanted: NewKey,
): Promise<{ row: KeyRow; key: string }> {
  if (wanted.expiresAtMs !== undefined && wanted.expiresAtMs <= (await clockMs(db))) {
    throw new Fault('invalid', 'expiresAt must lie in the future');
  }
  return db.transaction(async (tx) => {
    const inherited = actor.keyId === undefined ? {} : await inherit(tx, actor, actor.keyId, wanted);
    return insertNewKey(tx, actor, { ...wanted, ...inherited }, generateKey(), false);
  });
}

/**
 * Returns the properties that the new key inherits from its creator, which cannot be revoked before the transaction
 * ends.
 */
async function inherit(tx: Transaction, { organizationId }: Actor, makerId: number, wanted: NewKey) {
  await tx.query(lockKeys, [organizationId]);
  const [maker] = await tx.query<Maker>(selectMaker, [organizationId, makerId]);
  if (!maker) throw invalidKey();
  const lacking = wanted.scopes.filter((scope) => !maker.scopes.includes(scope));
  if (lacking.length > 0) {
    throw new Fault(
      'forbidden',
      `A key can only grant scopes that it has itself; this key lacks ${lacking.join(', ')}`,
    );
  }
  const expiresAtMs = wanted.expiresAtMs ?? maker.expiresAt ?? undefined;
  if (maker.expiresAt !== null && expiresAtMs! > maker.expiresAt) {
    const end = formatDateTime(maker.expiresAt);
    throw new Fault(
      'invalid',
      `expiresAt must not be later than ${end}, when the key that creates it expires`,
    );
  }
  return { createdBy: makerId, ...(expiresAtMs === undefined ? {} : { expiresAtMs }) };
}

/** Stores a key and its audit record inside a running transaction. */
export async function insertNewKey(
  tx: Transaction,
  actor: Actor,
  wanted: NewKey & { createdBy?: number },
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
    wanted.createdBy ?? null,
  ];
  const [row] = await tx.query<KeyRow>(insertKey, values);
  await recordAudit(tx, actor, 'key.create', `key ${row!.id}`, { name: row!.name, scopes: row!.scopes });
  return { row: row!, key };
}

export function listKeys(db: Queries, organizationId: number): Promise<KeyRow[]> {
  return db.query<KeyRow>(selectKeys, [organizationId]);
}

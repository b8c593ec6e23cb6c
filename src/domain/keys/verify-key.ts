import type { Database } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { selectCustomKeyHashes, selectKeyByHash, touchKey } from './queries.ts';
import { trustBriefly } from './trust-briefly.ts';

/** The holder of a valid key. */
export type KeyHolder = { organizationId: number; keyId: number; scopes: ReadonlySet<string> };

/** Returns the holder of a key; undefined if it is malformed, unknown, expired or revoked. */
export type VerifyKey = (key: string) => Promise<KeyHolder | undefined>;

type KeyMatch = { organizationId: number; keyId: number; scopes: string[]; lastUseIsOld: boolean };

/** Creates the check of API keys, which makes at most two queries a second per key. A malformed key costs no query. */
export async function createKeyVerifier(db: Database, log: Log): Promise<VerifyKey> {
  const custom = await db.query<{ hash: Buffer }>(selectCustomKeyHashes, []);
  const customHashes = new Set(custom.map((row) => row.hash.toString('hex')));
  const keys = trustBriefly((key) => {
    const hash = hashKey(key);
    if (!isWellFormedKey(key) && !customHashes.has(hash.toString('hex'))) return undefined;
    return lookUp(db, log, hash);
  });
  return keys.holderOf;
}

async function lookUp(db: Database, log: Log, hash: Buffer): Promise<KeyHolder | undefined> {
  const [match] = await db.quick.query<KeyMatch>(selectKeyByHash, [hash]);
  if (!match) return undefined;
  recordUse(db, log, match);
  return { organizationId: match.organizationId, keyId: match.keyId, scopes: new Set(match.scopes) };
}

/** Updates the time of a key's last use if it is over a minute old; nothing waits for the update. */
export function recordUse(
  db: Database,
  log: Log,
  { organizationId, keyId, lastUseIsOld }: Pick<KeyMatch, 'organizationId' | 'keyId' | 'lastUseIsOld'>,
): void {
  if (!lastUseIsOld) return;
  db.query(touchKey, [organizationId, keyId]).catch((error: unknown) => {
    log.warn({ err: error }, 'the last use of a key was not recorded');
  });
}

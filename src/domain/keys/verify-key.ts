import type { Database } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { selectCustomKeyHashes, selectKeyByHash, touchKey } from './queries.ts';

/** The holder of a valid key. */
export type KeyHolder = { organizationId: number; keyId: number; scopes: ReadonlySet<string> };

/**
 * How long an answer of the database is trusted. A revoked key is refused everywhere within a second: half of it is
 * left for the way to the database.
 */
const TRUSTED_MS = 500;

/** Bounds the memory that unknown keys can take; the oldest answers go first. */
const MAX_REMEMBERED = 10_000;

type Remembered = { atMs: number; holder: Promise<KeyHolder | undefined> };
type KeyMatch = { organizationId: number; keyId: number; scopes: string[]; lastUseIsOld: boolean };

/**
 * Makes the check of API keys: two queries a second per key, however many requests bear it. A malformed key costs
 * no query at all.
 * @returns the holder, or undefined for a key that is malformed, unknown, expired or revoked
 */
export async function createKeyVerifier(
  db: Database,
  log: Log,
): Promise<(key: string) => Promise<KeyHolder | undefined>> {
  const remembered = new Map<string, Remembered>();
  const custom = await db.query<{ hash: Buffer }>(selectCustomKeyHashes, []);
  const customHashes = new Set(custom.map((row) => row.hash.toString('hex')));

  return async (key) => {
    // By the key itself, as every request holds it anyway: hashing it again cost a thirtieth of a small request.
    const nowMs = performance.now();
    const known = remembered.get(key);
    if (known && nowMs - known.atMs < TRUSTED_MS) return known.holder;
    const hash = hashKey(key);
    if (!isWellFormedKey(key) && !customHashes.has(hash.toString('hex'))) return undefined;
    const holder = lookUp(db, log, hash);
    remembered.delete(key);
    remembered.set(key, { atMs: nowMs, holder });
    if (remembered.size > MAX_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    // A failed look-up is no answer: the next request asks again.
    holder.catch(() => remembered.delete(key));
    return holder;
  };
}

async function lookUp(db: Database, log: Log, hash: Buffer): Promise<KeyHolder | undefined> {
  const [match] = await db.quick.query<KeyMatch>(selectKeyByHash, [hash]);
  if (!match) return undefined;
  if (match.lastUseIsOld) {
    db.query(touchKey, [match.organizationId, match.keyId]).catch((error: unknown) => {
      log.warn({ err: error }, 'the last use of a key was not recorded');
    });
  }
  return { organizationId: match.organizationId, keyId: match.keyId, scopes: new Set(match.scopes) };
}

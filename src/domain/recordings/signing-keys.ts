import { randomBytes } from 'node:crypto';
import type { DownloadSigner } from '../../blobs/signed-downloads.ts';
import type { Database, Queries, Statement } from '../../db/database.ts';
import { recordForAll } from '../audit/record-audit.ts';

const selectKeys: Statement = {
  name: 'select-signing-keys',
  text: 'select id, secret, created_at as "createdAt" from signing_keys order by id desc',
};

const insertFirstKey: Statement = {
  name: 'insert-first-signing-key',
  // The lock makes the second of two simultaneous first starts wait and find the other's key.
  text: `with locked as materialized (select pg_advisory_xact_lock(7275539115))
         insert into signing_keys (secret)
         select $1 from locked where not exists (select 1 from signing_keys)`,
};

const insertKey: Statement = {
  name: 'insert-signing-key',
  text: 'insert into signing_keys (secret) values ($1) returning id',
};

const deleteKey: Statement = {
  name: 'delete-signing-key',
  // The newest key signs, so it is never deleted.
  text: `delete from signing_keys where id = $1 and id < (select max(id) from signing_keys) returning id`,
};

const SECRET_BYTES = 32;

/**
 * The time for which a result of the database is trusted. As with API keys, a removal takes effect everywhere within a second.
 */
const TRUSTED_MS = 500;

/**
 * The same for an id that the result does not contain, because another process may just have created that key. Ids can
 * be made up, so the number of queries for them is bounded too.
 */
const TRUSTED_WITHOUT_MS = 50;

type SigningKey = { id: number; secret: Buffer; createdAt: number };

/**
 * Creates the signer of download URLs, with a first key if there is none. It queries the database only when its result
 * is too old.
 */
export async function createDownloadSigner(db: Database): Promise<DownloadSigner> {
  await db.transaction((tx) => tx.query(insertFirstKey, [randomBytes(SECRET_BYTES)]));
  let readAtMs = Number.NEGATIVE_INFINITY;
  let keys: Promise<SigningKey[]> = Promise.resolve([]);
  const fresh = (trustedMs = TRUSTED_MS) => {
    if (performance.now() - readAtMs > trustedMs) {
      readAtMs = performance.now();
      keys = db.query<SigningKey>(selectKeys, []);
      keys.catch(() => {
        readAtMs = Number.NEGATIVE_INFINITY;
      });
    }
    return keys;
  };
  return {
    async current() {
      const [newest] = await fresh();
      return { id: `${newest!.id}`, secret: newest!.secret };
    },
    async byId(id) {
      const secret = (known: SigningKey[]) => known.find((key) => `${key.id}` === id)?.secret;
      return secret(await fresh()) ?? secret(await fresh(TRUSTED_WITHOUT_MS));
    },
  };
}

export function listSigningKeys(db: Queries): Promise<SigningKey[]> {
  return db.query<SigningKey>(selectKeys, []);
}

/** Creates a new key, which signs from now on; earlier URLs stay valid. @returns its id */
export function rotateSigningKey(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const [row] = await tx.query<{ id: number }>(insertKey, [randomBytes(SECRET_BYTES)]);
    await recordForAll(tx, 'signing-key.rotate', `signing key ${row!.id}`);
    return row!.id;
  });
}

/** Removes an older key, and with it every URL that it signed. @returns whether there was such a key */
export function removeSigningKey(db: Database, id: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const isRemoved = (await tx.query(deleteKey, [id])).length > 0;
    if (isRemoved) await recordForAll(tx, 'signing-key.remove', `signing key ${id}`);
    return isRemoved;
  });
}

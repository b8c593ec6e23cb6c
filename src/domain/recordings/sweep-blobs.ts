import type { BlobStore } from '../../blobs/types.ts';
import { clockMs } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import type { BlobOwner } from '../blob-claims/blob-owner.ts';
import { condemnBlobs, pardonBlobs, selectCondemned } from './condemned-blobs.ts';
import { selectKnownKeys } from './queries.ts';

/** Younger blobs may belong to a fetch or upload whose transaction is still to come. */
const MIN_AGE_MS = 24 * 3_600_000;

/** How long a blob that no recording names stays where it is before it is deleted. */
export const QUARANTINE_MS = 7 * 24 * 3_600_000;

const BATCH = 500;

type Parts = { db: Database; blobs: BlobStore; blobOwner: Pick<BlobOwner, 'mayDelete'> };

/** How many blobs were found that no recording names, and how many had been condemned for long enough. */
export type Swept = { condemned: number; deleted: number };

/** Thrown where the store is not, or not yet known to be, this database's; nothing was changed then. */
export class NotOwner extends Error {
  /** Seconds after which it may be known; undefined where an operator has to decide. */
  readonly afterSeconds: number | undefined;

  constructor(why: string, afterSeconds?: number) {
    super(why);
    this.name = 'NotOwner';
    this.afterSeconds = afterSeconds;
  }
}

/** @throws NotOwner unless blobs may be deleted now */
export async function requireOwner({ blobOwner }: Pick<Parts, 'blobOwner'>): Promise<void> {
  const found = await blobOwner.mayDelete();
  if (found.state === 'refused') throw new NotOwner(found.why);
  if (found.state === 'waiting') throw new NotOwner(found.why, Math.ceil(found.remainingMs / 1000));
}

/**
 * Condemns blobs that no recording names, which a crash between store and database left behind, and deletes those that
 * were condemned long ago and are still not named. A condemned blob that is named again is pardoned.
 * @param patience only tests wait less
 * @throws NotOwner where the store belongs to another database
 */
export async function sweepBlobs(
  parts: Parts,
  signal: AbortSignal,
  patience: { minAgeMs?: number; quarantineMs?: number } = {},
): Promise<Swept> {
  const { minAgeMs = MIN_AGE_MS, quarantineMs = QUARANTINE_MS } = patience;
  await requireOwner(parts);
  const condemned = await condemnUnknown(parts, signal, minAgeMs);
  const deleted = await deleteCondemned(parts, signal, quarantineMs);
  return { condemned, deleted };
}

async function condemnUnknown({ db, blobs }: Parts, signal: AbortSignal, minAgeMs: number): Promise<number> {
  // Of two clocks the one that is behind: one that is a day ahead would take puts under way for old.
  const before = Math.min(Date.now(), await clockMs(db)) - minAgeMs;
  await blobs.discardUnfinished(before);
  let condemned = 0;
  let batch: string[] = [];
  const judge = async () => {
    const known = await knownAmong(db, batch);
    const unknown = batch.filter((key) => !known.has(key));
    await db.transaction(async (tx) => {
      if (known.size > 0) await tx.query(pardonBlobs, [[...known]]);
      if (unknown.length > 0) condemned += (await tx.query(condemnBlobs, [unknown])).length;
    });
    batch = [];
  };
  for await (const blob of blobs.list('')) {
    signal.throwIfAborted();
    if (blob.modifiedMs >= before) continue;
    batch.push(blob.key);
    if (batch.length === BATCH) await judge();
  }
  if (batch.length > 0) await judge();
  return condemned;
}

async function deleteCondemned(parts: Parts, signal: AbortSignal, quarantineMs: number): Promise<number> {
  const { db, blobs } = parts;
  let deleted = 0;
  for (;;) {
    const rows = await db.patient.query<{ blobKey: string }>(selectCondemned, [quarantineMs / 1000, BATCH]);
    if (rows.length === 0) return deleted;
    const keys = rows.map(({ blobKey }) => blobKey);
    const known = await knownAmong(db, keys);
    for (const key of keys) {
      signal.throwIfAborted();
      if (known.has(key)) continue;
      // Asked again each time: the listing may have taken an hour.
      await requireOwner(parts);
      await blobs.delete(key);
      deleted++;
    }
    await db.transaction((tx) => tx.query(pardonBlobs, [keys]));
  }
}

async function knownAmong(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const known = await db.patient.query<{ blobKey: string }>(selectKnownKeys, [keys]);
  return new Set(known.map((row) => row.blobKey));
}

/**
 * Deletes a blob at once that a user's deletion or replacement left without a name.
 * @throws NotOwner where the store belongs to another database: a copy deletes nothing of the original's
 */
export async function deleteBlob(parts: Parts, key: string): Promise<void> {
  await requireOwner(parts);
  // Named again meanwhile, it is no longer to be deleted.
  if ((await knownAmong(parts.db, [key])).has(key)) return;
  await parts.blobs.delete(key);
}

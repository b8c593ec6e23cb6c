import type { BlobStore } from '../../blobs/types.ts';
import { isBackupRunning } from '../../db/backup-lock.ts';
import { clockMs } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import type { BlobOwner } from '../blob-claims/blob-owner.ts';
import { condemnBlobs, pardonBlobs, selectCondemned } from './condemned-blobs.ts';
import { selectKnownKeys } from './queries.ts';

/** The age below which a blob may belong to a fetch or upload whose transaction has not been committed yet. */
const MIN_AGE_MS = 24 * 3_600_000;

/** The time between the discovery of an unreferenced blob and its deletion. */
export const QUARANTINE_MS = 7 * 24 * 3_600_000;

const BATCH = 500;

const BACKUP_RUNNING = 'A backup is running: recordings are deleted after it';

/** The time after which a deletion looks again whether the backup has ended. */
const BACKUP_PAUSE_SECONDS = 15;

type Parts = { db: Database; blobs: BlobStore; blobOwner: Pick<BlobOwner, 'mayDelete'> };

/** The number of unreferenced blobs that were found, and the number that were deleted after the quarantine. */
export type Swept = { condemned: number; deleted: number };

/**
 * The error that nothing may be deleted now: the store does not belong, or is not yet known to belong, to this database, or a
 * backup is running. Nothing has been changed then.
 */
export class NotOwner extends Error {
  /** Seconds after which the owner may be known; undefined if an operator has to decide. */
  readonly afterSeconds: number | undefined;

  constructor(why: string, afterSeconds?: number) {
    super(why);
    this.name = 'NotOwner';
    this.afterSeconds = afterSeconds;
  }
}

/** @throws NotOwner unless blobs may be deleted now */
async function requireOwner({ blobOwner }: Pick<Parts, 'blobOwner'>): Promise<void> {
  const found = await blobOwner.mayDelete();
  if (found.state === 'refused') throw new NotOwner(found.why);
  if (found.state === 'waiting') throw new NotOwner(found.why, Math.ceil(found.remainingMs / 1000));
}

/**
 * Marks unreferenced blobs, which were left behind by a crash between store and database, for deletion, and deletes
 * those whose quarantine has ended. The mark of a blob that is referenced again is removed.
 * @param patience shorter only in tests
 * @throws NotOwner if the store belongs to another database
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
  // The earlier of two clocks is used: one that is a day ahead would take puts in progress for old ones.
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
    // The sweep of the next night continues.
    if (await isBackupRunning(db.patient)) return deleted;
    const keys = rows.map(({ blobKey }) => blobKey);
    const known = await knownAmong(db, keys);
    for (const key of keys) {
      signal.throwIfAborted();
      if (known.has(key)) continue;
      // The owner is checked again for each deletion: the listing may have taken an hour.
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
 * Deletes a blob immediately after a deletion or replacement removed its last reference.
 * @throws NotOwner if the store belongs to another database: a copy deletes no blobs of the original
 */
export async function deleteBlob(parts: Parts, key: string): Promise<void> {
  await requireOwner(parts);
  // The backup copies what its snapshot refers to. What is deletable before it begins is not in its snapshot.
  if (await isBackupRunning(parts.db.patient)) throw new NotOwner(BACKUP_RUNNING, BACKUP_PAUSE_SECONDS);
  // A blob that is referenced again must not be deleted.
  if ((await knownAmong(parts.db, [key])).has(key)) return;
  await parts.blobs.delete(key);
}

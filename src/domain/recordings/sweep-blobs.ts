import type { BlobStore } from '../../blobs/types.ts';
import { clockMs } from '../../db/clock.ts';
import type { Database } from '../../db/database.ts';
import { selectKnownKeys } from './queries.ts';

/** Younger blobs may belong to a fetch or upload whose transaction is still to come. */
const MIN_AGE_MS = 24 * 3_600_000;

const BATCH = 500;

/**
 * Deletes blobs that no recording names: what a crash between store and database left behind.
 * @param minAgeMs only tests wait less
 * @returns how many were deleted
 */
export async function sweepBlobs(
  db: Database,
  blobs: BlobStore,
  signal: AbortSignal,
  minAgeMs = MIN_AGE_MS,
): Promise<number> {
  // Of two clocks the one that is behind: one that is a day ahead would take puts under way for old.
  const before = Math.min(Date.now(), await clockMs(db)) - minAgeMs;
  await blobs.discardUnfinished(before);
  let deleted = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const known = await db.patient.query<{ blobKey: string }>(selectKnownKeys, [batch]);
    const keep = new Set(known.map((row) => row.blobKey));
    for (const key of batch) {
      if (keep.has(key)) continue;
      await blobs.delete(key);
      deleted++;
    }
    batch = [];
  };
  for await (const blob of blobs.list('')) {
    signal.throwIfAborted();
    if (blob.modifiedMs >= before) continue;
    batch.push(blob.key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  return deleted;
}

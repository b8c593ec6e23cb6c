import type { BlobStore } from '../../blobs/types.ts';
import { keyOfCopy, manifestKey, readBackupManifest } from './backup-files.ts';
import { readLists } from './copy-recordings.ts';
import { type FoundBackup, findBackups } from './list-backups.ts';

/** An interrupted backup is left alone for so long, because it may be another one that is being written. */
const INTERRUPTED_MS = 24 * 3_600_000;

/**
 * Removes all but the newest complete backups, interrupted ones of before, and the recordings that only these had.
 * @param keep the number of complete backups that stay, at least 1
 * @returns the ids of the removed backups, and the number of removed recordings
 */
export async function removeOldBackups(
  store: BlobStore,
  keep: number,
  signal: AbortSignal,
): Promise<{ backups: string[]; recordings: number }> {
  const found = await findBackups(store);
  const complete = found.filter(({ isComplete }) => isComplete);
  const old = new Set(complete.slice(0, -keep));
  const abandoned = found.filter((one) => !one.isComplete && Date.now() - timeOf(one.id) > INTERRUPTED_MS);
  const removed = [...old, ...abandoned];
  for (const backup of removed) {
    signal.throwIfAborted();
    await removeFiles(store, backup);
  }
  const kept = found.filter((one) => !removed.includes(one));
  // An interrupted backup that stays may have copied recordings that it has not listed yet.
  if (removed.length === 0 || kept.some(({ isComplete }) => !isComplete)) {
    return { backups: removed.map(({ id }) => id), recordings: 0 };
  }
  return { backups: removed.map(({ id }) => id), recordings: await removeRecordings(store, kept, signal) };
}

/** The manifest goes first, so that nobody takes a part of a backup for all of it. */
async function removeFiles(store: BlobStore, { id, files }: FoundBackup): Promise<void> {
  await store.delete(manifestKey(id));
  for (const key of files.keys()) await store.delete(key);
}

async function removeRecordings(
  store: BlobStore,
  kept: readonly FoundBackup[],
  signal: AbortSignal,
): Promise<number> {
  const needed = new Set<string>();
  for (const { id } of kept) {
    const manifest = await readBackupManifest(store, id);
    for await (const listed of readLists(store, manifest?.recordings?.lists ?? [])) {
      for (const { key } of listed) needed.add(keyOfCopy(key));
    }
  }
  let removed = 0;
  for await (const { key } of store.list(keyOfCopy(''))) {
    signal.throwIfAborted();
    if (needed.has(key)) continue;
    await store.delete(key);
    removed++;
  }
  return removed;
}

/** The time in an id: 2026-01-31t09-30-00-000z. */
function timeOf(id: string): number {
  const [, date, hours, minutes, seconds, ms] = /^(.{10})t(..)-(..)-(..)-(...)z$/.exec(id) ?? [];
  return Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`);
}

import type { BlobStore } from '../../blobs/types.ts';
import { Fault } from '../../lib/faults.ts';
import { BACKUPS, type BackupManifest, manifestKey, readBackupManifest } from './backup-files.ts';

/** The files of a backup as they are in the store. */
export type FoundBackup = {
  id: string;
  /** Whether it has a manifest. */
  isComplete: boolean;
  /** The bytes of each file by its key, without recordings. */
  files: Map<string, number>;
};

/** Lists the backups in a store, the oldest first. */
export async function findBackups(store: BlobStore): Promise<FoundBackup[]> {
  const found = new Map<string, FoundBackup>();
  for await (const { key, bytes } of store.list(BACKUPS)) {
    const id = key.slice(BACKUPS.length).split('/')[0]!;
    const backup = found.get(id) ?? { id, isComplete: false, files: new Map() };
    found.set(id, backup);
    backup.files.set(key, bytes);
    if (key === manifestKey(id)) backup.isComplete = true;
  }
  return [...found.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * Reads the manifest of a backup.
 * @param wanted an id; if undefined, the newest complete backup
 * @throws Fault 404 if there is no such backup, 422 if it is not complete
 */
export async function chooseBackup(
  store: BlobStore,
  wanted: string | undefined,
): Promise<{ manifest: BackupManifest; files: Map<string, number> }> {
  const found = await findBackups(store);
  const complete = found.filter(({ isComplete }) => isComplete);
  const chosen = wanted === undefined ? complete.at(-1) : found.find(({ id }) => id === wanted);
  if (!chosen) throw notFound(wanted, found, complete);
  const manifest = await readBackupManifest(store, chosen.id);
  if (manifest) return { manifest, files: chosen.files };
  throw new Fault(
    'unprocessable',
    `The backup ${chosen.id} is incomplete, because it was interrupted: it has no manifest`,
  );
}

function notFound(wanted: string | undefined, found: FoundBackup[], complete: FoundBackup[]): Fault {
  if (wanted !== undefined) return new Fault('missing', `There is no backup ${wanted}; --list shows them`);
  if (found.length > 0 && complete.length === 0) {
    const why = 'was interrupted before its manifest was written';
    return new Fault('unprocessable', `There is no complete backup: ${found.at(-1)!.id} ${why}`);
  }
  return new Fault('missing', 'There is no backup in this place');
}

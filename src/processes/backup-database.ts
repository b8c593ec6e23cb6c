import type { Config } from '../config.ts';
import { openSnapshot } from '../db/copies/read-snapshot.ts';
import type { ConnectionSettings, Database } from '../db/database.ts';
import type { BackupManifest } from '../domain/backups/backup-files.ts';
import { type BackupProgress, makeBackup } from '../domain/backups/make-backup.ts';
import { recordBackup } from '../domain/backups/record-backup.ts';
import { removeOldBackups } from '../domain/backups/remove-backups.ts';
import { Fault } from '../lib/faults.ts';
import { type BackupStore, openRecordings } from './backup-store.ts';

export type BackupOptions = {
  withRecordings: boolean;
  /** The number of complete backups that stay in the store; undefined for all. */
  keep: number | undefined;
  application: string;
  signal: AbortSignal;
  tell(progress: BackupProgress): void;
};

export type BackupOutcome = {
  manifest: BackupManifest;
  /** The ids of the backups that were removed. */
  removed: string[];
  /** True if the database remembers the backup. One that only replays another's log cannot. */
  isRecorded: boolean;
};

/**
 * Backs up a database with its recordings while the service runs.
 * @throws Fault 400 if the place lies in the store of recordings, 409 if another backup of this database is running
 */
export async function backupDatabase(
  { db, direct, config }: { db: Database; direct: ConnectionSettings; config: Config },
  backups: BackupStore,
  { withRecordings, keep, ...options }: BackupOptions,
): Promise<BackupOutcome> {
  const { store, name } = backups;
  // Without recordings, too, the place must not lie where they are.
  const recordings = await openRecordings(config, backups);
  const snapshot = await openSnapshot(direct);
  if (!snapshot) throw new Fault('conflict', 'Another backup of this database is running');
  try {
    const from = withRecordings ? recordings : undefined;
    const manifest = await makeBackup({ ...options, snapshot, to: store, recordings: from });
    const isRecorded = !snapshot.isReplica;
    if (isRecorded) await recordBackup(db, manifest, name);
    const removed = keep === undefined ? [] : (await removeOldBackups(store, keep, options.signal)).backups;
    return { manifest, removed, isRecorded };
  } finally {
    await snapshot.close();
  }
}

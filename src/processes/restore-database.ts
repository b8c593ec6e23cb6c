import type { BlobStore } from '../blobs/types.ts';
import type { Config } from '../config.ts';
import { asTransaction, loadTables, vacuumTables } from '../db/copies/load-tables.ts';
import { withConnection } from '../db/database-role.ts';
import { appliedMigrations, knownMigrations, migrate } from '../db/migrate.ts';
import type { BackupManifest } from '../domain/backups/backup-files.ts';
import { copyRecordingsBack } from '../domain/backups/copy-recordings.ts';
import {
  finishRestored,
  mustLoad,
  planLoad,
  type RestoreOutcome,
  refuseIncomplete,
  refuseNewerBackup,
} from '../domain/backups/restore-backup.ts';
import { Fault } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { type BackupStore, openRecordings } from './backup-store.ts';
import { type DatabaseAccess, install } from './prepare-database.ts';

export type RestoreProgress =
  | { stage: 'recordings'; recordings: number; ofRecordings: number }
  | { stage: 'tables'; tables: number; ofTables: number; rows: number }
  | { stage: 'finish' };

export type RestoreOptions = {
  keepsWebhooks: boolean;
  withRecordings: boolean;
  /** Roles that are to serve, in addition to that of the settings. */
  grantTo: readonly string[];
  signal: AbortSignal;
  tell(progress: RestoreProgress): void;
};

export type Restored = RestoreOutcome & {
  /** The number of recordings that were copied; the store had the others already. */
  copiedRecordings: number;
  /** Tables of the backup that are none of Parley's. */
  leftOut: string[];
  /** The rows were loaded by an earlier call, which was interrupted. */
  wasLoaded: boolean;
};

/**
 * Restores a backup into an empty database. Its rows are loaded in one transaction; a call that was interrupted is repeated.
 * @param files the bytes of each file of the backup that its store has, by its key
 * @throws Fault 409 if the database is not empty, 422 if the backup is damaged or made by a newer version
 */
export async function restoreDatabase(
  access: DatabaseAccess,
  config: Config,
  backups: BackupStore,
  { manifest, files }: { manifest: BackupManifest; files: ReadonlyMap<string, number> },
  options: RestoreOptions,
  log: Log,
): Promise<Restored> {
  const { keepsWebhooks, signal, tell, grantTo } = options;
  const { store } = backups;
  const recordings = await openRecordings(config, backups);
  refuseIncomplete(manifest, files);
  refuseNewerBackup(manifest, await knownMigrations());
  const owner = access.owner ?? access.direct;
  const { load, outcome } = planLoad({ from: store, signal }, manifest, keepsWebhooks, (tables, of, rows) =>
    tell({ stage: 'tables', tables, ofTables: of, rows }),
  );
  const restored: Restored = { ...outcome, copiedRecordings: 0, leftOut: [], wasLoaded: true };
  await migrate(owner, log, {
    only: manifest.migrations,
    waitSeconds: config.migrationWaitSeconds,
    async beforehand(client) {
      if (await mustLoad(asTransaction(client), manifest)) {
        refuseLaterSchema(manifest, await appliedMigrations(client));
      }
    },
    async afterwards(client) {
      if (!(await mustLoad(asTransaction(client), manifest))) return;
      restored.wasLoaded = false;
      // Recordings come first, so that the database that is there afterwards is complete.
      restored.copiedRecordings = await copyBack(store, recordings, manifest, options);
      restored.leftOut = await loadTables(client, load, async (tx) => {
        await mustLoad(tx, manifest);
      });
    },
  });
  tell({ stage: 'finish' });
  await install(access, log, { grantTo, waitSeconds: config.migrationWaitSeconds });
  await withConnection(owner, async (client) => {
    await vacuumTables(client);
    await asTransaction(client).query(finishRestored, []);
  });
  return { ...restored, ...outcome };
}

async function copyBack(
  from: BlobStore,
  to: BlobStore,
  { recordings }: BackupManifest,
  { withRecordings, signal, tell }: RestoreOptions,
): Promise<number> {
  if (!withRecordings || !recordings) return 0;
  return await copyRecordingsBack({ from, to, signal }, recordings.lists, recordings.count, (done, of) =>
    tell({ stage: 'recordings', recordings: done, ofRecordings: of }),
  );
}

/** @throws Fault 409 if the empty database has migrations that the backup does not know */
function refuseLaterSchema({ migrations }: BackupManifest, applied: readonly string[]): void {
  const later = applied.filter((name) => !migrations.includes(name));
  if (later.length === 0) return;
  throw new Fault(
    'conflict',
    `The database is empty but has later tables than the backup (${later.join(', ')}): restore into a new database, which the command migrates itself`,
  );
}

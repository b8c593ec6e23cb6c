import type { BlobStore } from '../../blobs/types.ts';
import type { Load } from '../../db/copies/load-tables.ts';
import type { CopiedTable } from '../../db/copies/tables.ts';
import type { Queries, Statement, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { recordForAll } from '../audit/record-audit.ts';
import { type BackupManifest, damaged, getCompressed, LEFT_OUT } from './backup-files.ts';

const selectTables: Statement = {
  name: 'select-tables-to-restore',
  text: `select to_regclass('organizations') is not null as "hasTables",
           to_regclass('restored_backups') is not null as "hasRestored"`,
};

const selectIsUsed: Statement = {
  name: 'select-is-used',
  text: 'select exists (select from organizations) as "isUsed"',
};

const selectRestored: Statement = {
  name: 'select-restored-backup',
  text: `select backup_id as "id", backup_created_at as "createdAt", restored_at as "restoredAt",
           finished_at is not null as "isFinished" from restored_backups`,
};

const insertRestored: Statement = {
  name: 'insert-restored-backup',
  text: 'insert into restored_backups (backup_id, backup_created_at) values ($1, $2)',
};

export const finishRestored: Statement = {
  name: 'finish-restored-backup',
  text: 'update restored_backups set finished_at = now() where finished_at is null',
};

const pauseWebhooks: Statement = {
  name: 'pause-webhooks',
  // Reads every webhook, once in the life of a database.
  text: `update webhooks set enabled = false, disabled_reason = $1, revision = revision + 1, updated_at = now()
         where enabled returning id`,
};

const PAUSED =
  'This database was restored from a backup: enable the webhook unless the original still sends to this URL';

/**
 * Tells whether the rows of a backup are to be loaded, or an interrupted call has done that already.
 * @throws Fault 409 if the database contains anything else
 */
export async function mustLoad(db: Queries, { id }: BackupManifest): Promise<boolean> {
  const [found] = await db.query<{ hasTables: boolean; hasRestored: boolean }>(selectTables, []);
  if (!found!.hasTables) return true;
  const [row] = await db.query<{ isUsed: boolean }>(selectIsUsed, []);
  if (!row!.isUsed) return true;
  const restored = found!.hasRestored ? await readRestored(db) : undefined;
  if (restored?.id === id && !restored.isFinished) return false;
  throw new Fault(
    'conflict',
    restored?.id === id
      ? `The database was restored from the backup ${id} already, and is in use`
      : 'The database is not empty: restore into an empty one (another DATABASE_URL, or another PARLEY_DATA_DIR)',
  );
}

/** The backup that a database was restored from; times are milliseconds since the epoch. */
export type RestoredBackup = { id: string; createdAt: number; restoredAt: number; isFinished: boolean };

/** @returns undefined if the database was not restored from a backup */
export async function readRestored(db: Queries): Promise<RestoredBackup | undefined> {
  return (await db.query<RestoredBackup>(selectRestored, []))[0];
}

/**
 * Refuses a backup some of whose files are missing, before anything is done.
 * @param files the bytes of each file that the store has, by its key
 * @throws Fault 422 that names a file
 */
export function refuseIncomplete(
  { tables, recordings }: BackupManifest,
  files: ReadonlyMap<string, number>,
): void {
  for (const { key, bytes } of [...tables.flatMap((one) => one.files), ...(recordings?.lists ?? [])]) {
    const found = files.get(key);
    if (found === undefined) throw damaged(`the file ${key} is missing`);
    if (found !== bytes) throw damaged(`${key} has ${found} bytes instead of ${bytes}`);
  }
}

/** @throws Fault 422 if the backup has migrations that this version does not have */
export function refuseNewerBackup(
  { migrations, application }: BackupManifest,
  known: readonly string[],
): void {
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Fault(
    'unprocessable',
    `The backup was made by a newer Parley (${application}, with ${unknown.join(', ')}): restore it with that version, or a newer one`,
  );
}

export type RestoreOutcome = { rows: number; pausedWebhooks: number };

/**
 * Describes how a backup is loaded into the tables.
 * @param keepsWebhooks whether webhooks go on sending
 * @returns `load`, and `outcome`, which is filled while it is carried out
 */
export function planLoad(
  { from, signal }: { from: BlobStore; signal: AbortSignal },
  manifest: BackupManifest,
  keepsWebhooks: boolean,
  tell: (tables: number, ofTables: number, rows: number) => void,
): { load: Load; outcome: RestoreOutcome } {
  const outcome: RestoreOutcome = { rows: 0, pausedWebhooks: 0 };
  const tables = manifest.tables.filter(({ name }) => !LEFT_OUT.includes(name));
  const contents = new Map(tables.map((table) => [table.name, table]));
  let done = 0;
  const load: Load = {
    tables,
    sequences: manifest.sequences,
    read: ({ name }) => readTable(from, contents.get(name)!, signal),
    tell: ({ name }: CopiedTable) => {
      outcome.rows += contents.get(name)!.rows;
      tell(++done, tables.length, outcome.rows);
    },
    alongside: async (tx: Transaction) => {
      if (!keepsWebhooks) outcome.pausedWebhooks = (await tx.query(pauseWebhooks, [PAUSED])).length;
      await tx.query(insertRestored, [manifest.id, manifest.createdAt]);
      await recordForAll(tx, 'backup.restore', `backup ${manifest.id}`);
      signal.throwIfAborted();
    },
  };
  return { load, outcome };
}

/** The next file is fetched while the rows of one are loaded. */
async function* readTable(
  from: BlobStore,
  { files }: BackupManifest['tables'][number],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const fetchFile = (index: number) => {
    const file = files[index];
    const content = file && getCompressed(from, file);
    // Its failure is noticed when its turn comes.
    content?.catch(() => {});
    return content;
  };
  let next = fetchFile(0);
  for (let index = 1; next; index++) {
    const content = await next;
    next = fetchFile(index);
    signal.throwIfAborted();
    yield content;
  }
}

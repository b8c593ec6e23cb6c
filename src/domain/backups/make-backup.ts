import type { BlobStore } from '../../blobs/types.ts';
import type { Snapshot } from '../../db/copies/read-snapshot.ts';
import type { CopiedTable } from '../../db/copies/tables.ts';
import { formatDateTime } from '../../lib/time.ts';
import {
  BACKUP_FORMAT,
  type BackupFile,
  type BackupManifest,
  backupIdAt,
  LEFT_OUT,
  putCompressed,
  putManifest,
  tableFileKey,
} from './backup-files.ts';
import { type CopiedRecordings, copyRecordingsOut } from './copy-recordings.ts';
import { findBackups } from './list-backups.ts';

/** The rows in one file, before they are compressed: a file is held in memory. */
const FILE_BYTES = 32 * 1024 * 1024;

/** The time for which an unfinished file may still be written by somebody. */
const UNFINISHED_MS = 24 * 3_600_000;

export type BackupProgress =
  | { stage: 'tables'; tables: number; ofTables: number; rows: number; bytes: number }
  | { stage: 'recordings'; recordings: number; ofRecordings: number };

export type BackupParts = {
  snapshot: Snapshot;
  /** The store of backups. */
  to: BlobStore;
  /** The store of recordings; undefined to leave them out. */
  recordings: BlobStore | undefined;
  application: string;
  signal: AbortSignal;
  tell(progress: BackupProgress): void;
};

/**
 * Writes a backup into a store. It is complete once its manifest is there, which is written last.
 * @throws the signal's reason, and what the store or the database throws
 */
export async function makeBackup(parts: BackupParts): Promise<BackupManifest> {
  const { snapshot, to, application } = parts;
  const earlier = await findBackups(to);
  const id = freeId(
    snapshot.takenAtMs,
    earlier.map((one) => one.id),
  );
  await to.discardUnfinished(Date.now() - UNFINISHED_MS);
  const tables = await writeTables(parts, id);
  const keys = parts.recordings ? await snapshot.listRecordings() : [];
  await snapshot.release();
  let recordings: CopiedRecordings | undefined;
  if (parts.recordings) {
    const way = { from: parts.recordings, to, id, signal: parts.signal };
    recordings = await copyRecordingsOut(way, keys, earlier, (done, of) =>
      parts.tell({ stage: 'recordings', recordings: done, ofRecordings: of }),
    );
  }
  const { serverVersion, migrations, sequences, takenAtMs } = snapshot;
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    id,
    createdAt: formatDateTime(takenAtMs),
    finishedAt: formatDateTime(Date.now()),
    application,
    serverVersion,
    migrations,
    tables,
    sequences,
    ...(recordings ? { recordings } : {}),
  };
  parts.signal.throwIfAborted();
  await putManifest(to, manifest);
  return manifest;
}

/** Two backups of the same millisecond have different ids. */
function freeId(ms: number, taken: readonly string[]): string {
  for (let at = ms; ; at++) if (!taken.includes(backupIdAt(at))) return backupIdAt(at);
}

async function writeTables(
  { snapshot, to, signal, tell }: BackupParts,
  id: string,
): Promise<BackupManifest['tables']> {
  const tables = snapshot.tables.filter(({ name }) => !LEFT_OUT.includes(name));
  const written: BackupManifest['tables'] = [];
  const done = { rows: 0, bytes: 0 };
  const progress = () => tell({ stage: 'tables', tables: written.length, ofTables: tables.length, ...done });
  for (const table of tables) {
    const { content, rows } = snapshot.copyOut(table);
    const files = await writeFiles(to, id, table, content, (file) => {
      signal.throwIfAborted();
      done.bytes += file.bytes;
      progress();
    });
    written.push({ ...table, rows: rows(), files });
    done.rows += rows();
    progress();
  }
  return written;
}

/** Compresses and stores one file while the rows of the next one are read. */
async function writeFiles(
  to: BlobStore,
  id: string,
  table: CopiedTable,
  content: AsyncIterable<Uint8Array>,
  tell: (file: BackupFile) => void,
): Promise<BackupFile[]> {
  const files: BackupFile[] = [];
  let [chunks, bytes, number]: [Uint8Array[], number, number] = [[], 0, 0];
  let underWay: Promise<void> = Promise.resolve();
  const flush = async () => {
    const rows = Buffer.concat(chunks);
    [chunks, bytes] = [[], 0];
    await underWay;
    underWay = putCompressed(to, tableFileKey(id, table.name, ++number), rows).then((file) => {
      files.push(file);
      tell(file);
    });
    // Its failure is noticed at the next file.
    underWay.catch(() => {});
  };
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= FILE_BYTES) await flush();
  }
  if (bytes > 0) await flush();
  await underWay;
  return files;
}

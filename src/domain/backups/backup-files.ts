import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { BlobStore } from '../../blobs/types.ts';
import type { CopiedSequence, CopiedTable } from '../../db/copies/tables.ts';
import { Fault } from '../../lib/faults.ts';

/** Raised when a reader of the version before would misread a backup. */
export const BACKUP_FORMAT = 1;

/** A file of a backup, by its key in the store of backups. */
export type BackupFile = { key: string; bytes: number; sha256: string };

/** The list of what a backup consists of. It is written last: what has none is not complete. */
export type BackupManifest = {
  format: number;
  id: string;
  /** Everything that was acknowledged before is in the backup. RFC 3339. */
  createdAt: string;
  finishedAt: string;
  /** The version of Parley. */
  application: string;
  /** The version of PostgreSQL, such as 180001. */
  serverVersion: number;
  migrations: string[];
  /** The rows of a table are in its files one after the other: PostgreSQL's binary format for COPY, compressed by Zstandard. */
  tables: (CopiedTable & { rows: number; files: BackupFile[] })[];
  sequences: CopiedSequence[];
  /** Undefined if recordings were left out. */
  recordings?: {
    count: number;
    bytes: number;
    /** Recordings that the database refers to and the store does not have. */
    missing: number;
    /** Files with a line of JSON for each recording. */
    lists: BackupFile[];
  };
};

/** A recording in a list of a backup. */
export type ListedRecording = { key: string; bytes: number; sha256: string };

export const BACKUPS = 'backups/';
const RECORDINGS = 'recordings/';

/** The key of a recording in the store of backups, where all backups share it. */
export const keyOfCopy = (key: string) => RECORDINGS + key;
export const manifestKey = (id: string) => `${BACKUPS}${id}/manifest`;
export const tableFileKey = (id: string, table: string, number: number) =>
  `${BACKUPS}${id}/tables/${table}/${`${number}`.padStart(5, '0')}`;
export const recordingListKey = (id: string, number: number) =>
  `${BACKUPS}${id}/recordings/${`${number}`.padStart(5, '0')}`;
export const isRecordingList = (id: string, key: string) => key.startsWith(`${BACKUPS}${id}/recordings/`);

/** Returns the id of a backup by its time: ids are in the order of time. */
export function backupIdAt(ms: number): string {
  return new Date(ms).toISOString().replaceAll(/[:.]/g, '-').toLowerCase();
}

/** These tables belong to one installation and one moment. They are not carried elsewhere, and stay empty. */
export const LEFT_OUT = ['backups', 'restored_backups', 'exports', 'export_files'];

const BYTES = { contentType: 'application/octet-stream' };

/** Fast, and transcripts are compressed already. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Compresses content and stores it. @returns the file once it is durable */
export async function putCompressed(store: BlobStore, key: string, content: Buffer): Promise<BackupFile> {
  const compressed = await compress(content, LEVEL);
  await store.put(key, [compressed] as unknown as AsyncIterable<Uint8Array>, BYTES);
  return { key, bytes: compressed.length, sha256: createHash('sha256').update(compressed).digest('hex') };
}

/**
 * Reads what putCompressed stored.
 * @throws Fault 422 if the file is not there or is not the one that was stored
 */
export async function getCompressed(store: BlobStore, file: BackupFile): Promise<Buffer> {
  return await decompress(await readVerified(store, file));
}

/** Reads what putCompressed stored, without knowing what that was. @throws if it cannot be read */
export async function getUnverified(store: BlobStore, key: string): Promise<Buffer> {
  return await decompress((await readWhole(store, key)) ?? Buffer.alloc(0));
}

/** @throws Fault 422 if the file is not there or is not the one that was stored */
async function readVerified(store: BlobStore, { key, bytes, sha256 }: BackupFile): Promise<Buffer> {
  const content = await readWhole(store, key);
  if (!content) throw damaged(`the file ${key} is missing`);
  if (content.length !== bytes) throw damaged(`${key} has ${content.length} bytes instead of ${bytes}`);
  if (createHash('sha256').update(content).digest('hex') !== sha256) {
    throw damaged(`the content of ${key} is not what was written`);
  }
  return content;
}

export function damaged(what: string): Fault {
  return new Fault('unprocessable', `The backup is damaged: ${what}`);
}

/** Writes the manifest, after which the backup is complete. */
export async function putManifest(store: BlobStore, manifest: BackupManifest): Promise<void> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await store.put(manifestKey(manifest.id), [text] as unknown as AsyncIterable<Uint8Array>, {
    contentType: 'application/json',
  });
}

/** @throws Fault 422 if it is not a manifest that this version can read; undefined if there is none */
export async function readBackupManifest(store: BlobStore, id: string): Promise<BackupManifest | undefined> {
  const content = await readWhole(store, manifestKey(id));
  if (!content) return undefined;
  let manifest: Partial<BackupManifest>;
  try {
    manifest = JSON.parse(content.toString());
  } catch {
    throw damaged(`${manifestKey(id)} cannot be read`);
  }
  if (manifest.format === BACKUP_FORMAT && manifest.id === id) return manifest as BackupManifest;
  if (typeof manifest.format === 'number' && manifest.format > BACKUP_FORMAT) {
    throw new Fault('unprocessable', `The backup ${id} was made by a newer Parley: use that version`);
  }
  throw damaged(`${manifestKey(id)} is not a manifest`);
}

async function readWhole(store: BlobStore, key: string): Promise<Buffer | undefined> {
  const content = await store.read(key);
  if (!content) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

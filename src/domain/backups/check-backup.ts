import { createHash } from 'node:crypto';
import type { BlobStore } from '../../blobs/types.ts';
import {
  type BackupManifest,
  damaged,
  getCompressed,
  keyOfCopy,
  type ListedRecording,
} from './backup-files.ts';
import { readLists } from './copy-recordings.ts';

/**
 * Reads every file of a backup, its recordings included, and compares it with what was written.
 * @throws Fault 422 if one is missing or damaged
 */
export async function checkBackup(
  from: BlobStore,
  { tables, recordings }: BackupManifest,
  signal: AbortSignal,
): Promise<void> {
  for (const file of tables.flatMap(({ files }) => files)) {
    signal.throwIfAborted();
    await getCompressed(from, file);
  }
  for await (const listed of readLists(from, recordings?.lists ?? [])) {
    for (const one of listed) {
      signal.throwIfAborted();
      await checkRecording(from, one);
    }
  }
}

async function checkRecording(from: BlobStore, { key, sha256 }: ListedRecording): Promise<void> {
  const content = await from.read(keyOfCopy(key));
  if (!content) throw damaged(`the recording ${keyOfCopy(key)} is missing`);
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw damaged(`the recording ${keyOfCopy(key)} is not what was written`);
}

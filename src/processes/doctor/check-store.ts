import { randomUUID } from 'node:crypto';
import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { Log } from '../../lib/log.ts';
import { openBlobs } from '../background.ts';
import { type Check, fault, ok, tryCheck, warning } from './check.ts';

/** Below this share of a disk an operator should know. */
const LOW_SHARE = 0.1;

/** Checks that recordings can be written, read and deleted, and whose the store is. */
export async function checkStore(config: Config, db: Database, log: Log): Promise<Check[]> {
  const name = 'recordings';
  const advice =
    config.blobs.kind === 's3'
      ? 'Check PARLEY_BLOB_URL, the bucket and the rights of its key'
      : `Check the owner, the rights and the disk of ${config.dataDir}/blobs`;
  const { blobs, blobOwner } = await openBlobs(config, db, '', log);
  const usable = await tryCheck(name, advice, async () => {
    const key = `doctor/${randomUUID()}`;
    const content = Buffer.from('Parley checks whether this store works.');
    await blobs.put(key, once(content), { contentType: 'text/plain' });
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await blobs.read(key)) ?? []) chunks.push(chunk);
      if (!Buffer.concat(chunks).equals(content)) return fault(name, 'it returns other bytes', advice);
    } finally {
      await blobs.delete(key);
    }
    return ok(name, `written, read and deleted in ${placeOf(config)}`);
  });
  if (usable.some(({ state }) => state === 'fault')) return usable;
  const owner = await tryCheck('store identity', advice, async () => {
    const found = await blobOwner.look();
    if (found.state === 'owner') return ok('store identity', 'the store belongs to this database');
    if (found.state === 'waiting') return ok('store identity', found.why);
    return fault('store identity', found.why, 'See docs/operations.md, Restored copies and moved databases');
  });
  return [...usable, ...owner];
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

function placeOf({ blobs, dataDir }: Config): string {
  return blobs.kind === 's3' ? `s3://${blobs.bucket}/${blobs.prefix}` : `${dataDir}/blobs`;
}

/** Returns the file system of a folder; if the folder does not exist yet, of the one in which it will be created. */
async function statOfDisk(folder: string): Promise<StatsFs> {
  try {
    return await statfs(folder);
  } catch (error) {
    const parent = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return statOfDisk(parent);
  }
}

/** Checks the free space of the data directory, which has the embedded database and, without S3, the recordings. */
export async function checkDisk({ dataDir, blobs, databaseUrl, minFreeBytes }: Config): Promise<Check[]> {
  if (blobs.kind === 's3' && databaseUrl !== undefined) return [];
  return tryCheck('disk', `Check PARLEY_DATA_DIR: ${dataDir}`, async () => {
    const { bavail, blocks, bsize } = await statOfDisk(dataDir);
    const [free, all] = [bavail * bsize, blocks * bsize];
    const share = Math.round((free / all) * 100);
    const found = `${(free / 1e9).toFixed(1)} GB free of ${(all / 1e9).toFixed(1)} GB (${share} %) at ${dataDir}`;
    const floor = minFreeBytes ?? Math.min(256 * 1024 * 1024, all * 0.05);
    const advice = 'Free space, or move the data to a larger disk';
    if (free < floor) return fault('disk', found, `${advice}: recordings are refused already`);
    return free / all < LOW_SHARE ? warning('disk', found, advice) : ok('disk', found);
  });
}

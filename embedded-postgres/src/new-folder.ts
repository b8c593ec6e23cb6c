import { randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from './kernel-lock.ts';
import { ensureOwnFolder, type Layout } from './layout.ts';
import { readPostmaster } from './postmaster.ts';

/**
 * The lock file in the folder of a cluster that is being created. It stays there in the finished cluster, where the
 * server holds it.
 */
export const lockName = 'lock';

/** The names of the folders in which clusters are created begin with it. */
export const prefix = 'new-';
// Longer than any initdb may take: the creator of an older folder is no longer running, even if its process id exists.
const maxAgeMs = 10 * 60_000;
const maxTries = 10;

/**
 * Removes the folders that were left behind when the process that filled them was killed: those whose lock is held by
 * neither the creator nor its initdb or server. Process ids would not suffice, because every container has its own.
 */
export async function removeAbandonedFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(root, name);
    const lock = await open(join(path, lockName), 'r+').catch(() => undefined);
    try {
      const state = lock && (await tryLock(lock.fd));
      const isAbandoned = state === 'ours' || (state === undefined && (await isOld(path)));
      // If this fails, the next start tries again.
      if (isAbandoned) {
        await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
      }
    } finally {
      await lock?.close();
    }
  }
}

/** Returns whether the folder is old and no server runs in it; used if there is no lock to check. */
async function isOld(path: string): Promise<boolean> {
  if ((await readPostmaster(join(path, 'data')))?.alive) return false;
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > maxAgeMs;
}

/** Creates a folder with a unique name, whose lock is held as long as this process or a child of it works in it. */
export async function makeNewFolder(layout: Layout): Promise<{ path: string; lock: FileHandle }> {
  for (let tries = 0; tries < maxTries; tries++) {
    const path = join(layout.root, `${prefix}${randomBytes(16).toString('hex')}`);
    await ensureOwnFolder(path, layout.account);
    const lockPath = join(path, lockName);
    const lock = await open(lockPath, 'wx', 0o600).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
    const state = lock && (await tryLock(lock.fd));
    const isThere = (await stat(lockPath).catch(() => undefined)) !== undefined;
    if (lock && state !== 'held' && isThere) return { path, lock };
    // Another start considered the folder abandoned before it was locked.
    await lock?.close();
  }
  throw new Error(`No folder could be made in ${layout.root}: others remove it again and again.`);
}

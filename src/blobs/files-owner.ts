import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account that is to own what is made in a store. */
export type Owner = { uid: number; gid: number };

/**
 * Finds the account that a store belongs to, if this process is root and the store is not root's. A command that root runs
 * must not leave files that the service, which runs as another user, cannot read.
 * @param directory of the store; before it exists, the folder around it counts
 */
export async function findOwner(directory: string): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await stat(directory).catch(() => stat(dirname(directory)).catch(() => undefined));
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

/** Gives a directory to its owner, and those above it up to the first that was made with it. */
export async function giveDirectories(path: string, first: string, { uid, gid }: Owner): Promise<void> {
  for (let current = path; current.length >= first.length; current = dirname(current)) {
    // Never through a link: the owner may have put one there.
    const handle = await open(current, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    try {
      await handle.chown(uid, gid);
    } finally {
      await handle.close();
    }
  }
}

import { lstat } from 'node:fs/promises';

/**
 * Returns true if no other database server can use a folder of recordings, because the embedded server locks the data
 * folder around it. If the folder is a link, a copy of the data folder may be linked to it as well.
 */
export async function isExclusiveStore(directory: string, isEmbedded: boolean): Promise<boolean> {
  if (!isEmbedded) return false;
  const found = await lstat(directory).catch(() => undefined);
  return !found?.isSymbolicLink();
}

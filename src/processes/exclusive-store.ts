import { lstat } from 'node:fs/promises';

/**
 * Whether no other database server can use a folder of recordings: the embedded server locks the data folder that it lies in.
 * Where the folder is a link, whoever copied the data folder may have linked the copy to it as well.
 */
export async function isExclusiveStore(directory: string, isEmbedded: boolean): Promise<boolean> {
  if (!isEmbedded) return false;
  const found = await lstat(directory).catch(() => undefined);
  return !found?.isSymbolicLink();
}

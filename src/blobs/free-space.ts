import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

export const FULL =
  'The disk of the recordings and exports is full: they can be stored again when space has been freed';
export const LOW =
  'The disk of the recordings has too little free space left: they can be stored again when space has been freed';

const DEFAULT_MIN_FREE_BYTES = 256 * 1024 * 1024;
const DEFAULT_MIN_FREE_SHARE = 0.05;

/** The bytes of a put that may arrive between two checks of the free space. */
const CHECK_EVERY_BYTES = 16 * 1024 * 1024;

/** Returns true if the file system of a folder has less free space than it should keep. */
export async function lacksSpace(directory: string, minFreeBytes: number | undefined): Promise<boolean> {
  // Before the first put there is no directory; its parent is on the same file system.
  const found = await statfs(directory).catch(() => statfs(dirname(directory)).catch(() => undefined));
  if (!found) return false;
  const share = found.blocks * found.bsize * DEFAULT_MIN_FREE_SHARE;
  return found.bavail * found.bsize < (minFreeBytes ?? Math.min(DEFAULT_MIN_FREE_BYTES, share));
}

/**
 * Passes content on, and looks at the free space now and then.
 * @throws as the system does where there is no space, while there still is some
 */
export async function* checkedOften(
  content: AsyncIterable<Uint8Array>,
  isBelowFloor: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    yield chunk;
    if (bytes < CHECK_EVERY_BYTES) continue;
    bytes = 0;
    if (await isBelowFloor())
      throw Object.assign(new Error('no space is left but the floor'), { code: 'ENOSPC' });
  }
}

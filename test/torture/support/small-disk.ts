import { execFile } from 'node:child_process';
import { chmod, mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MIB = 1024 * 1024;

/** A small file system in memory that can be filled. */
export type SmallDisk = {
  folder: string;
  /** Writes until the file system is full, or until only so many megabytes are free. */
  fill(leavingMegabytes?: number): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** @returns undefined if this process is not permitted to mount one */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'parley-test', folder]);
  } catch {
    await rmdir(folder);
    return undefined;
  }
  // PostgreSQL runs as another user.
  await chmod(folder, 0o755);
  const filler = join(folder, 'filler');
  return {
    folder,
    async fill(leavingMegabytes = 0) {
      const handle = await open(filler, 'a');
      try {
        if (leavingMegabytes > 0) {
          const { bavail, bsize } = await statfs(folder);
          await handle.writeFile(Buffer.alloc(Math.max(0, bavail * bsize - leavingMegabytes * MIB), 1));
          return;
        }
        for (const size of [MIB, 4096]) {
          const block = Buffer.alloc(size, 1);
          for (;;) if ((await handle.write(block)).bytesWritten < size) break;
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await handle.close();
      }
    },
    free: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', ['-l', folder]);
      await rmdir(folder);
    },
  };
}

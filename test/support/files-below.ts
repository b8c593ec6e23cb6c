import type { Dirent } from 'node:fs';
import { access, readdir } from 'node:fs/promises';

const MAX_TRIES = 100;

/** Returns every file below a folder; none if there is no such folder. The service may remove folders concurrently. */
export async function filesBelow(folder: string): Promise<Dirent[]> {
  for (let tries = 1; ; tries++) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === MAX_TRIES) throw error;
      const isThere = await access(folder).then(
        () => true,
        () => false,
      );
      if (!isThere) return [];
    }
  }
}

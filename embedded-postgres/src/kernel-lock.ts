import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The exit code of flock(1) if another process holds the lock. */
const HELD = 1;

/**
 * Takes an exclusive lock on an open file without waiting. The kernel keeps it until the last descriptor of this
 * opening is closed, in whichever process has inherited it, however that process ends. Unlike a process id in a file,
 * it works across containers that share a volume. Node has no call for it, so flock(1) of util-linux or BusyBox takes
 * it on a descriptor that it inherits.
 * @returns undefined if the system has no flock, or its file system has no such locks
 */
export async function tryLock(fd: number): Promise<'ours' | 'held' | undefined> {
  const child = spawn('flock', ['-n', '3'], { cwd: '/', stdio: ['ignore', 'ignore', 'ignore', fd] });
  const code = await once(child, 'exit').then(
    ([exit]) => exit,
    () => undefined,
  );
  if (code === 0) return 'ours';
  return code === HELD ? 'held' : undefined;
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { tryLock } from './kernel-lock.ts';
import type { Layout } from './layout.ts';
import { lockName } from './new-folder.ts';
import { readPostmaster } from './postmaster.ts';
import { type CommandPrefix, cleanEnvironment } from './run-as.ts';

/**
 * A server that this process has launched; `exit` returns undefined while it runs, then its code or signal. If another
 * server, or processes of a killed one, use the folder, none was launched, and `exit` returns `held`.
 */
export type Launched = { pid: number | undefined; exit: () => number | string | undefined };

const HELD: Launched = { pid: undefined, exit: () => 'held' };

/** The age above which an empty lock file was left by a server that was killed while it began to write it. */
const EMPTY_LOCK_FILE_MS = 10_000;

export type LaunchOptions = {
  program: string;
  prefix: CommandPrefix;
  settings: string[];
  /** The lock of the cluster, if the caller holds it; the server inherits it. */
  lock?: FileHandle;
};

const maxLaunchLogBytes = 256 * 1024;

/**
 * Launches PostgreSQL as a process of its own: in its own session, so that Ctrl-C in the terminal does not reach it,
 * and with files for its output, so that it outlives us. It is launched without pg_ctl, which polls only every 100 ms
 * and passes the paths through a shell. The server and all its processes inherit a lock on the cluster. It excludes a
 * second server that PostgreSQL's own lock file cannot exclude: one in another container on the same volume, where
 * process ids differ. Does not wait until the server is ready. Throws if it cannot be spawned.
 */
export async function launchServer(layout: Layout, options: LaunchOptions): Promise<Launched> {
  if (options.lock) {
    await removeEmptyLockFile(layout.data);
    return await spawnServer(layout, options, options.lock);
  }
  const lock = await open(join(layout.cluster, lockName), 'a', 0o600);
  try {
    const lockState = await tryLock(lock.fd);
    if (lockState === 'held') return HELD;
    if (lockState === 'ours') await removeEmptyLockFile(layout.data);
    return await spawnServer(layout, options, lock);
  } finally {
    await lock.close();
  }
}

async function spawnServer(layout: Layout, options: LaunchOptions, lock: FileHandle): Promise<Launched> {
  const output = await openLaunchLog(layout);
  try {
    const command = [...options.prefix, options.program, '-D', layout.data, ...options.settings];
    const leftover = await readPostmaster(layout.data);
    const child = spawn(command[0]!, command.slice(1), {
      cwd: '/',
      detached: true,
      stdio: ['ignore', output.fd, output.fd, lock.fd],
      // PostgreSQL considers a lock file valid if its process id exists, except this id: the variable tells it that the
      // process with that id is not a server. If we removed the file ourselves, we might remove a newer server's.
      env:
        leftover?.alive === false
          ? { ...cleanEnvironment, PG_GRANDPARENT_PID: `${leftover.pid}` }
          : cleanEnvironment,
    });
    await once(child, 'spawn');
    child.unref();
    return { pid: child.pid!, exit: () => child.exitCode ?? child.signalCode ?? undefined };
  } finally {
    await output.close();
  }
}

/**
 * Removes an empty lock file. PostgreSQL refuses to start next to one, because its writer may still be running; our
 * lock excludes that.
 */
async function removeEmptyLockFile(data: string): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const found = await stat(path).catch(() => undefined);
  if (found?.size === 0 && Date.now() - found.mtimeMs > EMPTY_LOCK_FILE_MS) await rm(path, { force: true });
}

/** Opens the file for the server's output before its own log files are open. */
async function openLaunchLog({ logs, account }: Layout): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const file = await open(join(logs, 'start.log'), O_APPEND | O_CREAT | O_NOFOLLOW | O_WRONLY, 0o600);
  const { size, uid } = await file.stat();
  if (size > maxLaunchLogBytes) await file.truncate();
  if (account !== undefined && uid === 0) await file.chown(account.uid, account.gid);
  return file;
}

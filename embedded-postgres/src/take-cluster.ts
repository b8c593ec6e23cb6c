import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readPassword } from './cluster.ts';
import { hasLostItsSocket, reachGuarded } from './join-or-launch.ts';
import { tryLock } from './kernel-lock.ts';
import type { Layout } from './layout.ts';
import { lockName, prefix as newPrefix } from './new-folder.ts';
import { endOrphans } from './orphans.ts';
import { type Postmaster, readPostmaster } from './postmaster.ts';
import type { CommandPrefix } from './run-as.ts';
import { stopServer, stopServerIfUnused } from './stop-if-unused.ts';

const pollMs = 250;
const lockPollMs = 20;
const patienceMs = 2_000;
/** Processes of the earlier version may be stopping. */
const maxWaitMs = 10_000;
/** The time for which the processes of a killed server may end by themselves. */
const orphanGraceMs = 3_000;

/**
 * Waits until no other process upgrades the clusters of this folder, and keeps others waiting until the file is closed. It
 * is closed by the end of the process as well. A system without flock has no such lock.
 */
export async function takeTurn({ root }: Layout, log: (message: string) => void): Promise<FileHandle> {
  const file = await open(join(root, 'upgrade.lock'), 'a', 0o600);
  let hasTold = false;
  while ((await tryLock(file.fd)) === 'held') {
    if (!hasTold) log('Waiting for another process, which moves the data to another version of PostgreSQL');
    hasTold = true;
    await delay(pollMs);
  }
  return file;
}

/**
 * Takes the lock of the cluster, so that no other process can launch its server. A server that nobody uses is stopped:
 * processes that were killed have left it behind. Throws if processes of an earlier version use it.
 */
export async function takeCluster(
  layout: Layout,
  { prefix, log }: { prefix: CommandPrefix; log: (message: string) => void },
): Promise<FileHandle> {
  const startedMs = performance.now();
  let hasTold = false;
  let orphanedMs: number | undefined;
  for (;;) {
    const lock = await open(join(layout.cluster, lockName), 'a', 0o600);
    const server = await readPostmaster(layout.data);
    if (!server?.alive && (await tryLock(lock.fd)) !== 'held') return lock;
    await lock.close();
    const nowMs = performance.now();
    if (server?.alive) await stopUnused(layout, server, log);
    else {
      orphanedMs ??= nowMs;
      if (nowMs - orphanedMs > orphanGraceMs) await endOrphans(layout.data, prefix);
    }
    if (nowMs - startedMs > maxWaitMs) {
      throw new Error(
        `The database in ${layout.cluster} is used by an earlier version of Parley, or by another program: stop it, and start again. Nothing has been changed.`,
      );
    }
    if (nowMs - startedMs > patienceMs && !hasTold) {
      log('Waiting until no process of an earlier version uses the database');
      hasTold = true;
    }
    await delay(pollMs);
  }
}

async function stopUnused(layout: Layout, server: Postmaster, log: (message: string) => void): Promise<void> {
  const host = server.socketDir;
  if (host === undefined) return;
  if (await hasLostItsSocket(server)) return await stopServer(layout, server.pid);
  const password = await readPassword(layout);
  const reached = await reachGuarded(layout, host, password);
  if (reached.state !== 'present') return;
  await stopServerIfUnused({ layout, client: reached.client, host, password, log });
}

/** Stops the servers of new clusters that killed upgrades have left behind. The caller has its turn. */
export async function stopLeftServers(layout: Layout): Promise<void> {
  for (const name of await readdir(layout.root)) {
    if (!name.startsWith(newPrefix)) continue;
    const data = join(layout.root, name, 'data');
    const server = await readPostmaster(data);
    if (!server?.alive) continue;
    await stopServer({ ...layout, data }, server.pid);
    await waitUntilUnlocked(join(layout.root, name, lockName));
  }
}

/** The server's last processes end, and let go of its lock, a moment after the server itself. */
async function waitUntilUnlocked(path: string): Promise<void> {
  const file = await open(path, 'r+').catch(() => undefined);
  try {
    const startedMs = performance.now();
    while (file && (await tryLock(file.fd)) === 'held' && performance.now() - startedMs < orphanGraceMs) {
      await delay(lockPollMs);
    }
  } finally {
    await file?.close();
  }
}

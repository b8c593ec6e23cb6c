import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { tryLock } from './kernel-lock.ts';
import { ensureOwnFolder, type Layout } from './layout.ts';
import { type CommandPrefix, cleanEnvironment } from './run-as.ts';

/** The superuser that initdb creates. It owns the tables, and creates the serving role (connect.ts). */
export const superuser = 'parley';

const passwordBytes = 32;
const initdbTimeoutMs = 120_000;
// Longer than any initdb may take: the creator of an older folder is no longer running, even if its process id exists.
const makerMaxAgeMs = 10 * 60_000;
const reportedLines = 8;
const maxSaidLength = 8 * 1024;
const maxFolderTries = 10;
const makerPrefix = 'new-';
/**
 * The lock file in the folder of a cluster that is being created. It stays there in the finished cluster, where the
 * server holds it.
 */
export const lockName = 'lock';

/** Returns whether there is a cluster. Throws if it is of another major version or owned by another user. */
export async function clusterExists(layout: Layout, binaries: Binaries): Promise<boolean> {
  const version = await readFile(join(layout.data, 'PG_VERSION'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (version === undefined) {
    if ((await stat(layout.cluster).catch(() => undefined)) === undefined) return false;
    throw new Error(`${layout.cluster} holds no PostgreSQL database: restore it or move it away.`);
  }
  if (version.trim() !== String(binaries.majorVersion)) {
    throw new Error(
      `The database in ${layout.data} was made by PostgreSQL ${version.trim()}, but this Parley carries PostgreSQL ${binaries.majorVersion}: make a backup with the version of Parley that made it (parley backup), and restore it with this one into a new folder (parley restore), or set DATABASE_URL.`,
    );
  }
  const { uid } = await stat(layout.data);
  if (layout.account !== undefined && uid !== layout.account.uid) {
    const { uid: wantedUid, gid } = layout.account;
    throw new Error(
      `${layout.data} belongs to the user with id ${uid}, whom PostgreSQL refuses: run "chown -R ${wantedUid}:${gid} ${layout.root}".`,
    );
  }
  return true;
}

/** Reads the superuser's password, which was generated with the cluster. */
export async function readPassword(layout: Layout): Promise<string> {
  return await readFile(layout.password, 'utf8').catch((cause) => {
    throw new Error(`The database's password in ${layout.password} cannot be read (${cause.code}).`, {
      cause,
    });
  });
}

/**
 * Creates the cluster with a random password in a folder beside its final place and then renames it, so that it is
 * either complete or absent. If another Parley was faster, its cluster is kept and ours is removed.
 * Throws with initdb's last lines.
 */
export async function makeCluster(layout: Layout, binaries: Binaries, prefix: CommandPrefix): Promise<void> {
  const { path: ours, lock } = await makeOwnFolder(layout);
  try {
    const password = join(ours, 'password');
    await writePassword(password, layout);
    await runInitdb(binaries, prefix, { data: join(ours, 'data'), password, lock });
    await syncFolder(ours);
    await rename(ours, layout.cluster).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await syncFolder(layout.root);
  } finally {
    await rm(ours, { recursive: true, force: true });
    await lock.close();
  }
}

/**
 * Removes the folders that makeCluster left behind when its process was killed: those whose lock is held by neither the
 * creator nor its initdb. Process ids would not suffice, because every container has its own.
 */
export async function removeAbandonedClusters(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(makerPrefix)) continue;
    const path = join(root, name);
    const lock = await open(join(path, lockName), 'r+').catch(() => undefined);
    try {
      const isFree = lock !== undefined && (await tryLock(lock.fd)) === 'ours';
      // If this fails, the next start tries again.
      if (isFree || (await isOld(path))) {
        await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
      }
    } finally {
      await lock?.close();
    }
  }
}

/** Returns whether the folder is old; used if there is no lock to check. */
async function isOld(path: string): Promise<boolean> {
  const made = await stat(path).catch(() => undefined);
  return made !== undefined && Date.now() - made.mtimeMs > makerMaxAgeMs;
}

/** Creates a folder with a unique name, whose lock is held as long as this process or a child of it works in it. */
async function makeOwnFolder(layout: Layout): Promise<{ path: string; lock: FileHandle }> {
  for (let tries = 0; tries < maxFolderTries; tries++) {
    const path = join(layout.root, `${makerPrefix}${randomBytes(16).toString('hex')}`);
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

async function writePassword(path: string, { account }: Layout): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(passwordBytes).toString('base64url'));
    if (account !== undefined) await file.chown(account.uid, account.gid);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function runInitdb(
  binaries: Binaries,
  prefix: CommandPrefix,
  { data, password, lock }: { data: string; password: string; lock: FileHandle },
): Promise<void> {
  // initdb's own sync stays enabled: it took 20 of 570 ms, and nothing can be lost after the rename.
  const command = [
    ...prefix,
    binaries.initdb,
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    '--encoding=UTF8',
    // The rules for sorting and case are part of PostgreSQL and do not depend on the system's libraries.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ];
  const child = spawn(command[0]!, command.slice(1), {
    cwd: '/',
    env: cleanEnvironment,
    // initdb may outlive this process; it then keeps the lock.
    stdio: ['ignore', 'pipe', 'pipe', lock.fd],
    timeout: initdbTimeoutMs,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-maxSaidLength);
    });
  }
  const failed = await once(child, 'close').then(
    ([code, signal]) => (code === 0 ? undefined : `initdb ended with ${code ?? signal}`),
    (error: Error) => error.message,
  );
  if (failed === undefined) return;
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  const told = lines.length > 0 ? lines.slice(-reportedLines).join('\n') : failed;
  throw new Error(`PostgreSQL could not make a database in ${data}:\n${told}`);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

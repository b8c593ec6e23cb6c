import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type FileHandle, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import { makeNewFolder } from './new-folder.ts';
import { type CommandPrefix, cleanEnvironment } from './run-as.ts';

/** The superuser that initdb creates. It owns the tables, and creates the serving role (connect.ts). */
export const superuser = 'parley';

const passwordBytes = 32;
const initdbTimeoutMs = 120_000;
const reportedLines = 8;
const maxSaidLength = 8 * 1024;

/**
 * Returns the major version of the PostgreSQL that made the cluster; undefined if there is none. Throws if it is of a later
 * version than `binaries`, or owned by another user.
 */
export async function readClusterVersion(layout: Layout, binaries: Binaries): Promise<number | undefined> {
  const text = await readFile(join(layout.data, 'PG_VERSION'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) {
    if ((await stat(layout.cluster).catch(() => undefined)) === undefined) return undefined;
    throw new Error(`${layout.cluster} holds no PostgreSQL database: restore it or move it away.`);
  }
  const version = Number(text.trim());
  if (!(version <= binaries.majorVersion)) {
    throw new Error(
      `The database in ${layout.data} was made by PostgreSQL ${text.trim()}, but this Parley carries PostgreSQL ${binaries.majorVersion}: start the later version of Parley that made it, or restore a backup of this version (parley restore) into a new folder.`,
    );
  }
  const { uid } = await stat(layout.data);
  if (layout.account !== undefined && uid !== layout.account.uid) {
    const { uid: wantedUid, gid } = layout.account;
    throw new Error(
      `${layout.data} belongs to the user with id ${uid}, whom PostgreSQL refuses: run "chown -R ${wantedUid}:${gid} ${layout.root}".`,
    );
  }
  return version;
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
  const { path: ours, lock } = await makeNewFolder(layout);
  try {
    await fillCluster(ours, { layout, binaries, prefix, lock });
    await rename(ours, layout.cluster).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await syncFolder(layout.root);
  } finally {
    await rm(ours, { recursive: true, force: true });
    await lock.close();
  }
}

/** Creates a password and the cluster in the folder. `lock` is the folder's. Throws with initdb's last lines. */
export async function fillCluster(
  folder: string,
  {
    layout,
    binaries,
    prefix,
    lock,
  }: { layout: Layout; binaries: Binaries; prefix: CommandPrefix; lock: FileHandle },
): Promise<void> {
  const password = join(folder, 'password');
  await writePassword(password, layout);
  await runInitdb(binaries, prefix, { data: join(folder, 'data'), password, lock });
  await syncFolder(folder);
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

/** Makes renames in the folder durable. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

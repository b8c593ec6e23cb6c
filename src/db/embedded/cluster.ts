import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import { ensureOwnFolder, type Layout } from './layout.ts';
import { processExists } from './postmaster.ts';
import { type CommandPrefix, cleanEnvironment } from './run-as.ts';

/** The cluster's only role, a superuser. */
export const superuser = 'parley';

const passwordBytes = 32;
const initdbTimeoutMs = 120_000;
// Longer than any initdb may take, so that what is older has no living maker even if its process id has.
const makerMaxAgeMs = 10 * 60_000;
const reportedLines = 8;

/** Throws where the cluster is of another major version or owned by another user. False: there is none yet. */
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
      `The database in ${layout.data} was made by PostgreSQL ${version.trim()}, but this Parley carries PostgreSQL ${binaries.majorVersion}: take a dump with the old one and restore it into a new folder, or set DATABASE_URL.`,
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

/** The superuser's password, made with the cluster. */
export async function readPassword(layout: Layout): Promise<string> {
  return await readFile(layout.password, 'utf8').catch((cause) => {
    throw new Error(`The database's password in ${layout.password} cannot be read (${cause.code}).`, {
      cause,
    });
  });
}

/**
 * Makes the cluster with a random password beside its final place and then renames it there: it is whole or it is
 * not there. Where another Parley was faster, that one's cluster stays and ours is dropped.
 * Throws with initdb's last lines.
 */
export async function makeCluster(layout: Layout, binaries: Binaries, prefix: CommandPrefix): Promise<void> {
  const ours = join(layout.root, `${makerPrefix()}${randomBytes(4).toString('hex')}`);
  try {
    await ensureOwnFolder(ours, layout.account);
    const password = join(ours, 'password');
    await writePassword(password, layout);
    await runInitdb(binaries, prefix, { data: join(ours, 'data'), password });
    await syncFolder(ours);
    await rename(ours, layout.cluster).catch((error) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
    await syncFolder(layout.root);
  } finally {
    await rm(ours, { recursive: true, force: true });
  }
}

/** Removes what makers that died in the middle of makeCluster left behind. */
export async function removeAbandonedClusters(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const [, pid] = /^new-(\d+)-/.exec(name) ?? [];
    if (pid === undefined || name.startsWith(makerPrefix())) continue;
    const path = join(root, name);
    const made = await stat(path).catch(() => undefined);
    const isOld = made !== undefined && Date.now() - made.mtimeMs > makerMaxAgeMs;
    // Our own process id with another start is an earlier process: every container begins to count at one.
    const isGone = Number(pid) === process.pid || !processExists(Number(pid));
    // An initdb that outlived its maker may still write there; the next start tries again.
    if (isOld || isGone) await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
  }
}

function makerPrefix(): string {
  return `new-${process.pid}-${Math.round(performance.timeOrigin)}-`;
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
  { data, password }: { data: string; password: string },
): Promise<void> {
  // initdb's own sync stays on: measured at 20 ms of 570 ms, and nothing can be lost after the rename.
  const command = [
    ...prefix,
    binaries.initdb,
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    '--encoding=UTF8',
    // Sorting and case rules that come with PostgreSQL itself and never change with the system's libraries.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--data-checksums',
    '--no-instructions',
  ];
  const options = {
    cwd: '/',
    env: cleanEnvironment,
    timeout: initdbTimeoutMs,
    killSignal: 'SIGKILL' as const,
  };
  try {
    await promisify(execFile)(command[0]!, command.slice(1), options);
  } catch (cause) {
    const { stdout = '', stderr = '', message } = cause as Error & { stdout?: string; stderr?: string };
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => line.trim() !== '');
    const told = lines.length > 0 ? lines.slice(-reportedLines).join('\n') : message;
    throw new Error(`PostgreSQL could not make a database in ${data}:\n${told}`, { cause });
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

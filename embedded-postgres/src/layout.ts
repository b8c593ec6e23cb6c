import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Account, chooseAccount } from './run-as.ts';

/** The paths of an embedded server. All folders have mode 0700 and belong to the account as which PostgreSQL runs. */
export type Layout = {
  /** The parent of all other paths, possibly except the socket. */
  root: string;
  /** It is created complete, by a rename, because the data and the password belong together. */
  cluster: string;
  data: string;
  password: string;
  logs: string;
  /** The folder in which this Parley would create the socket; a running server may have another one. */
  socketDir: string;
  /** If undefined, PostgreSQL runs as the same user as Parley. */
  account: Account | undefined;
};

/** The name of the socket is `.s.PGSQL.{port}`; nothing listens on TCP. */
export const socketPort = 5432;

// The size of sockaddr_un.sun_path without the closing NUL.
const maxSocketPathBytes = process.platform === 'linux' ? 107 : 103;

/**
 * Creates `{dataDir}/postgres` and its folders if they are missing, and returns all paths. Changes nothing else in or
 * above `dataDir`. Throws if a folder belongs to another user.
 */
export async function prepareLayout(dataDir: string): Promise<Layout> {
  await mkdir(dataDir, { recursive: true });
  // The path is canonical, because it names the socket folder and identifies the server.
  const root = join(await realpath(dataDir), 'postgres');
  const cluster = join(root, 'cluster');
  const data = join(cluster, 'data');
  const account = await chooseAccount([await ownerOf(data), await ownerOf(root)]);
  const socketDir = chooseSocketDir(root);
  const logs = join(root, 'log');
  const layout = { root, cluster, data, password: join(cluster, 'password'), logs, socketDir, account };
  await ensureFolders(layout);
  return layout;
}

/**
 * Creates folders that are missing, because cleaners of temporary folders may remove one. Throws if one belongs to
 * another user.
 */
export async function ensureFolders({ root, logs, socketDir, account }: Layout): Promise<void> {
  for (const folder of [root, logs, socketDir]) await ensureOwnFolder(folder, account);
}

/** Returns the path of the socket in a folder. */
export function socketPath(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${socketPort}`);
}

/**
 * Returns `{root}/run`; if that is too long for a socket, a folder under the system's temporary folder, always the same
 * one for the same root. Throws if even that is too long.
 * @param variant distinguishes the folder of another server of the same root
 */
export function chooseSocketDir(root: string, variant = ''): string {
  const name = `parley-${createHash('sha256').update(root).digest('hex').slice(0, 24)}${variant}`;
  const candidates = [join(root, `run${variant}`), join(tmpdir(), name), join('/tmp', name)];
  const fits = (dir: string) =>
    dir.startsWith('/') && Buffer.byteLength(socketPath(dir)) <= maxSocketPathBytes;
  const found = candidates.find(fits);
  if (found === undefined)
    throw new Error(`No folder is short enough for the database's socket near ${root}.`);
  return found;
}

/**
 * Creates a folder with mode 0700 for the account (undefined: the current user) if it is missing. An existing folder is
 * changed only if it is empty. Throws if it belongs to another user or is open to others: in a shared temporary folder
 * that may be a trap, and anywhere it may be in use for something else.
 */
export async function ensureOwnFolder(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  // All operations use one handle, so that the folder that is checked is the folder that is changed, and never the
  // target of a link.
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(
    (cause) => {
      throw new Error(`${path} must be a folder that only Parley's database uses (${cause.code}).`, {
        cause,
      });
    },
  );
  try {
    const uid = account?.uid ?? process.geteuid?.();
    // The order matters: a folder that another Parley has begun to fill has the right owner already.
    const isEmpty = (await readdir(path)).length === 0;
    let found = await folder.stat();
    if (isEmpty) {
      if (account !== undefined && found.uid === 0) await folder.chown(account.uid, account.gid);
      found = await folder.stat();
      if (found.uid === uid) await folder.chmod(0o700);
      found = await folder.stat();
    }
    if (account !== undefined && found.uid === 0) {
      const { uid, gid } = account;
      throw new Error(
        `${path} belongs to root, whom PostgreSQL refuses: run "chown -R ${uid}:${gid}" on it, or move it away if it is not Parley's.`,
      );
    }
    if (found.uid !== uid) {
      throw new Error(
        `${path} belongs to the user with id ${found.uid}, not ${uid}: run Parley as that user, or move the folder away.`,
      );
    }
    if ((found.mode & 0o077) !== 0) {
      throw new Error(
        `${path} is open to other users: run "chmod 700" on it, or move it away if it is not Parley's.`,
      );
    }
  } finally {
    await folder.close();
  }
}

async function ownerOf(path: string): Promise<Account | undefined> {
  return await stat(path).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    if (error.code !== 'EACCES') throw error;
    throw new Error(`${path} cannot be entered: run Parley as the user who owns it, or as root.`, {
      cause: error,
    });
  });
}

import { type FileHandle, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, ensureLibraryLinks } from './binaries.ts';
import { fillCluster, readClusterVersion, readPassword } from './cluster.ts';
import { type EmbeddedConnection, leave, superuserConnection } from './connect.ts';
import { joinOrLaunch } from './join-or-launch.ts';
import { replaceCluster } from './kept-clusters.ts';
import { chooseSocketDir, ensureFolders, type Layout } from './layout.ts';
import { makeNewFolder, removeAbandonedFolders } from './new-folder.ts';
import { findOlderBinaries, type OlderBinaries } from './older-binaries.ts';
import { endOrphans } from './orphans.ts';
import { readPostmaster } from './postmaster.ts';
import { type CommandPrefix, chooseCommandPrefix } from './run-as.ts';
import { launchServer } from './server-process.ts';
import { settingsArguments } from './settings.ts';
import { stopServer } from './stop-if-unused.ts';
import { stopLeftServers, takeCluster, takeTurn } from './take-cluster.ts';

/** The steps that move data from a cluster of an earlier major version into one of this version. */
export type Upgrade = {
  /**
   * Copies everything from the older server into the empty database of the new one. Nobody else is connected to either.
   * If it throws, the older cluster stays as it is.
   */
  copy(from: EmbeddedConnection, to: EmbeddedConnection): Promise<void>;
  /** Is told what a person has to know: that the data is being moved, and where the former cluster is kept. */
  tell(message: string): void;
  /** The folder with the older programs; if undefined, they are looked for. */
  olderPrograms: string | undefined;
};

type Parts = {
  /** The major version of the present cluster. */
  from: number;
  binaries: Binaries;
  prefix: CommandPrefix;
  upgrade: Upgrade | undefined;
};

/**
 * The settings of the new server while it is filled: rows that are loaded into empty tables need not be logged as well,
 * and a new cluster is only used once its server has shut down in good order.
 */
const FILLING = { wal_level: 'minimal', max_wal_senders: '0', autovacuum: 'off', max_connections: '20' };

/** A shutdown writes what is in memory. */
const STOP_MS = 5 * 60_000;

/** The space for a cluster without data and its write-ahead log. */
const EMPTY_BYTES = 128 * 1024 ** 2;
/** A disk with less is full for PostgreSQL, which needs room for its next file of the write-ahead log. */
const FULL_BYTES = 16 * 1024 ** 2;
/** The new tables take as much as the old ones, and sorting their indexes takes more for a while. */
const SPACE_FACTOR = 1.2;

/**
 * Moves the data of the cluster to a new one of this major version, and puts that in its place. The servers of both run on
 * sockets that nobody else looks for. The present cluster stays as it is until the new one is complete and shut down; then it
 * is kept for a while under another name. Nothing is half done if the process is killed: the next start begins again.
 * Does nothing if another process has done it meanwhile. Throws one sentence, followed by a server's last lines if there are any.
 */
export async function upgradeCluster(layout: Layout, parts: Parts): Promise<void> {
  const { from, binaries, upgrade, prefix } = parts;
  if (!upgrade) {
    throw new Error(
      `The database in ${layout.data} was made by PostgreSQL ${from}, but this Parley carries PostgreSQL ${binaries.majorVersion}.`,
    );
  }
  const { tell } = upgrade;
  const older = await findOlderBinaries(from, upgrade.olderPrograms);
  await using stack = new AsyncDisposableStack();
  const turn = await takeTurn(layout, tell);
  stack.defer(() => turn.close());
  if ((await readClusterVersion(layout, binaries)) !== from) return;
  await stopLeftServers(layout);
  await removeAbandonedFolders(layout.root);
  const lock = await takeCluster(layout, { prefix, log: tell });
  stack.defer(() => lock.close());
  tell(`Moving the data from PostgreSQL ${from} to PostgreSQL ${binaries.majorVersion}`);
  const startedMs = performance.now();
  const filled = makeFilledCluster(layout, { ...parts, upgrade, older, lock }, stack);
  const path = await filled.catch(async (error) => {
    throw await explainFullDisk(layout, error);
  });
  const { kept, until } = await replaceCluster(layout, path, from);
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  tell(`The data was moved to PostgreSQL ${binaries.majorVersion} in ${seconds} s`);
  tell(`The former database is kept in ${kept} until ${until}`);
}

/** Returns the folder of the new cluster, whose server and that of the present one are shut down. */
async function makeFilledCluster(
  layout: Layout,
  parts: Parts & { upgrade: Upgrade; older: OlderBinaries; lock: FileHandle },
  outer: AsyncDisposableStack,
): Promise<string> {
  const { binaries, older, prefix, upgrade, lock } = parts;
  const { path, lock: newLock } = await makeNewFolder(layout);
  outer.defer(async () => {
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
    await newLock.close();
  });
  const oldLayout = { ...layout, socketDir: chooseSocketDir(layout.root, '-old') };
  const newLayout = {
    ...layout,
    cluster: path,
    data: join(path, 'data'),
    password: join(path, 'password'),
    socketDir: chooseSocketDir(layout.root, '-new'),
  };
  for (const { socketDir } of [oldLayout, newLayout]) {
    outer.defer(() => rm(socketDir, { recursive: true, force: true }));
  }
  await using servers = new AsyncDisposableStack();
  const source = await launch(oldLayout, { program: older.postgres, lock, settings: { autovacuum: 'off' } });
  servers.defer(source.stop);
  await refuseFullDisk(layout, source.connection);
  await ensureLibraryLinks(binaries.nativeDir);
  await fillCluster(path, { layout, binaries, prefix, lock: newLock });
  const target = await launch(newLayout, { program: binaries.postgres, lock: newLock, settings: FILLING });
  servers.defer(target.stop);
  await upgrade.copy(source.connection, target.connection);
  return path;
}

type Running = { connection: EmbeddedConnection; stop(): Promise<void> };

/** Starts a server for this process alone. */
async function launch(
  layout: Layout,
  { program, lock, settings }: { program: string; lock: FileHandle; settings: Record<string, string> },
): Promise<Running> {
  await rm(layout.socketDir, { recursive: true, force: true });
  await ensureFolders(layout);
  const folders = [layout.root, layout.socketDir];
  const prefix = await chooseCommandPrefix(layout.account, { program, folders });
  const password = await readPassword(layout);
  const stop = async () => {
    const server = await readPostmaster(layout.data);
    if (server?.alive) await stopServer(layout, server.pid, STOP_MS);
  };
  try {
    const { client, host } = await joinOrLaunch(layout, {
      password,
      launch: async () =>
        await launchServer(layout, {
          program,
          prefix,
          lock,
          settings: await settingsArguments(layout, settings),
        }),
      endOrphans: async () => void (await endOrphans(layout.data, prefix)),
      log: () => {},
    });
    return {
      connection: superuserConnection(host, password),
      stop: async () => {
        await leave(client);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws if the disk has no room for a second copy of the data. */
async function refuseFullDisk({ root }: Layout, connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes');
    const needed = rows[0].bytes * SPACE_FACTOR + EMPTY_BYTES;
    const { bavail, bsize } = await statfs(root);
    if (bavail * bsize >= needed) return;
    throw new Error(
      `The data is moved to another version of PostgreSQL, which needs ${megabytes(needed)} MB of free space in ${root}, where ${megabytes(bavail * bsize)} MB are free: make room, and start again. Nothing has been changed.`,
    );
  } finally {
    await client.end();
  }
}

/** Returns an error with the cause if the disk is full now, before the new cluster is removed, and otherwise the same one. */
async function explainFullDisk({ root }: Layout, error: unknown): Promise<unknown> {
  const { bavail, bsize } = await statfs(root);
  if (bavail * bsize >= FULL_BYTES) return error;
  const text = error instanceof Error ? error.message : String(error);
  return new Error(
    `The data could not be moved to another version of PostgreSQL, because the disk of ${root} is full: make room, and start again. Nothing has been changed.\n${text}`,
    { cause: error },
  );
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

import { type Binaries, ensureLibraryLinks, findBinaries } from './binaries.ts';
import { clusterExists, makeCluster, readPassword, removeAbandonedClusters, superuser } from './cluster.ts';
import { databaseName } from './connect.ts';
import { joinOrLaunch } from './join-or-launch.ts';
import { type Layout, prepareLayout, socketPort } from './layout.ts';
import { type CommandPrefix, chooseCommandPrefix } from './run-as.ts';
import { launchServer } from './server-process.ts';
import { settingsArguments } from './settings.ts';
import { stopServerIfUnused } from './stop-if-unused.ts';

/** A running PostgreSQL and how to reach it. */
export type EmbeddedPostgres = {
  /** `host` is the folder of the Unix socket, as `pg` takes it. The user is a superuser. */
  connection: { host: string; user: string; password: string; database: string; port: number };
  /** The server ran before we came, or another Parley started it in the same moment. */
  reused: boolean;
  /**
   * Stops the server unless others are connected: another Parley on the same folder, or any other client. Close your
   * own connections first. Ends our presence either way. Throws where the server does not stop in time.
   */
  stopIfUnused(): Promise<'stopped' | 'in use'>;
};

/**
 * Starts the PostgreSQL that came with npm on `{dataDir}/postgres`, or joins the one that runs there, and makes the
 * database where there is none. The server is a process of its own: it outlives a crash of Parley and is found again.
 * `settings` are PostgreSQL's own; they have no effect on a server that runs already.
 * Throws a plain sentence, followed by the server's last lines where it has said something.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (msg: string) => void;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {} } = options;
  const binaries = await findBinaries();
  const layout = await prepareLayout(dataDir);
  const commandPrefix = once(() => prepareLaunch(layout, binaries));
  await removeAbandonedClusters(layout.root);
  if (!(await clusterExists(layout, binaries))) {
    log(`Making a PostgreSQL ${binaries.majorVersion} database in ${layout.cluster}`);
    await makeCluster(layout, binaries, await commandPrefix());
  }
  const password = await readPassword(layout);
  const launch = async () => {
    log(`Starting PostgreSQL ${binaries.majorVersion} on ${layout.cluster}`);
    return await launchServer(layout, {
      program: binaries.postgres,
      prefix: await commandPrefix(),
      settings: await settingsArguments(layout, settings),
    });
  };
  const { client, host, reused } = await joinOrLaunch(layout, { password, launch, log });
  return {
    connection: { host, user: superuser, password, database: databaseName, port: socketPort },
    reused,
    stopIfUnused: once(() => stopServerIfUnused({ layout, client, host, password, log })),
  };
}

/** What initdb and a launch need, and joining a running server does without. */
async function prepareLaunch(layout: Layout, binaries: Binaries): Promise<CommandPrefix> {
  await ensureLibraryLinks(binaries.nativeDir);
  const folders = [layout.root, layout.socketDir];
  return await chooseCommandPrefix(layout.account, { program: binaries.postgres, folders });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

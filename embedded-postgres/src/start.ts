import { type Binaries, ensureLibraryLinks, findBinaries } from './binaries.ts';
import { makeCluster, readClusterVersion, readPassword } from './cluster.ts';
import { type EmbeddedConnection, servingPassword, servingRole, superuserConnection } from './connect.ts';
import { joinOrLaunch } from './join-or-launch.ts';
import { type Keeper, keepRunning, type ServerLog } from './keep-running.ts';
import { finishReplacement, removeReplaced } from './kept-clusters.ts';
import { ensureFolders, type Layout, prepareLayout } from './layout.ts';
import { removeAbandonedFolders } from './new-folder.ts';
import { endOrphans } from './orphans.ts';
import { type CommandPrefix, chooseCommandPrefix } from './run-as.ts';
import { launchServer } from './server-process.ts';
import { settingsArguments } from './settings.ts';
import { stopServerIfUnused } from './stop-if-unused.ts';
import { type Upgrade, upgradeCluster } from './upgrade-cluster.ts';

/** A running PostgreSQL and its connections. */
export type EmbeddedPostgres = {
  /** The user is a superuser and owns all tables. */
  connection: EmbeddedConnection;
  /** The connection of the serving role, which owns nothing and has only the privileges that it was granted. */
  serving: EmbeddedConnection;
  /** True if the server was already running, or another Parley started it at the same time. */
  reused: boolean;
  /** Starts the server again if it stops, see keepRunning, until `rest` or `stopIfUnused` is called. */
  keepRunning(log: ServerLog): void;
  /**
   * Returns the reason why the server cannot be used now, in a sentence for /readyz; undefined if it can, or is not
   * kept running.
   */
  trouble(): string | undefined;
  /** Ends the supervision: the server is not started again. */
  rest(): Promise<void>;
  /**
   * Stops the server unless others are connected: another Parley on the same folder, or any other client. The caller's
   * own connections have to be closed first. Ends our presence in either case. Throws if the server does not stop in
   * time.
   */
  stopIfUnused(): Promise<'stopped' | 'in use'>;
};

/** The interval at which a process looks for replaced clusters whose time is over. */
const SWEEP_MS = 3_600_000;

/**
 * Starts the PostgreSQL that npm installed on `{dataDir}/postgres`, or joins the running one, and creates the database
 * if there is none. The server is a separate process: it outlives a crash of Parley and is found again. `settings` are
 * PostgreSQL's own; they have no effect on a server that is already running. If an older PostgreSQL made the database, its
 * data is moved first, as `upgrade` says. Throws a sentence, followed by the server's last lines if there are any.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: (msg: string) => void;
  settings?: Record<string, string>;
  upgrade?: Upgrade;
}): Promise<EmbeddedPostgres> {
  const { dataDir, log, settings = {}, upgrade } = options;
  const binaries = await findBinaries();
  const layout = await prepareLayout(dataDir);
  const commandPrefix = once(() => prepareLaunch(layout, binaries));
  await removeAbandonedFolders(layout.root);
  await finishReplacement(layout);
  const version = await readClusterVersion(layout, binaries);
  if (version === undefined) {
    log(`Making a PostgreSQL ${binaries.majorVersion} database in ${layout.cluster}`);
    await makeCluster(layout, binaries, await commandPrefix());
  } else if (version !== binaries.majorVersion) {
    await upgradeCluster(layout, { from: version, binaries, prefix: await commandPrefix(), upgrade });
  }
  await removeReplaced(layout.root, log);
  const password = await readPassword(layout);
  const launchAt = (where: Layout) => async () => {
    const launched = await launchServer(where, {
      program: binaries.postgres,
      prefix: await commandPrefix(),
      settings: await settingsArguments(where, settings),
    });
    if (launched.pid !== undefined) log(`Starting PostgreSQL ${binaries.majorVersion} on ${layout.cluster}`);
    return launched;
  };
  const endOrphansHere = async () => {
    const pids = await endOrphans(layout.data, await commandPrefix());
    if (pids.length > 0) log(`Ended what a killed PostgreSQL had left: ${pids.join(', ')}`);
  };
  const parts = { password, endOrphans: endOrphansHere, log };
  const first = await joinOrLaunch(layout, { ...parts, launch: launchAt(layout) });
  // The socket of a joined server may be elsewhere; its successor has to be found in the same folder.
  const sameHost = { ...layout, socketDir: first.host };
  const join = async (signal: AbortSignal) => {
    await ensureFolders(sameHost);
    return await joinOrLaunch(sameHost, { ...parts, launch: launchAt(sameHost), signal });
  };
  let keeper: Keeper | undefined;
  let sweep: NodeJS.Timeout | undefined;
  const { host } = first;
  const connection = superuserConnection(host, password);
  return {
    connection,
    serving: { ...connection, user: servingRole, password: servingPassword(password) },
    reused: first.reused,
    keepRunning(serviceLog) {
      keeper ??= keepRunning({ layout, joined: first, join, log: serviceLog });
      sweep ??= setInterval(() => removeReplaced(layout.root, log).catch(() => {}), SWEEP_MS).unref();
    },
    trouble: () => keeper?.trouble(),
    rest: async () => await keeper?.end(),
    stopIfUnused: once(async () => {
      clearInterval(sweep);
      await keeper?.end();
      const { client } = keeper?.joined() ?? first;
      return await stopServerIfUnused({ layout, client, host, password, log });
    }),
  };
}

/** Prepares what initdb and a launch need, which joining a running server does not. */
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

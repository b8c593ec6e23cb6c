import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import { ensureLibraryLinks, findBinaries } from '../../embedded-postgres/src/binaries.ts';
import { makeCluster, readPassword } from '../../embedded-postgres/src/cluster.ts';
import { superuserConnection } from '../../embedded-postgres/src/connect.ts';
import { joinOrLaunch } from '../../embedded-postgres/src/join-or-launch.ts';
import { prepareLayout } from '../../embedded-postgres/src/layout.ts';
import { endOrphans } from '../../embedded-postgres/src/orphans.ts';
import { chooseCommandPrefix, cleanEnvironment } from '../../embedded-postgres/src/run-as.ts';
import { launchServer } from '../../embedded-postgres/src/server-process.ts';
import { settingsArguments } from '../../embedded-postgres/src/settings.ts';
import { stopServerIfUnused } from '../../embedded-postgres/src/stop-if-unused.ts';
import { makeDataDir } from './data-dirs.ts';
import { until } from './until.ts';

/** The programs of an earlier major version, and how they make a cluster. */
export type OlderPostgres = {
  folder: string;
  major: number;
  /** Makes `{dataDir}/postgres/cluster`, as an earlier version of Parley would. */
  makeCluster(dataDir: string): Promise<void>;
};

const STAND_IN = 17;

/**
 * Makes programs that pass for an earlier major version: those of this one, with the version that PostgreSQL checks when
 * it starts. The file with the version is right for PostgreSQL while it begins to start, and says 17 before and after.
 */
export async function makeStandIn(t: TestContext): Promise<OlderPostgres> {
  const folder = await makeDataDir(t, 'older');
  await chmod(folder, 0o755);
  const binaries = await findBinaries();
  await ensureLibraryLinks(binaries.nativeDir);
  const script = `#!/bin/sh
program=${JSON.stringify(binaries.postgres)}
if [ "$1" = --version ]; then
  # Parley learns in this way which user may run the program.
  "$program" --version > /dev/null || exit
  echo 'postgres (PostgreSQL) ${STAND_IN}.1'
  exit
fi
echo ${binaries.majorVersion} > "$2/PG_VERSION"
( (
  exec 3>&-
  # PostgreSQL checks the version before it writes its process id.
  until [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = $$ ] || ! kill -0 $$ 2>/dev/null; do sleep 0.01; done
  echo ${STAND_IN} > "$2/PG_VERSION"
) & )
exec "$program" "$@"
`;
  await writeFile(join(folder, 'postgres'), script, { mode: 0o755 });
  return {
    folder,
    major: STAND_IN,
    async makeCluster(dataDir) {
      const layout = await prepareLayout(dataDir);
      const folders = [layout.root, layout.socketDir];
      const prefix = await chooseCommandPrefix(layout.account, { program: binaries.postgres, folders });
      await makeCluster(layout, binaries, prefix);
      await writeFile(join(layout.data, 'PG_VERSION'), `${STAND_IN}\n`);
    },
  };
}

/** Returns the programs of an earlier PostgreSQL that this machine has; undefined if there is none. */
export async function findInstalled(): Promise<OlderPostgres | undefined> {
  for (const major of [17, 16, 15]) {
    const folder = `/usr/lib/postgresql/${major}/bin`;
    if (!(await stat(join(folder, 'initdb')).catch(() => undefined))) continue;
    return { folder, major, makeCluster: (dataDir) => initialize(folder, dataDir) };
  }
  return undefined;
}

/** The flags are those of the embedded database that this version has. */
async function initialize(folder: string, dataDir: string): Promise<void> {
  const layout = await prepareLayout(dataDir);
  const initdb = join(folder, 'initdb');
  const prefix = await chooseCommandPrefix(layout.account, { program: initdb, folders: [layout.root] });
  await mkdir(layout.cluster, { mode: 0o700 });
  const password = join(layout.cluster, 'password');
  await writeFile(password, 'a password of the tests', { mode: 0o600 });
  const { account } = layout;
  if (account) {
    const owner = `${account.uid}:${account.gid}`;
    await promisify(execFile)('chown', ['-R', owner, layout.cluster]);
  }
  const args = [
    `--pgdata=${layout.data}`,
    '--username=parley',
    `--pwfile=${password}`,
    '--auth-local=scram-sha-256',
    '--auth-host=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ];
  const [file, ...more] = [...prefix, initdb, ...args];
  await promisify(execFile)(file!, more, { cwd: '/', env: cleanEnvironment });
}

/** Starts the server of an earlier version, as Parley of that version would. */
export async function startOlder(dataDir: string, { folder, major }: OlderPostgres) {
  const layout = await prepareLayout(dataDir);
  const program = join(folder, 'postgres');
  const folders = [layout.root, layout.socketDir];
  const prefix = await chooseCommandPrefix(layout.account, { program, folders });
  const password = await readPassword(layout);
  const joined = await joinOrLaunch(layout, {
    password,
    launch: async () =>
      launchServer(layout, { program, prefix, settings: await settingsArguments(layout, {}) }),
    endOrphans: async () => void (await endOrphans(layout.data, prefix)),
    log: () => {},
  });
  const { client, host } = joined;
  // Of a stand-in, it is so a moment after its start.
  await until(async () => (await versionIn(layout.data)) === major || undefined);
  return {
    connection: superuserConnection(host, password),
    /** Ends the connection to it, as the kill of a process does; the server goes on. */
    leave: () => client.end(),
    stop: () => stopServerIfUnused({ layout, client, host, password, log: () => {} }),
  };
}

/** Returns the version that made the database of a data folder. */
export async function versionOf(dataDir: string): Promise<number> {
  return versionIn(join(dataDir, 'postgres/cluster/data'));
}

const versionIn = async (data: string) => Number(await readFile(join(data, 'PG_VERSION'), 'utf8'));

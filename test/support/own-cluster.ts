import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { distributeForTests } from './citus.ts';
import { freePort } from './free-port.ts';
import { sql } from './sql.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const SCRIPT = 'scripts/citus/cluster.sh';
const STARTS = 3;

/** A Citus cluster whose servers may be killed, with a distributed database. */
export type OwnCluster = {
  databaseUrl: string;
  /** Kills the server that listens on a port of the cluster, as `kill -9` does. */
  kill(port: number): Promise<void>;
  /** Starts the servers that do not run. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

/**
 * Starts a cluster from the PostgreSQL of the one that CITUS_DATABASE_URL names.
 * @returns undefined if that PostgreSQL is not installed on this machine
 */
export async function startOwnCluster(): Promise<OwnCluster | undefined> {
  const [found] = await sql<{ path: string }>(
    process.env.CITUS_DATABASE_URL!,
    `select setting || '/pg_config' as path from pg_config where name = 'BINDIR'`,
  );
  const pgConfig = found!.path;
  if (!existsSync(pgConfig)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'parley-cluster-'));
  const call = (...given: string[]) =>
    run('bash', [SCRIPT, ...given], { env: { ...process.env, PG_CONFIG: pgConfig } });
  let port = 0;
  const start = async () => void (await call('start', folder, `${port}`));
  const stop = () => call('stop', folder);
  const remove = async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  };
  for (let left = STARTS; ; left--) {
    port = await freePort();
    try {
      await start();
      break;
    } catch (error) {
      await remove();
      // Another program may have one of the two ports after it.
      if (left === 1) throw error;
    }
  }
  const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await migrate({ connectionString: databaseUrl }, createLog('error'), { afterwards: distributeForTests });
  return {
    databaseUrl,
    async kill(killed) {
      const path = join(folder, `node${killed - port}`, 'postmaster.pid');
      const pid = Number((await readFile(path, 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGKILL');
    },
    // The processes of a killed server end a little later, and it is not started before.
    start: async () =>
      void (await until(() =>
        start().then(
          () => true,
          () => undefined,
        ),
      )),
    remove,
  };
}

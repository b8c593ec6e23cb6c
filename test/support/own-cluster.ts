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
  /** Kills the server that listens on a port of the cluster, as `kill -9` does, and waits until its processes have ended. */
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
      // A stopped server starts no more processes.
      process.kill(pid, 'SIGSTOP');
      const children = await childrenOf(pid);
      process.kill(pid, 'SIGKILL');
      // Those that serve connections notice it a little later, and answer until then.
      await until(async () => !children.some(exists) || undefined);
    },
    // A server is not started before all processes of the killed one have ended.
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

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout.trim().split('\n');
  return processes.flatMap((line) => {
    const [pid, parentPid] = line.trim().split(/\s+/).map(Number);
    return parentPid === parent ? [pid!] : [];
  });
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

import { execFile } from 'node:child_process';
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  type EmbeddedPostgres,
  prepareLayout,
  readPostmaster,
  startEmbeddedPostgres,
} from '@parley/embedded-postgres';
import pg from 'pg';
import { urlOf } from '../../support/postgres.ts';
import { sql } from '../../support/sql.ts';

/** A separate PostgreSQL server that writes commits to disk, and that can be killed. */
export type PostgresServer = {
  /** The URL of its database, the same after every start. */
  url: string;
  /** The same in the form of `pg`. */
  connection: EmbeddedPostgres['connection'];
  /** `immediate`: it stops at once and recovers at the next start. `kill`: SIGKILL of the postmaster. */
  crash(how: 'immediate' | 'kill'): Promise<void>;
  /** Stops all of its processes without ending them while `work` is done: connections stay open and nothing answers. */
  freeze(work: () => Promise<void>): Promise<void>;
  /** Starts it again, and returns when it accepts connections. */
  start(): Promise<void>;
  /** Copies its data while nobody writes, as a snapshot of the disk does, and starts a server on the copy. */
  copy(): Promise<PostgresServer>;
  /** Copies its data while it runs, and starts a standby on the copy, which follows it by streaming replication. */
  standby(settings?: Record<string, string>): Promise<PostgresServer>;
  /** Stops it even if clients are connected, and removes its data. */
  remove(): Promise<void>;
};

const SIGNALS = { immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
const CRASH_TIMEOUT_MS = 20_000;

export async function startPostgresServer(
  settings: Record<string, string> = {},
  { copied, followed, folder = tmpdir() }: { copied?: string; followed?: string; folder?: string } = {},
): Promise<PostgresServer> {
  const dataDir = followed ?? (await mkdtemp(join(folder, 'parley-postgres-')));
  if (copied !== undefined) {
    await promisify(execFile)('cp', ['-a', join(copied, 'postgres'), dataDir]);
    // The sockets belong to the original server, which is running.
    await rm(join(dataDir, 'postgres/run'), { recursive: true, force: true });
  }
  const launch = () => startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  const { data } = await prepareLayout(dataDir);
  // No server is running on the copy.
  if (copied !== undefined) await rm(join(data, 'postmaster.pid'), { force: true });
  const { connection } = await launch();
  const crash: PostgresServer['crash'] = async (how) => {
    const server = await readPostmaster(data);
    if (!server?.alive) return;
    process.kill(server.pid, SIGNALS[how]);
    const deadline = performance.now() + CRASH_TIMEOUT_MS;
    while ((await readPostmaster(data))?.alive) {
      if (performance.now() > deadline) throw new Error('PostgreSQL did not go');
      await delay(5);
    }
  };
  return {
    url: urlOf(connection),
    connection,
    crash,
    async freeze(work) {
      const server = await readPostmaster(data);
      const pids = [server!.pid, ...(await childrenOf(server!.pid))];
      const signal = (name: NodeJS.Signals) => {
        for (const pid of pids) {
          try {
            process.kill(pid, name);
          } catch (error) {
            // A process of the server may have ended meanwhile.
            if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
          }
        }
      };
      signal('SIGSTOP');
      await work().finally(() => signal('SIGCONT'));
    },
    async start() {
      await launch();
    },
    async copy() {
      await sql(urlOf(connection), 'checkpoint');
      return startPostgresServer(settings, { copied: dataDir });
    },
    async standby(own = {}) {
      const followed = await copyRunning(connection, dataDir);
      const { host, port, user, password } = connection;
      const upstream = { host, port, user, password, application_name: 'standby' };
      const info = Object.entries(upstream).map(([name, value]) => `${name}='${value}'`);
      return startPostgresServer({ ...settings, ...own, primary_conninfo: info.join(' ') }, { followed });
    },
    async remove() {
      await crash('immediate');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Copies the data of a running server as pg_basebackup does, which the embedded PostgreSQL lacks. @returns the new folder */
async function copyRunning(connection: EmbeddedPostgres['connection'], dataDir: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'parley-postgres-'));
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    // Files that the server removes meanwhile are none of the backup's.
    await promisify(execFile)('cp', ['-a', join(dataDir, 'postgres'), copy]).catch(() => {});
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await rm(join(copy, 'postgres/run'), { recursive: true, force: true });
    const data = join(copy, 'postgres/cluster/data');
    await rm(join(data, 'postmaster.pid'), { force: true });
    const { uid, gid } = await stat(data);
    const files = { backup_label: rows[0].labelfile, 'standby.signal': '' };
    for (const [name, text] of Object.entries(files)) {
      await writeFile(join(data, name), text, { mode: 0o600 });
      await chown(join(data, name), uid, gid);
    }
    return copy;
  } finally {
    await client.end();
  }
}

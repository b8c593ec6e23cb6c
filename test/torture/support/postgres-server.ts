import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
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
  /** Starts it again, and returns when it accepts connections. */
  start(): Promise<void>;
  /** Copies its data while nobody writes, as a snapshot of the disk does, and starts a server on the copy. */
  copy(): Promise<PostgresServer>;
  /** Stops it even if clients are connected, and removes its data. */
  remove(): Promise<void>;
};

const SIGNALS = { immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
const CRASH_TIMEOUT_MS = 20_000;

export async function startPostgresServer(
  settings: Record<string, string> = {},
  { copied, folder = tmpdir() }: { copied?: string; folder?: string } = {},
): Promise<PostgresServer> {
  const dataDir = await mkdtemp(join(folder, 'parley-postgres-'));
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
    async start() {
      await launch();
    },
    async copy() {
      await sql(urlOf(connection), 'checkpoint');
      return startPostgresServer(settings, { copied: dataDir });
    },
    async remove() {
      await crash('immediate');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../support/free-port.ts';
import { until } from '../../support/until.ts';

/** A PgBouncer in front of a server with a Unix socket. */
export type PgBouncer = {
  /** Returns the URL of the same database and role through the pooler. */
  through(url: string): string;
  stop(): Promise<void>;
};

/** The pool size, which suffices for all connections of a service with all roles. */
const POOL_SIZE = 100;

/** The PATH with the folder in which Debian installs PgBouncer, which only root's PATH contains. */
const PATH = `${process.env.PATH}:/usr/sbin`;

/** The program: the installed one, unless the variable names another. */
const PROGRAM = process.env.PARLEY_PGBOUNCER ?? 'pgbouncer';

/** Returns the version of the program as 1.21 is written; undefined if there is none. */
export function pgBouncerVersion(): string | undefined {
  const { stdout } = spawnSync(PROGRAM, ['--version'], { env: { PATH }, encoding: 'utf8' });
  return /^PgBouncer (\d+\.\d+)/.exec(stdout ?? '')?.[1];
}

/** Returns true if the program can keep the prepared statements of connections that share sessions. */
export function keepsPreparedStatements(): boolean {
  const [major = 0, minor = 0] = (pgBouncerVersion() ?? '').split('.').map(Number);
  return major > 1 || minor >= 21;
}

/**
 * Starts PgBouncer with Debian's configuration, with no parameters ignored, as the user of the server.
 * @param socketDir the folder of the server's socket
 * @param users the passwords by role
 * @param preparedStatements max_prepared_statements, which early versions do not know
 * @param more further lines of the settings
 */
export async function startPgBouncer(
  mode: 'session' | 'transaction' | 'statement',
  socketDir: string,
  users: Readonly<Record<string, string>>,
  preparedStatements = 200,
  more: readonly string[] = [],
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-pgbouncer-'));
  const port = await freePort();
  const [settings, userList] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')];
  await writeFile(
    userList,
    Object.entries(users)
      .map(([user, password]) => `"${user}" "${password}"\n`)
      .join(''),
  );
  await writeFile(
    settings,
    `[databases]
* = host=${socketDir} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${userList}
pool_mode = ${mode}
default_pool_size = ${POOL_SIZE}
max_client_conn = ${2 * POOL_SIZE}
${keepsPreparedStatements() ? `max_prepared_statements = ${preparedStatements}` : ''}
${more.join('\n')}
`,
  );
  const { uid, gid } = await stat(socketDir);
  const isRoot = process.geteuid?.() === 0;
  const asOwner = isRoot ? ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'] : [];
  if (isRoot) for (const path of [folder, settings, userList]) await chown(path, uid, gid);
  await chmod(folder, 0o700);
  const [program, ...args] = [...asOwner, PROGRAM, '-q', settings];
  const child = spawn(program!, args, { env: { PATH }, stdio: 'ignore', cwd: '/' });
  const ended = once(child, 'exit');
  const through = (url: string) => {
    const there = new URL(url.replace('@/', '@socket/'));
    return `postgres://${there.username}:${there.password}@127.0.0.1:${port}${there.pathname}`;
  };
  const stop = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    // A refusal of the role shows that it listens.
    await until(async () => {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user: 'nobody',
        database: 'nothing',
        password: '-',
      });
      client.on('error', () => {});
      const code = await client.connect().then(
        () => '',
        (error) => error.code,
      );
      await client.end().catch(() => {});
      return code === 'ECONNREFUSED' ? undefined : true;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { through, stop };
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { clientSettings } from '../../src/db/database.ts';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { findPostmaster } from './cpu.ts';
import { endServerLeftBehind } from './left-behind.ts';

/** The database that the service and its limit share. */
export type BenchDatabase = AsyncDisposable & {
  /** As DATABASE_URL. */
  url: string;
  connection: pg.ClientConfig;
  /** The same for programs of PostgreSQL, with the session settings that the service has. */
  environment: NodeJS.ProcessEnv;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Process id of the server; undefined where it runs elsewhere, or /proc is not there to be read. */
  postmasterPid: number | undefined;
  /** What kind of server it is, for the report. */
  description: string;
};

/**
 * An empty database: on the embedded server in `dataDir`, with full durability, or on the one of BENCH_DATABASE_URL,
 * where it gets a name of its own. It is gone when its scope ends.
 */
export async function openBenchDatabase(dataDir: string, url: string | undefined): Promise<BenchDatabase> {
  const server = url === undefined ? await startEmbedded(dataDir) : await createOn(url);
  const client = new pg.Client(clientSettings({ ...server.connection, application_name: 'parley bench' }));
  // The next statement fails anyway.
  client.on('error', () => {});
  const dispose = async () => {
    await client.end();
    await server.end();
  };
  try {
    await client.connect();
    return {
      url: server.connection.connectionString ?? urlOf(client),
      connection: server.connection,
      environment: environmentOf(client),
      query: async (text, values) => (await client.query(text, values)).rows,
      postmasterPid: await findPostmaster(client),
      description: await describe(client, server.kind),
      [Symbol.asyncDispose]: dispose,
    };
  } catch (error) {
    await dispose();
    throw error;
  }
}

type Server = { kind: string; connection: pg.ClientConfig; end(): Promise<void> };

async function startEmbedded(dataDir: string): Promise<Server> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return {
    kind: 'embedded',
    connection: server.connection,
    end: async () => {
      await server.stopIfUnused();
      await endServerLeftBehind(dataDir);
    },
  };
}

async function createOn(url: string): Promise<Server> {
  const name = `parley_bench_${randomBytes(4).toString('hex')}`;
  // By hand, as URL refuses those without a host, which mean a Unix socket.
  const own = url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);
  if (own === url) throw new Error('BENCH_DATABASE_URL must be a URL such as postgres://user@host/database');
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await onServer(`create database ${name}`);
  return {
    kind: 'BENCH_DATABASE_URL',
    connection: { connectionString: own },
    end: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

function urlOf({ user, password, host, port, database }: pg.Client): string {
  const parts = [user ?? '', `${password ?? ''}`, database ?? '', host].map(encodeURIComponent);
  return `postgres://${parts[0]}:${parts[1]}@/${parts[2]}?host=${parts[3]}&port=${port}`;
}

/** The variables of libpq. Prepared statements are planned under the service's own settings. */
function environmentOf({ user, password, host, port, database }: pg.Client): NodeJS.ProcessEnv {
  return {
    PGHOST: host,
    PGPORT: `${port}`,
    PGUSER: user,
    PGPASSWORD: `${password ?? ''}`,
    PGDATABASE: database,
    PGOPTIONS: clientSettings({}).options,
  };
}

async function describe(client: pg.Client, kind: string): Promise<string> {
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers'];
  const { rows } = await client.query(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [names],
  );
  const { rows: versions } = await client.query('show server_version');
  const settings = rows.map(({ name, value }) => `${name} ${value}`).join(', ');
  return `${versions[0].server_version} (${kind}; ${settings})`;
}

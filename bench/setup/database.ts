import { randomBytes } from 'node:crypto';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { clientSettings } from '../../src/db/database.ts';
import { findPostmaster } from './cpu.ts';
import { endServerLeftBehind } from './left-behind.ts';

/** The PostgreSQL server that has the databases of all contenders. */
export type BenchServer = AsyncDisposable & {
  /** Creates an empty database with a unique name, which is dropped when its scope ends. */
  makeDatabase(): Promise<BenchDatabase>;
  /** Opens a database that stays, and creates it if it is missing. */
  openDatabase(name: string): Promise<BenchDatabase>;
  /** The process id of the server; undefined if it runs elsewhere or /proc cannot be read. */
  postmasterPid: number | undefined;
  /** The kind of server, for the report. */
  description: string;
};

export type BenchDatabase = AsyncDisposable & {
  /** The URL in the form of DATABASE_URL. */
  url: string;
  connection: pg.ClientConfig;
  /** The same for programs of PostgreSQL, with the service's session settings. */
  environment: NodeJS.ProcessEnv;
  client: pg.Client;
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
};

/** Opens the embedded server in `dataDir`, with full durability, or the one of BENCH_DATABASE_URL. */
export async function openBenchServer(dataDir: string, url: string | undefined): Promise<BenchServer> {
  const server = url === undefined ? await startEmbedded(dataDir) : onServerOf(url);
  const admin = await connect(server.connection).catch(async (error: unknown) => {
    await server.end();
    throw error;
  });
  return {
    postmasterPid: await findPostmaster(admin),
    description: await describe(admin, server.kind),
    makeDatabase: async () => {
      const name = `parley_bench_${randomBytes(4).toString('hex')}`;
      await admin.query(`create database ${name}`);
      const drop = () => admin.query(`drop database if exists ${name} with (force)`);
      try {
        return await openDatabase(server.connectionTo(name), drop);
      } catch (error) {
        await drop();
        throw error;
      }
    },
    openDatabase: async (name) => {
      const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
      if (rowCount === 0) await admin.query(`create database ${name}`);
      return await openDatabase(server.connectionTo(name), async () => {});
    },
    [Symbol.asyncDispose]: async () => {
      await admin.end();
      await server.end();
    },
  };
}

async function openDatabase(
  connection: pg.ClientConfig,
  drop: () => Promise<unknown>,
): Promise<BenchDatabase> {
  const client = await connect(connection);
  return {
    url: connection.connectionString ?? urlOf(client),
    connection,
    environment: environmentOf(client),
    client,
    query: async (text, values) => (await client.query(text, values)).rows,
    [Symbol.asyncDispose]: async () => {
      await client.end();
      await drop();
    },
  };
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(clientSettings({ ...connection, application_name: 'parley bench' }));
  // The next statement reports the failure.
  client.on('error', () => {});
  await client.connect();
  return client;
}

type Server = {
  kind: string;
  connection: pg.ClientConfig;
  connectionTo(database: string): pg.ClientConfig;
  end(): Promise<void>;
};

async function startEmbedded(dataDir: string): Promise<Server> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
  return {
    kind: 'embedded',
    connection: server.connection,
    connectionTo: (database) => ({ ...server.connection, database }),
    end: async () => {
      await server.stopIfUnused();
      await endServerLeftBehind(dataDir);
    },
  };
}

function onServerOf(url: string): Server {
  // URL rejects a text without a host, which means a Unix socket.
  const withName = (name: string) => url.replace(/^(postgres(?:ql)?:\/\/[^/?]*)(?:\/[^?]*)?/, `$1/${name}`);
  if (withName('other') === url) {
    throw new Error('BENCH_DATABASE_URL must be a URL such as postgres://user@host/database');
  }
  return {
    kind: 'BENCH_DATABASE_URL',
    connection: { connectionString: url },
    connectionTo: (database) => ({ connectionString: withName(database) }),
    end: async () => {},
  };
}

function urlOf({ user, password, host, port, database }: pg.Client): string {
  const parts = [user ?? '', `${password ?? ''}`, database ?? '', host].map(encodeURIComponent);
  return `postgres://${parts[0]}:${parts[1]}@/${parts[2]}?host=${parts[3]}&port=${port}`;
}

/** Returns the variables of libpq. Prepared statements are planned with the service's own settings. */
function environmentOf({ user, password, host, port, database }: pg.Client): NodeJS.ProcessEnv {
  return {
    PGHOST: host,
    PGPORT: `${port}`,
    PGUSER: user,
    PGPASSWORD: `${password ?? ''}`,
    PGDATABASE: database,
    // As src/db/client.ts sets it: without it, pgbench plans a statement anew for each set of values.
    PGOPTIONS: '-c plan_cache_mode=force_generic_plan -c timezone=UTC',
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

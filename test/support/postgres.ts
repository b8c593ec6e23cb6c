import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** The variable with the address of the tests' PostgreSQL; global-setup.ts sets it for every test file. */
const SERVER = 'PARLEY_TEST_SERVER';
export const TEMPLATE = 'parley_test_template';

/** The role that the services of the tests use: it owns nothing and has the rights that `parley migrate` grants. */
export const SERVING = { user: 'parley_test_serving', password: 'serving' };

/** The variable with the addresses of the workers, if the tests' PostgreSQL is the coordinator of a Citus cluster. */
const WORKERS = 'PARLEY_TEST_CITUS_WORKERS';

/** The variable with the host and port of the pooler through which the services of the tests connect, if there is one. */
const POOLER = 'PARLEY_TEST_POOLER';

export function rememberPooler(host: string): void {
  process.env[POOLER] = host;
}

/** Returns the same URL through the pooler. */
function throughPooler(url: string): string {
  const host = process.env[POOLER];
  if (!host) return url;
  const there = new URL(url.replace('@/', '@socket/'));
  return `postgres://${there.username}:${there.password}@${host}${there.pathname}`;
}

export function rememberServer(connection: pg.ClientConfig, workers: readonly pg.ClientConfig[] = []): void {
  process.env[SERVER] = JSON.stringify(connection);
  process.env[WORKERS] = JSON.stringify(workers);
}

export function serverConnection(): pg.ClientConfig {
  const text = process.env[SERVER];
  if (!text) throw new Error('run the tests with `npm test`, which starts their PostgreSQL');
  return JSON.parse(text);
}

/** Returns a connection to another database of the same server. */
export function connectionTo(database: string, server = serverConnection()): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database };
  const url = new URL(server.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** Returns the same connection with another role. */
export function connectionAs(
  role: { user: string; password: string },
  connection: pg.ClientConfig,
): pg.ClientConfig {
  if (!connection.connectionString) return { ...connection, ...role };
  const url = new URL(connection.connectionString);
  url.username = role.user;
  url.password = role.password;
  return { connectionString: url.href };
}

/** Returns the connection as DATABASE_URL, for processes that a test starts. */
export function urlOf(connection: pg.ClientConfig): string {
  if (connection.connectionString) return connection.connectionString;
  const { user, password, host, port, database } = connection;
  return `postgres://${user}:${encodeURIComponent(`${password}`)}@/${database}?host=${encodeURIComponent(`${host}`)}&port=${port}`;
}

/** Returns the servers on which each test database exists: one, unless the tests run on a Citus cluster. */
function allServers(): pg.ClientConfig[] {
  return [serverConnection(), ...JSON.parse(process.env[WORKERS] ?? '[]')];
}

/** Returns the URLs of a test database on all nodes that it is on: one, unless the tests run on a Citus cluster. */
export function urlsOf(databaseUrl: string): string[] {
  const [, ...workers] = allServers();
  const onWorker = (worker: pg.ClientConfig) => {
    const url = new URL(urlOf(connectionTo(new URL(databaseUrl).pathname.slice(1), worker)));
    // Otherwise the catalog would not show the shards.
    url.searchParams.set('options', '-c citus.show_shards_for_app_name_prefixes=*');
    return url.href;
  };
  return [databaseUrl, ...workers.map(onWorker)];
}

/** Runs one statement on the server's own database, and on that of each other node of a cluster. */
export async function onAllServers(sql: string): Promise<void> {
  await Promise.all(allServers().map((server) => onServer(sql, server)));
}

/** Runs one statement on the server's own database. */
export async function onServer(sql: string, server = serverConnection()): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * Creates a migrated database, cloned from the template; it is dropped when disposed. Nodes of a Citus cluster know each other by
 * address and the databases by the same name, so that clones on all of them make a cluster again.
 */
export async function createTestDatabase(): Promise<{
  connection: pg.ClientConfig;
  url: string;
  /** The URL for the role that the services of the tests use. */
  servingUrl: string;
  drop(): Promise<void>;
}> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  await onAllServers(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const connection = connectionTo(name);
  return {
    connection,
    url: urlOf(connection),
    servingUrl: throughPooler(urlOf(connectionAs(SERVING, connection))),
    drop: () => onAllServers(`drop database if exists ${name} with (force)`),
  };
}

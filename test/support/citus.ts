import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute } from '../../src/db/citus/distribute.ts';
import { connectionTo, onAllServers, serverConnection, urlOf } from './postgres.ts';

/** Few, so that a test database is copied fast; two for each worker of the usual cluster. */
const TEST_SHARDS = 4;

/** For tests of what only a cluster does: without one they are skipped, and `npm run test:citus` runs them. */
export const ON_CITUS = { skip: process.env.PARLEY_TEST_ON_CITUS ? false : 'npm run test:citus runs it' };

/** For tests of what is done on a single server alone. */
export const ON_ONE_SERVER = { skip: process.env.PARLEY_TEST_ON_CITUS ? 'a cluster does not do it' : false };

type Node = { host: string; port: number; groupId: number };

/** The nodes of the cluster that a coordinator knows, itself first. */
export async function nodesOf(coordinator: pg.ClientConfig): Promise<Node[]> {
  const client = new pg.Client(coordinator);
  await client.connect();
  try {
    const { rows } = await client.query<Node>(
      `select nodename as host, nodeport as port, groupid as "groupId" from pg_dist_node
       where noderole = 'primary' order by groupid`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** The same connection to another node. */
export function connectionOn({ host, port }: Node, connection: pg.ClientConfig): pg.ClientConfig {
  const url = new URL(connection.connectionString!);
  url.hostname = host;
  url.port = `${port}`;
  return { connectionString: url.href };
}

/** Makes a database that exists on each node a cluster of its own. */
export async function joinNodes(nodes: readonly Node[], coordinator: pg.ClientConfig): Promise<void> {
  for (const node of nodes) await run(connectionOn(node, coordinator), ['create extension citus']);
  const [{ host, port }, ...workers] = nodes as [Node, ...Node[]];
  await run(coordinator, [
    `select citus_set_coordinator_host('${host}', ${port})`,
    ...workers.map((worker) => `select citus_add_node('${worker.host}', ${worker.port})`),
  ]);
}

/** Distributes a migrated database, with few shards. */
export async function distributeForTests(client: pg.Client): Promise<void> {
  await distribute(client, TEST_SHARDS);
}

/** A database without any table, which is a plain one until it joins the other nodes of the tests' cluster. */
export async function createEmptyDatabase(): Promise<{
  url: string;
  join(): Promise<void>;
  drop(): Promise<void>;
}> {
  const name = `parley_test_${randomBytes(6).toString('hex')}`;
  await onAllServers(`create database ${name} template template0 encoding 'UTF8'`);
  const connection = connectionTo(name);
  return {
    url: urlOf(connection),
    join: async () => joinNodes(await nodesOf(serverConnection()), connection),
    drop: () => onAllServers(`drop database if exists ${name} with (force)`),
  };
}

async function run(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

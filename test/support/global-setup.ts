import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { grantRights } from '../../src/db/grants.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { type PgBouncer, startPgBouncer } from '../torture/support/pgbouncer.ts';
import { connectionOn, distributeForTests, joinNodes, nodesOf } from './citus.ts';
import {
  connectionTo,
  onAllServers,
  onServer,
  rememberPooler,
  rememberServer,
  SERVING,
  TEMPLATE,
} from './postgres.ts';

/**
 * Starts one PostgreSQL for all test files: the embedded one in its own folder, or the server that TEST_DATABASE_URL
 * names (a superuser's URL), or the Citus cluster whose coordinator CITUS_DATABASE_URL names. Each file clones its database
 * from a template that is migrated once. With PARLEY_TEST_THROUGH_PGBOUNCER, the services of the tests connect to the embedded one
 * through a PgBouncer with `pool_mode=session`.
 */
let stop: () => Promise<void> = async () => {};

export async function globalSetup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  const coordinator = citusCoordinator();
  const nodes = coordinator && (await nodesOf(coordinator));
  if (coordinator) {
    const workers = nodes!.slice(1).map((node) => connectionOn(node, coordinator));
    rememberServer(coordinator, workers);
  } else if (url) rememberServer({ connectionString: url });
  else {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
    // Tests never lose power, and take half the time without fsync. Tests of durability start their own server.
    const isPooled = process.env.PARLEY_TEST_THROUGH_PGBOUNCER !== undefined;
    // The pooler is not permitted to pass closed folders, as root's PostgreSQL is.
    if (isPooled) await chmod(dataDir, 0o755);
    const settings = {
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      ...(isPooled && { max_connections: '600' }),
    };
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
    rememberServer(server.connection);
    const pooler = isPooled ? await startSessionPooler(server.connection.host) : undefined;
    stop = async () => {
      await pooler?.stop();
      await server.stopIfUnused();
      await rm(dataDir, { recursive: true, force: true });
    };
  }
  await dropTemplate();
  await onAllServers(`create database ${TEMPLATE} template template0 encoding 'UTF8'`);
  // Citus creates it on the workers, too.
  await onServer(
    `do $$ begin create role ${SERVING.user}; exception when duplicate_object then null; end $$`,
  );
  await onServer(`alter role ${SERVING.user} login password '${SERVING.password}'`);
  const template = connectionTo(TEMPLATE);
  if (nodes) await joinNodes(nodes, template);
  await migrate(template, createLog('silent'), nodes ? { afterwards: distributeForTests } : {});
  const client = new pg.Client(template);
  await client.connect();
  await grantRights(client, SERVING.user);
  await client.end();
  // The daemon of Citus would connect to it again and again, and what is connected to cannot be cloned.
  if (nodes) await onAllServers(`alter database ${TEMPLATE} allow_connections false`);
  if (nodes) await onAllServers(END_CONNECTIONS);
}

/**
 * Idle connections of databases that tests have dropped would use up those of the server, and by default PgBouncer waits 15 s
 * after a server has refused a connection.
 */
const POOLER_SETTINGS = ['max_client_conn = 2000', 'server_idle_timeout = 5', 'server_login_retry = 1'];

async function startSessionPooler(socketDir: string): Promise<PgBouncer> {
  const users = { [SERVING.user]: SERVING.password };
  const pooler = await startPgBouncer('session', socketDir, users, 200, POOLER_SETTINGS);
  rememberPooler(new URL(pooler.through('postgres://x@host/x')).host);
  return pooler;
}

const END_CONNECTIONS = `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${TEMPLATE}'`;

/** The coordinator, if the tests run on Citus. */
function citusCoordinator(): pg.ClientConfig | undefined {
  const url = process.env.PARLEY_TEST_ON_CITUS && process.env.CITUS_DATABASE_URL;
  return url ? { connectionString: url } : undefined;
}

async function dropTemplate(): Promise<void> {
  await onAllServers(`drop database if exists ${TEMPLATE} with (force)`);
}

export async function globalTeardown(): Promise<void> {
  await dropTemplate();
  await stop();
}

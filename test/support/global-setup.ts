import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import pg from 'pg';
import { grantRights } from '../../src/db/grants.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/lib/log.ts';
import { connectionTo, onServer, rememberServer, SERVING, TEMPLATE } from './postgres.ts';

/**
 * Starts one PostgreSQL for all test files: the embedded one in its own folder, or the server that TEST_DATABASE_URL
 * names (a superuser's URL). Each file clones its database from a template that is migrated once.
 */
let stop: () => Promise<void> = async () => {};

export async function globalSetup(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) rememberServer({ connectionString: url });
  else {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'));
    // Tests never lose power, and take half the time without fsync. Tests of durability start their own server.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
    rememberServer(server.connection);
    stop = async () => {
      await server.stopIfUnused();
      await rm(dataDir, { recursive: true, force: true });
    };
  }
  await onServer(`drop database if exists ${TEMPLATE} with (force)`);
  await onServer(`create database ${TEMPLATE} template template0 encoding 'UTF8'`);
  await onServer(
    `do $$ begin create role ${SERVING.user}; exception when duplicate_object then null; end $$`,
  );
  await onServer(`alter role ${SERVING.user} login password '${SERVING.password}'`);
  await migrate(connectionTo(TEMPLATE), createLog('silent'));
  const client = new pg.Client(connectionTo(TEMPLATE));
  await client.connect();
  await grantRights(client, SERVING.user);
  await client.end();
}

export async function globalTeardown(): Promise<void> {
  await onServer(`drop database if exists ${TEMPLATE} with (force)`);
  await stop();
}

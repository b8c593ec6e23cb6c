import type { Config } from '../config.ts';
import { isDistributed } from '../db/citus/distribute.ts';
import type { ConnectionSettings } from '../db/client.ts';
import { connectionOf } from '../db/connection-of.ts';
import { withConnection } from '../db/database-role.ts';
import { sharesSessions } from '../db/shares-sessions.ts';
import type { DatabaseAccess } from './prepare-database.ts';

type Urls = Pick<Config, 'directDatabaseUrl' | 'migrationDatabaseUrl'> & { databaseUrl: string };

/**
 * Determines how the database of the settings is reached, and whether through a pooler that shares sessions.
 * @throws one sentence that says what to change if Parley cannot work that way
 */
export async function reachDatabase(urls: Urls): Promise<Omit<DatabaseAccess, 'isEmbedded'>> {
  const connection = connectionOf(urls.databaseUrl, 'DATABASE_URL');
  if (await sharesSessions(connection)) {
    connection.sharesSessions = true;
    if (urls.directDatabaseUrl === undefined) {
      throw new Error(
        'DATABASE_URL leads to a pooler that shares its sessions between connections (as PgBouncer with pool_mode=transaction): set DATABASE_DIRECT_URL as well, to a URL of PostgreSQL itself, or use a pool with pool_mode=session',
      );
    }
  }
  const direct = await unshared(urls.directDatabaseUrl, 'DATABASE_DIRECT_URL');
  const owner = await unshared(urls.migrationDatabaseUrl, 'PARLEY_MIGRATION_DATABASE_URL');
  if (direct && (await identityOf(direct)) !== (await identityOf(connection))) {
    throw new Error('DATABASE_URL and DATABASE_DIRECT_URL must lead to the same database');
  }
  if (connection.sharesSessions && direct && (await withConnection(direct, isDistributed))) {
    throw new Error(
      'DATABASE_URL leads to a pooler that shares its sessions between connections (as PgBouncer with pool_mode=transaction), which Parley does not support on Citus: use a pool with pool_mode=session, or connect to the coordinator itself',
    );
  }
  return { connection, direct: direct ?? connection, owner };
}

/** @throws where a pooler shares sessions: migrations and LISTEN need their own */
async function unshared(url: string | undefined, name: string): Promise<ConnectionSettings | undefined> {
  if (url === undefined) return undefined;
  const connection = connectionOf(url, name);
  if (!(await sharesSessions(connection))) return connection;
  throw new Error(
    `${name} leads to a pooler that shares its sessions between connections (as PgBouncer with pool_mode=transaction): it must lead to PostgreSQL itself, or to a pool with pool_mode=session`,
  );
}

async function identityOf(connection: ConnectionSettings): Promise<string> {
  return withConnection(connection, async (client) => {
    const { rows } = await client.query(
      `select current_database() || ' ' || extract(epoch from pg_postmaster_start_time()) as identity`,
    );
    return rows[0].identity;
  });
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Log } from '../lib/log.ts';
import { type ConnectionSettings, clientSettings, type Queries, type Statement } from './database.ts';

const DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));
const TABLE = 'schema_migrations';

/** Any constant of our own: all Parley processes that migrate one database queue up behind it. */
const LOCK_ID = 7_275_539_112;

/** Oldest PostgreSQL that Parley supports, as server_version_num. */
const MIN_SERVER_VERSION = 150_000;

/**
 * Brings the database up to this version's schema. Safe when several processes start at once: one migrates, the
 * others wait and find nothing to do. Forward only.
 * @returns the names of the migrations that were applied
 * @throws where the server is too old, or the database was migrated by a newer Parley
 */
export async function migrate(connection: ConnectionSettings, log: Log): Promise<string[]> {
  const client = new pg.Client(clientSettings(connection));
  // Without a listener a connection that breaks between two statements would end the process; the next one fails anyway.
  client.on('error', (error) => log.warn({ err: error }, 'the database connection broke'));
  await client.connect();
  try {
    await refuseOldServer(client);
    await client.query('select pg_advisory_lock($1)', [LOCK_ID]);
    const [before, known] = [await appliedMigrations(client), await knownMigrations()];
    refuseNewer(before, known);
    const pending = known.filter((name) => !before.includes(name));
    if (pending.length > 0) await apply(client, pending);
    return pending;
  } finally {
    await client.end();
  }
}

/** Names of this version's migrations, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  const files = await readdir(DIRECTORY);
  return files
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

const selectApplied: Statement = { name: 'applied-migrations', text: `select name from ${TABLE}` };

/** SQLSTATE of a table that is not there. */
const UNDEFINED_TABLE = '42P01';

/** Whether the database has all of this version's schema: for readiness. A newer one may be rolling out beside. */
export async function isMigrated(database: Queries, known: readonly string[]): Promise<boolean> {
  try {
    const rows = await database.query<{ name: string }>(selectApplied, []);
    const applied = new Set(rows.map((row) => row.name));
    return known.every((name) => applied.has(name));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return false;
    throw error;
  }
}

/** All of them or none: a fault leaves the schema as it was. */
async function apply(client: pg.Client, names: readonly string[]): Promise<void> {
  await client.query('begin');
  await client.query(
    `create table if not exists ${TABLE} (name text primary key, applied_at timestamptz not null default now())`,
  );
  for (const name of names) {
    await client.query(await readFile(join(DIRECTORY, `${name}.sql`), 'utf8'));
    await client.query(`insert into ${TABLE} (name) values ($1)`, [name]);
  }
  await client.query('commit');
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const result = await client.query("select current_setting('server_version_num')::int as number");
  if (result.rows[0].number < MIN_SERVER_VERSION) {
    throw new Error('The database server is too old: Parley needs PostgreSQL 15 or newer');
  }
}

async function appliedMigrations(client: pg.Client): Promise<string[]> {
  const found = await client.query('select to_regclass($1) as found', [TABLE]);
  if (found.rows[0].found === null) return [];
  const result = await client.query<{ name: string }>(`select name from ${TABLE}`);
  return result.rows.map((row) => row.name);
}

function refuseNewer(applied: string[], known: string[]): void {
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database was migrated by a newer Parley (it has ${unknown.join(', ')}): start that version, or a newer one`,
  );
}

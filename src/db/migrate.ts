import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { Client, type ConnectionSettings, clientSettings } from './client.ts';
import type { Queries, Statement } from './database.ts';
import { refuseNonOwner } from './database-role.ts';
import { renewGrants } from './grants.ts';

const DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));
const TABLE = 'schema_migrations';

/** Any constant of our own: all Parley processes that migrate one database queue up behind it. */
const LOCK_ID = 7_275_539_112;

/** Between looks whether another process has ended its migrating. */
const LOCK_POLL_MS = 200;

/**
 * A migration that waits for a lock has all who come after it wait too. So it gives up soon and comes again; only who
 * holds the lock for so long in all stops it.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_PAUSE_MS = 250;
const MAX_LOCK_WAIT_MS = 300_000;

/** Oldest PostgreSQL that Parley supports, as server_version_num. */
const MIN_SERVER_VERSION = 150_000;

type MigrationChoice = { only?: readonly string[]; beforehand?: (client: pg.Client) => Promise<void> };

/**
 * Brings the database up to this version's schema. Safe when several processes start at once: one migrates, the
 * others wait and find nothing to do. Forward only.
 * @param connection with a role that owns the tables, or may create them
 * @param afterwards runs on this connection before the next process may migrate
 * @param choice.only the migrations of another version, of which those that are missing are applied instead of all
 * @param choice.beforehand runs on this connection before anything is changed
 * @returns the names of the migrations that were applied
 * @throws where the server is too old, the role may not migrate, or the database was migrated by a newer Parley
 */
export async function migrate(
  connection: ConnectionSettings,
  log: Log,
  afterwards: (client: pg.Client) => Promise<void> = async () => {},
  { only, beforehand }: MigrationChoice = {},
): Promise<string[]> {
  const client = new Client(clientSettings(connection));
  // Without a listener a connection that breaks between two statements would end the process; the next one fails anyway.
  client.on('error', (error) => log.warn({ err: error }, 'the database connection broke'));
  await client.connect();
  try {
    await refuseOldServer(client);
    await refuseNonOwner(client);
    await takeTurn(client);
    await beforehand?.(client);
    const pending = (await pendingMigrations(client)).filter((name) => only?.includes(name) ?? true);
    if (pending.length > 0) await apply(client, pending, log);
    await afterwards(client);
    return pending;
  } finally {
    await client.end();
  }
}

/**
 * The migrations of this version that the database lacks, oldest first.
 * @throws where it was migrated by a newer Parley
 */
export async function pendingMigrations(client: pg.ClientBase): Promise<string[]> {
  const [applied, known] = [await appliedMigrations(client), await knownMigrations()];
  refuseNewer(applied, known);
  return known.filter((name) => !applied.includes(name));
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

/** Returns true if the database has all of this version's schema: for readiness. A newer one may be rolling out beside. */
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

/** Waits until no other process migrates, and keeps others waiting until the connection ends. */
async function takeTurn(client: pg.Client): Promise<void> {
  // A statement that waits would not do: its snapshot would keep an index of the other process from being finished.
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK_ID]);
    if (rows[0].taken) return;
    await delay(LOCK_POLL_MS);
  }
}

/** Each one is applied whole or not at all; the next start goes on where this one ended. */
async function apply(client: pg.Client, names: readonly string[], log: Log): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query(
    `create table if not exists ${TABLE} (name text primary key, applied_at timestamptz not null default now())`,
  );
  for (const name of names) {
    const text = await readFile(join(DIRECTORY, `${name}.sql`), 'utf8');
    const indexes = concurrentIndexes(name, text);
    await givingWay(name, log, () =>
      indexes ? build(client, name, indexes) : applyWhole(client, name, text),
    );
  }
}

const record = (client: pg.Client, name: string) =>
  client.query(`insert into ${TABLE} (name) values ($1)`, [name]);

async function applyWhole(client: pg.Client, name: string, text: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(text);
    // In the same transaction: a trigger on an old table may write to a new one for a process of the old version.
    await renewGrants(client);
    await record(client, name);
    await client.query('commit');
  } catch (error) {
    // If the connection broke, there is nothing to roll back.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

type Index = { name: string; statement: string };

const BUILDS = /^create index concurrently if not exists (\w+) on /;

/**
 * The indexes of a migration that builds them while others write; undefined where it is of the other kind.
 * @throws where it does something else too: that is not done in a transaction then
 */
function concurrentIndexes(migration: string, text: string): Index[] | undefined {
  const statements = text
    .replaceAll(/^--.*\n/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  if (!statements.some((statement) => statement.includes(' concurrently '))) return undefined;
  return statements.map((statement) => {
    const [, name] = BUILDS.exec(statement) ?? [];
    if (name) return { name, statement };
    throw new Error(
      `Migration ${migration} may hold nothing but "create index concurrently if not exists", as it does that once`,
    );
  });
}

/** Outside of a transaction, where what was built stays though a later one fails, and what broke off is in the way. */
async function build(client: pg.Client, migration: string, indexes: readonly Index[]): Promise<void> {
  for (const { name, statement } of indexes) {
    const { rows } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [name],
    );
    if (rows.length > 0) await client.query(`drop index concurrently ${name}`);
    await client.query(statement);
  }
  await record(client, migration);
}

/** SQLSTATEs of a lock that was not to be had: not in time, or only by the other giving up. */
const LOCKED = ['55P03', '40P01'];

async function givingWay(migration: string, log: Log, work: () => Promise<void>): Promise<void> {
  const endMs = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!LOCKED.includes((error as { code?: string }).code ?? '') || performance.now() > endMs) throw error;
      log.info({ migration, err: error }, 'a migration waits for others to end their transactions');
      await delay(LOCK_PAUSE_MS);
    }
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const result = await client.query("select current_setting('server_version_num')::int as number");
  if (result.rows[0].number < MIN_SERVER_VERSION) {
    throw new Error('The database server is too old: Parley needs PostgreSQL 15 or newer');
  }
}

/** The migrations that were applied to the database; none if it has no tables of Parley. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
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

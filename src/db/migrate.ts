import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Log } from '../lib/log.ts';
import { applyDistributed } from './citus/apply-steps.ts';
import { isDistributed } from './citus/distribute.ts';
import { Client, type ConnectionSettings, clientSettings } from './client.ts';
import type { Queries, Statement } from './database.ts';
import { refuseNonOwner } from './database-role.ts';
import { type GiveWay, LOCK_TIMEOUT_MS, openGiveWay, TELL_MS, WaitLimit } from './give-way.ts';
import { renewGrants } from './grants.ts';
import { describeHolder } from './lock-holders.ts';

const DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));
const TABLE = 'schema_migrations';

/** Any constant of our own: all Parley processes that migrate one database queue up behind it. */
const LOCK_ID = 7_275_539_112;

/** Between looks whether another process has ended its migrating. */
const LOCK_POLL_MS = 200;

/** The time that migrations wait for others if the operator says nothing else. */
export const DEFAULT_WAIT_SECONDS = 300;

/** Oldest PostgreSQL that Parley supports, as server_version_num. */
const MIN_SERVER_VERSION = 150_000;

type MigrationOptions = {
  afterwards?: (client: pg.Client) => Promise<void>;
  waitSeconds?: number | undefined;
  only?: readonly string[];
  beforehand?: (client: pg.Client) => Promise<void>;
};

/**
 * Brings the database up to this version's schema. Safe when several processes start at once: one migrates, the
 * others wait and find nothing to do. Forward only.
 * @param connection with a role that owns the tables, or may create them
 * @param options.afterwards runs on this connection before the next process may migrate
 * @param options.waitSeconds the time for which others are waited for in all: for locks, and for another process that migrates
 * @param options.only the migrations of another version, of which those that are missing are applied instead of all
 * @param options.beforehand runs on this connection before anything is changed
 * @returns the names of the migrations that were applied
 * @throws where the server is too old, the role may not migrate, the database was migrated by a newer Parley, or others were
 *   waited for too long: one sentence that names them
 */
export async function migrate(
  connection: ConnectionSettings,
  log: Log,
  { afterwards, waitSeconds = DEFAULT_WAIT_SECONDS, only, beforehand }: MigrationOptions = {},
): Promise<string[]> {
  const client = new Client(clientSettings(connection));
  // Without a listener a connection that breaks between two statements would end the process; the next one fails anyway.
  client.on('error', (error) => log.warn({ err: error }, 'the database connection broke'));
  await client.connect();
  try {
    await refuseOldServer(client);
    await refuseNonOwner(client);
    const limit = new WaitLimit(waitSeconds);
    await takeTurn(client, limit, log);
    await beforehand?.(client);
    const pending = (await pendingMigrations(client)).filter((name) => only?.includes(name) ?? true);
    if (pending.length > 0) {
      const giveWay = await openGiveWay(connection, client, limit, log);
      await apply(client, pending, giveWay).finally(() => giveWay.close());
    }
    await afterwards?.(client);
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
async function takeTurn(client: pg.Client, limit: WaitLimit, log: Log): Promise<void> {
  let toldMs = Number.NEGATIVE_INFINITY;
  // A statement that waits would not do: its snapshot would keep an index of the other process from being finished.
  for (;;) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [LOCK_ID]);
    if (rows[0].taken) return;
    const isOver = limit.leftMs() === 0;
    if (isOver || performance.now() - toldMs >= TELL_MS) {
      toldMs = performance.now();
      const holder = (await describeHolder(client, LOCK_ID)) ?? 'another process';
      if (isOver)
        throw new Error(`Another process has been migrating for over ${limit.seconds} s: ${holder}`);
      log.warn(`another process is migrating: ${holder}`);
    }
    await delay(LOCK_POLL_MS);
  }
}

/** Each one is applied whole or not at all; the next start goes on where this one ended. */
async function apply(client: pg.Client, names: readonly string[], giveWay: GiveWay): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query(
    `create table if not exists ${TABLE} (name text primary key, applied_at timestamptz not null default now())`,
  );
  for (const name of names) {
    const text = await readFile(join(DIRECTORY, `${name}.sql`), 'utf8');
    const indexes = concurrentIndexes(name, text);
    await giveWay.run(name, (leftMs) =>
      indexes
        ? build(client, name, indexes, leftMs)
        : applyWhole(client, name, text, { isLast: name === names.at(-1) }),
    );
  }
}

const record = (client: pg.Client, name: string) =>
  client.query(`insert into ${TABLE} (name) values ($1)`, [name]);

/** The last one waits for the disk, and with it what was committed before it. */
async function applyWhole(
  client: pg.Client,
  name: string,
  text: string,
  { isLast }: { isLast: boolean },
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    if (!isLast) await client.query('set local synchronous_commit = off');
    if (await isDistributed(client)) await applyDistributed(client, text);
    else await client.query(text);
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
async function build(
  client: pg.Client,
  migration: string,
  indexes: readonly Index[],
  leftMs: number,
): Promise<void> {
  // It holds up no writer while it waits for the end of their transactions, and what it has built would be lost.
  await client.query(`set lock_timeout = ${Math.max(LOCK_TIMEOUT_MS, Math.ceil(leftMs))}`);
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

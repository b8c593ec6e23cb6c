import { createHmac } from 'node:crypto';
import pg from 'pg';
import { superuser } from './cluster.ts';
import { socketPath, socketPort } from './layout.ts';

/** The database with Parley's tables. */
const databaseName = 'parley';

/** The serving role: neither a superuser nor an owner of tables, with the privileges that db/grants.ts lists. */
export const servingRole = 'parley_runtime';

/** Returns the serving role's password, which every Parley of the cluster derives from the superuser's. */
export function servingPassword(password: string): string {
  return createHmac('sha256', password).update(servingRole).digest('base64url');
}

/** A connection to an embedded server. `host` is the folder of the Unix socket, as `pg` takes it. */
export type EmbeddedConnection = {
  host: string;
  user: string;
  password: string;
  database: string;
  port: number;
};

/** Returns the connection of the superuser, who owns all tables. */
export function superuserConnection(host: string, password: string): EmbeddedConnection {
  return { host, user: superuser, password, database: databaseName, port: socketPort };
}

/**
 * The result of one attempt to connect. `waiting`: the server is starting, recovering or stopping, or has no free
 * connection. `absent`: no server answers, or it stopped during the attempt.
 */
export type Reached =
  | { state: 'present'; client: pg.Client }
  | { state: 'waiting'; reason: string }
  | { state: 'absent'; reason: string };

const answerTimeoutMs = 10_000;
// An arbitrary number, the same in every Parley; advisory locks are separate for each database.
const presenceLock = 7_275_390_114;

// The SQLSTATEs cannot_connect_now and too_many_connections.
const waitingCodes = ['57P03', '53300'];
// The server was shut down or crashed during the attempt; the other codes are the operating system's.
const absentCodes = ['57P01', '57P02', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'];

/**
 * Connects to the server and announces our presence: the connection stays open, shares an advisory lock with every
 * other Parley on the same server and does not keep a process alive. It uses the database `postgres`, so that Parley's
 * own can be copied or dropped. Throws on errors that waiting cannot resolve.
 */
export async function reachServer(socketDir: string, password: string): Promise<Reached> {
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: superuser,
    password,
    database: 'postgres',
    application_name: 'parley presence',
    connectionTimeoutMillis: answerTimeoutMs,
    query_timeout: answerTimeoutMs,
  });
  // If this connection breaks, the server has stopped; other connections detect that themselves.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [presenceLock]);
    await ensureDatabase(client);
    await ensureServingRole(client, servingPassword(password));
    setHoldsAlive(client, false);
    return { state: 'present', client };
  } catch (error) {
    await client.end().catch(() => {});
    return judge(error as Error & { code?: string }, socketPath(socketDir));
  }
}

/** Ends our presence. */
export async function leave(client: pg.Client): Promise<void> {
  // Otherwise the process could end while it waits here.
  setHoldsAlive(client, true);
  await client.end().catch(() => {});
}

/**
 * Returns whether nobody else uses the server. If true, every other Parley that wants to use the server waits in
 * reachServer until the connection ends.
 */
export async function claimServer(client: pg.Client): Promise<boolean> {
  setHoldsAlive(client, true);
  await client.query('select pg_advisory_unlock_shared($1)', [presenceLock]);
  const { rows } = await client.query('select pg_try_advisory_lock($1) as claimed', [presenceLock]);
  return rows[0].claimed;
}

/** Returns the number of the server's clients other than this connection. */
export async function countOtherClients(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as others from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0].others;
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName]);
  if (rowCount !== 0) return;
  await client.query(`create database ${databaseName}`).catch((error) => {
    // duplicate_database, or unique_violation at the same instant: another Parley has created it.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Creates the serving role, which clusters of earlier versions lack. */
async function ensureServingRole(client: pg.Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [servingRole]);
  if (rowCount !== 0) return;
  // Another Parley may create it at the same time. The error is caught inside the statement, because a failed statement
  // would be logged together with the password.
  await client.query(`do $$ begin
      create role ${servingRole} login password '${password}';
      revoke temporary on database ${databaseName} from public;
    exception when duplicate_object or unique_violation then null; end $$`);
}

function judge(error: Error & { code?: string }, path: string): Reached {
  if (error.code !== undefined && waitingCodes.includes(error.code)) {
    return { state: 'waiting', reason: error.message };
  }
  // pg gives no code if the connection closes during the attempt or the server does not answer in time.
  if (error.code === undefined || absentCodes.includes(error.code)) {
    return { state: 'absent', reason: error.message };
  }
  throw new Error(`The database at ${path} cannot be used: ${error.message}`, { cause: error });
}

/** Returns whether an open connection keeps this process from ending. pg's types leave out these methods. */
function setHoldsAlive(client: pg.Client, holds: boolean): void {
  const connection = client as unknown as { ref(): void; unref(): void };
  if (holds) connection.ref();
  else connection.unref();
}

import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { takeBackupLock } from '../backup-lock.ts';
import { type ConnectionSettings, clientSettings } from '../client.ts';
import { SessionClient } from '../session.ts';
import { type CopiedSequence, type CopiedTable, listSequences, listTables, quotedTable } from './tables.ts';

/** The database as it was at one moment, to be copied while others write. */
export type Snapshot = {
  /** Everything that was committed before is part of it: milliseconds since the epoch, by the database's clock. */
  takenAtMs: number;
  /** Such as 180001. */
  serverVersion: number;
  /** True if the server only replays another one's log, so that nothing can be recorded in it. */
  isReplica: boolean;
  migrations: string[];
  tables: CopiedTable[];
  /** At least as high as in the snapshot. */
  sequences: CopiedSequence[];
  /** The rows in PostgreSQL's binary format for COPY. Tables are to be read one after the other, each to its end. */
  copyOut(table: CopiedTable): { content: AsyncIterable<Uint8Array>; rows(): number };
  /** The keys of all recordings, in no certain order. */
  listRecordings(): Promise<string[]>;
  /** Ends the snapshot, so that it no longer holds up the removal of dead rows. The lock of backups stays. */
  release(): Promise<void>;
  close(): Promise<void>;
};

const ABOUT = `
  select (extract(epoch from now()) * 1000)::bigint::text as "takenAtMs", pg_is_in_recovery() as "isReplica",
    current_setting('server_version_num')::int as "serverVersion",
    array(select name from schema_migrations order by name) as migrations,
    to_regclass('pg_catalog.pg_dist_node') is not null as "isCitus"`;

const RECORDINGS = `
  select blob_key as key from recordings where blob_key is not null
  union select blob_key from meeting_version_recordings where blob_key is not null`;

const CITUS =
  'The nodes of Citus have no snapshot in common: back them up by base backups with a restore point (citus_create_restore_point)';

/** The limits of a server or a role must not end what takes as long as it takes. */
const WITHOUT_LIMITS = `
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0`;

/**
 * Opens a snapshot of a migrated database, and takes the lock of backups before.
 * @returns undefined if another backup of this database is running
 */
export async function openSnapshot(connection: ConnectionSettings): Promise<Snapshot | undefined> {
  const client = new SessionClient({
    ...clientSettings(connection),
    application_name: 'parley backup',
  });
  await client.connect();
  try {
    await client.query(WITHOUT_LIMITS);
    if (await takeBackupLock(client)) return await take(client);
    await client.end();
    return undefined;
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

async function take(client: pg.Client): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query(ABOUT);
  const { takenAtMs, isReplica, serverVersion, migrations, isCitus } = rows[0];
  if (isCitus) throw new Error(CITUS);
  return {
    takenAtMs: Number(takenAtMs),
    isReplica,
    serverVersion,
    migrations,
    tables: await listTables(client),
    sequences: await listSequences(client),
    copyOut(table) {
      const stream = client.query(copyTo(`copy ${quotedTable(table)} to stdout (format binary)`));
      return { content: stream, rows: () => stream.rowCount };
    },
    async listRecordings() {
      const found = await client.query<{ key: string }>(RECORDINGS);
      return found.rows.map(({ key }) => key);
    },
    async release() {
      await client.query('commit');
    },
    close: () => client.end(),
  };
}

import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Transaction } from '../database.ts';
import { type CopiedSequence, type CopiedTable, listTables, quoted, quotedTable } from './tables.ts';

export type Load = {
  tables: readonly CopiedTable[];
  sequences: readonly CopiedSequence[];
  /** The rows of a table, as Snapshot.copyOut gave them. */
  read(table: CopiedTable): AsyncIterable<Uint8Array>;
  /** Is told each table whose rows are in, and how many have arrived. */
  tell(loaded: CopiedTable, rows: number): void;
  /** More to be done in the same transaction. */
  alongside(tx: Transaction): Promise<void>;
};

/** The statements that remove and restore an object that slows down the loading, or refuses rows whose counterpart is yet to come. */
type Removed = { remove: string; add: string };

const FOREIGN_KEYS = `
  with parley as (select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations'))
  select format('alter table %s.%I drop constraint %I', k.connamespace::regnamespace, c.relname, k.conname) as remove,
    format('alter table %s.%I add constraint %I %s', k.connamespace::regnamespace, c.relname, k.conname,
      pg_get_constraintdef(k.oid)) as add
  from parley join pg_class c on c.relnamespace = parley.relnamespace and c.relowner = parley.relowner
  join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and k.conparentid = 0
  order by c.relname, k.conname`;

/** Those of partitions come and go with the index of their table. */
const INDEXES = `
  with parley as (select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations'))
  select format('drop index %s.%I', c.relnamespace::regnamespace, c.relname) as remove,
    pg_get_indexdef(i.indexrelid) as add
  from parley join pg_class c on c.relnamespace = parley.relnamespace and c.relowner = parley.relowner
  join pg_index i on i.indexrelid = c.oid and not i.indisunique
  where not c.relispartition
  order by c.relname`;

const TRIGGERED = `
  with parley as (select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations'))
  select format('alter table %s.%I disable trigger user', c.relnamespace::regnamespace, c.relname) as remove,
    format('alter table %s.%I enable trigger user', c.relnamespace::regnamespace, c.relname) as add
  from parley join pg_class c on c.relnamespace = parley.relnamespace and c.relowner = parley.relowner
  where exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal)
  order by c.relname`;

const WITHOUT_LIMITS = `
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0; set lock_timeout = 0`;

/** Indexes are sorted in memory up to here. */
const SORT_MEMORY = `set local maintenance_work_mem = '256MB'`;

/** Another process may be starting on the database; its short statements end by then. */
const LOCK_TIMEOUT = `set local lock_timeout = '30s'`;

const SET_SEQUENCE = 'select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null';

/**
 * Fills the tables of a database that has the schema of the copy, in one transaction: all of it is there afterwards or nothing.
 * Foreign keys, indexes that are not unique, and triggers are put aside meanwhile.
 * @param client with a role that owns the tables
 * @param refuse is called under the locks, before anything is changed
 * @returns the tables of the copy that the schema does not have; they are left out
 */
export async function loadTables(
  client: pg.Client,
  { tables, sequences, read, tell, alongside }: Load,
  refuse: (tx: Transaction) => Promise<void>,
): Promise<string[]> {
  await client.query(WITHOUT_LIMITS);
  await client.query('begin');
  try {
    await client.query(LOCK_TIMEOUT);
    const known = (await listTables(client)).map(({ name }) => name);
    await client.query(`lock table ${known.map(quoted).join(', ')} in access exclusive mode`);
    await refuse(asTransaction(client));
    await client.query(SORT_MEMORY);
    const removed: Removed[] = [];
    for (const text of [FOREIGN_KEYS, INDEXES, TRIGGERED]) {
      removed.push(...(await client.query<Removed>(text)).rows);
    }
    for (const { remove } of removed) await client.query(remove);
    await client.query(`truncate ${known.map(quoted).join(', ')}`);
    for (const table of tables.filter(({ name }) => known.includes(name))) {
      tell(table, await copyIn(client, table, read(table)));
    }
    for (const { add } of removed) await client.query(add);
    for (const { name, lastValue } of sequences) {
      if (lastValue !== null) await client.query(SET_SEQUENCE, [quoted(name), lastValue]);
    }
    await alongside(asTransaction(client));
    await client.query('commit');
    return tables.map(({ name }) => name).filter((name) => !known.includes(name));
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Rows are frozen as they come: no later vacuum has to write them again. */
async function copyIn(
  client: pg.Client,
  table: CopiedTable,
  content: AsyncIterable<Uint8Array>,
): Promise<number> {
  const into = client.query(copyFrom(`copy ${quotedTable(table)} from stdin (format binary, freeze)`));
  await pipeline(content, into);
  return into.rowCount;
}

/** Has a statement of the domain run on a connection of its own. */
export function asTransaction(client: pg.ClientBase): Transaction {
  return {
    kind: 'transaction',
    isDistributed: false,
    query: async <Row>({ text }: { text: string }, values: unknown[]) =>
      (await client.query(text, values)).rows as Row[],
    afterCommit: () => {
      throw new Error('this connection tells nobody of its commits');
    },
  };
}

/** Brings the statistics and the visibility maps up to date, which loaded tables lack. */
export async function vacuumTables(client: pg.ClientBase): Promise<void> {
  const tables = await listTables(client);
  await client.query(`vacuum (analyze) ${tables.map(({ name }) => quoted(name)).join(', ')}`);
}

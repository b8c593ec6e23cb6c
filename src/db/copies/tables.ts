import type pg from 'pg';

/** A table with the columns that are copied: all but those that PostgreSQL computes. */
export type CopiedTable = { name: string; columns: string[] };

/** A sequence and the last value that it gave out; null if it gave out none. */
export type CopiedSequence = { name: string; lastValue: string | null };

/** The tables of the schema and the owner that schema_migrations has, without that one itself. */
const TABLES = `
  with parley as (select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations'))
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from parley
  join pg_class c on c.relnamespace = parley.relnamespace and c.relowner = parley.relowner and c.relkind = 'r'
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relname <> 'schema_migrations'
  group by c.relname order by c.relname`;

/** The usage of a sequence is enough to see its last value. */
const SEQUENCES = `
  with parley as (select relnamespace, relowner from pg_class where oid = to_regclass('schema_migrations'))
  select c.relname as name, pg_sequence_last_value(c.oid)::text as "lastValue"
  from parley join pg_class c on c.relnamespace = parley.relnamespace and c.relowner = parley.relowner
  where c.relkind = 'S' order by c.relname`;

/** Lists the tables of Parley, partitions one by one, in the order of their names. */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  return (await client.query<CopiedTable>(TABLES)).rows;
}

/** Lists the sequences of Parley. Sequences know no transactions: their values are those of this moment. */
export async function listSequences(client: pg.ClientBase): Promise<CopiedSequence[]> {
  return (await client.query<CopiedSequence>(SEQUENCES)).rows;
}

/** The name of a table with its columns, quoted. */
export function quotedTable({ name, columns }: CopiedTable): string {
  return `${quoted(name)} (${columns.map(quoted).join(', ')})`;
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

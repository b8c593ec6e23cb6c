import pg from 'pg';

type Table = { name: string; columns: string; typed: string };

const TABLES = `select relname as name,
    string_agg(quote_ident(attname), ', ' order by attnum) as columns,
    string_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum) as typed
  from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relnamespace = 'public'::regnamespace and relkind = 'r' group by relname order by relname`;

const SEQUENCES = `select quote_ident(sequencename) as name, last_value as last from pg_sequences
  where schemaname = 'public' and last_value is not null`;

/**
 * Copies the rows of a database into another one that was migrated, as a dump and its restore do: all tables of one
 * snapshot, while others write, and the sequences after them. Transaction ids of the original mean nothing in the copy.
 * @param from another database of the same server
 */
export async function copyLogically(from: string, into: string): Promise<void> {
  const target = new pg.Client(into);
  await target.connect();
  try {
    // Rows arrive with what triggers made of them, in an order that foreign keys do not permit.
    await target.query('set session_replication_role = replica');
    await target.query('create extension if not exists dblink');
    await target.query(`select dblink_connect('source', $1)`, [libpqOf(from)]);
    await target.query(`select dblink_exec('source', 'begin isolation level repeatable read')`);
    const { rows: tables } = await target.query<Table>(TABLES);
    for (const { name, columns, typed } of tables) {
      await target.query(`delete from ${name}`);
      await target.query(
        `insert into ${name} (${columns}) overriding system value
         select * from dblink('source', 'select ${columns.replaceAll("'", "''")} from ${name}') as source (${typed})`,
      );
    }
    const read = `select * from dblink('source', $1) as source (name text, last bigint)`;
    for (const { name, last } of (await target.query(read, [SEQUENCES])).rows) {
      await target.query('select setval($1, $2)', [name, last]);
    }
    await target.query(`select dblink_disconnect('source')`);
    await target.query('drop extension dblink');
  } finally {
    await target.end();
  }
}

function libpqOf(url: string): string {
  const { user, password, host, port, database } = new pg.Client(url);
  const parts = { user, password, host, port, dbname: database };
  return Object.entries(parts)
    .map(([name, value]) => `${name}='${`${value ?? ''}`.replace(/['\\]/g, '\\$&')}'`)
    .join(' ');
}

import { sql } from '../../support/sql.ts';

/** Columns that only contain times; requests change those of keys. */
const VOLATILE = ['last_used_at', 'updated_at'];

/**
 * Returns a hash of all rows of each table of the service, by which changes can be detected.
 * @param left the tables that are omitted
 */
export async function fingerprints(
  databaseUrl: string,
  left: readonly string[],
): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>(
    databaseUrl,
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    if (left.includes(name)) continue;
    const [row] = await sql<{ hash: string }>(
      databaseUrl,
      `select md5(coalesce(string_agg(content, ',' order by content), '')) as hash
       from (select (to_jsonb(one) - $1::text[])::text as content from ${name} one) as rows`,
      [VOLATILE],
    );
    found[name] = row!.hash;
  }
  return found;
}

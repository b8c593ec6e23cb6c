import pg from 'pg';

/**
 * Runs one statement on a service's database, for states that no operation creates. Values are those that `pg` returns.
 */
export async function sql<Row = Record<string, unknown>>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

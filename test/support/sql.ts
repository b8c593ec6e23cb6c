import pg from 'pg';

/** Runs one statement on a service's database, for what no operation does. Values come as `pg` reads them. */
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

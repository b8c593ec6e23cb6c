import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ingestLines } from '../endpoints/ingest/bulk.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: TestService;
before(async () => {
  database = await createTestDatabase();
  // Only a role that owns the tables may gather their statistics.
  service = await startService({ databaseUrl: database.url, roles: new Set(['api', 'receiver']) });
});
after(async () => {
  await service.stop();
  await database.drop();
});

async function isWithoutStatistics(): Promise<boolean> {
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const { rows } = await client.query(
      "select reltuples < 0 as it from pg_class where relname = 'meetings'",
    );
    return rows[0].it;
  } finally {
    await client.end();
  }
}

const bodies = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ meeting: meeting({ id: `${prefix}-${index}` }) }));

test('a new database has statistics as soon as it has a hundred meetings', async () => {
  const { client } = await service.tenant();
  await ingestLines(client, bodies(99, 'line'));
  assert.ok(await isWithoutStatistics());
  await client.ingest(meeting({ id: 'single' }));
  await until(async () => !(await isWithoutStatistics()) || undefined);
});

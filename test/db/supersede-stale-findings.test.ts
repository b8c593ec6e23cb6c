import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { call, signalsOf } from '../processing/conversations.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const MIGRATION = new URL('../../migrations/0028_supersede-stale-findings.sql', import.meta.url);

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Applies the migration once more, to data as an earlier version left it. */
async function migrateAgain(): Promise<void> {
  const client = new pg.Client(service.databaseUrl);
  await client.connect();
  try {
    await client.query(`begin; ${await readFile(MIGRATION, 'utf8')}; commit`);
  } finally {
    await client.end();
  }
}

test('the upgrade supersedes findings whose transcript was replaced, and no others', async () => {
  const { signal, executions, evaluations, processed } = signalsOf(service.client);
  const id = await signal({ phrases: ['the discount'] });
  const ids = ['kept', 'retitled', 'replaced'];
  const [kept, retitled, replaced] = await Promise.all(
    ids.map((one) => service.client.ingest(call({ id: one }))),
  );
  for (const one of [kept, retitled, replaced]) await processed(one!);
  await service.client.ingest(call({ id: 'retitled', title: 'Other' }), { processImportedMeeting: false });
  await sql(service.databaseUrl, `update meetings set transcript_hash = sha256('other') where id = $1`, [
    replaced,
  ]);
  await migrateAgain();
  const sources = (await executions(id)).map(({ sourceId }) => sourceId);
  assert.deepEqual(sources.sort(), [Number(kept), Number(retitled)].sort());
  assert.deepEqual((await evaluations(replaced!)).evaluations, []);
  const summaryOf = async (one: string) => (await service.client.get(`/v1/meetings/${one}/summary`)).status;
  assert.deepEqual(
    [await summaryOf(kept!), await summaryOf(retitled!), await summaryOf(replaced!)],
    [200, 200, 404],
  );
});

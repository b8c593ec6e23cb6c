import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ingestEmail } from '../support/emails.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { momentsOf, spoken } from './spoken.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const run = (text: string, values: unknown[] = []) => sql(service.databaseUrl, text, values);

const enqueue = () =>
  run(`insert into jobs (kind, organization_id, payload, max_attempts, retry_delay_seconds, max_retry_delay_seconds)
       values ('index-words', 0, '{}', 3, 1, 1)`);

test('what an earlier version stored is indexed by a job, and a search tells how much is missing until then', async () => {
  const tenants = [await service.tenant(), await service.tenant()];
  for (const { client, id } of tenants) {
    for (const number of [1, 2, 3]) await client.ingest(spoken([`Price ${number}`], { id: `${number}` }));
    await client.ingest(spoken([], { id: 'silent' }));
    await ingestEmail(client, { id: 'mail' });
    await run('delete from transcript_words where organization_id = $1', [id]);
    await run('delete from email_words where organization_id = $1', [id]);
    await run('update meetings set words_hash = null where organization_id = $1', [id]);
    await run('update emails set words_hash = null where organization_id = $1', [id]);
    const page = await momentsOf(client, 'price');
    assert.deepEqual(page, { moments: [], meetingCount: 0, unindexedMeetings: 4 });
  }
  // A process of an earlier version stores other words, and leaves those of the index.
  const [{ client, id }] = tenants as [(typeof tenants)[0], unknown];
  await enqueue();
  for (const tenant of tenants) {
    const page = await until(async () => {
      const found = await momentsOf(tenant.client, 'price');
      return found.unindexedMeetings === undefined ? found : undefined;
    });
    assert.deepEqual(
      page.moments.map(({ text }: { text: string }) => text),
      ['Price 3', 'Price 2', 'Price 1'],
    );
    await until(async () => {
      const { body } = await tenant.client.get('/v1/emails', { ...ALWAYS, query: 'prices' });
      return body.emails.length === 1 ? true : undefined;
    });
  }
  await run(
    "update meetings set transcript_hash = 'other' where organization_id = $1 and external_id = '2'",
    [id],
  );
  assert.equal((await momentsOf(client, 'price')).unindexedMeetings, 1);
  await enqueue();
  await until(async () =>
    (await momentsOf(client, 'price')).unindexedMeetings === undefined ? true : undefined,
  );
  const parts = await run('select from transcript_words where organization_id = $1', [id]);
  assert.equal(parts.length, 4, 'nothing is indexed twice');
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ingestEmail } from '../support/emails.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { indexed, momentsOf, spoken } from './spoken.ts';

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

test('meetings that have a phrase only in pairs of its words are not read, once a job has added their triples', async () => {
  const { client, id } = await service.tenant();
  // By relevance, the newest 100 meetings are read.
  for (let number = 0; number < 110; number++) {
    await client.ingest(spoken(['send me', 'me the', 'the offer'], { id: `${number}` }));
  }
  const oldest = { startTime: '2020-01-01T09:00:00Z', endTime: '2020-01-01T09:30:00Z' };
  await client.ingest(spoken(['Please send me the offer'], { id: 'phrase', ...oldest }));
  const search = async (order: string) => {
    const page = await momentsOf(client, '"send me the offer"', { order });
    const { moments, meetingCount, meetingCountIsUpperBound, unindexedMeetings } = page;
    assert.equal(unindexedMeetings, undefined);
    return [moments.length, meetingCount, meetingCountIsUpperBound];
  };
  const isRead = async () => {
    assert.deepEqual(await search('newest'), [1, 1, undefined]);
    assert.deepEqual(await search('relevance'), [1, 1, undefined]);
  };
  await isRead();
  await indexed(service.databaseUrl);
  await isRead();

  const triples = () =>
    run('select meeting_id, triples from transcript_words where organization_id = $1 order by meeting_id', [
      id,
    ]);
  const collected = await triples();
  await run('update transcript_words set triples = null where organization_id = $1', [id]);
  assert.deepEqual(await search('newest'), [1, 1, undefined], 'nothing is missed without triples');
  assert.deepEqual(await search('relevance'), [0, 11, true], 'the newest have to be read without triples');
  // The job has to do only a few of them.
  for (const { meeting_id, triples } of collected.slice(5)) {
    await run('update transcript_words set triples = $3 where organization_id = $1 and meeting_id = $2', [
      ...[id, meeting_id, triples],
    ]);
  }
  await enqueue();
  await until(async () => {
    const rows = await run('select from transcript_words where triples is null limit 1');
    return rows.length === 0 ? true : undefined;
  });
  assert.deepEqual(await triples(), collected);
  await isRead();
  await indexed(service.databaseUrl);
  await isRead();
});

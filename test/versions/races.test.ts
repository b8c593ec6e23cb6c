import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { meeting } from '../support/meetings.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function upload(id: string, body: Buffer): Promise<void> {
  const headers = { 'Content-Type': 'audio/wav' };
  const answer = await service.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
    headers,
    raw: body,
  });
  assert.equal(answer.status, 200, answer.text);
}

async function waitForBlocked(count: number): Promise<void> {
  await until(async () => {
    const waiting = await sql(
      service.databaseUrl,
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length === count ? true : undefined;
  });
}

test('a restore that waited for an upload and an ingest compares with what they left', async () => {
  const { client, databaseUrl } = service;
  const first = meeting({ id: 'waited', title: 'First', externalIds: [{ type: 'ZOOM', id: 'h-1' }] });
  const id = await client.ingest(first);
  await upload(id, wav(1));
  await client.ingest({ ...first, title: 'Second' });
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select from meetings where id = $1 for update', [id]);
    const uploaded = upload(id, wav(2));
    await waitForBlocked(1);
    const ingested = client.ingest({ ...first, title: 'Second', externalIds: [{ type: 'ZOOM', id: 'h-2' }] });
    await waitForBlocked(2);
    const restored = client.post(`/v1/meetings/${id}/versions/1/restore`);
    await waitForBlocked(3);
    await holder.query('rollback');
    await Promise.all([uploaded, ingested]);
    const { status, body } = await restored;
    assert.equal(status, 200);
    assert.deepEqual(body.changed, ['title', 'recording', 'externalIds']);
  } finally {
    await holder.end();
  }
  const { body } = await client.get(`/v1/meetings/${id}`);
  assert.equal(body.title, 'First');
  assert.equal(body.recording.bytes, wav(1).length);
});

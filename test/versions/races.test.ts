import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { heldLocks } from '../support/held-locks.ts';
import { meeting } from '../support/meetings.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
afterEach(() => releaseAll());
after(() => service.stop());

async function upload(id: string, body: Buffer): Promise<void> {
  const headers = { 'Content-Type': 'audio/wav' };
  const answer = await service.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
    headers,
    raw: body,
  });
  assert.equal(answer.status, 200, answer.text);
}

const { hold, waitForBlocked, releaseAll } = heldLocks(() => service.databaseUrl);

test('a restore that waited for an upload and an ingest compares with what they left', async () => {
  const { client } = service;
  const first = meeting({ id: 'waited', title: 'First', externalIds: [{ type: 'ZOOM', id: 'h-1' }] });
  const id = await client.ingest(first);
  await upload(id, wav(1));
  await client.ingest({ ...first, title: 'Second' });
  const lock = await hold('select from meetings where id = $1 for update', [id]);
  const uploaded = upload(id, wav(2));
  await waitForBlocked(1);
  const ingested = client.ingest({ ...first, title: 'Second', externalIds: [{ type: 'ZOOM', id: 'h-2' }] });
  await waitForBlocked(2);
  const restored = client.post(`/v1/meetings/${id}/versions/1/restore`);
  await waitForBlocked(3);
  await lock.rollback();
  await Promise.all([uploaded, ingested]);
  const answer = await restored;
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(answer.body.changed, ['title', 'recording', 'externalIds']);
  const { body } = await client.get(`/v1/meetings/${id}`);
  assert.equal(body.title, 'First');
  assert.equal(body.recording.bytes, wav(1).length);
});

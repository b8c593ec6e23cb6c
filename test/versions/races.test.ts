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

const first = { title: 'First', externalIds: [{ type: 'ZOOM', id: 'h-1' }] };

// PostgreSQL wakes two that wait for a row in the order in which they came; of three the last two may change places.
const writes: [string, (id: string, external: string) => Promise<unknown>, string[]][] = [
  ['an upload', (id) => upload(id, wav(2)), ['title', 'recording']],
  [
    'an ingest',
    (_id, external) =>
      service.client.ingest(
        meeting({ id: external, title: 'Second', externalIds: [{ type: 'ZOOM', id: 'h-2' }] }),
      ),
    ['title', 'externalIds'],
  ],
];
for (const [what, write, changed] of writes) {
  test(`a restore that waited for ${what} compares with what it left`, async () => {
    const { client } = service;
    const external = `waited for ${what}`;
    const id = await client.ingest(meeting({ ...first, id: external }));
    await upload(id, wav(1));
    await client.ingest(meeting({ ...first, id: external, title: 'Second' }));
    const lock = await hold('select from meetings where organization_id = 1 and id = $1 for update', [id]);
    const written = write(id, external);
    await waitForBlocked(1);
    const restored = client.post(`/v1/meetings/${id}/versions/1/restore`);
    await waitForBlocked(2);
    await lock.rollback();
    await written;
    const answer = await restored;
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.body.changed, changed);
    const { body } = await client.get(`/v1/meetings/${id}`);
    assert.equal(body.title, 'First');
    assert.equal(body.recording.bytes, wav(1).length);
  });
}

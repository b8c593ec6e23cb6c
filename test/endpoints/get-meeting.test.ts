import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

test('a meeting comes back by its id, as the list shows it', async () => {
  const id = await service.client.ingest(
    meeting({
      attendees: [{ name: 'Grace Lund', email: 'grace@acme.example' }],
      transcript: {
        segments: [{ text: ' Hello. ', timestampSeconds: 1.25, speaker: { name: 'grace lund' } }],
      },
    }),
  );
  const one = await service.client.get(`/v1/meetings/${id}`);
  assert.equal(one.status, 200);
  const attendeeId = one.body.attendees[0].id;
  const { recording, ...shown } = one.body;
  assert.deepEqual(recording, { state: 'none' });
  assert.deepEqual(shown, {
    id,
    title: 'Quarterly review',
    startTime: '2026-01-31T09:30:00Z',
    endTime: '2026-01-31T10:15:00Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    attendees: [{ id: attendeeId, name: 'Grace Lund', email: 'grace@acme.example' }],
    transcript: {
      entries: [
        {
          text: ' Hello. ',
          speaker: { name: 'grace lund', attendeeId },
          timestamp: '00:00:01.250',
          timestampSeconds: 1.25,
        },
      ],
    },
  });
  const list = await service.client.get('/v1/meetings', { from: '2026-01-31T09:30:00Z' });
  assert.deepEqual(list.body, { meetings: [shown], pageCount: 1 });
});

test('an unknown meeting, or one of another organization, is 404', async () => {
  const id = await service.client.ingest(meeting({ title: 'Private' }));
  const other = await service.tenant();
  const foreign = await other.client.get(`/v1/meetings/${id}`);
  const missing = await other.client.get('/v1/meetings/999999999');
  assert.equal(foreign.status, 404);
  assert.equal(missing.status, 404);
  assert.deepEqual(foreign.body, missing.body);
});

test('an id that cannot be one is 400', async () => {
  for (const id of ['0', '-1', 'abc', '1.5', '9007199254740993', '%00']) {
    const answer = await service.client.get(`/v1/meetings/${id}`);
    assert.equal(answer.status, 400, id);
    assert.match(answer.body.error, /^id must be a whole number/);
  }
});

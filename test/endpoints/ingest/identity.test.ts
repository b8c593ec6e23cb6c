import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { INGEST } from './bodies.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function ingest(changes: Record<string, unknown>, client = service.client) {
  const answer = await client.post(INGEST, { meeting: meeting(changes) });
  assert.equal(answer.status, 200, answer.text);
  return answer.body as { meetingId: string; created: boolean };
}

test('the same meeting.id is one meeting, whatever else changes', async () => {
  const first = await ingest({ id: 'call-1' });
  const again = await ingest({
    id: 'call-1',
    title: 'Renamed',
    startTime: '2026-02-01T09:30:00Z',
    endTime: '2026-02-01T10:00:00Z',
    host: { email: 'grace@acme.example' },
  });
  assert.equal(first.created, true);
  assert.deepEqual(again, { meetingId: first.meetingId, created: false });
  const { recording: _, ...stored } = (await service.client.get(`/v1/meetings/${first.meetingId}`)).body;
  assert.deepEqual(stored, {
    id: first.meetingId,
    title: 'Renamed',
    startTime: '2026-02-01T09:30:00Z',
    endTime: '2026-02-01T10:00:00Z',
    host: { email: 'grace@acme.example' },
    attendees: [],
  });
});

test('another meeting.id is another meeting; case, space and Unicode form count', async () => {
  const ids = [
    'call-2',
    'Call-2',
    ' call-2',
    'caf\u00e9',
    'cafe\u0301',
    "'; drop table meetings; --",
    '%',
    '_',
  ];
  const made = await Promise.all(ids.map((id) => ingest({ id })));
  assert.ok(made.every(({ created }) => created));
  assert.equal(new Set(made.map(({ meetingId }) => meetingId)).size, ids.length);
});

test('without an id: the same host, title, start and end are the same meeting', async () => {
  const bare = {
    title: 'No id',
    startTime: '2026-01-31T09:30:00Z',
    endTime: '2026-01-31T10:15:00.500Z',
    host: { name: 'Ada Park', email: 'ada@parley.example' },
  };
  const first = await ingest(bare);
  assert.equal(first.created, true);
  const same = [
    { host: { name: 'Ada', email: 'ADA@Parley.Example' } },
    { startTime: '2026-01-31T10:30:00+01:00' },
    { endTime: '2026-01-31T05:15:00.5-05:00' },
    { startTime: '2026-01-31t09:30:00.000999z' },
    { id: null },
    { callUrl: 'https://meet.example/other' },
  ];
  for (const changes of same) {
    assert.deepEqual(
      await ingest({ ...bare, ...changes }),
      { meetingId: first.meetingId, created: false },
      JSON.stringify(changes),
    );
  }
  const different = [
    { title: 'no id' },
    { title: 'No id ' },
    { host: { email: 'ada@parley.example.org' } },
    { startTime: '2026-01-31T09:30:00.001Z' },
    { endTime: '2026-01-31T10:15:00.501Z' },
    { id: 'with-id' },
  ];
  for (const changes of different) {
    assert.equal((await ingest({ ...bare, ...changes })).created, true, JSON.stringify(changes));
  }
});

test('the separator between the details of a meeting without an id cannot be forged', async () => {
  const one = await ingest({ title: 'x","2026-01-31T09:30:00Z', host: { email: 'a@acme.example' } });
  const two = await ingest({ title: 'x', host: { email: 'a@acme.example' } });
  assert.notEqual(one.meetingId, two.meetingId);
});

test('another organization’s meeting of the same id, or the same details, is another meeting', async () => {
  const other = await service.tenant();
  for (const changes of [{ id: 'call-3' }, { title: 'Shared details' }]) {
    const ours = await ingest(changes);
    const theirs = await ingest({ ...changes, callUrl: 'https://other.example' }, other.client);
    assert.equal(theirs.created, true);
    assert.notEqual(theirs.meetingId, ours.meetingId);
    assert.equal((await other.client.get(`/v1/meetings/${ours.meetingId}`)).status, 404);
  }
});

for (const [how, changes] of [
  ['by id', { id: 'at-once', title: 'At once' }],
  ['by details', { title: 'At once, no id' }],
] as const) {
  test(`thirty ingests of one meeting at once (${how}) make one meeting, and none fails`, async () => {
    const attendees = [{ email: 'grace@acme.example' }];
    const transcript = { segments: [{ text: 'Hello.' }] };
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        service.client.post(INGEST, { meeting: meeting({ ...changes, attendees, transcript }) }),
      ),
    );
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.meetingId)).size, 1);
    assert.equal(answers.filter(({ body }) => body.created).length, 1);
    const list = await service.client.get('/v1/meetings', {
      ...ALWAYS,
      pageSize: '50',
      attendeeEmailAddresses: 'grace@acme.example',
    });
    const found = list.body.meetings.filter(({ title }: { title: string }) => title === changes.title);
    assert.equal(found.length, 1);
    assert.deepEqual(found[0].transcript, { entries: [{ text: 'Hello.' }] });
  });
}

test('different updates of one meeting at once leave one of them whole', async () => {
  const versions = Array.from({ length: 12 }, (_, version) => ({
    id: 'mixed',
    title: `Version ${version}`,
    attendees: [{ email: `p${version}@acme.example`, name: `Speaker ${version}` }],
    transcript: { segments: [{ text: `Version ${version}`, speaker: { name: `Speaker ${version}` } }] },
  }));
  const answers = await Promise.all(versions.map((version) => ingest(version)));
  const { body } = await service.client.get(`/v1/meetings/${answers[0]!.meetingId}`);
  const version = versions.find(({ title }) => title === body.title)!;
  const [attendee] = body.attendees;
  assert.equal(attendee.email, version.attendees[0]!.email);
  assert.deepEqual(body.transcript.entries, [
    { text: version.title, speaker: { name: attendee.name, attendeeId: attendee.id } },
  ]);
});

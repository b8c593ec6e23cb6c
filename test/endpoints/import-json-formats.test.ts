import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { jsonSamples } from '../formats/json-samples/index.ts';
import { ADA, GRACE, type JsonSample } from '../formats/json-samples/types.ts';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

/** Fields that a file of a speech-to-text service lacks. */
const BESIDE = { hostEmail: 'host@parley.example', startTime: '2026-02-01T08:00:00Z' };

function importJson(client: TestClient, document: unknown, query: Record<string, string> = {}) {
  return client.send('POST', 'api', '/v1/meetings/import', {
    query: { fileName: 'export.json', ...query },
    raw: typeof document === 'string' ? document : JSON.stringify(document),
    headers: { 'Content-Type': 'application/json' },
  });
}

/** Gives only what the file lacks, so that everything else has to come from the file. */
function missingOf({ meeting = {}, entries }: JsonSample): Record<string, string> {
  return {
    ...(meeting.host === undefined && { hostEmail: BESIDE.hostEmail }),
    ...(meeting.startTime === undefined && { startTime: BESIDE.startTime }),
    ...(entries.every(([, start]) => start === undefined) && { endTime: '2026-02-01T09:00:00Z' }),
  };
}

for (const sample of jsonSamples) {
  const { format, form, document, entries, language, meeting = {}, warnings = [] } = sample;
  test(`${format}: ${form}`, async () => {
    const { client } = await service.tenant();
    const told = await importJson(client, document, missingOf(sample));
    assert.equal(told.status, 200, told.text);
    assert.deepEqual(
      [told.body.format, told.body.entries, told.body.warnings],
      [format, entries.length, warnings],
    );
    const { body: transcript } = await client.get(`/v1/meetings/${told.body.meetingId}/transcript`);
    assert.equal(transcript.language, language);
    assert.deepEqual(
      transcript.entries.map(({ text, timestampSeconds, endSeconds, speaker }: Record<string, unknown>) => [
        text,
        timestampSeconds,
        endSeconds,
        (speaker as { name: string } | undefined)?.name,
      ]),
      entries.map(([text, start, end, speaker]) => [text, start, end, speaker]),
    );
    const { body: shown } = await client.get(`/v1/meetings/${told.body.meetingId}`);
    for (const [field, expected] of Object.entries(meeting)) {
      const value = field === 'attendees' ? shown.attendees.map(withoutIds) : shown[field];
      assert.deepEqual(value, expected, field);
    }
    const again = await importJson(client, document, missingOf(sample));
    assert.equal(again.body.outcome, 'unchanged', again.text);
  });
}

function withoutIds({ id, crmCaseId, crmLeadId, ...attendee }: Record<string, unknown>) {
  return attendee;
}

const CALL = jsonSamples.find(({ format }) => format === 'Fireflies')!;

test('what is given separately takes precedence over the file', async () => {
  const { client } = await service.tenant();
  const told = await importJson(client, CALL.document, {
    ...BESIDE,
    title: 'Another title',
    attendees: 'Bo',
    sourceType: 'ZOOM',
  });
  const { body } = await client.get(`/v1/meetings/${told.body.meetingId}`);
  assert.deepEqual(
    [body.title, body.startTime, body.endTime, body.host, body.attendees.map(withoutIds)],
    [
      'Another title',
      BESIDE.startTime,
      '2026-02-01T08:15:30Z',
      { email: BESIDE.hostEmail },
      [{ name: 'Bo' }],
    ],
  );
});

test('an earlier start that is given moves words that have dates', async () => {
  const { client } = await service.tenant();
  const entry = {
    participant: 'p/1',
    text: 'Hello.',
    startTime: '2026-01-31T09:31:05.5Z',
    endTime: '2026-01-31T09:31:06Z',
  };
  const query = { hostEmail: ADA.email, startTime: '2026-01-31T09:31:00Z' };
  const told = await importJson(client, { transcriptEntries: [entry] }, query);
  const { body } = await client.get(`/v1/meetings/${told.body.meetingId}/transcript`);
  assert.deepEqual([body.entries[0].timestampSeconds, body.entries[0].endSeconds], [5.5, 6]);
  const late = await importJson(
    client,
    { transcriptEntries: [entry] },
    { ...query, startTime: '2026-01-31T10:00:00Z' },
  );
  assert.equal(late.status, 422);
  assert.match(late.body.error, /it begins at 2026-01-31T09:31:05\.500Z, before the start that is given/);
});

test('meetings of Parley come back as they were: from the list, from GET by id and from a line of an export', async () => {
  const source = await service.tenant();
  const meeting = {
    title: 'Round trip',
    startTime: '2026-01-31T09:30:00.125Z',
    endTime: '2026-01-31T09:45:00Z',
    host: ADA,
    attendees: [{ ...GRACE, isInternal: false }, { name: 'Bo' }],
    salesforceAccountId: '0018c00002ABCDEAA5',
    salesforceOpportunityId: '0068c00002ABCDEAA5',
    transcript: {
      segments: [
        { text: '  Spaces stay. ', timestampSeconds: 0.0005, speaker: { name: 'Bo' } },
        { text: '' },
        { text: 'Zoë 😀\nsecond line', timestampSeconds: 899.999, speaker: { name: 'Nobody listed' } },
      ],
    },
  };
  const { body: one } = await source.client.get(`/v1/meetings/${await source.client.ingest(meeting)}`);
  const { body: list } = await source.client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z' });
  const forms: [string, unknown][] = [
    ['list', list],
    ['GET by id', one],
    ['export', `${JSON.stringify(one)}\n${JSON.stringify({ id: '9', deleted: true })}\n`],
  ];
  for (const [form, document] of forms) {
    const { client } = await service.tenant();
    const told = await importJson(client, document);
    assert.equal(told.status, 200, told.text);
    assert.equal(told.body.format, 'Parley');
    const { body: back } = await client.get(`/v1/meetings/${told.body.meetingId}`);
    assert.deepEqual({ ...back, id: one.id }, one, form);
  }
});

test('the ends and the language come back from the answer with the transcript', async () => {
  const { client } = await service.tenant();
  const first = await importJson(client, CALL.document);
  const { body: answer } = await client.get(`/v1/meetings/${first.body.meetingId}/transcript`);
  const other = await service.tenant();
  const told = await importJson(other.client, { ...answer, language: 'en' }, BESIDE);
  const { body: back } = await other.client.get(`/v1/meetings/${told.body.meetingId}/transcript`);
  const withoutAttendees = (entries: { speaker?: { attendeeId?: string } }[]) =>
    entries.map((entry) => ({ ...entry, speaker: { ...entry.speaker, attendeeId: undefined } }));
  assert.deepEqual(withoutAttendees(back.entries), withoutAttendees(answer.entries));
  assert.equal(back.language, 'en');
});

test('a document without a transcript leaves a stored one as it is', async () => {
  const { client } = await service.tenant();
  const gong = jsonSamples.find(({ form }) => form === 'a call with its transcript')!;
  const first = await importJson(client, gong.document);
  const { transcript, ...call } = gong.document as Record<string, unknown>;
  const told = await importJson(client, { calls: [call] }, { title: 'New title' });
  assert.deepEqual(
    [told.status, told.body.outcome, told.body.warnings],
    [200, 'updated', ['calls[0] has no transcript']],
  );
  const { body } = await client.get(`/v1/meetings/${first.body.meetingId}`);
  assert.deepEqual([body.title, body.transcript.entries.length], ['New title', gong.entries.length]);

  const without = await client.ingest({
    ...{ title: 'Silent', startTime: '2026-01-31T09:30:00Z', endTime: '2026-01-31T09:45:00Z', host: ADA },
  });
  const { body: one } = await client.get(`/v1/meetings/${without}`);
  const other = await service.tenant();
  const { body: copied } = await importJson(other.client, one);
  const { body: back } = await other.client.get(`/v1/meetings/${copied.meetingId}`);
  assert.deepEqual({ ...back, id: one.id }, one);
});

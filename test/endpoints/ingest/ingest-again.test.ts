import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { fullBody, INGEST } from './bodies.ts';

let service: TestService;
let database: pg.Client;
before(async () => {
  service = await startService();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
});
after(async () => {
  await database.end();
  await service.stop();
});

const full = () => fullBody().meeting as Record<string, unknown>;
const bare = (changes: Record<string, unknown> = {}) => {
  const { title, startTime, endTime } = full();
  return { title, startTime, endTime, host: { email: 'ada@parley.example' }, ...changes };
};

async function read(id: string) {
  return (await service.client.get(`/v1/meetings/${id}`)).body;
}

async function row(id: string) {
  const { rows } = await database.query('select * from meetings where id = $1', [id]);
  return rows[0];
}

async function externalIds(id: string): Promise<string[]> {
  const { rows } = await database.query(
    `select type || '/' || external_id as id from meeting_external_ids where meeting_id = $1 order by 1`,
    [id],
  );
  return rows.map((one) => one.id);
}

/** Returns the stored form of a recordingUrl, which may contain a token. */
const markOf = (url: string) => `sha256:${createHash('sha256').update(url).digest('hex')}`;

test('fields left out stay', async () => {
  const id = await service.client.ingest({ ...full(), id: 'stay' });
  const [before, rowBefore, idsBefore] = [await read(id), await row(id), await externalIds(id)];
  assert.equal(await service.client.ingest(bare({ id: 'stay' })), id);
  assert.deepEqual(await read(id), before);
  assert.deepEqual(await externalIds(id), idsBefore);
  const rowAfter = await row(id);
  assert.equal(rowAfter.recording_url, markOf('https://meet.example/abc.mp4'));
  assert.equal(rowAfter.call_url, 'https://meet.example/abc');
  assert.deepEqual(
    { ...rowAfter, updated_at: undefined, head: undefined },
    { ...rowBefore, updated_at: undefined, head: undefined },
  );
});

test('fields given replace the old ones, each alone', async () => {
  const id = await service.client.ingest({ ...full(), id: 'replace' });
  const old = await read(id);
  const again = (changes: Record<string, unknown>) =>
    service.client.ingest(bare({ id: 'replace', ...changes }));

  await again({ title: 'New title', endTime: '2026-01-31T11:00:00Z' });
  assert.deepEqual(await read(id), { ...old, title: 'New title', endTime: '2026-01-31T11:00:00Z' });
  await again({ host: { email: 'ada@parley.example', name: 'A. Park' } });
  assert.deepEqual((await read(id)).host, { email: 'ada@parley.example', name: 'A. Park' });
  await again({ salesforceAccountId: 'account' });
  await again({ salesforceOpportunityId: 'opportunity' });
  const { crmAccountId, crmOpportunityId } = await read(id);
  assert.deepEqual([crmAccountId, crmOpportunityId], ['account', 'opportunity']);
  await again({ callUrl: 'https://meet.example/new' });
  await again({ recordingUrl: 'https://meet.example/new.mp4' });
  const { call_url, recording_url } = await row(id);
  assert.deepEqual(
    [call_url, recording_url],
    ['https://meet.example/new', markOf('https://meet.example/new.mp4')],
  );
  assert.deepEqual((await read(id)).transcript, old.transcript);
  assert.deepEqual((await read(id)).attendees, old.attendees);
});

test('a name stays with its host: another host does not get it', async () => {
  const id = await service.client.ingest(
    meeting({ id: 'host', host: { name: 'Ada Park', email: 'ada@parley.example' } }),
  );
  await service.client.ingest(meeting({ id: 'host', host: { email: 'ADA@parley.example' } }));
  assert.deepEqual((await read(id)).host, { name: 'Ada Park', email: 'ADA@parley.example' });
  await service.client.ingest(meeting({ id: 'host', host: { email: 'grace@acme.example' } }));
  assert.deepEqual((await read(id)).host, { email: 'grace@acme.example' });
});

test('attendees and transcript are replaced whole, also by none', async () => {
  const id = await service.client.ingest({ ...full(), id: 'whole' });
  await service.client.ingest(bare({ id: 'whole', attendees: [{ name: 'Linus' }] }));
  const { attendees } = await read(id);
  assert.deepEqual(
    attendees.map(({ name }: { name: string }) => name),
    ['Linus'],
  );
  await service.client.ingest(bare({ id: 'whole', transcript: { segments: [{ text: 'Short.' }] } }));
  assert.deepEqual((await read(id)).transcript, { entries: [{ text: 'Short.' }] });
  await service.client.ingest(bare({ id: 'whole', attendees: [], transcript: { segments: [] } }));
  const emptied = await read(id);
  assert.deepEqual([emptied.attendees, emptied.transcript], [[], { entries: [] }]);
});

test('attendees given without a transcript are those that its speakers point to', async () => {
  const speakers = (body: { transcript: { entries: { speaker?: { attendeeId?: string } }[] } }) =>
    body.transcript.entries.map(({ speaker }) => speaker?.attendeeId);
  const id = await service.client.ingest({ ...full(), id: 'speakers' });
  const first = await read(id);
  assert.deepEqual(speakers(first), [first.attendees[1].id, first.attendees[0].id]);

  await service.client.ingest(bare({ id: 'speakers', attendees: [{ name: 'GRACE  lund' }] }));
  const second = await read(id);
  assert.deepEqual(speakers(second), [undefined, second.attendees[0].id]);
  const { transcript, ...segments } = second;
  assert.deepEqual(
    transcript.entries.map(({ text, timestamp, timestampSeconds }: Record<string, unknown>) => [
      text,
      timestamp,
      timestampSeconds,
    ]),
    [
      ['Hello.', '00:00:01.500', 1.5],
      ['Good morning.', '00:00:02.250', 2.25],
    ],
    JSON.stringify(segments),
  );
  await service.client.ingest(bare({ id: 'speakers', attendees: [] }));
  assert.deepEqual(speakers(await read(id)), [undefined, undefined]);
});

test('a transcript given without attendees points to those that are stored', async () => {
  const id = await service.client.ingest({ ...full(), id: 'later', transcript: undefined });
  assert.equal('transcript' in (await read(id)), false);
  await service.client.ingest(
    bare({ id: 'later', transcript: { segments: [{ text: 'Hi.', speaker: { name: 'linus' } }] } }),
  );
  const { attendees, transcript } = await read(id);
  assert.deepEqual(transcript.entries, [
    { text: 'Hi.', speaker: { name: 'linus', attendeeId: attendees[2].id } },
  ]);
});

test('a speaker is known by name or address of exactly one attendee', async () => {
  const id = await service.client.ingest(
    meeting({
      id: 'names',
      attendees: [
        { name: 'Kim Lee', email: 'kim@acme.example' },
        { name: 'kim lee', email: 'kim@other.example' },
        { name: 'Zoë', email: 'zoe@acme.example' },
        { name: 'Only once', email: 'once@acme.example' },
      ],
      transcript: {
        segments: [
          'Kim Lee',
          'KIM@ACME.EXAMPLE',
          'Zoe\u0308',
          '\tonly   ONCE ',
          'Only',
          '',
          'once@acme.example ',
        ].map((name) => ({ text: 'Hm.', speaker: { name } })),
      },
    }),
  );
  const { attendees, transcript } = await read(id);
  const [kim, , zoe, once] = attendees.map((attendee: { id: string }) => attendee.id);
  assert.deepEqual(
    transcript.entries.map(({ speaker }: { speaker: { attendeeId?: string } }) => speaker.attendeeId),
    [undefined, kim, zoe, once, undefined, undefined, once],
  );
});

test('an attendee has the same id in every meeting and at every ingest', async () => {
  const attendees = [{ name: 'Grace', email: 'grace@acme.example' }, { name: 'Guest' }, { name: 'Guest' }];
  const ids = async (changes: Record<string, unknown>) => {
    const id = await service.client.ingest(meeting({ attendees, ...changes }));
    return (await read(id)).attendees.map((attendee: { id: string }) => attendee.id);
  };
  const first = await ids({ id: 'same-1' });
  assert.equal(new Set(first).size, 3);
  assert.deepEqual(await ids({ id: 'same-1', title: 'Again' }), first);
  assert.deepEqual(await ids({ id: 'same-2' }), first);
  const [renamed] = await ids({
    id: 'same-3',
    attendees: [{ name: 'G. Lund', email: 'GRACE@acme.example' }],
  });
  assert.equal(renamed, first[0]);
});

test('the filters find a meeting by its current fields', async () => {
  const find = async (query: Record<string, string>) => {
    const { body } = await service.client.get('/v1/meetings', { ...ALWAYS, ...query });
    return body.meetings.map((one: { id: string }) => one.id);
  };
  const id = await service.client.ingest(
    meeting({
      id: 'find',
      attendees: [{ email: 'Old@find.example' }],
      salesforceAccountId: 'find-old-account-0',
    }),
  );
  assert.deepEqual(await find({ attendeeEmailAddresses: 'old@find.example' }), [id]);
  await service.client.ingest(
    meeting({
      id: 'find',
      startTime: '2025-01-31T09:30:00Z',
      endTime: '2025-01-31T10:30:00Z',
      host: { email: 'host@find.example' },
      attendees: [{ email: 'new@find.example' }, { email: 'NEW@find.example' }],
      salesforceAccountId: 'find-new-account-0',
    }),
  );
  assert.deepEqual(await find({ attendeeEmailAddresses: 'old@find.example' }), []);
  assert.deepEqual(await find({ attendeeEmailAddresses: 'new@find.example,HOST@find.example' }), [id]);
  assert.deepEqual(
    await find({ attendeeEmailAddresses: 'new@find.example', from: '2025-02-01T00:00:00Z' }),
    [],
  );
  assert.deepEqual(await find({ salesforceAccountId: 'find-old-account-0' }), []);
  assert.deepEqual(await find({ salesforceAccountId: 'find-new-account-0' }), [id]);
});

test('ids of other systems are stored, and replaced whole', async () => {
  const zoom = { type: 'ZOOM', id: 'zoom-1' };
  const id = await service.client.ingest(
    meeting({ id: 'ids', externalIds: [zoom, zoom, { type: 'GOOGLE_CALENDAR', id: 'event-1' }] }),
  );
  assert.deepEqual(await externalIds(id), ['GOOGLE_CALENDAR/event-1', 'USER_PROVIDED/ids', 'ZOOM/zoom-1']);
  await service.client.ingest(
    meeting({ id: 'ids', externalIds: [zoom, { type: 'OUTLOOK_CALENDAR', id: '2' }] }),
  );
  assert.deepEqual(await externalIds(id), ['OUTLOOK_CALENDAR/2', 'USER_PROVIDED/ids', 'ZOOM/zoom-1']);
  await service.client.ingest(meeting({ id: 'ids', externalIds: null }));
  assert.deepEqual(await externalIds(id), ['OUTLOOK_CALENDAR/2', 'USER_PROVIDED/ids', 'ZOOM/zoom-1']);
  await service.client.ingest(meeting({ id: 'ids', externalIds: [] }));
  assert.deepEqual(await externalIds(id), ['USER_PROVIDED/ids']);
});

test('a meeting without an id has no id of another system but those given', async () => {
  const id = await service.client.ingest(
    meeting({ title: 'No id', externalIds: [{ type: 'ZOOM', id: 'zoom-2' }] }),
  );
  assert.deepEqual(await externalIds(id), ['ZOOM/zoom-2']);
  await service.client.ingest(meeting({ title: 'No id', externalIds: [] }));
  assert.deepEqual(await externalIds(id), []);
});

test('15 letters and digits become the 18 of a Salesforce id; every other CRM id stays as given', async () => {
  const cases = [
    ['0018c00002ABCDE', '0018c00002ABCDEAA5'],
    ['001A0000006Vm9r', '001A0000006Vm9rIAC'],
    ['0018c00002abcde', '0018c00002abcdeAAA'],
    ['0018c00002ABCDEAA5', '0018c00002ABCDEAA5'],
    ['0018c00002-BCDE', '0018c00002-BCDE'],
    ['  spaces kept  ', '  spaces kept  '],
    ['漢字', '漢字'],
  ];
  for (const [given, kept] of cases) {
    const id = await service.client.ingest(
      meeting({ salesforceAccountId: given, salesforceOpportunityId: given }),
    );
    const { crmAccountId, crmOpportunityId } = await read(id);
    assert.deepEqual([crmAccountId, crmOpportunityId], [kept, kept]);
  }
});

test('isInternal: as given, else by the organization’s domains, else left out', async () => {
  const attendees = [
    { email: 'a@own.example' },
    { email: 'b@SALES.own.example' },
    { email: 'c@notown.example' },
    { email: 'd@own.example.org' },
    { email: 'own.example@acme.example' },
    { name: 'No address' },
    { email: 'e@own.example', isInternal: false },
    { email: 'f@acme.example', isInternal: true },
    { email: 'g@second.example', isInternal: null },
  ];
  const internals = async (client = service.client) => {
    const answer = await client.post(INGEST, { meeting: meeting({ id: 'internal', attendees }) });
    const { body } = await client.get(`/v1/meetings/${answer.body.meetingId}`);
    return body.attendees.map((attendee: { isInternal?: boolean }) => attendee.isInternal);
  };
  const withDomains = await service.tenant(['own.example', 'Second.Example']);
  assert.deepEqual(await internals(withDomains.client), [
    true,
    true,
    false,
    false,
    false,
    undefined,
    false,
    true,
    true,
  ]);
  const none = undefined;
  assert.deepEqual(await internals(), [none, none, none, none, none, none, false, true, none]);
});

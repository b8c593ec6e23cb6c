import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ABSENT, changed, fullBody, INGEST, post } from './bodies.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type WrongForms = [value: unknown, fault: string][];

const STORABLE = 'must be text without NUL characters and unpaired surrogates';
const DATE = 'must be an RFC 3339 date-time with seconds and a zone, for example 2026-01-31T09:30:00Z';
const EMAIL = 'must be one e-mail address, for example ada@example.com';
const URL_FORM = 'must be an http or https URL';

const required: WrongForms = [[ABSENT, 'is required']];
const empty: WrongForms = [['', 'must not be empty']];
const other = (type: string, ...values: unknown[]): WrongForms =>
  values.map((value) => [value, `must be ${type}`]);
const nul: WrongForms = [[null, 'must be a string']];
const unstorable: WrongForms = ['a\0b', '\0', '\ud800', 'a\udc00b', '\udc00\ud800'].map((text) => [
  text,
  STORABLE,
]);
const text: WrongForms = [...other('a string', 5, true, [], {}, ['a']), ...unstorable];
const longer = (length: number): WrongForms => [
  ['x'.repeat(length + 1), `must have at most ${length} characters`],
  ['😀'.repeat(length + 1), `must have at most ${length} characters`],
];
const date: WrongForms = [
  ...other('a string', 5, 1769851800000, true, [], {}),
  ...[
    '',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-01-31T09:30Z',
    '2026-01-31 09:30:00Z',
    '2026-01-31T09:30:00 Z',
    '2026-02-30T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:61Z',
    '2026-01-31T09:30:00+25:00',
    '2026-01-31T09:30:00+010',
    '2026-01-31T09:30:00.Z',
    ' 2026-01-31T09:30:00Z',
    '2026-01-31T09:30:00Z\n',
    '+12026-01-31T09:30:00Z',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '1769851800',
    'yesterday',
  ].map((value): [string, string] => [value, DATE]),
  ...unstorable,
];
const email: WrongForms = [
  ...other('a string', 5, true, [], {}),
  ...[
    '',
    ' ',
    'ada',
    '@acme.example',
    'ada@',
    'ada@acme@example',
    'ada park@acme.example',
    ' ada@acme.example',
    'ada@acme.example ',
    'ada@acme.example\n',
    'ada@.example',
    'ada@acme..example',
    'ada@acme.example.',
    'Ada <ada@acme.example>',
    'ada@acme.example,grace@acme.example',
    'ada@acme.example;grace@acme.example',
    'mailto:ada@acme.example',
    `${'x'.repeat(310)}@acme.example`,
  ].map((value): [string, string] => [value, EMAIL]),
  ...unstorable,
];
const url: WrongForms = [
  ...other('a string', 5, true, [], {}),
  ...[
    '',
    'acme.example/a.mp4',
    '/a.mp4',
    'ftp://acme.example/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
  ].map((value): [string, string] => [value, URL_FORM]),
  ...['http://', 'https://:80/', 'http://a b/', 'https://[::1', ' https://acme.example/a'].map(
    (value): [string, string] => [value, URL_FORM],
  ),
  ...unstorable,
];
const boolean = other('a boolean', 'true', 'false', '', 0, 1, [], {});
const array = other('an array', 5, 'a', '', true, {}, { 0: {} });
const object = other('an object', 5, 'a', '', true, []);
const crmId = [...text, ...empty, ...longer(255)];
const externalId = [...text, ...empty, ...longer(512)];

/** Every field of the body, but for the transcript, in every wrong form. */
const OUTSIDE: Record<string, WrongForms> = {
  meeting: [...required, ...object, [null, 'must be an object']],
  'meeting.title': [
    ...required,
    ...nul,
    ...text,
    ...empty,
    ['x'.repeat(1025), 'must have at most 1024 characters'],
  ],
  'meeting.startTime': [...required, ...nul, ...date],
  'meeting.endTime': [...required, ...nul, ...date],
  'meeting.host': [...required, ...object, [null, 'must be an object']],
  'meeting.host.email': [...required, ...nul, ...email],
  'meeting.host.name': text,
  'meeting.id': externalId,
  'meeting.callUrl': text,
  'meeting.recordingUrl': url,
  'meeting.attendees': [
    ...array,
    [Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` })), 'must have at most 10000 items'],
  ],
  'meeting.attendees[1]': [...object, [null, 'must be an object'], [{}, 'must have name or email']],
  'meeting.attendees[2].email': email,
  'meeting.attendees[1].name': [...text, ...empty],
  'meeting.attendees[1].isInternal': boolean,
  'meeting.salesforceAccountId': crmId,
  'meeting.salesforceOpportunityId': crmId,
  'meeting.externalIds': [
    ...array,
    [
      Array.from({ length: 101 }, (_, index) => ({ type: 'ZOOM', id: `${index}` })),
      'must have at most 100 items',
    ],
  ],
  'meeting.externalIds[0]': [...object, [null, 'must be an object']],
  'meeting.externalIds[0].type': [
    ...required,
    ...[null, 5, '', 'zoom', 'TEAMS', 'GOOGLE'].map((value): [unknown, string] => [
      value,
      'must be one of USER_PROVIDED, SERVICE, AIRCALL, CHORUS, CLOUDTALK, DIALPAD, GONG, GOOGLE_MEET, MINDTICKLE, ' +
        'MS_TEAMS, ORUM, OUTREACH, RINGCENTRAL, SALESLOFT, SALESLOFT_CI, VONAGE, WEBEX, WINGMAN, WISER, ZOOM, ' +
        'ZOOM_PHONE, GOOGLE_CALENDAR, OUTLOOK_CALENDAR',
    ]),
  ],
  'meeting.externalIds[0].id': [...required, ...nul, ...externalId],
  processImportedMeeting: boolean,
};

const INSIDE: Record<string, WrongForms> = {
  'meeting.transcript': object,
  'meeting.transcript.segments': [...required, [null, 'must be an array'], ...array],
  'meeting.transcript.segments[1]': [...object, [null, 'must be an object']],
  'meeting.transcript.segments[1].text': [...required, ...nul, ...text],
  'meeting.transcript.segments[1].timestampSeconds': other('a number', '1', '', true, [], {}),
  'meeting.transcript.segments[1].speaker': object,
  'meeting.transcript.segments[1].speaker.name': text,
};

for (const [status, part, table] of [
  [400, 'outside the transcript', OUTSIDE],
  [422, 'inside the transcript', INSIDE],
] as const) {
  test(`a field ${part} in a wrong form is ${status}, told by its name`, async () => {
    for (const [field, forms] of Object.entries(table)) {
      for (const [value, fault] of forms) {
        const answer = await service.client.post(INGEST, changed(fullBody(), field, value));
        assert.deepEqual(
          [answer.status, answer.body],
          [status, { error: `${field} ${fault}` }],
          `${field}: ${JSON.stringify(value)?.slice(0, 100)}`,
        );
      }
    }
  });
}

test('a body that is no object is 400', async () => {
  for (const body of [[], [fullBody()], 5, 'text', true, null]) {
    const answer = await service.client.post(INGEST, body);
    assert.deepEqual([answer.status, answer.body], [400, { error: 'The body must be an object' }]);
  }
});

test('all faults are reported together, each once', async () => {
  const body = changed(fullBody(), 'meeting.title', ABSENT);
  for (const [field, value] of [
    ['meeting.startTime', 'soon'],
    ['meeting.host.email', '\0'],
    ['meeting.recordingUrl', 'ftp://acme.example'],
    ['meeting.attendees[0]', {}],
    ['meeting.attendees[2].email', 'ada'],
    ['meeting.externalIds[0].type', ABSENT],
    ['processImportedMeeting', 'yes'],
  ] as const) {
    changed(body, field, value);
  }
  const answer = await service.client.post(INGEST, body);
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body.error.split('; ').sort(), [
    'meeting.attendees[0] must have name or email',
    `meeting.attendees[2].email ${EMAIL}`,
    'meeting.externalIds[0].type is required',
    `meeting.host.email ${STORABLE}`,
    `meeting.recordingUrl ${URL_FORM}`,
    `meeting.startTime ${DATE}`,
    'meeting.title is required',
    'processImportedMeeting must be a boolean',
  ]);
});

test('of very many faults the first twenty are reported', async () => {
  const segments = Array.from({ length: 5000 }, () => ({}));
  const answer = await service.client.post(INGEST, { meeting: meeting({ transcript: { segments } }) });
  assert.equal(answer.status, 422);
  const told = Array.from(
    { length: 20 },
    (_, index) => `meeting.transcript.segments[${index}].text is required`,
  );
  assert.equal(answer.body.error, `${told.join('; ')}; and more`);
});

test('400 comes before 422 where a body deserves both', async () => {
  const body = changed(fullBody(), 'meeting.transcript', 'none');
  changed(body, 'meeting.endTime', '1999-01-01T00:00:00Z');
  changed(body, 'meeting.title', '');
  const first = await service.client.post(INGEST, body);
  assert.deepEqual([first.status, first.body.error], [400, 'meeting.title must not be empty']);
  const second = await service.client.post(INGEST, changed(body, 'meeting.title', 'Review'));
  assert.deepEqual([second.status, second.body.error], [422, 'meeting.transcript must be an object']);
  const third = await service.client.post(INGEST, changed(body, 'meeting.transcript', ABSENT));
  assert.equal(third.status, 422);
  assert.match(third.body.error, /^meeting\.endTime must not be before meeting\.startTime/);
});

test('nothing of a refused body is stored', async () => {
  const answer = await service.client.get('/v1/meetings', ALWAYS);
  assert.deepEqual(answer.body, { meetings: [], pageCount: 0 });
});

test('null stands for absent in every optional field', async () => {
  const bare = meeting({ id: 'nulls', host: { email: 'ada@parley.example' } });
  const id = await service.client.ingest(
    {
      ...bare,
      host: { email: 'ada@parley.example', name: null },
      callUrl: null,
      recordingUrl: null,
      attendees: null,
      salesforceAccountId: null,
      salesforceOpportunityId: null,
      externalIds: null,
      transcript: null,
    },
    { processImportedMeeting: null },
  );
  const { recording: _, ...stored } = (await service.client.get(`/v1/meetings/${id}`)).body;
  assert.deepEqual(stored, {
    id,
    title: bare.title,
    startTime: bare.startTime,
    endTime: bare.endTime,
    host: bare.host,
    attendees: [],
  });
  const withNulls = meeting({
    id: null,
    title: 'Null inside',
    attendees: [
      { name: 'Grace', email: null, isInternal: null },
      { name: null, email: 'g@acme.example' },
    ],
    transcript: {
      segments: [
        { text: 'Hm.', timestampSeconds: null, speaker: null },
        { text: '', speaker: { name: null } },
      ],
    },
  });
  const { body: inside } = await service.client.get(`/v1/meetings/${await service.client.ingest(withNulls)}`);
  assert.deepEqual(
    inside.attendees.map(({ id: _, ...rest }: Record<string, unknown>) => rest),
    [{ name: 'Grace' }, { email: 'g@acme.example' }],
  );
  assert.deepEqual(inside.transcript.entries, [{ text: 'Hm.' }, { text: '' }]);
});

test('the longest ids and the widest arrays are taken', async () => {
  const answer = await service.client.post(INGEST, {
    meeting: meeting({
      id: '😀'.repeat(512),
      host: { email: `${'x'.repeat(307)}@acme.example` },
      salesforceAccountId: '漢'.repeat(255),
      externalIds: Array.from({ length: 100 }, (_, index) => ({
        type: 'ZOOM',
        id: `${index}${'é'.repeat(509)}`,
      })),
      attendees: Array.from({ length: 10_000 }, (_, index) => ({ email: `p${index}@acme.example` })),
    }),
  });
  assert.equal(answer.status, 200, answer.text);
  const { body } = await service.client.get(`/v1/meetings/${answer.body.meetingId}`);
  assert.equal(body.attendees.length, 10_000);
});

test('unknown fields are ignored, __proto__ and constructor like others', async () => {
  const tricks =
    '"__proto__": {"isInternal": true, "name": "Mallory", "polluted": 1, "id": "stolen", "segments": [{"text": 1}]}, ' +
    '"constructor": {"prototype": {"polluted": 1}}, "prototype": null, "toString": 5, "hasOwnProperty": "x", "x\\u0000\\ud800": "\\u0000"';
  const body = JSON.stringify({
    trick: 1,
    meeting: meeting({
      id: 'tricks',
      trick: 1,
      host: { email: 'ada@parley.example', trick: 1 },
      attendees: [{ email: 'grace@acme.example', trick: 1 }],
      externalIds: [{ type: 'ZOOM', id: '1', trick: 1 }],
      transcript: { trick: 1, segments: [{ trick: 1, text: 'Hello.', speaker: { trick: 1 } }] },
    }),
  }).replaceAll('"trick":1', tricks);
  const answer = await post(service, body);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(({} as Record<string, unknown>).polluted, undefined);
  const { body: stored } = await service.client.get(`/v1/meetings/${answer.body.meetingId}`);
  const [{ id: _, ...attendee }] = stored.attendees;
  assert.deepEqual(attendee, { email: 'grace@acme.example' });
  assert.deepEqual(stored.host, { email: 'ada@parley.example' });
  assert.deepEqual(stored.transcript, { entries: [{ text: 'Hello.' }] });
});

test('a required field counts only where it stands itself, not in a __proto__', async () => {
  const { title, ...rest } = meeting();
  const inProto = `{"meeting": {"__proto__": {"title": "${title}"}, ${JSON.stringify(rest).slice(1)}}`;
  const answer = await post(service, inProto);
  assert.deepEqual([answer.status, answer.body.error], [400, 'meeting.title is required']);
  const whole = await post(service, `{"__proto__": {"meeting": ${JSON.stringify(meeting())}}}`);
  assert.deepEqual([whole.status, whole.body.error], [400, 'meeting is required']);
});

test('both paths take the same body; the other address takes neither', async () => {
  const one = await service.client.post(INGEST, { meeting: meeting({ id: 'paths' }) });
  const two = await service.client.post('/user-provided-meeting', { meeting: meeting({ id: 'paths' }) });
  assert.deepEqual([one.status, two.status], [200, 200]);
  assert.deepEqual(two.body, { meetingId: one.body.meetingId, created: false });
  for (const path of [INGEST, '/user-provided-meeting']) {
    const answer = await service.client.send('POST', 'api', path, { raw: '{}' });
    assert.equal(answer.status, 404);
  }
});

test('a query parameter is 400: the operation takes none', async () => {
  const answer = await service.client.post(INGEST, { meeting: meeting() }, { query: { dryRun: 'true' } });
  assert.equal(answer.status, 400);
  assert.match(answer.body.error, /^Unknown query parameter "dryRun"/);
});

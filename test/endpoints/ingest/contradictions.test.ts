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

/** The meeting of these tests lasts from 09:30:00 to 10:15:00. */
const DURATION_SECONDS = 2700;

const at = (...times: (number | undefined)[]) => ({
  transcript: { segments: times.map((timestampSeconds) => ({ text: 'Yes.', timestampSeconds })) },
});
const segment = (index: number) => `meeting.transcript.segments[${index}].timestampSeconds`;
const NEGATIVE = 'must not be negative';
const PAST_END = "must not be more than 60 seconds past the meeting's end";
const BACKWARDS = "must not be more than 60 seconds before an earlier segment's";

const REFUSED: Record<string, [changes: Record<string, unknown>, fault: string]> = {
  'an end before the start': [
    { endTime: '2026-01-31T09:29:59.999Z' },
    'meeting.endTime must not be before meeting.startTime',
  ],
  'an end before the start by its zone': [
    { startTime: '2026-01-31T09:30:00Z', endTime: '2026-01-31T10:00:00+01:00' },
    'meeting.endTime must not be before meeting.startTime',
  ],
  'an address with two names': [
    {
      attendees: [
        { email: 'grace@acme.example', name: 'Grace' },
        { email: 'linus@acme.example', name: 'Linus' },
        { email: 'Grace@ACME.example', name: 'Gracia' },
      ],
    },
    'meeting.attendees[2] has an address that another attendee has with another name',
  ],
  'an address whose second name comes after a nameless one': [
    {
      attendees: [
        { email: 'grace@acme.example' },
        { email: 'grace@acme.example', name: 'Grace' },
        { email: 'grace@acme.example', name: 'Gracia' },
      ],
    },
    'meeting.attendees[2] has an address that another attendee has with another name',
  ],
  'an address that is internal and is not': [
    {
      attendees: [
        { email: 'grace@acme.example', isInternal: true },
        { email: 'grace@acme.example', isInternal: false },
      ],
    },
    'meeting.attendees[1] has an address that another attendee has with another isInternal',
  ],
  'a negative time': [at(0, -0.001), `${segment(1)} ${NEGATIVE}`],
  'a time past the end by a millisecond more than a minute': [
    at(DURATION_SECONDS + 60.001),
    `${segment(0)} ${PAST_END}`,
  ],
  'a time past the end of a meeting without length': [
    { endTime: '2026-01-31T09:30:00Z', ...at(60, 60.5) },
    `${segment(1)} ${PAST_END}`,
  ],
  'a time back by a millisecond more than a minute': [at(100, 39.999), `${segment(1)} ${BACKWARDS}`],
  'a time back against the latest so far, not the one before': [
    at(100, 70, undefined, 39.5),
    `${segment(3)} ${BACKWARDS}`,
  ],
  'a time beyond what numbers can tell apart': [at(2 ** 53 + 2), `${segment(0)} ${PAST_END}`],
};

for (const [what, [changes, fault]] of Object.entries(REFUSED)) {
  test(`422: ${what}`, async () => {
    const answer = await service.client.post(INGEST, { meeting: meeting(changes) });
    assert.deepEqual([answer.status, answer.body], [422, { error: fault }]);
  });
}

test('all contradictions are reported together', async () => {
  const answer = await service.client.post(INGEST, {
    meeting: meeting({
      endTime: '2026-01-31T09:00:00Z',
      attendees: [
        { email: 'grace@acme.example', name: 'Grace' },
        { email: 'grace@acme.example', name: 'Gracia' },
      ],
      ...at(-1, 61),
    }),
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.body.error.split('; '), [
    'meeting.endTime must not be before meeting.startTime',
    'meeting.attendees[1] has an address that another attendee has with another name',
    `${segment(0)} ${NEGATIVE}`,
    `${segment(1)} ${PAST_END}`,
  ]);
});

test('nothing of a contradiction is stored', async () => {
  const { body } = await service.client.get('/v1/meetings', ALWAYS);
  assert.deepEqual(body, { meetings: [], pageCount: 0 });
});

const TAKEN: Record<string, Record<string, unknown>> = {
  'a meeting without length': { endTime: '2026-01-31T09:30:00Z' },
  'the same address twice with one name': {
    attendees: [
      { email: 'grace@acme.example', name: 'Grace' },
      { email: 'GRACE@acme.example', name: 'Grace', isInternal: true },
      { email: 'grace@acme.example' },
    ],
  },
  'two people of one name': {
    attendees: [
      { email: 'a@acme.example', name: 'Kim' },
      { email: 'b@acme.example', name: 'Kim' },
      { name: 'Kim' },
    ],
  },
  'a time of exactly a minute past the end': at(DURATION_SECONDS + 60),
  'a time of exactly a minute back': at(100, 40),
  'times that go back again and again within a minute of the latest': at(100, 40, 100, 41, undefined, 40),
  'a time of minus zero': at(-0),
  'a transcript without segments': at(),
};

for (const [what, changes] of Object.entries(TAKEN)) {
  test(`200: ${what}`, async () => {
    const answer = await service.client.post(INGEST, { meeting: meeting({ id: what, ...changes }) });
    assert.equal(answer.status, 200, answer.text);
  });
}

test('a repeated address is one attendee, with all given fields', async () => {
  const id = await service.client.ingest(
    meeting({ id: 'twice', attendees: TAKEN['the same address twice with one name']!.attendees }),
  );
  const { body } = await service.client.get(`/v1/meetings/${id}`);
  const attendees = body.attendees.map(({ id: _, ...rest }: Record<string, unknown>) => rest);
  assert.deepEqual(attendees, [{ email: 'grace@acme.example', name: 'Grace', isInternal: true }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMeetings } from '../../src/domain/meetings/formats/json.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';

const START = '2026-01-31T09:31:05.000Z';
const ADA = { id: 101, name: 'Ada Park', is_host: true, platform: 'desktop', email: 'ada@parley.example' };
const GRACE = { id: 102, name: 'Grace Lund', is_host: false, platform: 'mobile_app', email: null };
const CY = { id: 103, name: 'Cy', is_host: false, platform: null, email: null };

function event(name: string, data: object, recording: string | null = 'rec-1') {
  return {
    event: name,
    data: {
      data,
      realtime_endpoint: { id: 'end-1', metadata: {} },
      ...(recording !== null && { recording: { id: recording, metadata: {} } }),
      bot: { id: 'bot-1', metadata: {} },
    },
  };
}

function said(participant: object, text: string, from: number, to: number | null, name = 'transcript.data') {
  const at = (relative: number) => ({
    relative,
    absolute: new Date(Date.parse(START) + relative * 1000).toISOString(),
  });
  const words = text.split(' ').map((word, index, all) => ({
    text: word,
    start_timestamp: at(index === 0 ? from : from + 0.1),
    end_timestamp: to === null ? null : at(index === all.length - 1 ? to : from + 0.1),
  }));
  return event(name, { words, language_code: 'de', participant });
}

const EVENTS = [
  event('participant_events.join', {
    participant: ADA,
    timestamp: { relative: 0, absolute: START },
    data: null,
  }),
  event('participant_events.speech_on', { participant: CY, timestamp: {}, data: null }),
  event('participant_events.chat_message', {
    participant: CY,
    timestamp: {},
    data: { text: 'Hi', to: 'all' },
  }),
  said(GRACE, 'Ja', 4.5, 4.75, 'transcript.partial_data'),
  said(GRACE, 'Ja gern.', 4.5, 5),
  said(GRACE, 'Ja gern.', 4.5, 5),
  said(ADA, 'Wollen wir?', 1.25, 2.5),
  said(ADA, 'Wollen wir?', 7.25, null),
  said({ ...CY, name: null }, 'Gut.', 8.125, 9),
];

const TRANSCRIPT = {
  segments: [
    { text: 'Wollen wir?', timestampSeconds: 1.25, endSeconds: 2.5, speaker: { name: 'Ada Park' } },
    { text: 'Ja gern.', timestampSeconds: 4.5, endSeconds: 5, speaker: { name: 'Grace Lund' } },
    { text: 'Wollen wir?', timestampSeconds: 7.25, speaker: { name: 'Ada Park' } },
    { text: 'Gut.', timestampSeconds: 8.125, endSeconds: 9, speaker: { name: 'Speaker 103' } },
  ],
  warnings: [
    '1 transcript.data events are repetitions and were read once',
    '1 participant_events.chat_message events are no speech and were not read',
    '1 transcript.partial_data events are drafts of transcript.data events and were not read',
  ],
  language: 'de',
  startMs: Date.parse(START),
  durationSeconds: 9,
  host: { name: 'Ada Park', email: 'ada@parley.example' },
  id: 'rec-1',
};

function meetingsIn(text: string) {
  return parseMeetings(text).meetings.map((meeting) => {
    assert.ok('transcript' in meeting, JSON.stringify(meeting));
    const { attendees = [], ...transcript } = meeting.transcript;
    return { transcript, names: [...new Set(attendees.map(({ name }) => name))].sort() };
  });
}

const inLines = (events: object[]) => events.map((one) => JSON.stringify(one)).join('\n');

test('the events of a recording are one meeting, in an array, on lines, and in any order', () => {
  const expected = [{ transcript: TRANSCRIPT, names: ['Ada Park', 'Cy', 'Grace Lund'] }];
  assert.deepEqual(meetingsIn(JSON.stringify(EVENTS)), expected);
  assert.deepEqual(meetingsIn(inLines(EVENTS)), expected);
  const [, second, third] = TRANSCRIPT.warnings;
  const warnings = [TRANSCRIPT.warnings[0], third, second];
  const reversed = [{ ...expected[0], transcript: { ...TRANSCRIPT, warnings } }];
  assert.deepEqual(meetingsIn(inLines(EVENTS.toReversed())), reversed);
  assert.equal(parseMeetings(inLines(EVENTS)).format, 'Recall.ai events');
});

test('the events of several recordings in a file are meetings of their own; without a recording those of a bot', () => {
  const other = said(CY, 'Hallo.', 1, 2);
  const ofBot = event('transcript.data', { ...other.data.data }, null);
  const found = meetingsIn(
    JSON.stringify([
      EVENTS[6],
      { ...other, data: { ...other.data, recording: { id: 'rec-2' } } },
      ofBot,
      EVENTS[4],
    ]),
  );
  assert.deepEqual(
    found.map(({ transcript }) => [transcript.id, transcript.segments.map(({ text }) => text)]),
    [
      ['rec-1', ['Wollen wir?', 'Ja gern.']],
      ['rec-2', ['Hallo.']],
      ['bot-1', ['Hallo.']],
    ],
  );
  const plain = { event: 'transcript.data', data: { data: other.data.data } };
  assert.equal(meetingsIn(JSON.stringify(plain))[0]!.transcript.id, undefined);
});

test('events beside documents of other formats are still one meeting', () => {
  const whisper = { segments: [{ start: 0, end: 1, text: 'Hi' }] };
  const { meetings } = parseMeetings(
    inLines([EVENTS[6]!, whisper, { event: 'bot.done', data: {} }, EVENTS[4]!]),
  );
  assert.deepEqual(
    meetings.map((meeting) =>
      'transcript' in meeting ? meeting.transcript.segments.map(({ text }) => text) : meeting,
    ),
    [
      ['Wollen wir?', 'Ja gern.'],
      ['Hi'],
      {
        fault:
          'line 3: it is in no known JSON format; the nearest is Recall.ai events, but data.data is missing and data.realtime_endpoint is missing',
      },
    ],
  );
});

test('events that cannot be read are refused with their path', () => {
  const refusals: [object[], string][] = [
    [[EVENTS[0]!, EVENTS[3]!], '[0] is an event of a recording without any transcript.data event'],
    [[EVENTS[4]!, said(ADA, 'x', 5, 3)], '[1].data.data.words[0] ends at 3 s, before it starts at 5 s'],
    [
      [EVENTS[4]!, event('transcript.data', { words: [{ text: 7 }], participant: ADA })],
      '[1].data.data.words[0].text must be text',
    ],
    [
      [event('transcript.data', { words: [{ text: 'x' }], participant: 7 })],
      '[0].data.data.participant must be an object',
    ],
  ];
  for (const [events, message] of refusals) {
    assert.throws(
      () => parseMeetings(JSON.stringify(events)),
      (error) => error instanceof TranscriptFormatError && error.message === message,
      message,
    );
  }
});

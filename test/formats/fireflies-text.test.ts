import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firefliesText } from '../../src/domain/meetings/formats/fireflies-text.ts';
import { fileFormats } from '../../src/domain/meetings/formats/index.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';

const TIMED = [
  'Id: 01KZYS4QBCSC54X8BTSB6G9Y35',
  'DateString: 2026-01-31T09:00:14.000Z',
  'Privacy: link',
  'Speakers: Ada Park, bo lind (he: him)',
  'Sentences: [00:00 - 00:02] Ada Park: Sure, at 10:30: [so].',
  '[00:02 - 00:02] bo lind (he: him): Title: is what we need.',
  'Title: of the plan.',
  'Title: of the budget.',
  '[00:04 - 62:05] Grace: Yes.',
  '[1:02:06 - 1:02:07] and so on',
  'Title: Weekly business',
  'Host Email: No host email',
  'Organizer Email: ada@parley.example',
  'Calendar Id: No calendar id',
  'Fireflies Users: ada@parley.example',
  'Participants: ada@parley.example,grace@acme.example, ada@parley.example',
  'Date: 1769850000000',
  'Transcript Url: https://app.fireflies.ai/view/01KZYS4QBCSC54X8BTSB6G9Y35',
  'Audio Url: https://cdn.fireflies.ai/audio.mp3?Expires=1',
  'Video Url: No video url',
  'Duration: 62.970001220703125',
  'Meeting Attendees: ada@parley.example, bo@acme.example',
  'Cal Id: No cal id',
  'Calendar Type: outlook',
  'Meeting Link: https://meet.example/abc',
  'Is Live: false',
  '',
];

/** Reads a text in the format that recognises it, which has to be this one. */
function read(lines: string[]) {
  const text = lines.join('\n');
  const format = fileFormats.find((one) => one.reads !== 'bytes' && one.recognises(text));
  assert.equal(format?.name, firefliesText.name);
  return firefliesText.parse(text);
}

function refused(line: number, message: RegExp) {
  return (error: unknown) =>
    error instanceof TranscriptFormatError && error.line === line && message.test(error.message);
}

test('Fireflies: every sentence with its times and speaker, and the facts of the meeting', () => {
  const { segments, ...facts } = read(TIMED);
  assert.deepEqual(segments, [
    {
      text: 'Sure, at 10:30: [so].',
      timestampSeconds: 0,
      endSeconds: 2,
      speaker: { name: 'Ada Park' },
    },
    {
      text: 'Title: is what we need.\nTitle: of the plan.\nTitle: of the budget.',
      timestampSeconds: 2,
      endSeconds: 2,
      speaker: { name: 'bo lind (he: him)' },
    },
    { text: 'Yes.', timestampSeconds: 4, endSeconds: 3725, speaker: { name: 'Grace' } },
    { text: 'and so on', timestampSeconds: 3726, endSeconds: 3727 },
  ]);
  const startMs = Date.parse('2026-01-31T09:00:00Z');
  assert.deepEqual(facts, {
    id: '01KZYS4QBCSC54X8BTSB6G9Y35',
    title: 'Weekly business',
    startMs,
    endMs: startMs + 3_778_200,
    host: { email: 'ada@parley.example' },
    attendees: [
      { email: 'ada@parley.example' },
      { email: 'bo@acme.example' },
      { email: 'grace@acme.example' },
    ],
    callUrl: 'https://meet.example/abc',
    durationSeconds: 3727,
    warnings: [],
  });
});

test('Fireflies without times, facts, or the end of the meeting, and with what is in no known field', () => {
  const { segments, warnings, ...facts } = read([
    'Id: 7',
    'DateString: 2026-01-31T09:00:00.000Z',
    'Sentences: Ada Park: Hey.',
    'Date: It is the 30th.',
    'Grace: Note: this',
    '',
    'goes on.',
    'Title: No title',
    'Audio Url: No audio url',
    'Duration: No duration',
    'Is Live: true',
    'Sentiment: good',
    '',
    '⚠️ Partial results: some fields may be missing due to 2 error(s)',
  ]);
  assert.deepEqual(segments, [
    { text: 'Hey.\nDate: It is the 30th.', speaker: { name: 'Ada Park' } },
    { text: 'Note: this\n\ngoes on.', speaker: { name: 'Grace' } },
  ]);
  assert.deepEqual(facts, { id: '7', startMs: Date.parse('2026-01-31T09:00:00Z'), attendees: [] });
  assert.deepEqual(warnings, [
    'line 12: "Sentiment: good" is no known field and was not read',
    'line 14: "⚠️ Partial results: some fields may be missing due to 2 error(s)" is no known field and was not read',
    'the file has no times, so it is not known when its entries were said',
    'the meeting was not over yet when the text was written',
  ]);
});

test('Fireflies without sentences leaves a stored transcript as it is', () => {
  const { segments, isWithoutWords } = read([
    'Id: 7',
    'Privacy: link',
    'Sentences: No sentences',
    'Title: Plan',
    'Duration: 5',
  ]);
  assert.deepEqual([segments, isWithoutWords], [[], true]);
});

test('Fireflies: texts that are cut off or malformed are refused with their line', () => {
  const cutOff = TIMED.slice(0, 9).join('\n');
  assert.throws(() => firefliesText.parse(cutOff), refused(9, /seems to be cut off/));
  const backwards = TIMED.join('\n').replace('[00:04 - 62:05]', '[00:04 - 00:03]');
  assert.throws(() => firefliesText.parse(backwards), refused(9, /ends before it starts/));
  const invalid = TIMED.join('\n').replace('62:05]', '62:75]');
  assert.throws(() => firefliesText.parse(invalid), refused(9, /no valid times/));
  assert.throws(
    () => firefliesText.parse(TIMED.join('\n').replace('Duration: 62.9', 'Duration: x')),
    /duration must be seconds/,
  );
  assert.throws(() => firefliesText.parse('Id: 7\nPrivacy: link\n'), /"Sentences: "/);
});

test('texts with the words of one field only are not of Fireflies', () => {
  for (const text of ['Sentences: a\nTitle: b\nDate: c\n', 'Id: 7\nSentences: a\n', 'Id: 7\nPrivacy: a\n']) {
    assert.equal(firefliesText.recognises(text), false);
  }
});

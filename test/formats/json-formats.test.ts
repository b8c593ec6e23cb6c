import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { jsonFormats } from '../../src/domain/meetings/formats/json/index.ts';
import { languageAt } from '../../src/domain/meetings/formats/json/languages.ts';
import { JsonPlace } from '../../src/domain/meetings/formats/json/place.ts';
import { recogniseJson } from '../../src/domain/meetings/formats/json/shape.ts';
import { speakerName } from '../../src/domain/meetings/formats/json/speakers.ts';
import { entriesOfWords } from '../../src/domain/meetings/formats/json/words.ts';
import { parseMeetings } from '../../src/domain/meetings/formats/json.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { jsonSamples } from './json-samples/index.ts';

test('every format has a sample, and no two formats recognise the same document', () => {
  const sampled = new Set(jsonSamples.map(({ format }) => format));
  for (const { format, form, document } of jsonSamples) {
    const names = jsonFormats.filter((one) => recogniseJson([one], document)).map(({ name }) => name);
    assert.deepEqual(names, [format], form);
  }
  const unsampled = jsonFormats.map(({ name }) => name).filter((name) => !sampled.has(name));
  assert.deepEqual(unsampled, ['JSON', 'Parley'], 'tests of their own cover these');
});

const utterances = (...list: object[]) => ({ utterances: list });
const AAI = { start: 1000, end: 2000, text: 'Hello' };

const REFUSED: [what: string, document: unknown, message: string][] = [
  [
    'no member',
    {},
    'it has no member that tells a known format: JSON, Parley, Gong, Fireflies, Fathom, Otter, Google Meet, ',
  ],
  [
    'a member that is in documents of every kind',
    { id: 'c-1', callId: 7 },
    'it has no member that tells a known format: JSON, Parley, ',
  ],
  [
    'a member is missing',
    utterances({ start: 1000, text: 'Hello' }),
    'it is in no known JSON format; the nearest is AssemblyAI, but utterances[0].end is missing',
  ],
  [
    'a member is of another type',
    { results: { channels: { alternatives: [] } } },
    'it is in no known JSON format; the nearest is Deepgram, but results.channels is not an array',
  ],
  [
    'an item is of another type',
    utterances(AAI, { ...AAI, start: 'soon' }),
    'utterances[1].start must be milliseconds, as a number',
  ],
  ['a text is a number', utterances({ ...AAI, text: 7 }), 'utterances[0].text must be text'],
  [
    'a member is missing further down',
    utterances(AAI, { text: 'Hello', end: 1 }),
    'utterances[1].start is missing; it must be milliseconds, as a number',
  ],
  ['an item is no object', { utterances: [AAI, 'x'] }, 'utterances[1] must be an object'],
  ['a negative time', utterances({ ...AAI, start: -1 }), 'utterances[0].start must not be negative'],
  [
    'a huge time',
    utterances({ ...AAI, end: 1e300 }),
    'utterances[0].end is later than 100 days after the start',
  ],
  [
    'an end before its start',
    utterances({ ...AAI, end: -0, start: 9000 }),
    'utterances[0] ends at 0 s, before it starts at 9 s',
  ],
  [
    'an entry that goes back',
    utterances({ ...AAI, start: 90_000, end: 90_000 }, AAI),
    'utterances[1] starts at 1 s, after an entry that starts at 90 s',
  ],
  [
    'a date that is none',
    { calls: [{ metaData: { id: '1', started: 'Monday' }, parties: [] }] },
    'calls[0].metaData.started must be a date-time with a zone, as 2026-01-31T09:30:00Z',
  ],
];

for (const [what, document, message] of REFUSED) {
  test(`refused with its path: ${what}`, () => {
    assert.throws(
      () => parseMeetings(JSON.stringify(document)),
      (error) => {
        assert.ok(error instanceof TranscriptFormatError);
        assert.equal(error.message.slice(0, message.length), message);
        return true;
      },
    );
  });
}

test('documents of a great depth, and with numbers beyond the range, are refused', () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  for (const text of [deep('[', ']'), deep('{"a":[', ']}')]) {
    assert.throws(() => parseMeetings(text), /^TranscriptFormatError: it is nested deeper than 32 levels$/);
  }
  const infinite = JSON.stringify(utterances(AAI)).replace('2000', '1e999');
  assert.throws(() => parseMeetings(infinite), /utterances\[0\]\.end must be milliseconds, as a number/);
});

test('a sample that is cut anywhere is refused', () => {
  for (const { document } of jsonSamples) {
    const text = JSON.stringify(document);
    for (let length = 1; length < text.length; length += 17) {
      assert.throws(() => parseMeetings(text.slice(0, length)), TranscriptFormatError);
    }
  }
});

test('several meetings in a file: each that cannot be read is a fault of its own', () => {
  const documents = [
    utterances(AAI),
    { other: 1 },
    { meeting: { id: 'a' } },
    utterances({ ...AAI, end: 'x' }),
  ];
  for (const text of [JSON.stringify(documents), documents.map((one) => JSON.stringify(one)).join('\n')]) {
    const { meetings, format } = parseMeetings(text);
    assert.equal(format, undefined);
    assert.deepEqual(
      meetings.map((meeting) => Object.keys(meeting)[0]),
      ['transcript', 'fault', 'body', 'fault'],
    );
    const fault = meetings[3] && 'fault' in meetings[3] ? meetings[3].fault : '';
    assert.match(fault, /^(?:\[3\]|line 4: )\.?utterances\[0\]\.end must be milliseconds, as a number$/);
  }
  const calls = ['1', '2'].map((callId) => ({ callId, transcript: callId === '1' ? [] : 'none' }));
  const { meetings } = parseMeetings(JSON.stringify({ callTranscripts: calls }));
  assert.deepEqual(meetings[1], { fault: 'callTranscripts[1].transcript must be an array' });
});

test('a file of many documents costs little: it is refused, and warnings are counted', () => {
  const { warnings } = parseMeetings('{"deleted":true,"id":"1"}\n'.repeat(5000));
  assert.deepEqual([warnings.length, warnings.at(-1)], [101, 'and 4900 more warnings']);
  for (const document of ['{}', '[0]', '{"results":[{}]}']) {
    assert.throws(
      () => parseMeetings(`[${Array(5000).fill(document)}]`),
      /^TranscriptFormatError: more than 1000 documents in it are in no known JSON format$/,
    );
  }
});

const word = fc.record({
  text: fc.constantFrom('we', 'Mr.', 'done.', 'really?', 'ok', '数', '…'),
  gapMs: fc.integer({ min: 0, max: 4000 }),
  lengthMs: fc.integer({ min: 0, max: 900 }),
  speaker: fc.constantFrom('A', 'B', undefined),
  isAttached: fc.boolean(),
});

test('no word, speaker or time is lost when words become entries', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 200 }), (list) => {
      let atMs = 0;
      const words = list.map(({ text, gapMs, lengthMs, speaker, isAttached }, index) => {
        const startMs = atMs + gapMs;
        atMs = startMs + lengthMs;
        return {
          text: `${text}${index}`,
          startMs,
          endMs: atMs,
          speaker,
          isAttached,
          place: new JsonPlace(null),
        };
      });
      const entries = entriesOfWords(words);
      const together = (texts: string[]) => texts.join('').replaceAll(' ', '');
      assert.equal(together(entries.map(({ text }) => text)), together(words.map(({ text }) => text)));
      assert.equal(entries[0]?.startMs, words[0]?.startMs);
      assert.equal(entries.at(-1)?.endMs, words.at(-1)?.endMs);
      for (const { text, startMs, endMs, speaker } of entries) {
        const first = words.find((one) => text.startsWith(one.text) && one.startMs === startMs);
        assert.equal(first?.speaker, speaker);
        assert.ok(endMs! >= startMs!);
      }
    }),
  );
});

test('labels of voices become names, and names stay', () => {
  const shown = [
    '0',
    'spk_1',
    'SPEAKER_02',
    'S3',
    'A',
    'speaker b',
    'Ada Park',
    'Sa',
    'Al',
    '',
    undefined,
  ].map(speakerName);
  assert.deepEqual(shown.slice(0, 6), [
    'Speaker 0',
    'Speaker 1',
    'Speaker 2',
    'Speaker 3',
    'Speaker A',
    'Speaker B',
  ]);
  assert.deepEqual(shown.slice(6), ['Ada Park', 'Sa', 'Al', undefined, undefined]);
});

test('languages are read as tags, codes of three letters and English names', () => {
  const read = ['en_us', 'pt-br', 'ger', 'english', 'Haitian Creole', 'und', 'klingonish', '', null].map(
    (value) => languageAt(new JsonPlace(value)),
  );
  assert.deepEqual(read, ['en-US', 'pt-BR', 'de', 'en', 'ht', undefined, undefined, undefined, undefined]);
});

/** The transcript of a document with one meeting. */
function readOne(document: unknown) {
  const [meeting] = parseMeetings(JSON.stringify(document)).meetings;
  assert.ok(meeting && 'transcript' in meeting);
  return meeting.transcript;
}

test('Deepgram: of several languages the first is that of the transcript, and the others are told', () => {
  const words = [{ word: 'hola', start: 0, end: 1 }];
  const spoken = { transcript: 'hola', words, languages: ['es', 'en'] };
  const found = readOne({ results: { channels: [{ alternatives: [spoken] }] } });
  assert.equal(found.language, 'es');
  assert.deepEqual(found.warnings, ['en is spoken too; a transcript has one language, es here']);
  const detected = { detected_language: 'pt', alternatives: [spoken] };
  assert.equal(readOne({ results: { channels: [detected] } }).language, 'pt');
});

test('Fathom: a speaker whose address is known is the invitee of that address', () => {
  const said = (display_name: string, email?: string) => ({
    speaker: { display_name, matched_calendar_invitee_email: email ?? null },
    text: 'Hello.',
    timestamp: '00:00:01',
  });
  const { attendees, warnings } = readOne({
    recording_id: 1,
    recording_start_time: '2026-01-31T09:30:00Z',
    transcript: [said('Ada', 'ada@parley.example'), said('Bo', 'bo@acme.example'), said('Ada'), said('Cy')],
    calendar_invitees: [{ name: 'Ada Park', email: 'ada@parley.example', is_external: false }],
  });
  assert.deepEqual(attendees, [
    { name: 'Ada', email: 'ada@parley.example', isInternal: true },
    { name: 'Bo', email: 'bo@acme.example' },
  ]);
  assert.deepEqual(warnings, []);
});

test('Speechmatics: words of a language with spaces are not joined, whatever the delimiter', () => {
  const words = (language: string, ...contents: string[]) => ({
    format: '2.8',
    metadata: { language_pack_info: { word_delimiter: '' }, transcription_config: { language } },
    results: contents.map((content, at) => ({
      ...{ type: 'word', start_time: at, end_time: at + 0.5, alternatives: [{ content, language }] },
    })),
  });
  assert.equal(readOne(words('en', 'Tidy', 'things')).segments[0]!.text, 'Tidy things');
  assert.equal(readOne(words('ja', '話', 'す')).segments[0]!.text, '話す');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMeetings } from '../../src/domain/meetings/formats/json.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';

/** The documents of a file, which are bodies of the ingest operation here. */
const parseBodies = (text: string) =>
  parseMeetings(text).meetings.map((found) => ('body' in found ? found.body : found));

const one = { meeting: { title: 'Café\u2028' }, processImportedMeeting: false };
const two = { meeting: { title: 'B' } };

test('one body, in a line or over lines, with a byte order mark or not', () => {
  assert.deepEqual(parseBodies(JSON.stringify(one)), [one]);
  assert.deepEqual(parseBodies(`\uFEFF${JSON.stringify(one, null, 2)}\n`), [one]);
});

test('an array of bodies', () => {
  assert.deepEqual(parseBodies(JSON.stringify([one, two], null, 2)), [one, two]);
  assert.deepEqual(parseBodies('[]'), []);
});

test('JSON Lines with any line break and empty lines', () => {
  for (const lineBreak of ['\n', '\r\n', '\r', '\n\n']) {
    assert.deepEqual(parseBodies([JSON.stringify(one), JSON.stringify(two), ''].join(lineBreak)), [one, two]);
  }
});

const REFUSED: [string, string][] = [
  ['', 'the file is empty; it takes a JSON object'],
  [' \n', 'the file is empty; it takes a JSON object'],
  ['7', 'the file takes a JSON object, an array of them, or one on each line'],
  ['null', 'the file takes a JSON object, an array of them, or one on each line'],
  ['[{}, 7]', 'item 2 of the array takes a JSON object'],
  ['[{}, []]', 'item 2 of the array takes a JSON object'],
  ['hello', 'line 1: not valid JSON'],
  ['{"a": 1,\n"b": x,\n"c": 2}', 'line 2: not valid JSON'],
  ['{"a": 1,\n"b": "end of data" x,\n"c": 2}', 'line 2: not valid JSON'],
  ['{\n"a": "b\n"}', 'line 2: not valid JSON'],
  ['{\n"a": 1,\n\n"b":\n\n', 'line 4: not valid JSON: it ends too early'],
  ['{}\n\n{"a":}\n{}', 'line 3: not valid JSON'],
  ['{}\r\n7\r\n', 'line 2: takes a JSON object'],
  ['{}\n{', 'line 2: not valid JSON: it ends too early'],
  ['{\n}\nx', 'line 3: not valid JSON'],
  ['{\n{}', 'line 2: not valid JSON'],
];

for (const [text, message] of REFUSED) {
  test(`${JSON.stringify(text)}: ${message}`, () => {
    assert.throws(
      () => parseBodies(text),
      (error) => error instanceof TranscriptFormatError && error.message === message,
    );
  });
}

test('any bodies come back in all three forms', () => {
  const bodies = fc.array(
    fc.jsonValue().map((meeting) => ({ meeting: meeting ?? {} })),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(bodies, (list) => {
      // Through JSON once: it knows no -0 and no prototypes.
      const expected = JSON.parse(JSON.stringify(list));
      assert.deepEqual(parseBodies(JSON.stringify(list)), expected);
      assert.deepEqual(parseBodies(JSON.stringify(list, null, 1)), expected);
      assert.deepEqual(parseBodies(list.map((body) => JSON.stringify(body)).join('\n')), expected);
    }),
  );
});

test('the line of a fault is reported, wherever it is', () => {
  const body = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
  fc.assert(
    fc.property(body, fc.nat(), fc.constantFrom('?', '@ position 3', '"', '[,'), (value, seed, wrong) => {
      const lines = JSON.stringify({ value }, null, 1).split('\n');
      const faulty = 1 + (seed % (lines.length - 1));
      lines.splice(faulty, 0, wrong);
      assert.throws(() => parseBodies(lines.join('\n')), new RegExp(`line ${faulty + 1}: not valid JSON`));
    }),
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subRip } from '../../src/domain/meetings/formats/srt.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';

/** Segments as [seconds, name, text]. */
function rows(file: string) {
  return subRip.parse(file).segments.map((s) => [s.timestampSeconds, s.speaker?.name, s.text]);
}

function lineNumbers(warnings: string[]) {
  return warnings.map((warning) => warning.split(':')[0]);
}

test('numbered cues with commas', () => {
  const file =
    '\uFEFF1\r\n00:00:01,001 --> 00:00:02,500\r\nMara: Hello,\r\nall.\r\n\r\n2\r\n01:00:03,000 --> 01:00:04,999\r\nbye\r\n';
  assert.deepEqual(subRip.parse(file), {
    segments: [
      { text: 'Hello,\nall.', timestampSeconds: 1.001, endSeconds: 2.5, speaker: { name: 'Mara' } },
      { text: 'bye', timestampSeconds: 3603, endSeconds: 3604.999 },
    ],
    durationSeconds: 3604.999,
    warnings: [],
  });
});

test('dots, no counters, no hours, coordinates, more blank lines than needed', () => {
  const file =
    '\n\n00:00:01.001 --> 00:00:02.500 X1:100 X2:200 Y1:1 Y2:2\na\n\n\n \n00:03,000-->00:04,000\n\nb\n\n\n';
  assert.deepEqual(subRip.parse(file), {
    segments: [
      { text: 'a', timestampSeconds: 1.001, endSeconds: 2.5 },
      { text: 'b', timestampSeconds: 3, endSeconds: 4 },
    ],
    durationSeconds: 4,
    warnings: [],
  });
});

test('blank lines inside the text stay', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\na\n\nb\n \nc\n\n2\n00:00:03,000 --> 00:00:04,000\nd';
  assert.deepEqual(rows(file), [
    [1, undefined, 'a\n\nb\n \nc'],
    [3, undefined, 'd'],
  ]);
});

test('cues without a blank line between them', () => {
  const numbered = '1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb';
  assert.deepEqual(rows(numbered), [
    [1, undefined, 'a'],
    [3, undefined, 'b'],
  ]);
  const unnumbered = '00:00:01,000 --> 00:00:02,000\na\n42\n00:00:03,000 --> 00:00:04,000\nb';
  assert.deepEqual(rows(unnumbered), [
    [1, undefined, 'a\n42'],
    [3, undefined, 'b'],
  ]);
});

test('a number is text unless a cue follows', () => {
  const file =
    '1\n00:00:01,000 --> 00:00:02,000\n42\n\n7\n\n2\n00:00:03,000 --> 00:00:04,000\nthe end\n\n100';
  assert.deepEqual(rows(file), [
    [1, undefined, '42\n\n7'],
    [3, undefined, 'the end\n\n100'],
  ]);
});

test('counters of many digits', () => {
  const file = '1234\n00:00:01,000 --> 00:00:02,000\na\n1235\n00:00:03,000 --> 00:00:04,000\nb';
  assert.deepEqual(rows(file), [
    [1, undefined, 'a'],
    [3, undefined, 'b'],
  ]);
});

test('words right before a timing line belong to the cue before', () => {
  const file = '00:00:01,000 --> 00:00:02,000\na\n\nlast words\n00:00:03,000 --> 00:00:04,000\nb';
  assert.deepEqual(rows(file), [
    [1, undefined, 'a\n\nlast words'],
    [3, undefined, 'b'],
  ]);
});

test('a number that is not the next is text', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\na\n\n7\nof nine';
  assert.deepEqual(rows(file), [[1, undefined, 'a\n\n7\nof nine']]);
});

test('tags and overrides are dropped, other text stays', () => {
  const text = (payload: string) => rows(`1\n00:00:01,000 --> 00:00:02,000\n${payload}`)[0]?.[2];
  assert.equal(text('{\\an8}<i>a</i> <b>b</b> <u>c</u> <font color="#fff">d</font>'), 'a b c d');
  assert.equal(text('{\\i1}a{\\i0}<br>b'), 'a\nb');
  for (const payload of [
    'R&amp;D',
    '{a}',
    '{\\a',
    'I <3 you',
    '<v Mara>hi',
    '<00:01.000>',
    'a <i and u> b',
  ]) {
    assert.equal(text(payload), payload);
  }
});

test('a broken timing line costs the time, not the words', () => {
  const broken = [
    '00:00:03,5 --> 00:00:04,5',
    '00:00:03,000 -> 00:00:04,000',
    '00:00:03,000 00:00:04,000',
    '0:-->',
  ];
  for (const timing of broken) {
    const file = `1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n${timing}\nMara: b\n\n3\n00:00:05,000 --> 00:00:06,000\nc`;
    const parsed = subRip.parse(file);
    assert.deepEqual(parsed.segments, [
      { text: 'a', timestampSeconds: 1, endSeconds: 2 },
      { text: 'b', speaker: { name: 'Mara' } },
      { text: 'c', timestampSeconds: 5, endSeconds: 6 },
    ]);
    assert.equal(parsed.durationSeconds, 6);
    assert.deepEqual(lineNumbers(parsed.warnings), ['line 6']);
  }
});

test('a timing line of other characters is kept as words', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:0l,000 --> 00:00:04,000\nb';
  const parsed = subRip.parse(file);
  assert.deepEqual(parsed.segments, [
    { text: 'a', timestampSeconds: 1, endSeconds: 2 },
    { text: '00:00:0l,000 --> 00:00:04,000\nb' },
  ]);
  assert.deepEqual(lineNumbers(parsed.warnings), ['line 5']);
});

test('the next counter without a timing line starts a cue without a time', () => {
  const file =
    '1\n00:00:01,000 --> 00:00:02,000\nMara: a\n\n2\nOla: b\n\n3\n00:00:05,000 --> 00:00:06,000\nc';
  const parsed = subRip.parse(file);
  assert.deepEqual(parsed.segments, [
    { text: 'a', timestampSeconds: 1, endSeconds: 2, speaker: { name: 'Mara' } },
    { text: 'b', speaker: { name: 'Ola' } },
    { text: 'c', timestampSeconds: 5, endSeconds: 6 },
  ]);
  assert.deepEqual(lineNumbers(parsed.warnings), ['line 5']);
});

test('a counter with neither times nor words is warned of', () => {
  const parsed = subRip.parse(
    '1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n3\n00:00:05,000 --> 00:00:06,000\nc',
  );
  assert.equal(parsed.segments.length, 2);
  assert.deepEqual(lineNumbers(parsed.warnings), ['line 5']);
});

test('times with a weak arrow in the middle of the text are text', () => {
  assert.deepEqual(rows('1\n00:00:01,000 --> 00:00:02,000\nfree\n10:30 -> 11:00'), [
    [1, undefined, 'free\n10:30 -> 11:00'],
  ]);
});

test('words on the timing line are the first of the cue', () => {
  const parsed = subRip.parse('1\n00:00:01,000 --> 00:00:02,000 Hello\nthere');
  assert.deepEqual(parsed.segments, [{ text: 'Hello\nthere', timestampSeconds: 1, endSeconds: 2 }]);
  assert.deepEqual(lineNumbers(parsed.warnings), ['line 2']);
});

test('text before the first cue is kept without a time, with a warning', () => {
  const parsed = subRip.parse('\nWeekly call\n\n1\n00:00:01,000 --> 00:00:02,000\na');
  assert.deepEqual(parsed.segments, [
    { text: 'Weekly call' },
    { text: 'a', timestampSeconds: 1, endSeconds: 2 },
  ]);
  assert.deepEqual(lineNumbers(parsed.warnings), ['line 2']);
});

test('a text without any timing line is refused', () => {
  for (const text of ['', '\n', 'hello', '1\n2\n3', 'go --> there', '{"a":1}']) {
    assert.throws(() => subRip.parse(text), TranscriptFormatError);
  }
});

test('a page that quotes captions is none; a few lines may stand before the first cue', () => {
  const cue = '1\n00:00:01,000 --> 00:00:02,000\na\n';
  const page = Array.from({ length: 20 }, (_, index) => `Line ${index} of the page.\n\n`).join('');
  assert.equal(subRip.recognises(`${page}${cue}`), false);
  assert.equal(subRip.recognises(`Weekly call\n\nby Ada Park\n\n${cue}`), true);
});

test('minutes may be counted on if there are no hours', () => {
  assert.deepEqual(subRip.parse('75:30.250 --> 119:00.000\na\n').segments, [
    { text: 'a', timestampSeconds: 4530.25, endSeconds: 7140 },
  ]);
  const { segments } = subRip.parse('0:75:30.250 --> 0:76:00.000\na\n\n00:01.000 --> 00:02.000\nb\n');
  assert.deepEqual(segments[0], { text: 'a' }, 'with hours, such a time is malformed');
});

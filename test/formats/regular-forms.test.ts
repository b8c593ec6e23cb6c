import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readWebVttCue } from '../../src/domain/meetings/formats/markup.ts';
import { classifyLine, padMilliseconds } from '../../src/domain/meetings/formats/timing.ts';

// The forms that nearly all lines have are read in a shorter way. Something that means nothing leads around it.
const RUNS = 3000;

const character = fc.constantFrom(...'0159:.,- >x'.split(''));
const REGULAR = '01:02:03.456 --> 01:02:04.567';

test('a regular timing line is read like one that is indented', () => {
  const edited = fc
    .array(fc.tuple(fc.nat({ max: REGULAR.length - 1 }), character), { maxLength: 3 })
    .map((edits) => {
      const characters = [...REGULAR];
      for (const [at, other] of edits) characters[at] = other;
      return characters.join('');
    });
  fc.assert(
    fc.property(edited, (line) => assert.deepEqual(classifyLine(line), classifyLine(` ${line}`))),
    { numRuns: RUNS },
  );
  assert.deepEqual(classifyLine(REGULAR), {
    kind: 'timing',
    timing: { startMs: 3_723_456, endMs: 3_724_567, words: '' },
  });
});

test('a cue of one voice, or of plain words, is read like one with a tag that is dropped', () => {
  const parts = [
    '<v ',
    '<v',
    '>',
    '</v>',
    'Ada',
    ' ',
    '  ',
    '\n',
    '&amp;',
    '&',
    '<',
    '<i>',
    '</i>',
    'no: yes',
    '\u00a0',
  ];
  const cue = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((all) => all.join(''));
  const voiced = cue.map((text) => `<v Ada Park>${text}`);
  fc.assert(
    fc.property(
      fc.oneof(
        cue,
        voiced,
        voiced.map((text) => `${text}</v>`),
      ),
      (text) => {
        // Behind a bracket that is still open, the tag would close it.
        fc.pre(!/<[^<>]*$/.test(text));
        assert.deepEqual(readWebVttCue(text), readWebVttCue(`${text}<b></b>`));
      },
    ),
    { numRuns: RUNS },
  );
  assert.deepEqual(readWebVttCue('<v Ada Park>Yes &amp; no</v>'), [{ text: 'Yes & no', voice: 'Ada Park' }]);
});

test('milliseconds of numbers without leading zeros are padded in indented lines too', () => {
  const lines = ['\t0:0:6.90 --> 0:0:6.500', '0:0:7.5 --> 0:0:8.0', 'words --> 0:0:7.5 --> 0:0:8.0'];
  assert.deepEqual(padMilliseconds(lines), [
    '\t0:0:6.090 --> 0:0:6.500',
    '0:0:7.005 --> 0:0:8.000',
    'words --> 0:0:7.5 --> 0:0:8.0',
  ]);
});

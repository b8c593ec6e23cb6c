import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { subViewer } from '../../src/domain/meetings/formats/sbv.ts';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { whisperTsv } from '../../src/domain/meetings/formats/whisper-tsv.ts';
import { cuesOf, personName } from './arbitraries.ts';
import { formatTime } from './encode.ts';

const RUNS = 200;

function refused(line: number | undefined, message: RegExp) {
  return (error: unknown) =>
    error instanceof TranscriptFormatError && error.line === line && message.test(error.message);
}

const words = fc
  .constantFrom('said', 'a > b', '42', 'x: y', '1,2', '<b>', '&amp;', 'größer', '-->')
  .map((one) => `so ${one}`);

test('SBV comes back word for word and millisecond for millisecond', () => {
  const lines = fc.array(words, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'));
  fc.assert(
    fc.property(cuesOf(lines, personName), fc.constantFrom('\n', '\r\n'), (cues, lineBreak) => {
      const blocks = cues.map(({ startMs, endMs, speaker, text }) => {
        const times = [startMs, endMs].map((ms) => formatTime(ms).replace(/^0/, ''));
        return `${times.join(',')}\n${speaker!.name}: ${text}\n`;
      });
      const file = blocks.join('\n').replaceAll('\n', lineBreak);
      assert.ok(subViewer.recognises(file));
      assert.deepEqual(subViewer.parse(file), {
        segments: cues.map(({ startMs, endMs, speaker, text }) => ({
          text,
          timestampSeconds: startMs / 1000,
          endSeconds: endMs / 1000,
          speaker,
        })),
        durationSeconds: Math.max(...cues.map(({ endMs }) => endMs)) / 1000,
        warnings: [],
      });
    }),
    { numRuns: RUNS },
  );
});

test('SBV: line breaks in brackets, and what is malformed', () => {
  const first = '0:00:01.000,0:00:02.000\na[br]b\n';
  assert.equal(subViewer.parse(first).segments[0]!.text, 'a\nb');
  const { segments, warnings } = subViewer.parse(`lost\n\n${first}\n0:00:03.0,0:00:04.000\nc\n`);
  assert.deepEqual(
    segments.map((s) => [s.timestampSeconds, s.text]),
    [
      [undefined, 'lost'],
      [1, 'a\nb'],
      [undefined, 'c'],
    ],
  );
  assert.deepEqual(
    warnings.map((warning) => warning.split(':')[0]),
    ['line 1', 'line 6'],
  );
  assert.throws(
    () => subViewer.parse(`${first}\n0:00:05.000,0:00:04.000\nc\n`),
    refused(4, /ends before it starts/),
  );
  assert.throws(() => subViewer.parse(`${first}\n0:00:03.000,0:00:0`), refused(4, /seems to be cut off/));
  assert.throws(() => subViewer.parse('nothing'), refused(undefined, /this has none/));
});

test('Whisper TSV comes back word for word and millisecond for millisecond', () => {
  fc.assert(
    fc.property(
      cuesOf(
        words.filter((one) => !one.includes(':')),
        fc.constant(undefined),
      ),
      fc.boolean(),
      (cues, withSpeakers) => {
        const header = withSpeakers ? 'start\tend\tspeaker\ttext' : 'start\tend\ttext';
        const rows = cues.map(({ startMs, endMs, text }) =>
          [startMs, endMs, ...(withSpeakers ? ['SPEAKER_00'] : []), text].join('\t'),
        );
        const file = `${[header, ...rows].join('\n')}\n`;
        assert.ok(whisperTsv.recognises(file));
        const { segments, warnings } = whisperTsv.parse(file);
        assert.deepEqual(warnings, []);
        assert.deepEqual(
          segments,
          cues.map(({ startMs, endMs, text }) => ({
            text,
            timestampSeconds: startMs / 1000,
            endSeconds: endMs / 1000,
            ...(withSpeakers && { speaker: { name: 'SPEAKER_00' } }),
          })),
        );
      },
    ),
    { numRuns: RUNS },
  );
});

test('Whisper TSV: tabs in the text, seconds, other columns, and what is malformed', () => {
  const one = whisperTsv.parse('start\tend\ttext\n0\t1500\ta\tb\n');
  assert.deepEqual(one.segments, [{ text: 'a\tb', timestampSeconds: 0, endSeconds: 1.5 }]);
  const seconds = whisperTsv.parse('start\tend\ttext\tscore\n0.5\t1.25\t[SPEAKER_01]: a\t9\n');
  assert.deepEqual(seconds.segments, [
    { text: 'a', timestampSeconds: 0.5, endSeconds: 1.25, speaker: { name: 'SPEAKER_01' } },
  ]);
  assert.match(seconds.warnings.join('\n'), /line 1: columns that are not read: score\n.*read as seconds/);
  assert.throws(() => whisperTsv.parse('start\tend\ttext\n0\t10\ta\n20\t3'), refused(3, /is no row/));
  assert.throws(() => whisperTsv.parse('start\tend\ttext\n0\tten\ta\n'), refused(2, /is no row/));
  assert.throws(
    () => whisperTsv.parse('start\tend\ttext\n20\t10\ta\n'),
    refused(2, /ends before it starts: 20 to 10/),
  );
  assert.throws(() => whisperTsv.parse('begin\tend\ttext\n'), refused(1, /columns start, end and text/));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { webVtt } from '../../src/domain/meetings/formats/vtt.ts';
import { personName } from './arbitraries.ts';
import { formatTime } from './encode.ts';

const RUNS = 200;

function rows(file: string) {
  return webVtt.parse(file).segments.map((s) => [s.timestampSeconds, s.endSeconds, s.speaker?.name, s.text]);
}

function refusedAt(line: number, message: RegExp) {
  return (error: unknown) =>
    error instanceof TranscriptFormatError && error.line === line && message.test(error.message);
}

test('Microsoft Graph writes numbers without leading zeros, also milliseconds', () => {
  const file =
    'WEBVTT\n\n0:0:0.0 --> 0:0:5.320\n<v Ada Park>This is a test.</v>\n\n' +
    '0:0:6.90 --> 0:0:6.500\n<v Bo Lind>Yes.</v>\n\n1:10:10.7 --> 1:10:11.12\n<v Ada Park>Good.</v>\n';
  assert.deepEqual(webVtt.parse(file), {
    segments: [
      { text: 'This is a test.', timestampSeconds: 0, endSeconds: 5.32, speaker: { name: 'Ada Park' } },
      { text: 'Yes.', timestampSeconds: 6.09, endSeconds: 6.5, speaker: { name: 'Bo Lind' } },
      { text: 'Good.', timestampSeconds: 4210.007, endSeconds: 4211.012, speaker: { name: 'Ada Park' } },
    ],
    durationSeconds: 4211.012,
    warnings: [],
  });
});

test('any times without leading zeros come back to the millisecond', () => {
  const unpadded = (ms: number) =>
    `${Math.floor(ms / 3_600_000)}:${Math.floor(ms / 60_000) % 60}:${Math.floor(ms / 1000) % 60}.${ms % 1000}`;
  const time = fc.nat(30_000_000);
  fc.assert(
    fc.property(fc.array(fc.tuple(time, fc.nat(60_000)), { minLength: 1, maxLength: 8 }), (times) => {
      // The first cue shows that there are no leading zeros; in a file without such a cue the fraction is ambiguous.
      const all = [[1000, 500] as [number, number], ...times];
      const cues = all.map(([at, long]) => `${unpadded(at)} --> ${unpadded(at + long)}\n<v A>x</v>\n`);
      const expected = all.map(([at, long]) => [at / 1000, (at + long) / 1000, 'A', 'x']);
      assert.deepEqual(rows(`WEBVTT\n\n${cues.join('\n')}`), expected);
    }),
    { numRuns: RUNS },
  );
});

type GraphCue = { startMs: number; lengthMs: number; name: string; text: string };

const STARTED = Date.parse('2026-03-08T08:22:13.800Z');

function graphFile(cues: GraphCue[], language = 'en-us'): string {
  const blocks = cues.map(({ startMs, lengthMs, name, text }) => {
    const at = (ms: number) => new Date(STARTED + ms).toISOString().replace('Z', '1639+00:00');
    const payload = {
      startDateTime: at(startMs),
      endDateTime: at(startMs + lengthMs),
      speakerName: name,
      spokenText: text,
      spokenLanguage: language,
    };
    return `${formatTime(startMs)} --> ${formatTime(startMs + lengthMs)}\n${JSON.stringify(payload)}\n`;
  });
  return `WEBVTT\n${blocks.join('\n')}`;
}

test("Microsoft Graph's metadata: speaker, words, language and start", () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 30 })
    .filter((some) => some.trim() !== '');
  const cue = fc.record({ startMs: fc.nat(9_000_000), lengthMs: fc.nat(9000), name: personName, text });
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 6 }), (cues) => {
      const { segments, language, startMs, durationSeconds, warnings } = webVtt.parse(graphFile(cues));
      assert.deepEqual(
        segments,
        cues.map(({ startMs: from, lengthMs, name, text: said }) => ({
          text: said,
          timestampSeconds: from / 1000,
          endSeconds: (from + lengthMs) / 1000,
          speaker: { name },
        })),
      );
      assert.deepEqual([language, startMs, warnings], ['en-us', STARTED, []]);
      assert.equal(durationSeconds, Math.max(...cues.map((one) => one.startMs + one.lengthMs)) / 1000);
    }),
    { numRuns: RUNS },
  );
});

test('a cue of the metadata that is no such object is refused with its line', () => {
  const one = { startMs: 1000, lengthMs: 500, name: 'Ada', text: 'Hello.' };
  const file = graphFile([one, { ...one, startMs: 2000 }]);
  assert.throws(() => webVtt.parse(file.slice(0, -20)), refusedAt(5, /no JSON object/));
  assert.throws(
    () =>
      webVtt.parse(
        file.replace(/"spokenText":"Hello\."(?=[^"]*"spokenLanguage":"en-us"\}\n$)/, '"spokenText":7'),
      ),
    refusedAt(5, /no text spokenText/),
  );
  assert.throws(
    () => webVtt.parse(file.replaceAll('\n{', `\n${'{"a":'.repeat(100_000)}{"spokenText":1`)),
    TranscriptFormatError,
  );
});

test('what a meeting cannot hold of the metadata is told', () => {
  const one = { startMs: 1000, lengthMs: 500, name: '', text: 'Hello.' };
  const file = `${graphFile([one, one])}\n${graphFile([one], 'de-de').slice('WEBVTT\n'.length)}`.replaceAll(
    '"spokenLanguage"',
    '"mood":"good","spokenLanguage"',
  );
  const { segments, language, warnings } = webVtt.parse(file);
  assert.equal(segments.length, 3);
  assert.equal(segments[0]!.speaker, undefined);
  assert.equal(language, 'en-us');
  assert.match(warnings.join('\n'), /^de-de is spoken too.*\n.*not read: mood$/);
});

test('Webex names the speaker in the identifier', () => {
  const file =
    'WEBVTT\n\n1 "" (0)\n00:00:00.000 --> 00:00:05.579\nOkay.\n\n2 "Ada "AJ" Park" (1262511360)\n' +
    '00:00:05.579 --> 00:00:06.858\nGo: now.\n\n3 "Bo Lind"\n00:00:06.858 --> 00:00:07.000\nYes.\n';
  assert.deepEqual(rows(file), [
    [0, 5.579, undefined, 'Okay.'],
    [5.579, 6.858, 'Ada "AJ" Park', 'Go: now.'],
    [6.858, 7, 'Bo Lind', 'Yes.'],
  ]);
});

test('identifiers that recur are speakers, others are not', () => {
  const cues = (names: string[]) =>
    `WEBVTT\n\n${names.map((name, index) => `${name}\n00:0${index}.000 --> 00:0${index + 1}.000\nx\n`).join('\n')}`;
  const names = (file: string) => rows(file).map(([, , name]) => name);
  assert.deepEqual(names(cues(['Speaker 1', 'Speaker 2', 'Speaker 1'])), [
    'Speaker 1',
    'Speaker 2',
    'Speaker 1',
  ]);
  assert.deepEqual(names(cues(['3f2a-77/12-0', '3f2a-77/13-0'])), [undefined, undefined]);
  assert.deepEqual(names(cues(['Intro', 'Talk', 'End'])), [undefined, undefined, undefined]);
});

/** Writes lines as YouTube does: each three times, with the times of the words where it is new. */
function rollingFile(lines: string[]): string {
  let file = 'WEBVTT\nKind: captions\nLanguage: en\n\n';
  lines.forEach((line, index) => {
    const [from, to] = [index * 2000 + 40, index * 2000 + 2030];
    const [first, ...rest] = line.split(' ');
    const timed = rest.map((word, at) => `<${formatTime(from + 10 + at)}><c> ${word}</c>`).join('');
    const settings = ' align:start position:0%';
    const above = lines[index - 1] ?? ' ';
    file += `${formatTime(from)} --> ${formatTime(to)}${settings}\n${above}\n${first}${timed}\n\n`;
    file += `${formatTime(to)} --> ${formatTime(to + 10)}${settings}\n${line}\n \n\n`;
  });
  return file;
}

test('rolling captions are read once, whatever is said twice', () => {
  const word = fc.constantFrom('yeah', 'so', 'the', 'plan', '[Music]', '>>');
  const line = fc.array(word, { minLength: 2, maxLength: 4 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(line, { minLength: 3, maxLength: 12 }), (lines) => {
      const { segments, warnings } = webVtt.parse(rollingFile(lines));
      assert.deepEqual(
        segments.map(({ text, timestampSeconds, endSeconds }) => [text, timestampSeconds, endSeconds]),
        lines.map((text, index) => [text, (index * 2000 + 40) / 1000, (index * 2000 + 2030) / 1000]),
      );
      assert.match(warnings.join(), /^these are rolling captions; \d+ lines/);
    }),
    { numRuns: RUNS },
  );
});

test('captions that repeat words without rolling keep them', () => {
  const cues = ['Yes.', 'Yes.', 'Yes.', 'Yes.\nGood.', 'No.', 'No.', 'No.'];
  const file = `WEBVTT\n\n${cues.map((text, index) => `00:0${index}.000 --> 00:0${index + 1}.000\n${text}\n`).join('\n')}`;
  const { segments, warnings } = webVtt.parse(file);
  assert.deepEqual([segments.map(({ text }) => text), warnings], [cues, []]);
});

test('a comment of Microsoft Stream states the language', () => {
  const file =
    'WEBVTT\n\nNOTE duration:"00:45:01.2110000"\n\nNOTE language:en-us\n\n00:01.000 --> 00:02.000\nHi.\n';
  assert.equal(webVtt.parse(file).language, 'en-us');
});

test('a file that was cut off in a timing line or a voice tag is refused', () => {
  const whole =
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ada Park>Hello.</v>\n\n00:00:03.000 --> 00:00:04.000';
  for (const end of [0, 3, 14, 15, 17, 20]) {
    assert.throws(
      () => webVtt.parse(whole.slice(0, whole.length - end)),
      refusedAt(6, /seems to be cut off/),
      `${end}`,
    );
  }
  assert.throws(() => webVtt.parse(`${whole}\n<v Ada Pa`), refusedAt(7, /in a voice tag/));
  assert.equal(rows(`${whole}\n`).length, 1);
  assert.equal(rows(`${whole}\n<v Ada>At 10:30`).length, 2);
});

test('a cue that ends before it starts is refused with its line', () => {
  assert.throws(
    () => webVtt.parse('WEBVTT\n\n00:05.000 --> 00:02.000\na'),
    refusedAt(3, /the cue ends before it starts: "00:05\.000 --> 00:02\.000"/),
  );
});

test('headers of files that were put together are no words', () => {
  const cue = (at: number, text: string) => `00:0${at}.000 --> 00:0${at}.500\n${text}\n\n`;
  const header = 'WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n';
  const { segments, warnings } = webVtt.parse(
    `${header}${cue(1, 'a')}${header}${cue(2, 'b')}\uFEFFWEBVTT\n\n${cue(3, 'c')}WEBVTT\nis a format\n`,
  );
  assert.deepEqual(
    segments.map(({ text }) => text),
    ['a', 'b', 'c', 'WEBVTT\nis a format'],
  );
  assert.equal(warnings.length, 1);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { firefliesText } from '../../src/domain/meetings/formats/fireflies-text.ts';
import { googleMeet } from '../../src/domain/meetings/formats/google-meet.ts';
import { fileFormats } from '../../src/domain/meetings/formats/index.ts';
import { parseMeetings } from '../../src/domain/meetings/formats/json.ts';
import { nameAndTime } from '../../src/domain/meetings/formats/name-and-time.ts';
import { subViewer } from '../../src/domain/meetings/formats/sbv.ts';
import { subRip } from '../../src/domain/meetings/formats/srt.ts';
import { teamsLines } from '../../src/domain/meetings/formats/teams-lines.ts';
import { timeAndText } from '../../src/domain/meetings/formats/time-and-text.ts';
import { type TranscriptFormat, TranscriptFormatError } from '../../src/domain/meetings/formats/types.ts';
import { webVtt } from '../../src/domain/meetings/formats/vtt.ts';
import { whisperTsv } from '../../src/domain/meetings/formats/whisper-tsv.ts';
import { zoomText } from '../../src/domain/meetings/formats/zoom-text.ts';

const textFormats = fileFormats.filter((format) => format.reads !== 'bytes');

const RUNS = 500;
const MIB = 1024 * 1024;
/** Linear work takes well under a second; quadratic work takes minutes. */
const MAX_MS_FOR_5_MIB = 15_000;

function onlyFormatErrors(parse: () => unknown): void {
  try {
    parse();
  } catch (error) {
    assert.ok(error instanceof TranscriptFormatError, String(error));
  }
}

const junk = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '\n',
        '\n\n',
        '\r',
        '-->',
        '->',
        '00:00:01.000',
        '00:01,5',
        ':',
        '1',
        '2',
        '<v A>',
        '</v>',
      ),
      fc.constantFrom(
        'NOTE',
        'STYLE',
        'REGION',
        'WEBVTT',
        '{\\',
        '}',
        '<',
        '>',
        '&#',
        ';',
        'A: ',
        '"',
        '[',
        '{}',
        '[A] 10:00:00',
        'A  0:03',
        '0:00:01.000,0:00:02.000',
        'start\tend\ttext',
        '\t',
        'Transcript',
        '{"spokenText":"a"}',
      ),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

test('any text is parsed or refused with a TranscriptFormatError', () => {
  fc.assert(
    fc.property(junk, (text) => {
      for (const format of textFormats) {
        format.recognises(text);
        onlyFormatErrors(() => format.parse(text));
      }
      onlyFormatErrors(() => webVtt.parse(`WEBVTT\n\n${text}`));
      onlyFormatErrors(() => subRip.parse(`00:00:01,000 --> 00:00:02,000\n${text}`));
    }),
    { numRuns: RUNS },
  );
});

/** Cues, some with broken timing lines, whose text is numbered words between anything that may confuse a parser. */
const confusingFile = fc
  .array(
    fc.record({
      timing: fc.constantFrom(
        '00:00:01.000 --> 00:00:02.000',
        '00:00:01.000 --> 00:00:02.000 align:start',
        '00:00:01,5 --> 00:00:02,7',
        '99:99:99.999 --> 00:00:00.000',
        '00:00:01.000 -> 00:00:02.000',
        '00:00:0l.000 --> 00:00:02.000',
        '00:00:01.000 --> 00:00:02.000 w said here',
        '-->',
      ),
      payload: fc.array(
        fc.oneof(
          { weight: 2, arbitrary: fc.constant('w') },
          fc.constantFrom(
            '\n',
            '\n\n',
            '\n \n',
            '<',
            '>',
            '</',
            '</v>',
            '<v Ann>',
            '<b>',
            '<c.x>',
            '-->',
            '->',
            '--',
          ),
          fc.constantFrom(
            '&',
            '&amp;',
            '&#',
            ';',
            ':',
            ': ',
            'Ann: ',
            '{',
            '}',
            '"',
            '.',
            '\t',
            ' ',
            '\0',
            '\ud800',
          ),
        ),
        { maxLength: 15 },
      ),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((cues) => {
    let count = 0;
    const blocks = cues.map(
      ({ timing, payload }, index) => `${index + 1}\n${timing}\n${payload.join('')}\n\n`,
    );
    // Numbered words with a space before and behind, so that they stay apart.
    const body = blocks.join('').replaceAll('w', () => {
      count += 1;
      return ` word${count} `;
    });
    return { body, count };
  });

function assertEveryWordKept(format: TranscriptFormat, text: string, count: number): void {
  const { segments } = format.parse(text);
  const all = segments.map((segment) => `${segment.speaker?.name ?? ''} ${segment.text}`).join(' ');
  const kept = all.match(/word\d+/g) ?? [];
  assert.deepEqual(
    kept,
    Array.from({ length: count }, (_, index) => `word${index + 1}`),
  );
}

test('no word of a cue is lost, whatever stands around it or in its timing line', () => {
  fc.assert(
    fc.property(confusingFile, ({ body, count }) => {
      assertEveryWordKept(webVtt, `WEBVTT\n\n${body}`, count);
      assertEveryWordKept(subRip, `1\n00:00:00,000 --> 00:00:00,500\nHello\n\n${body}`, count);
    }),
    { numRuns: RUNS },
  );
});

/** Tried at the full size of an ingest body. */
const hostileAtFullSize: Record<string, string> = {
  'opening angle brackets': '<',
  'nested tags': '<b><i>',
  'nested voices': '<v A>x',
  arrows: '-->',
  'line feeds': '\n',
  digits: '1',
};

/** Tried at sizes that tell linear from quadratic work. */
const hostile: Record<string, string> = {
  ...hostileAtFullSize,
  'closing angle brackets': '>',
  'open tags': '<b',
  'closed voices': '</v>',
  'tags with classes': '<c.a.b.c ',
  'lines of arrows': '-->\n',
  'broken timing lines': '0:-->\n',
  'timing lines': '00:00:01.000 --> 00:00:02.000\n',
  'carriage returns': '\r',
  'lines of digits': '1\n',
  'digits behind empty lines': '1\n\n2\n',
  spaces: ' ',
  colons: ':',
  'names without end': 'A ',
  ampersands: '&#',
  overrides: '{\\',
  hyphens: '-',
  dots: '00.',
  'lines with names': 'Ann: a\n',
  'lines with names and times': 'Ann  0:01\n',
  'lines with times': '[0:01] a\n',
  tabs: '\t',
  bullets: '• ',
  asterisks: '*',
};

function repeated(unit: string, chars: number): string {
  return unit.repeat(Math.ceil(chars / unit.length));
}

/** Processor time, not the clock's: a busy machine makes nothing look slow. */
function cpuMs(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

const vttCue = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000';
const srtCue = '1\n00:00:01,000 --> 00:00:02,000';

/** Formats of text with what begins an entry. */
const headed: [TranscriptFormat, string][] = [
  [subViewer, '0:00:01.000,0:00:02.000\n'],
  [whisperTsv, 'start\tend\ttext\n0\t1\t'],
  [firefliesText, 'Id: 7\nPrivacy: a\nSentences: Ada: '],
  [zoomText, '[Ada] 10:00:00\n'],
  [teamsLines, '0:0:1.0 --> 0:0:2.0\nAda\n'],
  [nameAndTime, 'Ada Park  0:03\n'],
  [googleMeet, '00:00:00\nAda: '],
  [timeAndText, '[00:00:04] Ada: '],
];

function parseInCue(filling: string): void {
  onlyFormatErrors(() => webVtt.parse(`${vttCue}\n${filling}`));
  onlyFormatErrors(() => subRip.parse(`${srtCue}\n${filling}`));
}

function parseEverywhere(filling: string): void {
  parseInCue(filling);
  const files = [
    ...['WEBVTT ', 'WEBVTT\n\n', 'WEBVTT\n\n00:00:01.000', vttCue].map((head) => head + filling),
    `${vttCue}\n<v ${filling}>${filling}`,
  ];
  for (const file of files) onlyFormatErrors(() => webVtt.parse(file));
  onlyFormatErrors(() => subRip.parse(`${filling}\n\n${srtCue}\nHello`));
  for (const [format, head] of headed) {
    for (const file of [`${filling}\n${head}${filling}`, `${head}${filling}\n${head}${filling}`]) {
      format.recognises(file);
      onlyFormatErrors(() => format.parse(file));
    }
  }
}

for (const [what, unit] of Object.entries(hostile)) {
  test(`${what} take linear time`, () => {
    // Four times the text: linear work takes 4 times as long, quadratic work 16 times. Comes before the full
    // size, at which quadratic work would take hours.
    const smallMs = cpuMs(() => parseEverywhere(repeated(unit, MIB / 16)));
    const largeMs = cpuMs(() => parseEverywhere(repeated(unit, MIB / 4)));
    assert.ok(largeMs < 8 * smallMs + 500, `${smallMs} ms, with 4 times the text ${largeMs} ms`);
    if (what in hostileAtFullSize) {
      assert.ok(cpuMs(() => parseInCue(repeated(unit, 5 * MIB))) < MAX_MS_FOR_5_MIB);
    }
  });
}

test('5 MiB of broken JSON is refused in little time', () => {
  for (const filling of ['[', '{}\n', '\n']) {
    const ms = cpuMs(() => onlyFormatErrors(() => parseMeetings(`${repeated(filling, 5 * MIB)}x`)));
    assert.ok(ms < MAX_MS_FOR_5_MIB, `${filling}: ${ms} ms`);
  }
});

import fc from 'fast-check';
import type { EncodedCue, FileForm } from './encode.ts';

const MAX_MS = 200 * 3_600_000;

/** Names as people have them; made of syllables so that none is a word of a sentence. */
export const personName: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(
      fc
        .array(fc.constantFrom('ka', 'lo', 'mi', 'tör', 'ász', 'ñe', 'zu', "d'a", 'ø'), {
          minLength: 3,
          maxLength: 5,
        })
        .map((syllables) => syllables.join('')),
      { minLength: 1, maxLength: 3 },
    ),
    fc.constantFrom('', ' (Geth)', ' | Lido', ' T.', ' - Base', '-tb 2', '’s iPhone '),
  )
  .map(([words, end]) => words.join(' ') + end);

/** Any text in which something stands; any characters, lone surrogates and NUL included. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        '<b>',
        '</v>',
        '<v X>',
        '&amp;',
        '&#60;',
        '-->',
        '00:00:01.000 --> 00:00:02.000',
        ' ',
        '\n',
      ),
      fc.constantFrom(
        'Note: ',
        'Ana: ',
        '\r\n',
        '\r',
        '\ud800',
        '\0',
        '42',
        'NOTE',
        '\u2028',
        '\u00a0',
        '\uFEFF',
      ),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

/** Text for SubRip, which cannot write everything: no tags, no line that could be a counter behind a blank one. */
export const subRipText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }).map((line) => line.replace(/[<>{\r\n]/g, '')),
      fc.constantFrom('', '  ', '42', 'a > b', 'x: y', 'go --> there'),
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((lines) =>
    lines
      .join('\n')
      .replace(/\n\s*\n\s*(\d+)\s*(?=\n|$)/g, '\n$1')
      .trim(),
  )
  .filter((text) => text !== '');

export function cuesOf(
  text: fc.Arbitrary<string>,
  name: fc.Arbitrary<string | undefined>,
): fc.Arbitrary<EncodedCue[]> {
  const cue = fc
    .record({ text, name, startMs: fc.nat(MAX_MS), lengthMs: fc.nat(60_000) })
    .map(({ text, name, startMs, lengthMs }): EncodedCue => {
      const timed = { text, startMs, endMs: startMs + lengthMs };
      return name === undefined ? timed : { ...timed, speaker: { name } };
    });
  return fc.array(cue, { minLength: 1, maxLength: 8 });
}

export const fileForm: fc.Arbitrary<FileForm> = fc.record({
  lineBreak: fc.constantFrom('\n' as const, '\r\n' as const, '\r' as const),
  byteOrderMark: fc.boolean(),
  numbered: fc.boolean(),
  settings: fc.constantFrom('', ' align:start position:0%', '\tline:90% region:fred'),
});

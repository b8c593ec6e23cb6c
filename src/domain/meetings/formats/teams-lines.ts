import { firstLines, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { isPlausibleName } from './speaker-name.ts';
import { toTranscript, withoutOuterBlanks } from './spoken-text.ts';
import { readTextHead } from './text-head.ts';
import { readTimedCue } from './timed-cue.ts';
import { classifyLine, padMilliseconds } from './timing.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const NAME_WORD = /^[^\p{Ll}]/u;
const MAX_NAME_WORDS = 6;
/** The names of speakers recur; first lines of subtitles do not. */
const MIN_CUES_PER_NAME = 2;

/** The older documents of Microsoft Teams: a line with start and end, a line with the speaker, then the words. */
export const teamsLines: TranscriptFormat = {
  name: 'Teams text',
  holds: 'transcript',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  writtenBy: 'Microsoft Teams (documents until 2023)',
  source: 'https://github.com/Unstructured-IO/unstructured (example-docs/teams_chat.docx)',
  recognises: (text) => hasNamesBelowTimes(firstLines(text)),
  parse: parseTeamsLines,
};

function timingsIn(lines: readonly string[]): number[] {
  return lines.flatMap((line, at) => (classifyLine(line).kind === 'timing' ? [at] : []));
}

/** Distinguishes the format from SubRip: no counters, and every cue has a name on its first line and words below it. */
function hasNamesBelowTimes(raw: string[]): boolean {
  const lines = padMilliseconds(raw);
  const timings = timingsIn(lines);
  // The last cue may be cut off by the limit on the lines that are looked at.
  const whole = timings.length > 1 ? timings.slice(0, -1) : timings;
  const names = whole.map((at) => lines[at + 1]?.trim() ?? '');
  if (names.length === 0 || !names.every(isName)) return false;
  if (whole.some((at) => (lines[at + 2] ?? '').trim() === '' || /^\d+$/.test(lines[at - 1]?.trim() ?? '')))
    return false;
  return lines !== raw || new Set(names).size * MIN_CUES_PER_NAME <= names.length;
}

function isName(line: string): boolean {
  const words = line.split(/\s+/);
  return (
    isPlausibleName(line) && words.length <= MAX_NAME_WORDS && words.every((word) => NAME_WORD.test(word))
  );
}

function parseTeamsLines(text: string): ParsedTranscript {
  const lines = padMilliseconds(splitLines(text));
  const timings = timingsIn(lines);
  if (timings.length === 0) {
    throw new TranscriptFormatError('the text has no lines like 0:0:1.0 --> 0:0:2.500');
  }
  const warnings = new Warnings();
  const head = readTextHead(lines.slice(0, timings[0]), warnings);
  const entries = timings.map((at, index): Cue => {
    const [name = '', ...words] = withoutOuterBlanks(lines.slice(at + 1, timings[index + 1]));
    if (words.length === 0) {
      throw new TranscriptFormatError(
        'no speaker and words below the times; the file seems to be cut off',
        at + 1,
      );
    }
    return { ...readTimedCue(lines[at] ?? '', at, words, warnings), speaker: name.trim() };
  });
  return toTranscript({ head, entries }, warnings);
}

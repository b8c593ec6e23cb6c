import { firstLines, quoteLine, splitLines, Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { isPlausibleName } from './speaker-name.ts';
import { toTranscript, withoutOuterBlanks } from './spoken-text.ts';
import { readTextHead } from './text-head.ts';
import { TEXT_TIME, textTimeMs } from './text-time.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const NAME_THEN_TIME = new RegExp(
  String.raw`^[ \t\u00a0]*(\S.{0,79}?)(?:[ \u00a0]{2,}|[ \u00a0]*\t[ \t\u00a0]*| ?(?=[([]))[([]?(${TEXT_TIME})[)\]]?:?[ \t\u00a0]*$`,
);
const BOLD = /^\*\*(.*)\*\*:?$/;
const ONLY_TIME = new RegExp(String.raw`^[ \t\u00a0]*(${TEXT_TIME})[ \t\u00a0]*$`);
const FOOTER =
  /^(?:transcribed by https?:\/\/otter\.ai\/?|\p{L}.{0,79} (?:started|stopped) transcription)$/iu;
const MAX_HEADING_CHARS = 120;
/** Lines of a title and a list of people may stand before the first entry. */
const MAX_LINES_BEFORE = 60;

/** Text with the speaker and the time on a line above each entry, such as `Ada Park  0:03`. */
export const nameAndTime: TranscriptFormat = {
  name: 'Otter or Teams text',
  holds: 'transcript',
  extensions: ['.txt'],
  mediaTypes: ['text/plain'],
  writtenBy: 'Otter, Microsoft Teams (as text), Rev',
  source: 'https://github.com/ladybug-podcast/ladybug-website (transcripts/)',
  recognises: recognisesNameAndTime,
  parse: parseNameAndTime,
};

/** One space before the time distinguishes a heading from speech only where it stands apart, behind a name in capitals. */
const ONE_SPACE = new RegExp(String.raw`^((?:[^\s\p{Ll}]\S{0,39} ){1,6})(${TEXT_TIME})[ \t\u00a0]*$`, 'u');

type Heading = { ms: number; name?: string };

function recognisesNameAndTime(text: string): boolean {
  const lines = firstLines(text);
  const named = lines.flatMap((_, at) => (headingAt(lines, at)?.name === undefined ? [] : [at]));
  const first = named[0];
  if (first === undefined || first > MAX_LINES_BEFORE) return false;
  // A single heading is one only where words follow it and nothing goes before it.
  return (
    named.length > 1 || (withoutOuterBlanks(lines.slice(0, first)).length === 0 && lines.length > first + 1)
  );
}

function parseNameAndTime(text: string): ParsedTranscript {
  const warnings = new Warnings();
  const lines = splitLines(text).map((line, at) => (isFooter(line, at, warnings) ? '' : line));
  const starts = lines.flatMap((_, at) => {
    const heading = headingAt(lines, at);
    return heading === undefined ? [] : [{ at, ...heading }];
  });
  if (starts.length === 0) {
    throw new TranscriptFormatError(
      'the text has no lines with a speaker and a time, such as "Ada Park  0:03"',
    );
  }
  const head = readTextHead(lines.slice(0, starts[0]?.at), warnings);
  const entries = starts.map(({ at, ms, name }, index): Cue => {
    const payload = withoutOuterBlanks(lines.slice(at + 1, starts[index + 1]?.at)).join('\n');
    if (payload === '') warnings.add(at, `${quoteLine(lines[at]?.trim() ?? '')} has no words below it`);
    return { at, startMs: ms, payload, ...(name === undefined ? {} : { speaker: name }) };
  });
  return toTranscript({ head, entries }, warnings);
}

function headingAt(lines: readonly string[], at: number): Heading | undefined {
  const line = lines[at] ?? '';
  if (line.length > MAX_HEADING_CHARS || !line.includes(':')) return undefined;
  const isApart = at === 0 || lines[at - 1]?.trim() === '';
  const alone = isApart ? ONLY_TIME.exec(line)?.[1] : undefined;
  if (alone !== undefined) return withTime(alone);
  const [, name = '', time = ''] = NAME_THEN_TIME.exec(line) ?? ((isApart && ONE_SPACE.exec(line)) || []);
  const speaker = name.trim().replace(BOLD, '$1').replace(/:$/, '').trim();
  return time !== '' && isPlausibleName(speaker) ? withTime(time, speaker) : undefined;
}

function withTime(time: string, name?: string): Heading | undefined {
  const ms = textTimeMs(time);
  if (ms === undefined) return undefined;
  return name === undefined ? { ms } : { ms, name };
}

function isFooter(line: string, at: number, warnings: Warnings): boolean {
  if (line.length > MAX_HEADING_CHARS || !FOOTER.test(line.trim())) return false;
  if (!line.includes('://')) warnings.add(at, `${quoteLine(line.trim())} is no speech and was not read`);
  return true;
}

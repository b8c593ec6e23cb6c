import { refuseCutOff } from './cut-off.ts';
import { firstLines, splitLines, Warnings } from './lines.ts';
import { readSubRipCue } from './markup.ts';
import { buildTranscript, type Cue } from './segments.ts';
import { readTimedCue, warnUntimed } from './timed-cue.ts';
import { classifyLine, isTimesWithoutArrow, padMilliseconds } from './timing.ts';
import { type ParsedTranscript, type TranscriptFormat, TranscriptFormatError } from './types.ts';

const COUNTER = /^\d{1,9}$/;
/** Lines before the first times. */
const MAX_LINES_BEFORE = 12;

/**
 * SubRip. The format has no standard, so the reader is lenient: counters are optional, fractions follow a comma or a dot,
 * the text of a cue may hold blank lines, and cues need no blank line between them. The words of a cue whose timing line
 * is missing or broken are kept in a segment without a time, and a warning names the line. The format has no registered
 * media type either; its files are sent as plain text.
 */
export const subRip: TranscriptFormat = {
  name: 'SubRip',
  holds: 'transcript',
  extensions: ['.srt'],
  mediaTypes: ['text/plain'],
  writtenBy: 'players, subtitle editors and speech-to-text programs',
  source: 'https://www.loc.gov/preservation/digital/formats/fdd/fdd000569.shtml',
  recognises: recognisesSubRip,
  parse: parseSubRip,
};

/** Other texts may quote captions. */
function recognisesSubRip(text: string): boolean {
  const written = firstLines(text).filter((line) => !isBlank(line));
  return written.slice(0, MAX_LINES_BEFORE + 1).some((line) => classifyLine(line).kind === 'timing');
}

/** The start of a cue: its first line, the line of its timing if it has one, and the first line that can be text. */
type CueStart = { at: number; timingAt?: number; textFrom: number; counter?: number };

function parseSubRip(text: string): ParsedTranscript {
  const lines = padMilliseconds(splitLines(text));
  const starts = findCueStarts(lines);
  if (!starts.some((start) => start.timingAt !== undefined)) {
    throw new TranscriptFormatError(
      'a SubRip file has cues with a line like 00:00:01,000 --> 00:00:02,000; this has none',
    );
  }
  refuseCutOff(lines);
  const warnings = new Warnings();
  const cues: Cue[] = [];
  const firstLine = lines.findIndex((line) => !isBlank(line));
  const preamble = { at: firstLine, textFrom: firstLine };
  [preamble, ...starts].forEach((start, index) => {
    const cue = readCue(lines, start, starts[index]?.at ?? lines.length, warnings);
    if (cue) cues.push(cue);
  });
  return buildTranscript(cues, readSubRipCue, warnings);
}

function findCueStarts(lines: string[]): CueStart[] {
  const starts: CueStart[] = [];
  for (let at = 0; at < lines.length; ) {
    const start = cueStartAt(lines, at, starts.at(-1));
    if (start) starts.push(start);
    at = start ? start.textFrom : at + 1;
  }
  return starts;
}

/** Distinguishes the start of a cue from text. The counter of the previous cue, if it had one, tells the next number. */
function cueStartAt(lines: string[], at: number, before: CueStart | undefined): CueStart | undefined {
  const isBehindBlank = at === 0 || isBlank(lines[at - 1]);
  if (isTiming(lines[at], isBehindBlank)) return { at, timingAt: at, textFrom: at + 1 };

  const number = lines[at]?.trim() ?? '';
  if (!COUNTER.test(number)) return undefined;
  const counter = Number(number);
  // Without a blank line before it, a number is a counter only if the previous cue had one.
  if (!isBehindBlank && before && before.counter === undefined) return undefined;
  const following = lines[at + 1];
  if (isTiming(following, isBehindBlank) || (isBehindBlank && isTimesWithoutArrow(following ?? ''))) {
    return { at, timingAt: at + 1, textFrom: at + 2, counter };
  }
  // The next number on a line of its own, after a blank line, belongs to a cue that lost its timing line.
  const isDue = isBehindBlank && before?.counter !== undefined && counter === before.counter + 1;
  return isDue && !isBlank(following) ? { at, textFrom: at + 1, counter } : undefined;
}

/** A doubtful arrow is accepted only after a blank line, because it may be speech elsewhere. */
function isTiming(line: string | undefined, isBehindBlank: boolean): boolean {
  const { kind } = classifyLine(line ?? '');
  return kind === 'timing' || kind === 'broken' || (kind === 'doubtful' && isBehindBlank);
}

/** Returns undefined if there are neither times nor words. */
function readCue(lines: string[], start: CueStart, textEnd: number, warnings: Warnings): Cue | undefined {
  const text = withoutOuterBlanks(lines, start.textFrom, textEnd);
  if (start.timingAt === undefined) {
    if (start.counter !== undefined || text.length > 0) warnUntimed(start.at, warnings);
    return text.length > 0 ? { at: start.at, payload: text.join('\n') } : undefined;
  }
  return readTimedCue(lines[start.timingAt] ?? '', start.timingAt, text, warnings);
}

function withoutOuterBlanks(lines: string[], from: number, to: number): string[] {
  let first = from;
  let end = to;
  while (first < end && isBlank(lines[first])) first += 1;
  while (end > first && isBlank(lines[end - 1])) end -= 1;
  return lines.slice(first, end);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

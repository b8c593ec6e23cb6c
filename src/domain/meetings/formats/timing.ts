const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;

// Hours have at most 9 digits, so that milliseconds are safe integers. Every repetition is bounded or is followed by
// characters that it cannot match, so a line that does not match costs time that is linear in its length.
const TIME = String.raw`(?:(\d{1,9}):)?(\d{1,3}):(\d{1,2})(?:[.,](\d{3}))?`;
const TIMING_LINE = new RegExp(String.raw`^[ \t\f]*${TIME}[ \t\f]*-->[ \t\f]*${TIME}(?![\d:.,])(.*)$`, 's');
const TIMING_CHARACTERS_ONLY = /^[\d\s:.,;=>–—-]+$/;

// Microsoft writes numbers without leading zeros, also the milliseconds: `0:0:6.90 --> 0:0:6.500` begins at 6.090 s.
const UNPADDED_TIME = String.raw`(\d{1,9}:\d{1,2}:\d{1,2}[.,])(\d{1,3})`;
const UNPADDED_LINE = new RegExp(
  String.raw`^([ \t\f]*)${UNPADDED_TIME}([ \t\f]*-->[ \t\f]*)${UNPADDED_TIME}(?!\d)`,
);
/** The characters with which a timing line may begin: most lines of text begin with another one. */
const FIRST_OF_TIMING = new Set([...' \t\f0123456789'].map((character) => character.charCodeAt(0)));
const ONE_DIGIT = /^[ \t\f]*\d{1,9}:(?:\d:|\d\d:\d[.,])/;

// These are WebVTT's cue settings, and the box coordinates that some programs write into SubRip files.
const CUE_SETTING = /^(?:vertical|line|position|size|align|region|[xy][12]):\S+$/i;

/** A cue's times in whole milliseconds, and the words after them on the line that are no cue settings. */
export type Timing = { startMs: number; endMs: number; words: string };

/**
 * The kind of a line. A `timing` line can be read. A `broken` one has the arrow `-->` and no words, but cannot be read. A
 * `doubtful` one is the same with another arrow (`->`), which could also be speech. Any other line is `text`.
 */
export type LineKind =
  | { kind: 'timing'; timing: Timing }
  | { kind: 'broken' }
  | { kind: 'doubtful' }
  | { kind: 'text' };

const TEXT: LineKind = { kind: 'text' };

/**
 * Distinguishes timing lines from text. Both formats accept every unambiguous form that either of them allows: with or
 * without hours, with a dot or a comma, with one or two digits, without a fraction. A fraction of one or two digits is
 * ambiguous (5 ms or 500 ms), so its line is broken.
 */
export function classifyLine(line: string): LineKind {
  if (!line.includes('>')) return TEXT;
  const regular = readRegularTiming(line);
  if (regular) return { kind: 'timing', timing: regular };
  const arrow = line.includes('-->');
  const timing = arrow ? readTiming(line) : undefined;
  if (timing) return { kind: 'timing', timing };
  if (!line.includes(':') || !TIMING_CHARACTERS_ONLY.test(line)) return TEXT;
  return { kind: arrow ? 'broken' : 'doubtful' };
}

/**
 * Writes the milliseconds of timing lines with three digits if the file has numbers without leading zeros: minutes or
 * seconds of one digit show it. In other files a fraction of one or two digits remains ambiguous.
 */
export function padMilliseconds(lines: string[]): string[] {
  const isUnpadded = (line: string) =>
    FIRST_OF_TIMING.has(line.charCodeAt(0)) && ONE_DIGIT.test(line) && UNPADDED_LINE.test(line);
  if (!lines.some(isUnpadded)) return lines;
  return lines.map((line) => {
    if (!line.includes('-->')) return line;
    return line.replace(
      UNPADDED_LINE,
      (_line, indent, start, startMs: string, arrow, end, endMs: string) =>
        `${indent}${start}${startMs.padStart(3, '0')}${arrow}${end}${endMs.padStart(3, '0')}`,
    );
  });
}

/** Returns whether the line has two times without an arrow between them, such as `00:00:01,000 00:00:02,000`. */
export function isTimesWithoutArrow(line: string): boolean {
  return line.split(':', 5).length === 5 && TIMING_CHARACTERS_ONLY.test(line);
}

const REGULAR_LENGTH = '00:00:00.000 --> 00:00:00.000'.length;
const REGULAR_ARROW_AT = '00:00:00.000'.length;
const REGULAR_END_AT = '00:00:00.000 --> '.length;

/** Reads the form that nearly all timing lines have, in a tenth of the time. */
function readRegularTiming(line: string): Timing | undefined {
  if (line.length !== REGULAR_LENGTH || !line.startsWith(' --> ', REGULAR_ARROW_AT)) return undefined;
  const startMs = regularMs(line, 0);
  const endMs = regularMs(line, REGULAR_END_AT);
  return Number.isNaN(startMs) || Number.isNaN(endMs) ? undefined : { startMs, endMs, words: '' };
}

/** Returns the time `hh:mm:ss.mmm` at a place of the line; NaN if it is none. */
function regularMs(line: string, at: number): number {
  const separator = line[at + 8];
  if (line[at + 2] !== ':' || line[at + 5] !== ':' || (separator !== '.' && separator !== ','))
    return Number.NaN;
  const minutes = twoDigits(line, at + 3);
  const seconds = twoDigits(line, at + 6);
  if (minutes > 59 || seconds > 59) return Number.NaN;
  const fraction = digit(line, at + 9) * 100 + twoDigits(line, at + 10);
  return twoDigits(line, at) * MS_PER_HOUR + minutes * MS_PER_MINUTE + seconds * MS_PER_SECOND + fraction;
}

function twoDigits(line: string, at: number): number {
  return digit(line, at) * 10 + digit(line, at + 1);
}

/** Returns the value of the digit at a place of the line; NaN if it is none. */
function digit(line: string, at: number): number {
  const value = line.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : Number.NaN;
}

function readTiming(line: string): Timing | undefined {
  const match = TIMING_LINE.exec(line);
  if (!match) return undefined;
  const startMs = toMs(match[1], match[2], match[3], match[4]);
  const endMs = toMs(match[5], match[6], match[7], match[8]);
  if (startMs === undefined || endMs === undefined) return undefined;
  return { startMs, endMs, words: wordsBehindTimes(match[9] ?? '') };
}

/** Without hours, some programs count the minutes on: `75:30.000`. */
function toMs(hours?: string, minutes = '0', seconds = '0', fraction = '0'): number | undefined {
  if ((hours !== undefined && Number(minutes) > 59) || Number(seconds) > 59) return undefined;
  return (
    Number(hours ?? 0) * MS_PER_HOUR +
    Number(minutes) * MS_PER_MINUTE +
    Number(seconds) * MS_PER_SECOND +
    Number(fraction)
  );
}

function wordsBehindTimes(rest: string): string {
  const words = rest.trim();
  return words === '' || words.split(/\s+/).every((word) => CUE_SETTING.test(word)) ? '' : words;
}

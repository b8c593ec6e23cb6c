const MS_PER_SECOND = 1000;
const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 3_600_000;

// Hours are bounded to 9 digits so that milliseconds stay safe integers. Every repetition is bounded or
// followed by what it cannot match, so a failing line costs time linear in its length.
const TIME = String.raw`(?:(\d{1,9}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{3}))?`;
const TIMING_LINE = new RegExp(String.raw`^[ \t\f]*${TIME}[ \t\f]*-->[ \t\f]*${TIME}(?![\d:.,])(.*)$`, 's');
const TIMING_CHARACTERS_ONLY = /^[\d\s:.,;=>–—-]+$/;

// WebVTT's cue settings and the box coordinates of some SubRip writers.
const CUE_SETTING = /^(?:vertical|line|position|size|align|region|[xy][12]):\S+$/i;

/** A cue's times in whole milliseconds, and what stood behind them on the line that is no cue setting. */
export type Timing = { startMs: number; endMs: number; words: string };

/**
 * What a line is: `timing` a readable timing line; `broken` one that cannot be read, holds no words and has the
 * arrow `-->`; `doubtful` the same with another arrow (`->`), which could also be something said; else `text`.
 */
export type LineKind =
  | { kind: 'timing'; timing: Timing }
  | { kind: 'broken' }
  | { kind: 'doubtful' }
  | { kind: 'text' };

const TEXT: LineKind = { kind: 'text' };

/**
 * Tells timing lines from text. Both formats take what either allows and is not ambiguous: hours or none, dot
 * or comma, one or two digits, no fraction. A fraction of one or two digits is ambiguous (5 ms or 500 ms) and
 * counts as broken.
 */
export function classifyLine(line: string): LineKind {
  if (!line.includes('>')) return TEXT;
  const arrow = line.includes('-->');
  const timing = arrow ? readTiming(line) : undefined;
  if (timing) return { kind: 'timing', timing };
  if (!line.includes(':') || !TIMING_CHARACTERS_ONLY.test(line)) return TEXT;
  return { kind: arrow ? 'broken' : 'doubtful' };
}

/** True for a line of times without any arrow, such as `00:00:01,000 00:00:02,000`. */
export function isTimesWithoutArrow(line: string): boolean {
  return line.split(':', 5).length === 5 && TIMING_CHARACTERS_ONLY.test(line);
}

function readTiming(line: string): Timing | undefined {
  const match = TIMING_LINE.exec(line);
  if (!match) return undefined;
  const startMs = toMs(match[1], match[2], match[3], match[4]);
  const endMs = toMs(match[5], match[6], match[7], match[8]);
  if (startMs === undefined || endMs === undefined) return undefined;
  return { startMs, endMs, words: wordsBehindTimes(match[9] ?? '') };
}

function toMs(hours = '0', minutes = '0', seconds = '0', fraction = '0'): number | undefined {
  if (Number(minutes) > 59 || Number(seconds) > 59) return undefined;
  return (
    Number(hours) * MS_PER_HOUR +
    Number(minutes) * MS_PER_MINUTE +
    Number(seconds) * MS_PER_SECOND +
    Number(fraction)
  );
}

function wordsBehindTimes(rest: string): string {
  const words = rest.trim();
  return words === '' || words.split(/\s+/).every((word) => CUE_SETTING.test(word)) ? '' : words;
}

import type { Warnings } from './lines.ts';
import type { Run } from './markup.ts';

/** The words of one voice in a cue. */
export type CaptionPart = Run & { startMs?: number; endMs?: number };

/**
 * Captions are rolling ones from this number of pairs of cues that scroll by a line, and this part of all pairs that repeat
 * a line. Times of words inside the cues, which only automatic captions have, make one pair enough.
 */
const LEAST = { scrolledPairs: 2, repeatingShare: 0.6 };
const LEAST_WITH_WORD_TIMES = { scrolledPairs: 1, repeatingShare: 0.4 };

/**
 * Reads rolling captions once. YouTube writes each line of automatic captions three times: as the new line of a cue, alone
 * in a cue of some milliseconds, and above the next line. A line keeps the times of the cue in which it is new. Other
 * captions are returned as they are: nothing is dropped unless most cues begin with the last line of the one before and
 * some of them add a line to it.
 */
export function withoutRepeatedLines(
  pieces: CaptionPart[],
  hasWordTimes: boolean,
  warnings: Warnings,
): CaptionPart[] {
  const least = hasWordTimes ? LEAST_WITH_WORD_TIMES : LEAST;
  const leastRepeating = Math.max(least.scrolledPairs, least.repeatingShare * (pieces.length - 1));
  const mayRepeat = (piece: CaptionPart, index: number) => beginsWithLastLine(pieces[index - 1], piece);
  if (pieces.filter(mayRepeat).length < leastRepeating) return pieces;

  const lines = pieces.map(({ text }) => linesOf(text));
  const repeated = pieces.map((piece, index) =>
    mayRepeat(piece, index) ? repeatedLines(lines[index - 1] ?? [], lines[index] ?? []) : 0,
  );
  const repeating = repeated.filter((count) => count > 0).length;
  const scrolled = repeated.filter((count, index) => count > 0 && count < (lines[index]?.length ?? 0)).length;
  if (scrolled < least.scrolledPairs || repeating < leastRepeating) return pieces;
  const dropped = repeated.reduce((sum, count) => sum + count, 0);
  warnings.note(`these are rolling captions; ${dropped} lines that repeat the cue before were read once`);
  return pieces.flatMap((piece, index) => {
    const text = (lines[index] ?? []).slice(repeated[index]).join('\n');
    return text === '' ? [] : [{ ...piece, text }];
  });
}

/** A cheap test that most cues of other captions fail. */
function beginsWithLastLine(before: CaptionPart | undefined, { text, voice, startMs }: CaptionPart): boolean {
  if (before === undefined || voice !== undefined || startMs === undefined) return false;
  const shown = before.text.trimEnd();
  return text.trimStart().startsWith(shown.slice(shown.lastIndexOf('\n') + 1).trim());
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Returns how many lines at the end of a cue are those at the beginning of the next. */
function repeatedLines(before: string[], after: string[]): number {
  for (let count = Math.min(before.length, after.length, MAX_LINES); count > 0; count -= 1) {
    const start = before.length - count;
    if (after.slice(0, count).every((line, index) => line === before[start + index])) return count;
  }
  return 0;
}

/** Captions have two or three lines on the screen. */
const MAX_LINES = 4;

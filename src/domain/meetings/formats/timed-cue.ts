import { quoteLine, type Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { classifyLine } from './timing.ts';

/**
 * The cue of a timing line and the lines of text under it. Where the line cannot be read, or has words on it, or
 * ends before it starts, that is warned of and the words stay. `index` is the line's, 0-based.
 */
export function readTimedCue(line: string, index: number, text: string[], warnings: Warnings): Cue {
  const found = classifyLine(line);
  if (found.kind !== 'timing') {
    const form = '00:00:01.000 --> 00:00:02.000';
    warnings.add(
      index,
      `${quoteLine(line)} is no timing line like ${form}; the cue's words are kept without a time`,
    );
    return { payload: text.join('\n') };
  }
  const { startMs, endMs, words } = found.timing;
  if (endMs < startMs) warnings.add(index, 'the cue ends before it starts; its start is kept');
  if (words === '') return { startMs, endMs, payload: text.join('\n') };
  warnings.add(index, "words on the timing line; they are kept as the cue's first line");
  return { startMs, endMs, payload: [words, ...text].join('\n') };
}

/** Warns of text, or a counter, to which no timing line belongs. `index` is the line's, 0-based. */
export function warnUntimed(index: number, warnings: Warnings): void {
  warnings.add(index, 'no timing line; the words are kept without a time');
}

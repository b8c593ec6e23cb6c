import { quoteLine, type Warnings } from './lines.ts';
import type { Cue } from './segments.ts';
import { classifyLine } from './timing.ts';
import { TranscriptFormatError } from './types.ts';

/**
 * Makes a cue of a timing line and the lines of text below it. If the timing cannot be read or has words beside it, a
 * warning is added and the words are kept. `index` is the 0-based number of the timing line.
 * @throws TranscriptFormatError if the cue ends before it starts
 */
export function readTimedCue(line: string, index: number, text: string[], warnings: Warnings): Cue {
  const found = classifyLine(line);
  if (found.kind !== 'timing') {
    const form = '00:00:01.000 --> 00:00:02.000';
    warnings.add(
      index,
      `${quoteLine(line)} is no timing line like ${form}; the cue's words are kept without a time`,
    );
    return { at: index, payload: text.join('\n') };
  }
  const { startMs, endMs, words } = found.timing;
  if (endMs < startMs) {
    throw new TranscriptFormatError(`the cue ends before it starts: ${quoteLine(line)}`, index + 1);
  }
  if (words === '') return { at: index, startMs, endMs, payload: text.join('\n') };
  warnings.add(index, "words on the timing line; they are kept as the cue's first line");
  return { at: index, startMs, endMs, payload: [words, ...text].join('\n') };
}

/** Warns of text, or of a counter, that has no timing line. `index` is the 0-based number of its line. */
export function warnUntimed(index: number, warnings: Warnings): void {
  warnings.add(index, 'no timing line; the words are kept without a time');
}

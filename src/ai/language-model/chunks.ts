import { OVERLAP_ENTRIES } from './limits.ts';
import type { Line } from './lines.ts';

/** The largest share of a chunk that a line may take, so that a chunk holds more than the overlap. */
export const MAX_LINE_SHARE = 0.5;
const MAX_OVERLAP_SHARE = 0.25;
/** A chunk that ends at a change of speaker has at least this share of the largest possible one. */
const MIN_FILL = 0.75;

/**
 * Splits a conversation into chunks that fit, at a change of speaker if there is one nearby. Neighbouring chunks share some
 * lines. A conversation that fits as a whole, even one without lines, is one chunk.
 */
export function splitIntoChunks(lines: readonly Line[], maxTokens: number): Line[][] {
  const chunks: Line[][] = [];
  let start = 0;
  for (;;) {
    const fitting = endOfFitting(lines, start, maxTokens);
    if (fitting === lines.length) {
      chunks.push(lines.slice(start));
      return chunks;
    }
    const end = lastTurn(lines, start, fitting);
    chunks.push(lines.slice(start, end));
    start = startOfOverlap(lines, start, end, maxTokens * MAX_OVERLAP_SHARE);
  }
}

function endOfFitting(lines: readonly Line[], start: number, maxTokens: number): number {
  let tokens = 0;
  let end = start;
  while (end < lines.length) {
    tokens += lines[end]!.tokens;
    if (tokens > maxTokens && end > start) return end;
    end++;
  }
  return end;
}

function lastTurn(lines: readonly Line[], start: number, fitting: number): number {
  const earliest = start + Math.ceil((fitting - start) * MIN_FILL);
  for (let end = fitting; end > earliest; end--) {
    if (lines[end]!.heading !== lines[end - 1]!.heading) return end;
  }
  return fitting;
}

function startOfOverlap(lines: readonly Line[], start: number, end: number, maxTokens: number): number {
  let tokens = 0;
  let at = end;
  // The next chunk begins after the beginning of this one, so that the loop ends.
  while (at - 1 > start && end - at < OVERLAP_ENTRIES) {
    tokens += lines[at - 1]!.tokens;
    if (tokens > maxTokens) break;
    at--;
  }
  return at;
}

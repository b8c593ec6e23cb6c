import type { ConversationIndex } from './conversation-index.ts';
import { inverseFrequency } from './weigh.ts';

/**
 * A section of a conversation: positions from `first` (included) to `end` (excluded). It begins at the start of an
 * entry.
 */
export type Stretch = { first: number; end: number };

const MAX_SEGMENTS = 8;
/** The fewest topic words of a subject: about two minutes. */
const MIN_SEGMENT_WORDS = 120;
/** The fewest topic words with which a conversation has a subject. */
const MIN_WORDS = 12;

/** The largest number of pieces into which a conversation is divided; it keeps the work from growing quadratically. */
const MAX_PIECES = 120;
const MIN_PIECE_WORDS = 15;
/** The number of pieces on each side that are compared. */
const BLOCK_PIECES = 6;

/**
 * Splits a conversation where its vocabulary changes most, by lexical cohesion (Hearst's TextTiling, 1997): between
 * every two pieces, the words of the block before are compared with those of the block after; minima of similarity
 * become borders. Yields between steps.
 */
export function* splitByCohesion(index: ConversationIndex): Generator<void, Stretch[]> {
  const count = index.words.length;
  if (count < MIN_WORDS) return [];
  const pieceWords = Math.max(MIN_PIECE_WORDS, Math.ceil(count / MAX_PIECES));
  const likeness = yield* compareBlocks(index, pieceWords);
  const depths = likeness.map((_, gap) => depthOf(likeness, gap));
  const mean = depths.reduce((sum, depth) => sum + depth, 0) / depths.length;
  const deviation = Math.sqrt(depths.reduce((sum, depth) => sum + (depth - mean) ** 2, 0) / depths.length);
  const minWords = Math.max(MIN_SEGMENT_WORDS, count / (2 * MAX_SEGMENTS));
  const borders: number[] = [];
  const deepest = depths
    .map((depth, gap) => ({ depth, gap }))
    .sort((a, b) => b.depth - a.depth || a.gap - b.gap);
  for (const { depth, gap } of deepest) {
    if (borders.length >= MAX_SEGMENTS - 1 || depth < mean + deviation / 2 || depth === 0) break;
    const border = nearestEntryStart(index, (gap + 1) * pieceWords);
    if ([0, count, ...borders].every((other) => Math.abs(other - border) >= minWords)) borders.push(border);
  }
  const starts = [0, ...borders.sort((a, b) => a - b)];
  return starts.map((first, at) => ({ first, end: starts[at + 1] ?? count }));
}

/**
 * Returns the similarity of the blocks on both sides of each gap between pieces, from 0 to 1: the cosine of their
 * weighted counts. The counts are updated as the blocks move, so that each word is processed three times in all.
 */
function* compareBlocks(index: ConversationIndex, pieceWords: number): Generator<void, number[]> {
  const { words, terms, entryCounts, conversation } = index;
  const entryCount = conversation.entries.length;
  const blockWords = BLOCK_PIECES * pieceWords;
  const weights = Float64Array.from(entryCounts, (count) => inverseFrequency(count, entryCount) ** 2);
  const before: Block = { counts: new Int32Array(terms.size), squares: 0 };
  const behind: Block = { counts: new Int32Array(terms.size), squares: 0 };
  let product = 0;
  const change = (block: Block, other: Block, from: number, to: number, by: 1 | -1) => {
    for (let position = Math.max(0, from); position < Math.min(words.length, to); position++) {
      const term = words[position]!;
      const count = block.counts[term]!;
      block.counts[term] = count + by;
      block.squares += weights[term]! * (2 * by * count + 1);
      product += weights[term]! * by * other.counts[term]!;
    }
  };
  yield;
  change(behind, before, 0, blockWords, 1);
  const likeness: number[] = [];
  for (let border = pieceWords; border < words.length; border += pieceWords) {
    const left = border - pieceWords;
    change(behind, before, left, border, -1);
    change(before, behind, left, border, 1);
    change(before, behind, left - blockWords, border - blockWords, -1);
    change(behind, before, left + blockWords, border + blockWords, 1);
    likeness.push(product <= 0 ? 0 : product / Math.sqrt(before.squares * behind.squares));
    yield;
  }
  return likeness;
}

type Block = { counts: Int32Array; squares: number };

/** Returns how far the similarity rises on both sides of a gap before it falls again. */
function depthOf(likeness: readonly number[], gap: number): number {
  const here = likeness[gap]!;
  let [left, right] = [here, here];
  for (let at = gap - 1; at >= 0 && likeness[at]! >= left; at--) left = likeness[at]!;
  for (let at = gap + 1; at < likeness.length && likeness[at]! >= right; at++) right = likeness[at]!;
  return left - here + (right - here);
}

/** Returns the first position of the nearest entry. */
function nearestEntryStart({ entryOf, entryStarts, words }: ConversationIndex, position: number): number {
  if (position >= words.length) return words.length;
  const entry = entryOf[position]!;
  const [start, next] = [entryStarts[entry]!, entryStarts[entry + 1]!];
  return position - start <= next - position ? start : next;
}

import { AS_WORDS, CONTINUING, originOf } from '../../lib/fold-text.ts';
import { isSpaceUnit, isUnspacedUnit } from './scan-words.ts';
import type { Occurrence } from './word-sequences.ts';

/** The length of a slice, in UTF-16 units: it is folded and scanned in about a millisecond. */
export const SLICE_LENGTH = 16_384;

/** A part of a text, from `from` on, and where its folded form begins in that of the whole text. */
export type Slice = { from: number; text: string; foldedFrom: number };

const CONTINUES = new RegExp(`^[${CONTINUING}]$`, 'u');

/**
 * Cuts a text into slices in front of white space, or of a character that is a word of its own, so that each is folded and
 * split into words alone as in its text. A longer run without such a place stays whole.
 * @param length the length from which on a text is cut, in UTF-16 units
 */
export function* sliceText(text: string, length = SLICE_LENGTH): Generator<{ from: number; text: string }> {
  let from = 0;
  do {
    const end = cutFrom(text, from + length);
    yield { from, text: text.slice(from, end) };
    from = end;
  } while (from < text.length);
}

/** Returns the first place from `start` on at which the text can be cut; its end if there is none. */
function cutFrom(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (isSpaceUnit(text, at)) return at;
    if (isUnspacedUnit(text, at) && !CONTINUES.test(text[at]!)) return at;
  }
  return text.length;
}

/** The slices whose origins are kept: a phrase may reach from one into the next ones. */
const MAX_KEPT = 4;

/** The number of occurrences after which other requests have their turn. */
const STEP_OCCURRENCES = 5000;

/**
 * Maps occurrences in the folded text back to the text.
 * @param occurrences in the order of their beginnings
 * @returns steps, to be run in turns, and at their end the spans in the text
 */
export function* spansOf(
  slices: readonly Slice[],
  occurrences: readonly Occurrence[],
): Generator<void, [number, number][]> {
  const origins = new Map<number, ReturnType<typeof originOf>>();
  const originIn = (slice: number) => {
    const known = origins.get(slice);
    if (known) return known;
    if (origins.size === MAX_KEPT) origins.clear();
    const origin = originOf(slices[slice]!.text, AS_WORDS);
    origins.set(slice, origin);
    return origin;
  };
  const spans: [number, number][] = [];
  let first = 0;
  for (const { from, to } of occurrences) {
    if (spans.length % STEP_OCCURRENCES === STEP_OCCURRENCES - 1) yield;
    for (; first + 1 < slices.length && slices[first + 1]!.foldedFrom <= from; first++) yield;
    let last = first;
    while (last + 1 < slices.length && slices[last + 1]!.foldedFrom < to) last++;
    const [begin, end] = [slices[first]!, slices[last]!];
    const [start] = originIn(first)(from - begin.foldedFrom, from - begin.foldedFrom + 1);
    const [, stop] = originIn(last)(to - end.foldedFrom - 1, to - end.foldedFrom);
    spans.push([begin.from + start, end.from + stop]);
  }
  return spans;
}

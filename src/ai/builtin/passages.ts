import type { ConversationIndex } from './conversation-index.ts';
import { totalWeight, type WeightedWord } from './weigh.ts';

/** Words of a prompt that occur close together: the first and the last position, and the words. */
export type Passage = { first: number; last: number; words: WeightedWord[]; weight: number };

/** The most topic words that a passage spans: some 70 spoken words, half a minute. Tuned: see docs/retrieval.md. */
const PASSAGE_WORDS = 25;

/** Positions read in one step: under a millisecond. */
const STEP_POSITIONS = 65_536;

/** Returns the index in `words` of each term of the conversation; NO_SLOT for all other terms. */
export function slotsOf(index: ConversationIndex, words: readonly WeightedWord[]): Int16Array {
  const slots = new Int16Array(index.terms.size).fill(NO_SLOT);
  for (const [slot, { termNumber }] of words.entries()) {
    if (termNumber !== undefined) slots[termNumber] = slot;
  }
  return slots;
}

export const NO_SLOT = -1;

/**
 * Finds the passages that contain the largest weight of the words. They do not overlap. Words of the title count for
 * every passage, but do not begin one. Yields between steps.
 * @returns at most `limit`, the heaviest first, the earlier first among equals
 */
export function* findPassages(
  index: ConversationIndex,
  words: readonly WeightedWord[],
  limit: number,
): Generator<void, Passage[]> {
  const slots = slotsOf(index, words);
  const slotAt = (position: number): number => slots[index.words[position]!]!;
  const counts = new Int32Array(words.length);
  const found: Passage[] = [];
  let open: { first: number; last: number; weight: number } | undefined;
  let [first, weight] = [0, 0];
  const add = (slot: number, by: 1 | -1) => {
    const before = counts[slot]!;
    counts[slot] = before + by;
    if (before === (by === 1 ? 0 : 1)) weight += by * words[slot]!.weight;
  };
  const titleWeight = totalWeight(words.filter(({ isInTitle }) => isInTitle));
  const mayBeKept = (most: number) => found.length < limit || most + titleWeight > found.at(-1)!.weight;
  for (let last = 0; last < index.words.length; last++) {
    if (last % STEP_POSITIONS === STEP_POSITIONS - 1) yield;
    const slot = slotAt(last);
    if (slot === NO_SLOT) continue;
    add(slot, 1);
    // A word that occurs again later in the passage, or is no word of the prompt, need not be at its beginning.
    for (; first < last; first++) {
      const leaving = slotAt(first);
      const isTooLong = last - first >= PASSAGE_WORDS;
      if (!isTooLong && leaving !== NO_SLOT && counts[leaving] === 1) break;
      if (leaving !== NO_SLOT) add(leaving, -1);
    }
    if (open && first > open.last) {
      // Without this, a text that repeats one word would make a passage of each occurrence.
      if (mayBeKept(open.weight)) keep(found, complete(index, words, slots, open), limit);
      open = undefined;
    }
    if (!open || weight > open.weight + WEIGHT_PRECISION) open = { first, last, weight };
  }
  if (open) keep(found, complete(index, words, slots, open), limit);
  return found;
}

/** Sums that are computed in another order differ by less. */
const WEIGHT_PRECISION = 1e-6;

function complete(
  index: ConversationIndex,
  words: readonly WeightedWord[],
  slots: Int16Array,
  { first, last }: { first: number; last: number },
): Passage {
  const held = new Set<number>();
  for (let position = first; position <= last; position++) held.add(slots[index.words[position]!]!);
  const ofPassage = words.filter(({ isInTitle }, slot) => held.has(slot) || isInTitle);
  return { first, last, words: ofPassage, weight: totalWeight(ofPassage) };
}

function keep(found: Passage[], passage: Passage, limit: number): void {
  let place = found.length;
  while (place > 0 && found[place - 1]!.weight < passage.weight - WEIGHT_PRECISION) place--;
  found.splice(place, 0, passage);
  if (found.length > limit) found.pop();
}

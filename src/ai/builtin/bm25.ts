import type { ConversationIndex } from './conversation-index.ts';
import type { Inquiry } from './speakers.ts';
import { inverseFrequency } from './weigh.ts';

/** An entry that matches, with its score; a higher score is a better match. */
export type Retrieved = { entry: number; score: number };

/** Saturation of words that occur nearby more than once, and the influence of the length. Tuned: see docs/retrieval.md. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.5;

/**
 * An entry is scored together with its surroundings, so that a `Yes, exactly.` is found with the question before it: a
 * word counts less with each entry and each topic word between. These are the distances after which it counts e times
 * less. It reaches further forward than back, because speakers name a subject first and then talk about it.
 */
const REACH_FORWARD = 16;
const REACH_BACK = 3;
const REACH_WORDS = 400;
/** The share below which a word does not count any more. */
const MIN_SHARE = 0.1;

/**
 * A word is rare if it occurs in few parts of the conversation, however often it is repeated there. Parts have this
 * many entries, or fewer if that made too few parts to tell words apart.
 */
const PART_ENTRIES = 40;
const MIN_PARTS = 8;

/** The weight of an entry's own words, relative to those of its surroundings. */
const OWN_SHARE = 0.2;

/**
 * A speaker whom the prompt names raises the scores of the entries around: by this factor more where nobody else speaks.
 * Entries count by their words, and those without any as one. Tuned as above.
 */
const NAMED_SPEAKER_FACTOR = 3;

/**
 * Finds the entries that match the words best, by BM25 over entries and their surroundings, preferring those around the
 * speakers. Yields between steps.
 * @returns at most `limit`, best first, the earlier first among equals; none if no word occurs
 */
export function* retrieve(
  index: ConversationIndex,
  { words, speakers }: Inquiry,
  limit: number,
): Generator<void, Retrieved[]> {
  const scores = new Float64Array(index.conversation.entries.length);
  const lengths = lengthsOf(index);
  const decay = decayOf(lengths);
  const ownHalf = halves(lengths);
  const half = halves(sumAround(lengths, decay));
  yield;
  for (const { term } of words) {
    const termNumber = index.terms.get(term);
    if (termNumber === undefined) continue;
    const entries = entriesWith(index, termNumber);
    const weight = weightOf(entries, scores.length);
    const found = new Float64Array(scores.length);
    for (const entry of entries) {
      found[entry] = 1;
      scores[entry]! += (OWN_SHARE * weight) / (1 + ownHalf[entry]!);
    }
    const shares = sumAround(found, decay);
    yield;
    for (let entry = 0; entry < shares.length; entry++) {
      const share = shares[entry]!;
      if (share > 0) scores[entry]! += (weight * share) / (share + half[entry]!);
    }
    yield;
  }
  if (speakers.size > 0) preferSpeakers(index, speakers, lengths, decay, scores);
  yield;
  return best(scores, limit);
}

/** Returns the count of a word with which it gives half of its weight; it grows with the length. */
function halves(lengths: Float64Array): Float64Array {
  let sum = 0;
  for (const length of lengths) sum += length;
  const mean = sum / lengths.length;
  const counts = new Float64Array(lengths.length);
  for (let entry = 0; entry < counts.length; entry++) {
    counts[entry] = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * lengths[entry]!) / mean);
  }
  return counts;
}

/** Returns the entries that contain a term, in their order. */
function entriesWith({ termStarts, positions, entryOf }: ConversationIndex, termNumber: number): number[] {
  const entries: number[] = [];
  for (let at = termStarts[termNumber]!; at < termStarts[termNumber + 1]!; at++) {
    const entry = entryOf[positions[at]!]!;
    if (entries.at(-1) !== entry) entries.push(entry);
  }
  return entries;
}

/** Returns the inverse frequency of a word among the parts of a conversation. */
function weightOf(entries: readonly number[], entryCount: number): number {
  const partLength = Math.min(PART_ENTRIES, Math.ceil(entryCount / MIN_PARTS));
  let [parts, next] = [0, 0];
  for (const entry of entries) {
    if (entry < next) continue;
    parts++;
    next = (Math.floor(entry / partLength) + 1) * partLength;
  }
  return inverseFrequency(parts, Math.ceil(entryCount / partLength));
}

/** Returns the number of topic words of each entry. */
function lengthsOf({ entryStarts }: ConversationIndex): Float64Array {
  const lengths = new Float64Array(entryStarts.length - 1);
  for (let entry = 0; entry < lengths.length; entry++) {
    lengths[entry] = entryStarts[entry + 1]! - entryStarts[entry]!;
  }
  return lengths;
}

const SHARE_FORWARD = Math.exp(-1 / REACH_FORWARD);
const SHARE_BACK = Math.exp(-1 / REACH_BACK);

/** Returns the shares of a word that are left after the words of each entry. */
function decayOf(lengths: Float64Array): Float64Array {
  const decay = new Float64Array(lengths.length);
  for (let entry = 0; entry < lengths.length; entry++)
    decay[entry] = Math.exp(-lengths[entry]! / REACH_WORDS);
  return decay;
}

/** Adds to the value of each entry the shares of the values around it, in time linear in the number of entries. */
function sumAround(values: Float64Array, decay: Float64Array): Float64Array {
  const sums = values.slice();
  const count = values.length;
  let share = 0;
  for (let entry = 0; entry < count; entry++) {
    sums[entry]! += share;
    share = (share + values[entry]!) * SHARE_FORWARD * decay[entry]!;
    if (share < MIN_SHARE) share = 0;
  }
  share = 0;
  for (let entry = count - 1; entry >= 0; entry--) {
    sums[entry]! += share;
    share = (share + values[entry]!) * SHARE_BACK * decay[entry]!;
    if (share < MIN_SHARE) share = 0;
  }
  return sums;
}

/** Raises the score of each entry by the share of the speakers' words in what is said around it. */
function preferSpeakers(
  { conversation: { entries } }: ConversationIndex,
  speakers: ReadonlySet<string>,
  lengths: Float64Array,
  decay: Float64Array,
  scores: Float64Array,
): void {
  const said = new Float64Array(lengths.length);
  const saidByNamed = new Float64Array(lengths.length);
  for (const [entry, { speaker }] of entries.entries()) {
    said[entry] = Math.max(1, lengths[entry]!);
    if (speaker !== undefined && speakers.has(speaker)) saidByNamed[entry] = said[entry]!;
  }
  const all = sumAround(said, decay);
  const named = sumAround(saidByNamed, decay);
  for (let entry = 0; entry < scores.length; entry++) {
    scores[entry]! *= 1 + (NAMED_SPEAKER_FACTOR * named[entry]!) / all[entry]!;
  }
}

/** Returns the highest scores above zero. Its time is linear, because few are requested. */
function best(scores: Float64Array, limit: number): Retrieved[] {
  const found: Retrieved[] = [];
  for (let entry = 0; entry < scores.length; entry++) {
    const score = scores[entry]!;
    if (score <= 0 || (found.length >= limit && score <= (found.at(-1)?.score ?? 0))) continue;
    let place = found.length;
    while (place > 0 && found[place - 1]!.score < score) place--;
    found.splice(place, 0, { entry, score });
    if (found.length > limit) found.pop();
  }
  return found;
}

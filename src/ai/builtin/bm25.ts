import type { ConversationIndex } from './conversation-index.ts';
import type { QueryWord } from './query.ts';
import { weighWords } from './weigh.ts';

/** An entry that matches, with its score; a higher score is a better match. */
export type Retrieved = { entry: number; score: number };

/** Saturation of repeated words, and the influence of the length: the usual values; tuning found no better ones. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/**
 * An entry is scored together with its surroundings: it receives a share of the words of its neighbours, which falls
 * linearly to zero, so that a `Yes, exactly.` is found with the question before it. Tuned: see docs/retrieval.md.
 */
const REACH = 6;
const shareAt = (distance: number): number => 1 - Math.abs(distance) / (REACH + 1);

/** The weight of an entry's own words, relative to those of its surroundings. */
const OWN_SHARE = 0.4;

/**
 * Finds the entries that match the words best, by BM25 over entries and their surroundings. Yields between steps.
 * @returns at most `limit`, best first, the earlier first among equals; none if no word occurs
 */
export function* retrieve(
  index: ConversationIndex,
  query: readonly QueryWord[],
  limit: number,
): Generator<void, Retrieved[]> {
  const entryCount = index.conversation.entries.length;
  const scores = new Float64Array(entryCount);
  const own = ownLengths(index);
  const surroundings = sumAround(own);
  yield;
  const shares = new Float64Array(entryCount);
  for (const { termNumber, weight } of weighWords(index, query)) {
    if (termNumber === undefined) continue;
    const counts = countsOf(index, termNumber);
    for (const [entry, count] of counts) {
      scores[entry]! += OWN_SHARE * weight * saturate(count, own.lengths[entry]! / own.mean);
      for (let near = first(entry); near <= last(entry, entryCount); near++) {
        shares[near]! += count * shareAt(near - entry);
      }
    }
    yield;
    let done = -1;
    for (const [entry] of counts) {
      for (let near = Math.max(done + 1, first(entry)); near <= last(entry, entryCount); near++) {
        scores[near]! += weight * saturate(shares[near]!, surroundings.lengths[near]! / surroundings.mean);
        shares[near] = 0;
        done = near;
      }
    }
    yield;
  }
  return best(scores, limit);
}

const first = (entry: number): number => Math.max(0, entry - REACH);
const last = (entry: number, entryCount: number): number => Math.min(entryCount - 1, entry + REACH);

function saturate(count: number, relativeLength: number): number {
  return (
    (count * (SATURATION + 1)) / (count + SATURATION * (1 - LENGTH_SHARE + LENGTH_SHARE * relativeLength))
  );
}

/** Returns how often a term occurs in each entry that contains it, in the order of the entries. */
function countsOf(index: ConversationIndex, termNumber: number): [entry: number, count: number][] {
  const counts: [number, number][] = [];
  for (let at = index.termStarts[termNumber]!; at < index.termStarts[termNumber + 1]!; at++) {
    const entry = index.entryOf[index.positions[at]!]!;
    const latest = counts.at(-1);
    if (latest?.[0] === entry) latest[1]++;
    else counts.push([entry, 1]);
  }
  return counts;
}

type Lengths = { lengths: Float64Array; mean: number };

function ownLengths({ entryStarts, words }: ConversationIndex): Lengths {
  const lengths = new Float64Array(entryStarts.length - 1);
  for (let entry = 0; entry < lengths.length; entry++) {
    lengths[entry] = entryStarts[entry + 1]! - entryStarts[entry]!;
  }
  return { lengths, mean: words.length / lengths.length };
}

/** Sums the lengths of the entries' surroundings, with each word counted by its share. */
function sumAround({ lengths: own }: Lengths): Lengths {
  const lengths = new Float64Array(own.length);
  let sum = 0;
  for (let entry = 0; entry < own.length; entry++) {
    let length = 0;
    for (let near = first(entry); near <= last(entry, own.length); near++) {
      length += own[near]! * shareAt(near - entry);
    }
    lengths[entry] = length;
    sum += length;
  }
  return { lengths, mean: sum / own.length };
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

import type { ConversationIndex } from './conversation-index.ts';
import type { Inquiry } from './speakers.ts';
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
const REACH = 12;
const shareAt = (distance: number): number => 1 - Math.abs(distance) / (REACH + 1);

/** The weight of an entry's own words, relative to those of its surroundings. */
const OWN_SHARE = 0.2;

/**
 * A speaker whom the prompt names raises the scores of the entries around: by this factor more where nobody else speaks.
 * The reach is in entries, which count by their words, and those without any as a part of one. Tuned as above.
 */
const NAMED_SPEAKER_FACTOR = 2;
const SPEAKER_REACH = 8;
const WORDLESS_LENGTH = 0.3;

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
  const entryCount = index.conversation.entries.length;
  const scores = new Float64Array(entryCount);
  const own = ownLengths(index);
  const surroundings = sumAround(own);
  yield;
  const shares = new Float64Array(entryCount);
  for (const { termNumber, weight } of weighWords(index, words)) {
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
  if (speakers.size > 0) preferSpeakers(index, speakers, own.lengths, scores);
  yield;
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

/** Raises the score of each entry by the share of the speakers' words in what is said around it. */
function preferSpeakers(
  { conversation: { entries } }: ConversationIndex,
  speakers: ReadonlySet<string>,
  lengths: Float64Array,
  scores: Float64Array,
): void {
  const isNamed = entries.map(({ speaker }) => speaker !== undefined && speakers.has(speaker));
  for (let entry = 0; entry < entries.length; entry++) {
    if (scores[entry] === 0) continue;
    let [named, all] = [0, 0];
    const end = Math.min(entries.length - 1, entry + SPEAKER_REACH);
    for (let near = Math.max(0, entry - SPEAKER_REACH); near <= end; near++) {
      const share = 1 - Math.abs(near - entry) / (SPEAKER_REACH + 1);
      const length = share * Math.max(WORDLESS_LENGTH, lengths[near]!);
      all += length;
      if (isNamed[near]) named += length;
    }
    scores[entry]! *= 1 + (NAMED_SPEAKER_FACTOR * named) / all;
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

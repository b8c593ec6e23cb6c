import type { ConversationIndex } from './conversation-index.ts';
import type { QueryWord } from './query.ts';

/** A topic word of a prompt, with what it weighs in a conversation. */
export type WeightedWord = QueryWord & {
  /** Number of its term; undefined where nobody says it. */
  termNumber: number | undefined;
  weight: number;
  isInTitle: boolean;
};

/**
 * Inverse document frequency of BM25, never negative. A word that nobody says weighs most.
 * @param count in how many of the conversation's entries the term stands
 */
export function inverseFrequency(count: number, entries: number): number {
  return Math.log(1 + (entries - count + 0.5) / (count + 0.5));
}

/** Weighs the words of a prompt: rare ones most, but none more than `maxWeight`. */
export function weighWords(
  index: ConversationIndex,
  words: readonly QueryWord[],
  maxWeight = Number.POSITIVE_INFINITY,
): WeightedWord[] {
  const entryCount = index.conversation.entries.length;
  return words.map((word) => {
    const termNumber = index.terms.get(word.term);
    const count = termNumber === undefined ? 0 : index.entryCounts[termNumber]!;
    const weight = Math.min(maxWeight, inverseFrequency(count, entryCount));
    return { ...word, termNumber, weight, isInTitle: index.titleTerms.has(word.term) };
  });
}

/** What all the words weigh together. */
export function totalWeight(words: Iterable<{ weight: number }>): number {
  let total = 0;
  for (const { weight } of words) total += weight;
  return total;
}

import type { ConversationIndex } from './conversation-index.ts';
import type { QueryWord } from './query.ts';

/** A topic word of a prompt, with its weight in a conversation. */
export type WeightedWord = QueryWord & {
  /** Number of its term; undefined if the word does not occur. */
  termNumber: number | undefined;
  weight: number;
  isInTitle: boolean;
};

/**
 * Returns the inverse document frequency of BM25, which is never negative. A word that does not occur weighs most.
 * @param count the number of the conversation's entries that contain the term
 */
export function inverseFrequency(count: number, entries: number): number {
  return Math.log(1 + (entries - count + 0.5) / (count + 0.5));
}

/** Weighs the words of a prompt: rare ones weigh most, at most `maxWeight`. */
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

/** Returns the total weight of the words. */
export function totalWeight(words: Iterable<{ weight: number }>): number {
  let total = 0;
  for (const { weight } of words) total += weight;
  return total;
}

import type { Conversation } from '../../ai/types.ts';
import { foldText, LOOSELY } from '../../lib/fold-text.ts';
import { sentenceAround } from '../../lib/sentences.ts';
import { MAX_QUOTES, quoteOf, textsOf, type VerifiedQuote } from './quotes.ts';
import { type Place, searchableTexts } from './searchable-texts.ts';

/** Finds the phrases of signals in one conversation. */
export type TextMatcher = {
  /** Makes a long conversation ready in steps, so that find() need not do it at once. */
  prepare(): Generator<void, void>;
  /**
   * @returns a quote from each of the first 10 texts that one of the phrases stands in, in their order: its sentence;
   * empty where the signal does not fire
   */
  find(phrases: readonly string[]): VerifiedQuote[];
  /** Whether the phrase stands in any of the texts. */
  has(phrase: string): boolean;
};

/**
 * Makes a conversation ready to be searched; used for all signals. Phrases are exact words: case, accents, width and
 * white space do not count, word boundaries do. An e-mail's subject is searched too, and comes first.
 */
export function createTextMatcher(conversation: Conversation): TextMatcher {
  const texts = textsOf(conversation);
  const first = conversation.kind === 'email' ? 0 : 1;
  const searchable = searchableTexts(texts, LOOSELY);

  return {
    prepare: () => searchable.prepare(),
    has: (phrase) => !searchable.places(foldPhrase(phrase), first).next().done,
    find(phrases) {
      // By text: the phrase that stands first in it.
      const hits = new Map<number, Place>();
      for (const phrase of phrases) {
        let count = 0;
        for (const place of searchable.places(foldPhrase(phrase), first)) {
          const known = hits.get(place.text);
          if (!known || place.start < known.start) hits.set(place.text, place);
          if (++count === MAX_QUOTES) break;
        }
      }
      return [...hits.values()]
        .sort((a, b) => a.text - b.text)
        .slice(0, MAX_QUOTES)
        .map((hit) => {
          const { text, start, end } = searchable.original(hit);
          return quoteOf(conversation, text, sentenceAround(texts[text]!, start, end));
        });
    },
  };
}

/** A phrase in the form in which it is compared; empty where it says nothing, and then it matches nothing. */
export function foldPhrase(phrase: string): string {
  return foldText(phrase, LOOSELY).trim();
}

import type { ClaimedQuote, Conversation } from '../../ai/types.ts';
import { foldText, VERBATIM } from '../../lib/fold-text.ts';
import { clip } from '../../lib/sentences.ts';
import { hasLetterOrDigit } from '../../lib/word-boundaries.ts';
import { type Place, type SearchableTexts, searchableTexts } from './searchable-texts.ts';

/** Words that do stand in a conversation, as they stand there. Without a place: in the title. */
export type VerifiedQuote = {
  text: string;
  entryIndex?: number;
  speaker?: string;
  timestampSeconds?: number;
};

/** The most quotes that prove one thing. */
export const MAX_QUOTES = 10;

/** Bounds what a provider that invents its quotes can cost. */
const MAX_CLAIMS = 100;

/**
 * Keeps what is true of a provider's proof. A quote is true if its words stand in the entry that it names, word for
 * word and in whole words; white space, the form of quotes, apostrophes and dashes, and what cannot be seen do not
 * count, everything else does. Where they stand in other entries only, the nearest of those is taken; without a named
 * entry the title, then the first entry.
 * @returns the quotes in the order they were claimed, each once, at most 10, of at most 1,000 characters
 */
export function verifyQuotes(conversation: Conversation, claimed: readonly ClaimedQuote[]): VerifiedQuote[] {
  return createQuoteVerifier(conversation).keepTrue(claimed);
}

/** {@link verifyQuotes} for a conversation about which much is claimed: its text is made ready once. */
export type QuoteVerifier = {
  /** Makes a long conversation ready in steps; else it is when that is first needed. */
  prepare(): Generator<void, void>;
  keepTrue(claimed: readonly ClaimedQuote[]): VerifiedQuote[];
};

export function createQuoteVerifier(conversation: Conversation): QuoteVerifier {
  const texts = textsOf(conversation);
  const whole = searchableTexts(texts, VERBATIM);
  const find = quoteFinder(conversation, texts, whole);
  return {
    prepare: () => whole.prepare(),
    keepTrue(claimed) {
      const quotes: VerifiedQuote[] = [];
      const known = new Set<string>();
      for (const { text, entryIndex } of claimed.slice(0, MAX_CLAIMS)) {
        const words = foldText(text, VERBATIM).trim();
        if (!hasLetterOrDigit(words)) continue;
        const quote = find(words, entryIndex);
        if (!quote) continue;
        const key = `${quote.entryIndex} ${quote.text}`;
        if (known.has(key)) continue;
        known.add(key);
        quotes.push(quote);
        if (quotes.length === MAX_QUOTES) break;
      }
      return quotes;
    },
  };
}

/**
 * The texts that quotes are taken from, by their numbers: an e-mail's subject, then the entries. A meeting's title is not
 * what anybody said: it proves nothing.
 */
export function textsOf({ kind, title, entries }: Conversation): string[] {
  return [kind === 'email' ? title : '', ...entries.map((entry) => entry.text)];
}

/** A quote as it is kept, with what its entry tells. */
export function quoteOf({ entries }: Conversation, textNumber: number, text: string): VerifiedQuote {
  const quote: VerifiedQuote = { text };
  if (textNumber === 0) return quote;
  const entryIndex = textNumber - 1;
  const { speaker, timestampSeconds } = entries[entryIndex]!;
  quote.entryIndex = entryIndex;
  if (speaker !== undefined) quote.speaker = speaker;
  if (timestampSeconds !== undefined) quote.timestampSeconds = timestampSeconds;
  return quote;
}

/** Quotes mostly name their entry rightly; the whole is folded for the others. */
function quoteFinder(
  conversation: Conversation,
  texts: readonly string[],
  whole: SearchableTexts,
): (words: string, entryIndex: number | undefined) => VerifiedQuote | undefined {
  const single = new Map<number, SearchableTexts>();

  const inText = (words: string, text: number): string | undefined => {
    const searchable = single.get(text) ?? searchableTexts([texts[text]!], VERBATIM);
    single.set(text, searchable);
    const place = searchable.places(words).next().value;
    return place && wordsAt(texts[text]!, searchable.original(place));
  };

  return (words, entryIndex) => {
    const named = textNumber(entryIndex, conversation.entries.length);
    const there = inText(words, named);
    if (there !== undefined) return quoteOf(conversation, named, there);
    const place = nearest(whole, words, named);
    return place && quoteOf(conversation, place.text, wordsAt(texts[place.text]!, whole.original(place)));
  };
}

/** The number of the text that a claim names; a place that cannot be is the nearest that can. */
function textNumber(entryIndex: number | undefined, entryCount: number): number {
  if (entryIndex === undefined || Number.isNaN(entryIndex)) return 0;
  return Math.min(Math.max(Math.round(entryIndex), 0) + 1, entryCount);
}

/** The entry nearest to the one named, the earlier of two; the title only where no entry has the words. */
function nearest(whole: SearchableTexts, words: string, named: number): Place | undefined {
  let before: Place | undefined;
  for (const place of whole.places(words, 1)) {
    if (place.text < named) before = place;
    else return before && named - before.text <= place.text - named ? before : place;
  }
  return before ?? whole.places(words).next().value;
}

function wordsAt(text: string, { start, end }: Place): string {
  return clip(text.slice(start, end));
}

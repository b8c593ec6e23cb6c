import type { ClaimedQuote, Conversation, Side } from '../../ai/types.ts';
import { foldText, VERBATIM } from '../../lib/fold-text.ts';
import { clip } from '../../lib/sentences.ts';
import { hasLetterOrDigit } from '../../lib/word-boundaries.ts';
import { carriesFinding } from './carries-finding.ts';
import { type SearchableTexts, searchableTexts, type TextPlace } from './searchable-texts.ts';
import { findAcrossEntries } from './words-across-entries.ts';

/** Words that a conversation contains, in their original spelling. A quote without a place is from the title. */
export type VerifiedQuote = {
  text: string;
  entryIndex?: number;
  speaker?: string;
  /** The side of whoever said it, if it is known. */
  side?: Side;
  timestampSeconds?: number;
};

/** The most quotes as evidence of one finding. */
export const MAX_QUOTES = 10;

/** The most claims that are verified, which bounds the cost of a provider that invents its quotes. */
const MAX_CLAIMS = 100;

/**
 * Finds the quotes of a provider. A quote is true if the entry that it names contains it, word for word and in whole
 * words; white space, the form of quotation marks, apostrophes and dashes, and invisible characters are ignored. If only
 * other entries contain it, the nearest of those is used; without a named entry, the title and then the first entry that
 * contains it. If none does, its words are looked for near the named entry whatever their case and punctuation, also over
 * neighbouring entries of one speaker; such a quote becomes one for each entry.
 * @returns the words of the conversation itself, in the order they were claimed, each once, at most 10 quotes, of at most
 *   1,000 characters
 */
export function verifyQuotes(conversation: Conversation, claimed: readonly ClaimedQuote[]): VerifiedQuote[] {
  return createQuoteVerifier(conversation, () => true).keepTrue(claimed);
}

/**
 * Does the same as {@link verifyQuotes} for a conversation with many claims, whose text is prepared once, and keeps only what
 * {@link carriesFinding} keeps.
 */
export type QuoteVerifier = {
  /** Prepares a long conversation in steps; without it, the text is prepared when it is first needed. */
  prepare(): Generator<void, void>;
  /** @param counts whether a quote counts, by its place; by default each does */
  keepTrue(claimed: readonly ClaimedQuote[], counts?: (quote: VerifiedQuote) => boolean): VerifiedQuote[];
  /** Returns whether any quote stands in the conversation, be it a proof or not. */
  findsAny(claimed: readonly ClaimedQuote[]): boolean;
};

export function createQuoteVerifier(
  conversation: Conversation,
  isProof: typeof carriesFinding = carriesFinding,
): QuoteVerifier {
  const texts = textsOf(conversation);
  const whole = searchableTexts(texts, VERBATIM);
  const find = quoteFinder(conversation, texts, whole);
  const partsOf = ({ text, entryIndex }: ClaimedQuote) => {
    const words = foldText(text, VERBATIM).trim();
    if (!hasLetterOrDigit(words)) return [];
    const whole = find(words, entryIndex);
    return whole ? [whole] : acrossEntries(conversation, text, entryIndex);
  };
  return {
    prepare: () => whole.prepare(),
    keepTrue(claimed, counts = () => true) {
      const quotes: VerifiedQuote[] = [];
      const known = new Set<string>();
      for (const claim of claimed.slice(0, MAX_CLAIMS)) {
        const parts = partsOf(claim);
        if (!isProof(conversation, parts) || !parts.every(counts)) continue;
        for (const quote of parts) {
          const key = `${quote.entryIndex} ${quote.text}`;
          if (!known.has(key)) quotes.push(quote);
          known.add(key);
        }
        if (quotes.length >= MAX_QUOTES) return quotes.slice(0, MAX_QUOTES);
      }
      return quotes;
    },
    findsAny: (claimed) => claimed.slice(0, MAX_CLAIMS).some((claim) => partsOf(claim).length > 0),
  };
}

/**
 * Returns the texts from which quotes are taken, by their numbers: an e-mail's subject, then the entries. A meeting's
 * title was not spoken by anybody, so it is no evidence.
 */
export function textsOf({ kind, title, entries }: Conversation): string[] {
  return [kind === 'email' ? title : '', ...entries.map((entry) => entry.text)];
}

/** Returns the side that a text is of, if it is known; the texts have the numbers of {@link textsOf}. */
export function sideOfText({ entries, authorSide }: Conversation, textNumber: number): Side | undefined {
  return textNumber === 0 ? authorSide : entries[textNumber - 1]!.side;
}

/** Returns a quote as it is stored, with the speaker and time of its entry. */
export function quoteOf(conversation: Conversation, textNumber: number, text: string): VerifiedQuote {
  const quote: VerifiedQuote = { text };
  const side = sideOfText(conversation, textNumber);
  if (textNumber === 0) return side === undefined ? quote : { ...quote, side };
  const entryIndex = textNumber - 1;
  const { speaker, timestampSeconds } = conversation.entries[entryIndex]!;
  quote.entryIndex = entryIndex;
  if (speaker !== undefined) quote.speaker = speaker;
  if (side !== undefined) quote.side = side;
  if (timestampSeconds !== undefined) quote.timestampSeconds = timestampSeconds;
  return quote;
}

/** Most quotes name the right entry; the whole conversation is folded only for the others. */
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

/** Returns the number of the text that a claim names; an impossible place becomes the nearest possible one. */
function textNumber(entryIndex: number | undefined, entryCount: number): number {
  if (entryIndex === undefined || Number.isNaN(entryIndex)) return 0;
  return Math.min(Math.max(Math.round(entryIndex), 0) + 1, entryCount);
}

/** Returns the entry nearest to the named one, the earlier of two; the title only if no entry contains the words. */
function nearest(whole: SearchableTexts, words: string, named: number): TextPlace | undefined {
  let before: TextPlace | undefined;
  for (const place of whole.places(words, 1)) {
    if (place.text < named) before = place;
    else return before && named - before.text <= place.text - named ? before : place;
  }
  return before ?? whole.places(words).next().value;
}

function acrossEntries(
  conversation: Conversation,
  text: string,
  entryIndex: number | undefined,
): VerifiedQuote[] {
  if (entryIndex === undefined || !Number.isSafeInteger(entryIndex)) return [];
  return findAcrossEntries(conversation, text, entryIndex).map((part) => {
    const words = wordsAt(conversation.entries[part.entryIndex]!.text, { ...part, text: 0 });
    return quoteOf(conversation, part.entryIndex + 1, words);
  });
}

function wordsAt(text: string, { start, end }: TextPlace): string {
  return clip(text.slice(start, end));
}

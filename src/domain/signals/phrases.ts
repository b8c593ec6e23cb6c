import { type Conversation, countsFor, type SaidBy } from '../../ai/types.ts';
import { foldText, LOOSELY } from '../../lib/fold-text.ts';
import { sentenceAround } from '../../lib/sentences.ts';
import { MAX_QUOTES, quoteOf, sideOfText, textsOf, type VerifiedQuote } from './quotes.ts';
import { searchableTexts, type TextPlace } from './searchable-texts.ts';

/** The phrases of a signal that a conversation contains, with their evidence. */
export type FoundPhrases = {
  /** The phrases that one of the quotes shows, in the order of the signal. Empty if the signal does not fire. */
  phrases: string[];
  /** At most 10, in their order in the conversation. */
  quotes: VerifiedQuote[];
};

/** Finds the phrases of signals in one conversation. */
export type TextMatcher = {
  /** Prepares a long conversation in steps, so that find() need not do it all at once. */
  prepare(): Generator<void, void>;
  /**
   * Finds phrases and their quotes. Each phrase is proven by the sentence in which it first occurs, or by another
   * phrase's sentence that contains it too. The remaining quotes come from the first texts that contain any of the
   * phrases. Phrases beyond the limit are not reported: ten different sentences have then been quoted before them.
   * @param saidBy whose words count
   */
  find(phrases: readonly string[], saidBy?: SaidBy): FoundPhrases;
};

/** A quoted sentence: `[from, to)` of its text. */
type Shown = { text: number; from: number; to: number };

/**
 * Prepares a conversation for searching; all signals share the result. Phrases match exact words: case, accents, width
 * and white space are ignored, word boundaries are not. An e-mail's subject is searched too, and comes first.
 */
export function createTextMatcher(conversation: Conversation): TextMatcher {
  const texts = textsOf(conversation);
  const first = conversation.kind === 'email' ? 0 : 1;
  const searchable = searchableTexts(texts, LOOSELY);

  const placesOf = (phrase: string, saidBy: SaidBy): TextPlace[] => {
    const places: TextPlace[] = [];
    for (const place of searchable.places(foldPhrase(phrase), first)) {
      if (!countsFor(saidBy, sideOfText(conversation, place.text))) continue;
      if (places.push(place) === MAX_QUOTES) break;
    }
    return places;
  };

  const sentenceOf = (place: TextPlace): Shown => {
    const { text, start, end } = searchable.original(place);
    return { text, ...sentenceAround(texts[text]!, start, end) };
  };

  const isShown = (place: TextPlace, shown: readonly Shown[]): boolean => {
    const ofText = shown.filter(({ text }) => text === place.text);
    if (ofText.length === 0) return false;
    const { start, end } = searchable.original(place);
    return ofText.some(({ from, to }) => from <= start && end <= to);
  };

  return {
    prepare: () => searchable.prepare(),
    find(phrases, saidBy = 'anyone') {
      const shown: Shown[] = [];
      const proven: string[] = [];
      const hits: TextPlace[] = [];
      for (const phrase of phrases) {
        const places = placesOf(phrase, saidBy);
        if (places.length === 0) continue;
        hits.push(...places);
        if (!places.some((place) => isShown(place, shown))) {
          if (shown.length === MAX_QUOTES) continue;
          shown.push(sentenceOf(places[0]!));
        }
        proven.push(phrase);
      }
      const quotedTexts = new Set(shown.map(({ text }) => text));
      for (const place of hits.sort(inOrder)) {
        if (shown.length === MAX_QUOTES) break;
        if (quotedTexts.has(place.text)) continue;
        quotedTexts.add(place.text);
        shown.push(sentenceOf(place));
      }
      const quotes = shown
        .sort((a, b) => a.text - b.text || a.from - b.from)
        .map(({ text, from, to }) => quoteOf(conversation, text, texts[text]!.slice(from, to)));
      return { phrases: proven, quotes };
    },
  };
}

function inOrder(a: TextPlace, b: TextPlace): number {
  return a.text - b.text || a.start - b.start;
}

/** Returns a phrase in the form in which it is compared; an empty one matches nothing. */
export function foldPhrase(phrase: string): string {
  return foldText(phrase, LOOSELY).trim();
}

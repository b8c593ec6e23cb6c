import { type Folding, foldText, originOf } from '../../lib/fold-text.ts';
import { gramFilter } from '../../lib/gram-filter.ts';
import { isWordBounded } from '../../lib/word-boundaries.ts';

/** Where words stand: `[start, end)` of the text with that number. */
export type Place = { text: number; start: number; end: number };

/** Texts that are searched for many words. */
export type SearchableTexts = {
  /** The first place of the words in each text from `from` on, in the texts' order. */
  places(words: string, from?: number): Generator<Place>;
  /** A place as it is in the text itself. */
  original(place: Place): Place;
};

/** Between the folded texts; folded text has no white space but spaces. */
const BETWEEN = '\n';

/**
 * Folds texts once, so that searching them is one pass over one string.
 * Words have to be folded as the texts are, and trimmed; they are found between word boundaries only.
 */
export function searchableTexts(texts: readonly string[], folding: Folding): SearchableTexts {
  const folded = texts.map((text) => foldText(text, folding));
  const starts: number[] = [];
  let length = 0;
  for (const text of folded) {
    starts.push(length);
    length += text.length + BETWEEN.length;
  }
  const joined = folded.join(BETWEEN);
  const mayHave = gramFilter(joined);
  const origins = new Map<number, ReturnType<typeof originOf>>();

  return {
    *places(words, from = 0) {
      if (words === '' || from >= texts.length || !mayHave(words)) return;
      let found = joined.indexOf(words, starts[from]);
      while (found >= 0) {
        if (!isWordBounded(joined, found, found + words.length)) {
          found = joined.indexOf(words, found + 1);
          continue;
        }
        const text = textAt(starts, found);
        const start = found - starts[text]!;
        yield { text, start, end: start + words.length };
        const next = starts[text + 1];
        found = next === undefined ? -1 : joined.indexOf(words, next);
      }
    },
    original({ text, start, end }) {
      const origin = origins.get(text) ?? originOf(texts[text]!, folding);
      origins.set(text, origin);
      const [from, to] = origin(start, end);
      return { text, start: from, end: to };
    },
  };
}

/** The last text that starts at or before the index. */
function textAt(starts: readonly number[], index: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= index) low = middle;
    else high = middle - 1;
  }
  return low;
}

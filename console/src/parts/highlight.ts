/** Characters of a text that a search found: UTF-16 offsets, the second one exclusive. */
export type Highlight = readonly [from: number, to: number];

/** A text with what was found in it. */
export interface HighlightedText {
  text: string;
  highlights: readonly Highlight[];
}

const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** Case and accents do not count. */
const fold = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase();

const wordsOf = (query: string): string[] => fold(query).match(WORDS) ?? [];

/** Tells whether every word of a query is the beginning of a word of the text, as the search in titles does. */
export function matchesWords(text: string, query: string): boolean {
  const words = wordsOf(text);
  return wordsOf(query).every((wanted) => words.some((word) => word.startsWith(wanted)));
}

/** Highlights the beginnings of words that are words of the query. */
export function highlightWords(text: string, query: string): HighlightedText {
  const wanted = wordsOf(query).sort((a, b) => b.length - a.length);
  const highlights: Highlight[] = [];
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const folded = fold(word);
    const found = wanted.find((one) => folded.startsWith(one));
    if (found !== undefined) highlights.push([index, index + lengthOf(word, found.length)]);
  }
  return { text, highlights };
}

/** The number of characters of a word that become so many when it is folded. */
function lengthOf(word: string, foldedLength: number): number {
  let length = 0;
  for (const letter of word) {
    if (fold(word.slice(0, length)).length >= foldedLength) break;
    length += letter.length;
  }
  return length;
}

/** Shortens a text to the surroundings of its first highlight, between words where that is possible. */
export function excerptOf({ text, highlights }: HighlightedText, maxLength: number): HighlightedText {
  if (text.length <= maxLength) return { text, highlights };
  const [first = 0, firstEnd = 0] = highlights[0] ?? [];
  const room = Math.max(0, maxLength - (firstEnd - first));
  let from = Math.max(0, Math.min(first - Math.floor(room / 3), text.length - maxLength));
  let to = Math.min(text.length, from + maxLength);
  if (from > 0) from = nextWord(text, from, first);
  if (to < text.length) to = Math.max(text.lastIndexOf(' ', to), firstEnd);
  const [before, after] = [from > 0 ? '… ' : '', to < text.length ? ' …' : ''];
  const shift = before.length - from;
  return {
    text: `${before}${text.slice(from, to)}${after}`,
    highlights: highlights
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start + shift, end + shift] as const),
  };
}

function nextWord(text: string, from: number, atMost: number): number {
  const space = text.indexOf(' ', from);
  return space >= 0 && space + 1 <= atMost ? space + 1 : from;
}

/**
 * The terms of the index. A word is indexed by its stem, and, if it does not begin with its stem, by itself too, marked
 * with `=`, so that prefixes are found. Scripts without spaces between words are indexed by pairs of neighbouring
 * characters, and by the last character of a run.
 */
export const OPEN_TERM = '*';

/** A tsvector holds at most 1 MiB. */
export const MAX_TERMS_BYTES = 900_000;

/** Longer words are indexed by their beginnings. */
const MAX_TERM_CHARACTERS = 60;

export function stemTerm(stem: string): string {
  return shorten(stem);
}

export function exactTerm(word: string): string {
  return `=${shorten(word)}`;
}

/** Returns true if the term of a word tells it from all other words. */
export function isWholeTerm(word: string): boolean {
  return word.length < MAX_TERM_CHARACTERS;
}

/** Cut between characters. */
function shorten(word: string): string {
  if (word.length <= MAX_TERM_CHARACTERS) return word;
  const cut = word.slice(0, MAX_TERM_CHARACTERS);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Returns the terms, as operands of a tsquery, one of which a text has if one of its words begins so. */
export function prefixOperands(prefix: string): { term: string; isPrefix: boolean }[] {
  const start = shorten(prefix);
  // The stems of words that begin with it begin with it too, or are themselves beginnings of it.
  const shorter = Array.from({ length: start.length - 1 }, (_, length) => start.slice(0, length + 1))
    .filter((one) => !/[\ud800-\udbff]$/.test(one))
    .map((term) => ({ term, isPrefix: false }));
  return [{ term: start, isPrefix: true }, { term: `=${start}`, isPrefix: true }, ...shorter];
}

import { beginningOf, stemOf } from './languages.ts';
import type { Clause, SoughtWord } from './parse-query.ts';
import { foldsInto } from './read-words.ts';

/**
 * Returns the next place of a JSON text, from one on, at which the words of a query may be, or up to which it was
 * looked through; Infinity if there is none. It is asked for places in their order.
 */
export type NextPlace = (from: number) => number;

/** @param isAscii whether all characters of the text are known to be ASCII */
export type PlaceFinder = (json: string, isAscii: boolean) => NextPlace;

/**
 * A text is looked through in windows, so that other requests have their turn. A word that begins within a window and ends behind it is
 * in the entry at the window's end, which is read as well.
 */
const WINDOW = 256 * 1024;

/** A shorter beginning is that of too many words. */
const MIN_BEGINNING = 2;

/** Besides ASCII, the characters of European languages, of which most fold one by one: letters, punctuation and currencies. */
const LOOKED_AT = [
  [0, 0x24f],
  [0x400, 0x4ff],
  [0x2010, 0x2027],
  [0x20a0, 0x20bf],
] as const;

const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;

type Characters = {
  /** A class of the units that fold to a unit, by the latter. */
  byFolded: ReadonlyMap<number, string>;
  /** Matches a unit of which nothing is known before it is folded with those beside it. */
  others: RegExp;
};

let learned: Characters | undefined;

function characters(): Characters {
  if (learned) return learned;
  const byFolded = new Map<number, string>();
  let known = '';
  for (const [first, last] of LOOKED_AT) {
    for (let code = first; code <= last; code++) {
      const folded = foldsInto(code);
      if (folded === undefined) continue;
      known += unit(code);
      if (folded > 0) byFolded.set(folded, (byFolded.get(folded) ?? '') + unit(code));
    }
  }
  learned = { byFolded, others: new RegExp(`[^${known}]`) };
  return learned;
}

/**
 * Makes a function that finds the places in JSON at which one of the query's words may begin, those of characters that have to be
 * folded first, and those of escapes. A text in between has no match of the query. A regular expression finds them some
 * twenty times as fast as a text is read word by word.
 * @returns undefined if the query or the language gives nothing to look for
 */
export function createPlaceFinder(clauses: readonly Clause[], language: string): PlaceFinder | undefined {
  // An entry must have all words, so that any of them will do. Few words have a long beginning.
  const beginning = clauses
    .filter(({ isExcluded }) => !isExcluded)
    .flatMap(({ words, isExact }) => words.map((word) => beginningOfForms(word, isExact, language)))
    .reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  if (beginning.length < MIN_BEGINNING) return undefined;
  const { byFolded, others } = characters();
  const classes = beginning.split('').map((one) => byFolded.get(one.charCodeAt(0)));
  if (classes.includes(undefined)) return undefined;
  const word = classes.map((one) => `[${one}]`).join('');
  const beginnings = new RegExp(`${word}(?<![0-9A-Za-z][^]{${beginning.length}})`);
  return (json, isAscii) => {
    const nextBeginning = inWindows(json, (part) => part.search(beginnings));
    const nextEscape = inWindows(json, (part) => part.indexOf('\\'));
    const nextOther = isAscii ? nextEscape : inWindows(json, (part) => part.search(others));
    return (from) => Math.min(nextBeginning(from), nextEscape(from), nextOther(from));
  };
}

/** Returns the beginning that all words have which the matcher takes for this one. */
function beginningOfForms(
  { word, isUnspaced, isPrefix }: SoughtWord,
  isExact: boolean,
  language: string,
): string {
  if (isUnspaced) return '';
  return isPrefix || isExact ? word : beginningOf(stemOf(word, language), language);
}

/**
 * Remembers the place that was found last.
 * @param find returns -1 if nothing is in this part of the text
 */
function inWindows(text: string, find: (part: string) => number): NextPlace {
  let place = -1;
  return (from) => {
    if (place >= from) return place;
    const found = find(text.slice(from, from + WINDOW));
    place = from + (found < 0 ? WINDOW : found);
    if (place >= text.length) place = Number.POSITIVE_INFINITY;
    return place;
  };
}

import { AS_WORDS, foldText } from '../../lib/fold-text.ts';
import { type KnownWord, knownWords } from './known-words.ts';
import type { Clause, SoughtWord } from './parse-query.ts';
import { scanWords } from './scan-words.ts';
import { SLICE_LENGTH, type Slice, sliceText, spansOf } from './slice-text.ts';
import { createSequences, type Occurrence, type WordBits } from './word-sequences.ts';

/** A match in a text: the spans of the words that were searched for, and how well they match. */
export type WordMatch = { highlights: [from: number, to: number][]; score: number };

/** Matches a text with a query in steps, to be run in turns; spans are UTF-16 offsets in the text. */
export type WordMatcher = (text: string) => Generator<void, WordMatch | undefined>;

/** The most words whose comparison with the query is remembered. */
const MAX_REMEMBERED = 20_000;

/** The words of a query that a text has: the occurrences of each clause, in the slices of the text. */
export type FoundWords = {
  occurrencesOf(clause: number): Occurrence[];
  wordCount: number;
  slices: readonly Slice[];
};

/**
 * Makes the function that finds the clauses of a query in texts of a language. It agrees with the index, because both
 * fold, split and stem words by the same functions.
 * @param sliceLength the length, in UTF-16 units, from which on a text is looked through in several steps
 * @returns a function whose steps end with undefined if the text has no word of any clause
 */
export function createWordFinder(
  clauses: readonly Clause[],
  language: string,
  sliceLength = SLICE_LENGTH,
): (text: string) => Generator<void, FoundWords | undefined> {
  const known = knownWords(language);
  const asked = clauses.flatMap(({ words, isExact }) => words.map((word) => ({ ...word, isExact })));
  const stems = asked.map(({ word }) => known.find(word).stem);
  const sequences = createSequences(clauses);
  const remembered = new Map<string, WordBits | undefined>();
  const bitsOf = (word: string): WordBits | undefined => {
    if (remembered.has(word)) return remembered.get(word);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const own = known.find(word);
    const matching = asked.flatMap((one, index) => (isSoughtWord(own, one, stems[index]!) ? [index] : []));
    const literal = matching.filter((index) => asked[index]!.word === word);
    const bits = matching.length === 0 ? undefined : sequences.bitsOf(matching, literal);
    remembered.set(word, bits);
    return bits;
  };
  return function* (text) {
    const found = sequences.start();
    const slices: Slice[] = [];
    let foldedFrom = 0;
    let isAtSpace = true;
    for (const slice of sliceText(text, sliceLength)) {
      if (slice.from > 0) yield;
      const folded = foldText(slice.text, AS_WORDS);
      const start = foldedFrom;
      slices.push({ ...slice, foldedFrom });
      isAtSpace = scanWords(
        folded,
        (from, to, _isUnspaced, isAfterSpace) =>
          found.add(start + from, start + to, isAfterSpace, bitsOf(folded.slice(from, to))),
        isAtSpace,
      );
      foldedFrom += folded.length;
    }
    if (!found.isAny()) return undefined;
    return { occurrencesOf: (clause) => found.occurrences[clause]!, wordCount: found.wordCount(), slices };
  };
}

/** Makes the matcher of a query: all of its clauses must be in a text, and none of those that are excluded. */
export function createWordMatcher(
  clauses: readonly Clause[],
  language: string,
  sliceLength = SLICE_LENGTH,
): WordMatcher {
  const find = createWordFinder(clauses, language, sliceLength);
  return function* (text) {
    const words = yield* find(text);
    if (!words) return undefined;
    const found: Occurrence[] = [];
    let score = 0;
    for (const [index, clause] of clauses.entries()) {
      const occurrences = words.occurrencesOf(index);
      if (clause.isExcluded ? occurrences.length > 0 : occurrences.length === 0) return undefined;
      if (clause.isExcluded) continue;
      score += scoreOf(occurrences, words.wordCount);
      for (const occurrence of occurrences) found.push(occurrence);
    }
    found.sort((a, b) => a.from - b.from);
    return { highlights: joinSpans(yield* spansOf(words.slices, found)), score };
  };
}

/**
 * Returns true if a word of a text is one that is searched for.
 * @param stem that of the word that is searched for
 */
export function isSoughtWord(
  { word, stem: ownStem }: Pick<KnownWord, 'word' | 'stem'>,
  asked: SoughtWord & { isExact: boolean },
  stem: string,
): boolean {
  if (asked.isPrefix) return word.startsWith(asked.word);
  if (asked.isExact || asked.isUnspaced) return word === asked.word;
  return word === asked.word || ownStem === stem;
}

/** The saturation of occurrences, the weight of a text's length, and its usual length in words (BM25). */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.5;
const USUAL_WORDS = 25;

/** The literal words count for more than other forms of them. */
const LITERAL_WEIGHT = 1.5;

function scoreOf(occurrences: readonly Occurrence[], wordCount: number): number {
  const weight = occurrences.reduce((sum, { isLiteral }) => sum + (isLiteral ? LITERAL_WEIGHT : 1), 0);
  const length = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * wordCount) / USUAL_WORDS;
  return weight / (weight + SATURATION * length);
}

/** Joins spans that overlap or touch; they are in their order. */
function joinSpans(spans: readonly [number, number][]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [from, to] of spans) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

import { AS_WORDS, foldText, originOf } from '../../lib/fold-text.ts';
import { lookUpWords } from './languages.ts';
import type { Clause, SoughtWord } from './parse-query.ts';
import { scanWords } from './scan-words.ts';
import { createSequences, type Occurrence, type WordBits } from './word-sequences.ts';

/** A match in a text: the spans of the words that were searched for, and how well they match. */
export type WordMatch = { highlights: [from: number, to: number][]; score: number };

/** Matches texts with a query; spans are UTF-16 offsets in the text. */
export type WordMatcher = (text: string) => WordMatch | undefined;

/** The most words whose comparison with the query is remembered. */
const MAX_REMEMBERED = 20_000;

/** The words of a query that a text has: the occurrences of each clause. */
export type FoundWords = { occurrencesOf(clause: number): Occurrence[]; wordCount: number };

/**
 * Makes the function that finds the clauses of a query in texts of a language. It agrees with the index, because both
 * fold, split and stem words by the same functions.
 * @returns a function whose result is undefined if the text has no word of any clause
 */
export function createWordFinder(
  clauses: readonly Clause[],
  language: string,
): (text: string) => FoundWords | undefined {
  const lookUp = lookUpWords(language);
  const asked = clauses.flatMap(({ words, isExact }) => words.map((word) => ({ ...word, isExact })));
  const stems = asked.map(({ word }) => lookUp(word).stem);
  const sequences = createSequences(clauses);
  const remembered = new Map<string, WordBits | undefined>();
  const bitsOf = (word: string): WordBits | undefined => {
    if (remembered.has(word)) return remembered.get(word);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const matching = asked.flatMap((one, index) =>
      isMatch(word, one, stems[index]!, lookUp) ? [index] : [],
    );
    const literal = matching.filter((index) => asked[index]!.word === word);
    const bits = matching.length === 0 ? undefined : sequences.bitsOf(matching, literal);
    remembered.set(word, bits);
    return bits;
  };
  return (text) => {
    const folded = foldText(text, AS_WORDS);
    const found = sequences.start();
    scanWords(folded, (from, to, _isUnspaced, isAfterSpace) =>
      found.add(from, to, isAfterSpace, bitsOf(folded.slice(from, to))),
    );
    if (!found.isAny()) return undefined;
    return { occurrencesOf: (clause) => found.occurrences[clause]!, wordCount: found.wordCount() };
  };
}

/** Makes the matcher of a query: all of its clauses must be in a text, and none of those that are excluded. */
export function createWordMatcher(clauses: readonly Clause[], language: string): WordMatcher {
  const find = createWordFinder(clauses, language);
  return (text) => {
    const words = find(text);
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
    const origin = originOf(text, AS_WORDS);
    return { highlights: joinSpans(found.map(({ from, to }) => origin(from, to))), score };
  };
}

function isMatch(
  word: string,
  asked: SoughtWord & { isExact: boolean },
  stem: string,
  lookUp: (word: string) => { stem: string },
): boolean {
  if (asked.isPrefix) return word.startsWith(asked.word);
  if (asked.isExact || asked.isUnspaced) return word === asked.word;
  return word === asked.word || lookUp(word).stem === stem;
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

/** Returns the spans in their order, with those that overlap or touch joined. */
function joinSpans(spans: [number, number][]): [number, number][] {
  const joined: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

import { AS_WORDS, foldText, originOf } from '../../lib/fold-text.ts';
import { lookUpWords } from './languages.ts';
import type { Clause, SoughtWord } from './parse-query.ts';
import { scanWords } from './scan-words.ts';

/** A match in a text: the spans of the words that were searched for, and how well they match. */
export type WordMatch = { highlights: [from: number, to: number][]; score: number };

/** Matches texts with a query; spans are UTF-16 offsets in the text. */
export type WordMatcher = (text: string) => WordMatch | undefined;

/** The words of one text, in parallel arrays, reused from text to text. */
type Words = { from: number[]; to: number[]; isAfterSpace: boolean[]; matches: (readonly number[])[] };

/** A span of the folded text, and whether its words are those of the query letter by letter. */
export type Occurrence = { from: number; to: number; isLiteral: boolean };

const NONE: readonly number[] = [];

/** The most words whose comparison with the query is remembered. */
const MAX_REMEMBERED = 20_000;

/** The words of a query that a text has: the occurrences of each clause, found when they are asked for. */
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
  const remembered = new Map<string, readonly number[]>();
  const matchesOf = (word: string): readonly number[] => {
    const known = remembered.get(word);
    if (known) return known;
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const found = asked.flatMap((one, index) => (isMatch(word, one, stems[index]!, lookUp) ? [index] : []));
    remembered.set(word, found.length === 0 ? NONE : found);
    return remembered.get(word)!;
  };
  const starts = clauses.map((_clause, index) =>
    clauses.slice(0, index).reduce((sum, { words }) => sum + words.length, 0),
  );
  return (text) => {
    const folded = foldText(text, AS_WORDS);
    const words: Words = { from: [], to: [], isAfterSpace: [], matches: [] };
    let isAny = false;
    scanWords(folded, (from, to, _isUnspaced, isAfterSpace) => {
      const matches = matchesOf(folded.slice(from, to));
      if (matches !== NONE) isAny = true;
      words.from.push(from);
      words.to.push(to);
      words.isAfterSpace.push(isAfterSpace);
      words.matches.push(matches);
    });
    if (!isAny) return undefined;
    return {
      occurrencesOf: (clause) => occurrencesOf(clauses[clause]!, starts[clause]!, words, folded),
      wordCount: words.from.length,
    };
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
      found.push(...occurrences);
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

/** Finds where the words of a clause follow each other. */
function occurrencesOf(
  { words: asked }: Clause,
  start: number,
  { from, to, isAfterSpace, matches }: Words,
  folded: string,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (let at = 0; at + asked.length <= from.length; at++) {
    let length = 0;
    while (
      length < asked.length &&
      matches[at + length]!.includes(start + length) &&
      (length === 0 || asked[length]!.mayFollowSpace || !isAfterSpace[at + length])
    ) {
      length++;
    }
    if (length < asked.length) continue;
    const isLiteral = asked.every(
      ({ word }, index) => folded.slice(from[at + index], to[at + index]) === word,
    );
    found.push({ from: from[at]!, to: to[at + length - 1]!, isLiteral });
  }
  return found;
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

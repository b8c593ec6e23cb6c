import { knownWords } from './known-words.ts';
import type { Clause, SoughtWord } from './parse-query.ts';
import { type RunLength, runHashes } from './run-filter.ts';
import { isWholeTerm, OPEN_TERM, prefixOperands, stemTerm } from './terms.ts';

/** The request of a query to the index: parts of texts of one language that may have an entry with its words. */
export type IndexQuery = {
  language: string;
  /** A tsquery of terms, and the same with the terms as the organization's index has them. */
  terms: string;
  indexedTerms: string;
  /** The hashes of the pairs and triples of neighbouring words that must be in the filters. */
  pairs: number[];
  triples: number[];
  /** Whether every part that the index finds has such an entry, and whether it would if it had a single entry. */
  isExact: boolean;
  isExactForOneEntry: boolean;
};

/**
 * The most words that are looked up in the index, and the most prefixes among them, each of which is as dear as all the
 * words that begin so. The entries that the index finds are compared with the whole query.
 */
const MAX_INDEXED_WORDS = 24;
const MAX_INDEXED_PREFIXES = 2;

/** Makes the query to the index of an organization for one language. */
export function indexQueryOf(
  clauses: readonly Clause[],
  language: string,
  organizationId: number,
): IndexQuery {
  const wanted = clauses.filter(({ isExcluded }) => !isExcluded);
  const all = wanted.flatMap((clause) => operandsOf(clause, language));
  const words = all.filter(({ prefix }) => prefix === 0);
  const prefixes = all.filter(({ prefix }) => prefix > 0).toSorted((a, b) => b.prefix - a.prefix);
  const chosen = [
    ...words.toSorted((a, b) => b.length - a.length).slice(0, MAX_INDEXED_WORDS),
    ...prefixes.slice(0, MAX_INDEXED_PREFIXES),
  ];
  const isExactForOneEntry =
    wanted.length === clauses.length && chosen.length === all.length && wanted.every(isExactClause);
  return {
    language,
    terms: tsquery(chosen, ''),
    indexedTerms: tsquery(chosen, `${organizationId}/`),
    pairs: wanted.flatMap((clause) => runsOf(clause, language, 2)),
    triples: wanted.flatMap((clause) => runsOf(clause, language, 3)),
    isExact: clauses.length === 1 && isExactForOneEntry,
    isExactForOneEntry,
  };
}

type Operand = { term: string; isPrefix: boolean };

function tsquery(conditions: readonly Condition[], place: string): string {
  const operand = ({ term, isPrefix }: Operand) => `'${place}${term}'${isPrefix ? ':*' : ''}`;
  const open = operand({ term: OPEN_TERM, isPrefix: false });
  return conditions.map(({ anyOf }) => `(${[...anyOf.map(operand), open].join(' | ')})`).join(' & ');
}

/** `prefix` is the length of a prefix, or 0. */
type Condition = { anyOf: Operand[]; prefix: number; length: number };

function operandsOf({ words }: Clause, language: string): Condition[] {
  const known = knownWords(language);
  const conditions: Condition[] = [];
  for (const [index, one] of words.entries()) {
    const { word, isUnspaced, isPrefix } = one;
    const next = words[index + 1];
    if (isPrefix) {
      conditions.push({ anyOf: prefixOperands(word), prefix: word.length, length: word.length });
    } else if (!isUnspaced) {
      const anyOf = [{ term: stemTerm(known.find(word).stem), isPrefix: false }];
      conditions.push({ anyOf, prefix: 0, length: word.length });
    } else if (next && isJoined(next)) {
      conditions.push({ anyOf: [{ term: word + next.word, isPrefix: false }], prefix: 0, length: 2 });
    } else if (!(words[index - 1]?.isUnspaced && isJoined(one))) {
      // A character alone: it may begin a pair, or end a run.
      conditions.push({ anyOf: [{ term: word, isPrefix: true }], prefix: 1, length: 1 });
    }
  }
  return conditions;
}

/** Returns true if the character stands directly after another one. */
function isJoined({ isUnspaced, mayFollowSpace }: SoughtWord): boolean {
  return isUnspaced && !mayFollowSpace;
}

/** Two characters of a word without spaces are a term, and not neighbours in a run. */
function runsOf({ words, isExact }: Clause, language: string, length: RunLength): number[] {
  if (!isExact) return [];
  const known = knownWords(language);
  return words.slice(length - 1).flatMap((_, start) => {
    const run = words.slice(start, start + length);
    if (run.some(({ isUnspaced }, index) => isUnspaced && run[index + 1]?.isUnspaced)) return [];
    return runHashes(run.map(({ word }) => known.find(word).hash));
  });
}

/** Returns true if the index alone knows what matches: one stemmed word, or one or two characters. */
function isExactClause({ words, isExact }: Clause): boolean {
  const [first, second] = words;
  if (words.length === 1)
    return first!.isUnspaced || (!isExact && !first!.isPrefix && isWholeTerm(first!.word));
  return words.length === 2 && first!.isUnspaced && second!.isUnspaced && isJoined(second!);
}

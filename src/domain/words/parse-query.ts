import { Fault } from '../../lib/faults.ts';
import { AS_WORDS, foldText } from '../../lib/fold-text.ts';
import { isStopWord, nameOfLanguage } from './languages.ts';
import { scanWords } from './scan-words.ts';

/** A word of a query, folded. */
export type SoughtWord = {
  word: string;
  isUnspaced: boolean;
  /** Whether it is the beginning of the words that are meant. */
  isPrefix: boolean;
  /** Whether white space may stand before it in a text: two characters of a word without spaces stand together. */
  mayFollowSpace: boolean;
};

/** A condition that an entry must meet, or must not meet: a word, a prefix, or words that follow each other. */
export type Clause = { words: readonly SoughtWord[]; isExact: boolean; isExcluded: boolean };

/** The bounds of a query, in characters. */
export const MAX_QUERY_CHARACTERS = 300;

/** An optional minus, then a phrase in quotes, or anything up to white space or the next quote. */
const PIECES = /(?<=^|\s)-(?=\S)|"[^"]*"|[^\s"]+/g;

/**
 * Reads a query: words, `"exact phrase"`, `-without` and `prefix*`. A quote that is not closed is ignored.
 * @throws Fault 400 if nothing in it can be searched for
 */
export function parseWordQuery(query: string): Clause[] {
  const text = foldText(query, AS_WORDS);
  /** By what they ask for: the same words twice ask for nothing more. */
  const found = new Map<string, Clause>();
  let isExcluded = false;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece === '-') {
      isExcluded = true;
      continue;
    }
    const isExact = piece.startsWith('"');
    const words = wordsOf(piece, !isExact && piece.endsWith('*'));
    const clause = { words, isExact, isExcluded };
    if (words.length > 0) found.set(JSON.stringify(clause), clause);
    isExcluded = false;
  }
  const clauses = [...found.values()];
  if (clauses.some((clause) => !clause.isExcluded)) return clauses;
  throw new Fault(
    'invalid',
    clauses.length > 0
      ? 'query must have at least one word to search for besides those that are excluded'
      : 'query must have at least one word to search for: it has neither a letter nor a digit',
  );
}

function wordsOf(piece: string, isPrefix: boolean): SoughtWord[] {
  const words: SoughtWord[] = [];
  scanWords(piece, (from, to, isUnspaced, isAfterSpace) => {
    const isBesideUnspaced = words.length > 0 && (isUnspaced || words.at(-1)!.isUnspaced);
    words.push({
      word: piece.slice(from, to),
      isUnspaced,
      isPrefix: false,
      mayFollowSpace: isAfterSpace || !isBesideUnspaced,
    });
  });
  const last = words.at(-1);
  if (isPrefix && last && !last.isUnspaced) last.isPrefix = true;
  return words;
}

/**
 * Leaves out the function words that the query asks for in a language.
 * @throws Fault 400 if nothing is left
 */
export function withoutStopWords(clauses: readonly Clause[], language: string): Clause[] {
  const kept = clauses.filter((clause) => clause.isExcluded || !isStopClause(clause, language));
  if (kept.some((clause) => !clause.isExcluded)) return kept;
  throw new Fault(
    'invalid',
    `query must have a word to search for besides very common ones (in ${nameOfLanguage(language)}); ` +
      'put them into quotes to search for exactly these words',
  );
}

function isStopClause({ words, isExact }: Clause, language: string): boolean {
  return !isExact && words.every(({ word, isPrefix }) => !isPrefix && isStopWord(word, language));
}

import { AS_WORDS, foldText } from '../../lib/fold-text.ts';
import { detectLanguage } from '../words/detect-language.ts';
import { knownWords } from '../words/known-words.ts';
import { isStopWord } from '../words/languages.ts';
import { type Clause, parseWordQuery, type SoughtWord } from '../words/parse-query.ts';
import { isAskingWord } from './asking-words.ts';

/** The most words of a question that are searched for. */
const MAX_WORDS = 8;

/** A word, or words in quotes, that a question is about. */
export type QuestionWord = { clause: Clause; languages: readonly string[] };

/**
 * Returns the words that a question is about: without the function words of its own language, and without words such as
 * *say*, *customer* and *meeting* unless it has no others. Each is searched for in those languages in which it is not a
 * function word. Of a question with very many words, the longest are taken.
 * @param languages those of the transcripts
 */
export function questionWords(question: string, languages: readonly string[]): QuestionWord[] {
  if (!/[\p{L}\p{N}]/u.test(question)) return [];
  const folded = foldText(question, AS_WORDS);
  const own = detectLanguage([folded]);
  // Neither a minus nor an asterisk has a meaning in a question.
  const clauses = parseWordQuery(folded.replaceAll(/(?<=^|\s)-+|\*/g, ' ')).flatMap(splitClause);
  const known = knownWords(own);
  const byKey = new Map<string, QuestionWord>();
  for (const clause of clauses) {
    const isFunctionWord = (language: string) =>
      !clause.isExact && clause.words.every(({ word }) => isStopWord(word, language));
    const searchedIn = languages.filter((language) => !isFunctionWord(language));
    const key = clause.words.map(({ word }) => known.find(word).stem).join(' ');
    if (isFunctionWord(own) || searchedIn.length === 0 || byKey.has(key)) continue;
    byKey.set(key, { clause, languages: searchedIn });
  }
  const all = [...byKey.values()];
  const telling = all.filter(({ clause: { words, isExact } }) => isExact || !isAskingWord(words[0]!.word));
  const chosen = telling.length > 0 ? telling : all;
  const longest = chosen.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, MAX_WORDS);
  return chosen.filter((word) => longest.includes(word));
}

function lengthOf({ clause: { words, isExact } }: QuestionWord): number {
  const length = words.reduce((sum, { word }) => sum + word.length, 0);
  return isExact ? Number.POSITIVE_INFINITY : length;
}

/** Splits what stands between two spaces into words, and a run of characters without spaces into pairs. */
function splitClause(clause: Clause): Clause[] {
  const { words, isExact } = clause;
  if (isExact) return [clause];
  const parts: SoughtWord[][] = [];
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    const isAlone = !words[index - 1]?.isUnspaced && !next?.isUnspaced;
    if (!word.isUnspaced) {
      // Letters that an apostrophe separates are not searched for.
      if (word.word.length > 1 || /\p{N}/u.test(word.word)) parts.push([word]);
    } else if (next?.isUnspaced) parts.push([word, next]);
    else if (isAlone) parts.push([word]);
  }
  return parts.map((part) => ({ words: part, isExact: false, isExcluded: false }));
}

/** Returns the words of the question that a text of names has as they are. */
export function namedWords(words: readonly QuestionWord[], text: string): Set<number> {
  const named = new Set(foldText(text, AS_WORDS).split(/[^\p{L}\p{N}\p{M}]+/u));
  const isNamed = ({ clause }: QuestionWord) => clause.words.every(({ word }) => named.has(word));
  return new Set([...words.keys()].filter((number) => isNamed(words[number]!)));
}

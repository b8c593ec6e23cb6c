import { DEFAULT_LATIN, hasStemmer, UNDETERMINED } from './languages.ts';
import { scanWords } from './scan-words.ts';
import { STOP_WORDS_OF } from './stop-words.ts';

/** The number of words from which the language is told; more of them hardly make it any surer. */
const MAX_SAMPLED_WORDS = 500;

/** So many words say what language they are not in; fewer may lack function words by chance. */
const TELLING_WORDS = 40;

/** Of the words of running speech, at least this share are function words of its language. */
const MIN_SHARE = 0.2;

/** The way in which texts of each script are told apart: by the languages written in it, and what it is if they cannot be told. */
const SCRIPTS: readonly { pattern: RegExp; languages: readonly string[]; fallback: string }[] = [
  {
    pattern: /^\p{Script=Latin}/u,
    languages: [
      ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'da', 'sv', 'no', 'fi', 'hu', 'ro', 'tr', 'id'],
      // Languages without a stemmer, so that they are not taken for one of the others.
      ...['pl', 'cs', 'vi'],
    ],
    fallback: DEFAULT_LATIN,
  },
  { pattern: /^\p{Script=Cyrillic}/u, languages: ['ru', 'uk', 'bg'], fallback: 'ru' },
  { pattern: /^\p{Script=Greek}/u, languages: ['el'], fallback: 'el' },
  { pattern: /^\p{Script=Arabic}/u, languages: ['ar'], fallback: 'ar' },
  { pattern: /^\p{Script=Devanagari}/u, languages: ['hi'], fallback: 'hi' },
  { pattern: /^\p{Script=Armenian}/u, languages: ['hy'], fallback: 'hy' },
  { pattern: /^\p{Script=Tamil}/u, languages: ['ta'], fallback: 'ta' },
];

/** The languages in which a word is a function word. */
const LANGUAGES_OF = new Map<string, string[]>();
for (const [language, words] of STOP_WORDS_OF) {
  for (const word of words) LANGUAGES_OF.set(word, [...(LANGUAGES_OF.get(word) ?? []), language]);
}

/**
 * Tells the language of folded texts by their function words.
 * @returns an ISO 639-1 code, or `und` if it is none of the languages whose words can be stemmed
 */
export function detectLanguage(texts: Iterable<string>): string {
  const counts = SCRIPTS.map(() => 0);
  const functionWords = new Map<string, number>();
  forEachSampled(texts, (word) => {
    const script = scriptOf(word);
    if (script >= 0) counts[script]! += 1;
    for (const language of LANGUAGES_OF.get(word) ?? NO_LANGUAGES) {
      functionWords.set(language, (functionWords.get(language) ?? 0) + 1);
    }
  });
  const most = Math.max(...counts);
  if (most === 0) return UNDETERMINED;
  const { languages, fallback } = SCRIPTS[counts.indexOf(most)]!;
  let [best, bestShare] = [fallback, 0];
  for (const language of languages) {
    const share = (functionWords.get(language) ?? 0) / most;
    if (share > bestShare) [best, bestShare] = [language, share];
  }
  if (bestShare >= MIN_SHARE) return hasStemmer(best) ? best : UNDETERMINED;
  return most >= TELLING_WORDS ? UNDETERMINED : fallback;
}

const NO_LANGUAGES: readonly string[] = [];

function scriptOf(word: string): number {
  const first = word.charCodeAt(0);
  if (first >= FIRST_LATIN && first <= LAST_LATIN) return 0;
  return SCRIPTS.findIndex(({ pattern }) => pattern.test(word));
}

const [FIRST_LATIN, LAST_LATIN] = ['a'.charCodeAt(0), 'z'.charCodeAt(0)];

/** Calls back with each of the first words. */
function forEachSampled(texts: Iterable<string>, onWord: (word: string) => void): void {
  let sampled = 0;
  for (const text of texts) {
    scanWords(text, (from, to, isUnspaced) => {
      if (isUnspaced || sampled === MAX_SAMPLED_WORDS) return;
      onWord(text.slice(from, to));
      sampled++;
    });
    if (sampled === MAX_SAMPLED_WORDS) break;
  }
}

import { createRequire } from 'node:module';
import { STOP_WORDS_OF } from './stop-words.ts';

type Stem = (word: string) => string;

/** The names of the Snowball stemmers, by ISO 639-1 code. */
const STEMMERS = new Map(
  Object.entries({
    ar: 'arabic',
    bg: 'bulgarian',
    da: 'danish',
    de: 'german',
    el: 'greek',
    en: 'english',
    es: 'spanish',
    fi: 'finnish',
    fr: 'french',
    hi: 'indian',
    hu: 'hungarian',
    hy: 'armenian',
    id: 'indonesian',
    it: 'italian',
    nl: 'dutch',
    no: 'norwegian',
    pt: 'portuguese',
    ro: 'romanian',
    ru: 'russian',
    sv: 'swedish',
    ta: 'tamil',
    tr: 'turkish',
    uk: 'ukrainian',
  }),
);

const require = createRequire(import.meta.url);

const loaded = new Map<string, Stem>();

/** Loads the stemmer of a language when it is first needed: all of them take 2 MB of memory. */
function stemmerOf(language: string): Stem | undefined {
  const known = loaded.get(language);
  const name = STEMMERS.get(language);
  if (known || !name) return known;
  const { stemmer } = require(`@orama/stemmers/${name}`) as { stemmer: Stem };
  loaded.set(language, stemmer);
  return stemmer;
}

/** The language of texts whose words are not stemmed. */
export const UNDETERMINED = 'und';

/** The language of Latin words in texts of other scripts, and of Latin texts that are too short to tell. */
export const DEFAULT_LATIN = 'en';

const OTHER_SCRIPTS = new Set(['ar', 'bg', 'el', 'hi', 'hy', 'ru', 'ta', 'uk']);

/**
 * The stemmers that leave the beginnings of words alone, and replace at most {@link MAX_REPLACED} characters at the end of what they
 * leave of a word. Others remove prefixes, or replace more.
 */
const KEEPING_BEGINNINGS = new Set('bg da de en es fr hu it nl no pt ro ru sv uk'.split(' '));
const MAX_REPLACED = 2;

const ASCII_LETTERS = /^[a-z]+$/;
const DIGIT = /\p{N}/u;

/** Longer words are addresses or noise, and are not stemmed. */
const MAX_STEMMED_CHARACTERS = 40;

/** Returns true if words of the language can be stemmed. */
export function hasStemmer(language: string): boolean {
  return STEMMERS.has(language);
}

/** Returns true if the word has a grammatical function only in the language. */
export function isStopWord(word: string, language: string): boolean {
  return STOP_WORDS_OF.get(language)?.has(word) ?? false;
}

/** Returns the name of the language in English. */
export function nameOfLanguage(language: string): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;
}

/** Returns the part that all forms of a word have in common; the word itself if the language has no stemmer. */
export function stemOf(word: string, language: string): string {
  if (word.length > MAX_STEMMED_CHARACTERS || DIGIT.test(word)) return word;
  const isLatinAmongOthers = OTHER_SCRIPTS.has(language) && ASCII_LETTERS.test(word);
  const stem = stemmerOf(isLatinAmongOthers ? DEFAULT_LATIN : language);
  if (!stem) return word;
  try {
    // A stemmer that leaves nothing, or anything but a word, has not recognized it.
    const stemmed = stem(word);
    return /^[\p{L}\p{N}\p{M}]+$/u.test(stemmed) ? stemmed : word;
  } catch {
    // The Bulgarian one fails where it would replace a letter, as in most plurals in -ци and -си.
    return word;
  }
}

/** Returns a beginning, which may be empty, that all words with a stem have. */
export function beginningOf(stem: string, language: string): string {
  if (!hasStemmer(language)) return stem;
  return KEEPING_BEGINNINGS.has(language) ? stem.slice(0, -MAX_REPLACED) : '';
}

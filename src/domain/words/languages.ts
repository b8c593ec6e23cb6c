import { stemmer as ar } from '@orama/stemmers/arabic';
import { stemmer as hy } from '@orama/stemmers/armenian';
import { stemmer as bg } from '@orama/stemmers/bulgarian';
import { stemmer as da } from '@orama/stemmers/danish';
import { stemmer as nl } from '@orama/stemmers/dutch';
import { stemmer as en } from '@orama/stemmers/english';
import { stemmer as fi } from '@orama/stemmers/finnish';
import { stemmer as fr } from '@orama/stemmers/french';
import { stemmer as de } from '@orama/stemmers/german';
import { stemmer as el } from '@orama/stemmers/greek';
import { stemmer as hu } from '@orama/stemmers/hungarian';
import { stemmer as hi } from '@orama/stemmers/indian';
import { stemmer as id } from '@orama/stemmers/indonesian';
import { stemmer as it } from '@orama/stemmers/italian';
import { stemmer as no } from '@orama/stemmers/norwegian';
import { stemmer as pt } from '@orama/stemmers/portuguese';
import { stemmer as ro } from '@orama/stemmers/romanian';
import { stemmer as ru } from '@orama/stemmers/russian';
import { stemmer as es } from '@orama/stemmers/spanish';
import { stemmer as sv } from '@orama/stemmers/swedish';
import { stemmer as ta } from '@orama/stemmers/tamil';
import { stemmer as tr } from '@orama/stemmers/turkish';
import { stemmer as uk } from '@orama/stemmers/ukrainian';
import { STOP_WORDS_OF } from './stop-words.ts';

type Stem = (word: string) => string;

/** The Snowball stemmers, by ISO 639-1 code. */
const STEMMERS: ReadonlyMap<string, Stem> = new Map(
  Object.entries({
    ar,
    bg,
    da,
    de,
    el,
    en,
    es,
    fi,
    fr,
    hi,
    hu,
    hy,
    id,
    it,
    nl,
    no,
    pt,
    ro,
    ru,
    sv,
    ta,
    tr,
    uk,
  }),
);

/** The language of texts whose words are not stemmed. */
export const UNDETERMINED = 'und';

/** The language of Latin words in texts of other scripts, and of Latin texts that are too short to tell. */
export const DEFAULT_LATIN = 'en';

const OTHER_SCRIPTS = new Set(['ar', 'bg', 'el', 'hi', 'hy', 'ru', 'ta', 'uk']);

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
  const stem = STEMMERS.get(isLatinAmongOthers ? DEFAULT_LATIN : language);
  if (!stem) return word;
  // A stemmer that leaves nothing, or anything but a word, has not recognized it.
  const stemmed = stem(word);
  return /^[\p{L}\p{N}\p{M}]+$/u.test(stemmed) ? stemmed : word;
}

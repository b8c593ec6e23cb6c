import { stemOf } from './languages.ts';
import { exactTerm, stemTerm } from './terms.ts';

/** A word as the index has it. It depends on nothing but the word and the language, except for what readers note in it. */
export type KnownWord = {
  word: string;
  /** The part that all forms of the word have in common; the word itself if the language has no stemmer. */
  stem: string;
  /** A hash of the word, as a signed number of 32 bits that is never 0, by which neighbouring words are indexed. */
  hash: number;
  /** The terms of the index, separated by spaces, and their number. */
  terms: string;
  termCount: number;
  /** For collectors: the last part in which the word was found. */
  seenIn: number;
};

/** The words of a language that this process remembers, by numbers from 0 on: speech repeats its words. */
export type KnownWords = {
  find(word: string): KnownWord;
  /** @param hash of the first `length` units, which make the word, by {@link hashUnit} */
  numberOf(units: Uint16Array, length: number, hash: number): number;
  /** Returns the word of a number. */
  at(number: number): KnownWord;
  /** Forgets the words if they are many; the numbers of words begin anew then. */
  forgetIfMany(): void;
  /** Returns how often words were forgotten. */
  timesForgotten(): number;
};

/** The most words of a language that are remembered; the speech of many meetings fits, and they take about 8 MB. */
const MAX_REMEMBERED = 32_768;

/** Longer words are not remembered, so that what is remembered is bounded. */
export const MAX_REMEMBERED_UNITS = 64;

const FIRST_SLOTS = 4096;

const knownIn = new Map<string, KnownWords>();

/** Returns the words of a language. */
export function knownWords(language: string): KnownWords {
  const known = knownIn.get(language) ?? createKnownWords(language);
  knownIn.set(language, known);
  return known;
}

/** The hash of no units (FNV-1a). */
export const HASH_START = 0x811c9dc5 | 0;

/** Adds a UTF-16 unit to a hash. */
export function hashUnit(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/**
 * A hash table with open addressing, because a `Map` would need a string of each word that is looked up. What is compared
 * is in arrays of numbers, because to look up objects would take most of the time.
 */
function createKnownWords(language: string): KnownWords {
  let words: KnownWord[] = [];
  /** By slot: 1 + the number of a word, or 0; and the hash of that word. */
  let numbers = new Int32Array(FIRST_SLOTS);
  let hashes = new Int32Array(FIRST_SLOTS);
  /** The units of all words, and by number where those of a word begin; the next word's are behind them. */
  let units = new Uint16Array(8 * FIRST_SLOTS);
  let starts = new Int32Array(FIRST_SLOTS);
  let timesForgotten = 0;

  const putIntoSlot = (number: number) => {
    const { hash } = words[number]!;
    let slot = hash & (numbers.length - 1);
    while (numbers[slot] !== 0) slot = (slot + 1) & (numbers.length - 1);
    numbers[slot] = number + 1;
    hashes[slot] = hash;
  };
  const add = (word: string): number => {
    const number = words.push(makeWord(word, language)) - 1;
    const start = starts[number]!;
    if (words.length * 2 > numbers.length) {
      numbers = new Int32Array(2 * numbers.length);
      hashes = new Int32Array(numbers.length);
      starts = enlarged(starts, new Int32Array(numbers.length));
      for (let one = 0; one < number; one++) putIntoSlot(one);
    }
    if (start + word.length > units.length) units = enlarged(units, new Uint16Array(2 * units.length));
    for (let index = 0; index < word.length; index++) units[start + index] = word.charCodeAt(index);
    starts[words.length] = start + word.length;
    putIntoSlot(number);
    return number;
  };
  const numberOf = (wanted: Uint16Array, length: number, unitsHash: number): number => {
    const hash = unitsHash || 1;
    const mask = numbers.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = numbers[slot]! - 1;
      if (number < 0) return add(String.fromCharCode(...wanted.subarray(0, length)));
      if (hashes[slot] !== hash) continue;
      const start = starts[number]!;
      if (starts[number + 1]! - start !== length) continue;
      let same = 0;
      while (same < length && units[start + same] === wanted[same]) same++;
      if (same === length) return number;
    }
  };
  const forgetIfMany = () => {
    if (words.length < MAX_REMEMBERED) return;
    words = [];
    numbers.fill(0);
    timesForgotten++;
  };
  const sought = new Uint16Array(MAX_REMEMBERED_UNITS);
  return {
    find(word) {
      if (word.length > MAX_REMEMBERED_UNITS) return makeWord(word, language);
      forgetIfMany();
      for (let index = 0; index < word.length; index++) sought[index] = word.charCodeAt(index);
      return words[numberOf(sought, word.length, hashOf(word))]!;
    },
    numberOf,
    at: (number) => words[number]!,
    forgetIfMany,
    timesForgotten: () => timesForgotten,
  };
}

function enlarged<Numbers extends Int32Array | Uint16Array>(from: Numbers, to: Numbers): Numbers {
  to.set(from);
  return to;
}

function makeWord(word: string, language: string): KnownWord {
  const stem = stemOf(word, language);
  const hasOneTerm = word.startsWith(stem);
  const terms = hasOneTerm ? stemTerm(stem) : `${stemTerm(stem)} ${exactTerm(word)}`;
  return { word, stem, hash: hashOf(word), terms, termCount: hasOneTerm ? 1 : 2, seenIn: 0 };
}

function hashOf(word: string): number {
  let hash = HASH_START;
  for (let index = 0; index < word.length; index++) hash = hashUnit(hash, word.charCodeAt(index));
  return hash || 1;
}

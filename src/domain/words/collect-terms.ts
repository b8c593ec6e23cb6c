import { AS_WORDS, foldText } from '../../lib/fold-text.ts';
import { detectLanguage } from './detect-language.ts';
import { type KnownWord, knownWords } from './known-words.ts';
import { readWords } from './read-words.ts';
import { runFilters } from './run-filter.ts';
import { type OnWord, scanWords } from './scan-words.ts';
import { sliceText } from './slice-text.ts';
import { MAX_TERMS_BYTES, OPEN_TERM } from './terms.ts';

/** The index entry of a part of a text: some hundred neighbouring entries of a transcript, or an e-mail. */
export type IndexedPart = {
  language: string;
  firstEntry: number;
  entryCount: number;
  /** The terms, separated by spaces. */
  terms: string;
  /** The Bloom filters of its pairs, and of its triples, of neighbouring words. */
  pairs: Buffer;
  triples: Buffer;
};

/**
 * The size of a part. An hour's call is one part, so a word costs one entry of the index for each call; a longer one has
 * several, so that what has to be read for a hit is bounded.
 */
const PART_CHARACTERS = 64 * 1024;

/** Each language's detection reads the beginning. */
const SAMPLED_ENTRIES = 200;

/** Numbers the parts that this process has collected, to tell which words a part has already. */
let lastPart = 0;

/**
 * Collects the terms of a text's entries.
 * @param given the language, if the source names it
 * @returns steps, to be run in turns; at least one part, also of a text without words
 */
export function* collectTermsSteps(
  entries: readonly string[],
  given?: string,
): Generator<void, IndexedPart[]> {
  const language = given ?? detectLanguage(sample(entries));
  const parts: IndexedPart[] = [];
  for (let first = 0; first === 0 || first < entries.length; ) {
    const collector = createCollector(language);
    let end = first;
    for (let size = 0; end < entries.length && size < PART_CHARACTERS; end++) {
      size += entries[end]!.length;
      if (entries[end]!.length <= STEP_CHARACTERS) collector.add(entries[end]!);
      else yield* collector.addSteps(entries[end]!);
      if (end % STEP_ENTRIES === 0) yield;
    }
    parts.push({ language, firstEntry: first, entryCount: end - first, ...collector.finish() });
    first = Math.max(end, 1);
  }
  return parts;
}

/** The folded beginnings of the first entries, one by one, because the first ones may say enough. */
function* sample(entries: readonly string[]): Generator<string> {
  for (const text of entries.slice(0, SAMPLED_ENTRIES)) {
    const [beginning] = sliceText(text, STEP_CHARACTERS);
    yield foldText(beginning!.text, AS_WORDS);
  }
}

const STEP_ENTRIES = 100;
const STEP_CHARACTERS = 8 * 1024;

type Collector = {
  add(text: string): void;
  /** The same for long texts. */
  addSteps(text: string): Generator<void, void>;
  finish(): PartTerms;
};

type PartTerms = Pick<IndexedPart, 'terms' | 'pairs' | 'triples'>;

/** The words of the text that is being read. */
const read: number[] = [];

function createCollector(language: string): Collector {
  const part = ++lastPart;
  const known = knownWords(language);
  const terms: string[] = [];
  let bytes = 0;
  const unspaced = new Set<string>();
  /** Of the words in their order, with 0 between words that are no neighbours. */
  const hashes: number[] = [];
  const addTerms = (text: string, count: number) => {
    terms.push(text);
    bytes += text.length + count * BYTES_PER_TERM;
  };
  // The text of an entry is not bounded, but a tsvector is. A part that is too large is looked into for every query.
  const isTooLarge = () => bytes > MAX_TERMS_BYTES;
  const addWord = (word: KnownWord) => {
    if (word.seenIn === part) return;
    word.seenIn = part;
    addTerms(word.terms, word.termCount);
  };
  /** The unspaced character to which the next one may belong. */
  let pending = '';
  /** Whether what is added next follows white space. */
  let isAtSpace = true;
  const endRun = () => {
    if (pending !== '') unspaced.add(pending);
    pending = '';
    isAtSpace = true;
  };
  const addFolded = (folded: string) => {
    const onWord: OnWord = (from, to, isUnspaced, isAfterSpace) => {
      const characters = folded.slice(from, to);
      if (pending !== '' && isUnspaced) hashes.push(0);
      if (pending !== '') unspaced.add(isUnspaced && !isAfterSpace ? pending + characters : pending);
      pending = isUnspaced ? characters : '';
      const word = known.find(characters);
      hashes.push(word.hash);
      if (!isUnspaced) addWord(word);
    };
    isAtSpace = scanWords(folded, onWord, isAtSpace);
  };
  /** Adds a text, or a slice of it. */
  const add = (text: string) => {
    const count = readWords(text, 0, text.length, { known, into: read });
    if (count < 0) addFolded(foldText(text, AS_WORDS));
    if (count > 0) endRun();
    // A slice of ASCII begins with white space.
    if (count === 0) isAtSpace = true;
    for (let index = 0; index < count; index++) {
      const word = known.at(read[index]!);
      hashes.push(word.hash);
      addWord(word);
    }
  };
  return {
    add(text) {
      if (isTooLarge()) return;
      add(text);
      endRun();
      hashes.push(0);
    },
    *addSteps(text) {
      for (const slice of sliceText(text, STEP_CHARACTERS)) {
        if (isTooLarge()) return;
        add(slice.text);
        yield;
      }
      endRun();
      hashes.push(0);
    },
    finish() {
      for (const one of unspaced) addTerms(one, 1);
      return isTooLarge() ? OPEN_PART : finishPart(terms, hashes);
    },
  };
}

function finishPart(terms: readonly string[], hashes: readonly number[]): PartTerms {
  const joined = terms.join(' ');
  const isFitting = Buffer.byteLength(joined) + terms.length * 2 * BYTES_PER_TERM <= MAX_TERMS_BYTES;
  if (!isFitting) return OPEN_PART;
  return { terms: joined, ...runFilters(hashes) };
}

/** The size of a term in a tsvector beside its text. */
const BYTES_PER_TERM = 8;

/** The index finds it with every query. */
const OPEN_PART: PartTerms = { terms: OPEN_TERM, pairs: Buffer.from([0xff]), triples: Buffer.from([0xff]) };

import { AS_WORDS, foldText } from '../../lib/fold-text.ts';
import { detectLanguage } from './detect-language.ts';
import { lookUpWords } from './languages.ts';
import { scanWords } from './scan-words.ts';
import { exactTerm, MAX_TERMS_BYTES, OPEN_TERM, pairBits, stemTerm } from './terms.ts';

/** The index entry of a part of a text: some hundred neighbouring entries of a transcript, or an e-mail. */
export type IndexedPart = {
  language: string;
  firstEntry: number;
  entryCount: number;
  /** The terms, separated by spaces. */
  terms: string;
  /** The Bloom filter of its pairs of neighbouring words. */
  pairs: Buffer;
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
  const folded: string[] = [];
  for (const [index, text] of entries.entries()) {
    folded.push(text.length <= STEP_CHARACTERS ? foldText(text, AS_WORDS) : yield* foldSteps(text));
    if (index % STEP_ENTRIES === 0) yield;
  }
  const language = given ?? detectLanguage(folded.slice(0, SAMPLED_ENTRIES));
  const parts: IndexedPart[] = [];
  for (let first = 0; first === 0 || first < folded.length; ) {
    const collector = createCollector(language);
    let end = first;
    for (let size = 0; end < folded.length && size < PART_CHARACTERS; end++) {
      size += folded[end]!.length;
      yield* collector.addSteps(folded[end]!);
      if (end % STEP_ENTRIES === 0) yield;
    }
    parts.push({ language, firstEntry: first, entryCount: end - first, ...collector.finish() });
    first = Math.max(end, 1);
  }
  return parts;
}

const STEP_ENTRIES = 100;
const STEP_CHARACTERS = 8 * 1024;

/** Divides a text before spaces, so that no word is cut. A part is longer than a step only if it has no space. */
function* inSteps(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const space = text.indexOf(' ', from + STEP_CHARACTERS);
    const to = space < 0 ? text.length : space;
    yield text.slice(from, to);
    from = to;
  }
}

function* foldSteps(text: string): Generator<void, string> {
  const folded: string[] = [];
  for (const part of inSteps(text)) {
    folded.push(foldText(part, AS_WORDS));
    yield;
  }
  return folded.join('');
}

type Collector = {
  addSteps(folded: string): Generator<void, void>;
  finish(): Pick<IndexedPart, 'terms' | 'pairs'>;
};

function createCollector(language: string): Collector {
  const part = ++lastPart;
  const lookUp = lookUpWords(language);
  const terms: string[] = [];
  let characters = 0;
  const unspaced = new Set<string>();
  const pairs: number[] = [];
  const addTerm = (term: string) => {
    terms.push(term);
    characters += term.length;
  };
  // The text of an entry is not bounded, but a tsvector is. A part that is too large is looked into for every query.
  const isTooLarge = () => characters + terms.length * BYTES_PER_TERM > MAX_TERMS_BYTES;
  return {
    *addSteps(text) {
      let previousHash = 0;
      /** The unspaced character to which the next one may belong. */
      let pending = '';
      for (const step of inSteps(text)) {
        if (isTooLarge()) return;
        scanWords(step, (from, to, isUnspaced, isAfterSpace) => {
          const word = step.slice(from, to);
          if (pending !== '') unspaced.add(isUnspaced && !isAfterSpace ? pending + word : pending);
          const isPaired = previousHash !== 0 && !(isUnspaced && pending !== '');
          pending = isUnspaced ? word : '';
          const info = lookUp(word);
          if (isPaired) pairs.push(previousHash, info.hash);
          previousHash = info.hash;
          if (isUnspaced || info.seenIn === part) return;
          info.seenIn = part;
          addTerm(stemTerm(info.stem));
          if (!word.startsWith(info.stem)) addTerm(exactTerm(word));
        });
        if (text.length > STEP_CHARACTERS) yield;
      }
      if (pending !== '') unspaced.add(pending);
    },
    finish() {
      for (const one of unspaced) addTerm(one);
      if (isTooLarge()) return { terms: OPEN_TERM, pairs: ALL_PAIRS };
      const joined = terms.join(' ');
      const isFitting = Buffer.byteLength(joined) + terms.length * BYTES_PER_TERM <= MAX_TERMS_BYTES;
      return isFitting ? { terms: joined, pairs: pairBits(pairs) } : { terms: OPEN_TERM, pairs: ALL_PAIRS };
    },
  };
}

/** The size of a term in a tsvector beside its text. */
const BYTES_PER_TERM = 8;

const ALL_PAIRS = Buffer.from([0xff]);

import { stemmer } from 'stemmer';
import { STOP_WORDS } from './words.ts';

/** Receives each topic word: its term (folded, stemmed) and its place in the text, in UTF-16 units. */
export type OnTerm = (term: string, from: number, to: number) => void;

export type Tokenizer = {
  /**
   * Finds the topic words that begin in `from` to `until`, in their order, without stop words.
   * @returns the place at which to continue: `until`, or the end of a word that extends beyond it
   */
  scan(text: string, from: number, until: number, onTerm: OnTerm): number;
};

/** The longest word, in UTF-16 units; anything longer is an address or noise and is ignored. */
const MAX_WORD_LENGTH = 64;

/**
 * The most of a word that is read at once; the rest counts as another word, so that an endless one is read in steps.
 */
const MAX_READ_LENGTH = 4_096;

/**
 * The number of words that are cached with their terms; the English of many meetings fits, and 32,768 entries take
 * about 4 MB.
 */
const MAX_REMEMBERED_WORDS = 32_768;

/** The class of a UTF-16 unit; 0 until the unit is first met. */
const BREAK = 1;
const LETTER = 2;
/**
 * A character of a script without spaces between words (or, as in Korean, with attached particles); it is read in
 * pairs.
 */
const UNSPACED = 3;
const HIGH_SURROGATE = 4;

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]/u;
const UNSPACED_CHARACTER =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_LETTERS = /^[a-z]+$/;
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu;
const UTF16_UNITS = 0x1_0000;

/** Creates a tokenizer with its own cache. Its results do not depend on the texts that it has read before. */
export function createTokenizer(): Tokenizer {
  const classes = new Uint8Array(UTF16_UNITS);
  const terms = new Map<string, string>();

  function classOf(unit: number): number {
    const known = classes[unit]!;
    if (known !== 0) return known;
    const found = classify(unit);
    classes[unit] = found;
    return found;
  }

  /** Returns the class of the character that begins at `at`; for a surrogate pair, the class of the pair. */
  function classAt(text: string, at: number): number {
    const unitClass = classOf(text.charCodeAt(at));
    return unitClass === HIGH_SURROGATE ? classifyCharacter(text.codePointAt(at)!) : unitClass;
  }

  /** Returns the end of the word that begins at `at`. */
  function endOfWord(text: string, from: number): number {
    let at = from;
    const end = Math.min(text.length, from + MAX_READ_LENGTH);
    while (at < end) {
      const unit = text.charCodeAt(at);
      if (classOf(unit) === LETTER) at += 1;
      else if (classOf(unit) === HIGH_SURROGATE && classAt(text, at) === LETTER) at += 2;
      else break;
    }
    return at;
  }

  /** Returns the term of a word, or an empty string for a stop word. */
  function termOf(word: string): string {
    const known = terms.get(word);
    if (known !== undefined) return known;
    if (terms.size >= MAX_REMEMBERED_WORDS) terms.clear();
    const own = copyOf(word);
    const term = toTerm(own);
    terms.set(own, term);
    return term;
  }

  /** Emits the word from `from` to `to`. */
  function word(text: string, from: number, to: number, onTerm: OnTerm): void {
    if (to - from > MAX_WORD_LENGTH) return;
    const term = termOf(text.slice(from, to));
    if (term !== '') onTerm(term, from, to);
  }

  /**
   * Emits a run of unspaced characters that begins at `at`, as pairs of characters; a lone character is emitted alone.
   */
  function run(text: string, at: number, until: number, onTerm: OnTerm): number {
    let [previous, here] = [-1, at];
    while (here < text.length && classAt(text, here) === UNSPACED) {
      if (previous >= until) return previous;
      const next = here + widthAt(text, here);
      if (previous >= 0) onTerm(termOf(text.slice(previous, next)), previous, next);
      [previous, here] = [here, next];
    }
    if (previous === at) onTerm(termOf(text.slice(at, here)), at, here);
    return here;
  }

  return {
    scan(text, from, until, onTerm) {
      const end = Math.min(until, text.length);
      let at = from;
      while (at < end) {
        const kind = classAt(text, at);
        if (kind === BREAK) {
          at += 1;
        } else if (kind === UNSPACED) {
          at = run(text, at, end, onTerm);
        } else {
          const start = at;
          at = endOfWord(text, at);
          word(text, start, at, onTerm);
        }
      }
      return at;
    },
  };
}

function classify(unit: number): number {
  if (unit >= 0xd800 && unit <= 0xdbff) return HIGH_SURROGATE;
  return classifyCharacter(unit);
}

function classifyCharacter(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (!WORD_CHARACTER.test(character)) return BREAK;
  return UNSPACED_CHARACTER.test(character) && !ASCII.test(character) ? UNSPACED : LETTER;
}

/** Returns the width of the character in UTF-16 units: 2 for a surrogate pair. */
function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** Copies the word: a slice would keep the whole text in memory for as long as it is cached. */
function copyOf(word: string): string {
  const encoding = ASCII.test(word) ? 'latin1' : 'utf16le';
  return Buffer.from(word, encoding).toString(encoding);
}

function toTerm(word: string): string {
  const folded = ASCII.test(word) ? word.toLowerCase() : foldWord(word);
  if (STOP_WORDS.has(folded)) return '';
  return ASCII_LETTERS.test(folded) ? stemmer(folded) : folded;
}

/** Folds case, compatibility forms (full width, ligatures) and the accents of Latin letters; other marks matter. */
function foldWord(word: string): string {
  return word.normalize('NFKD').replace(LATIN_ACCENTS, '$1').normalize('NFC').toLowerCase();
}

import { stemmer } from 'stemmer';
import { STOP_WORDS } from './words.ts';

/** Called for each topic word: its term (folded, stemmed) and where it stands in the text, in UTF-16 units. */
export type OnTerm = (term: string, from: number, to: number) => void;

export type Tokenizer = {
  /**
   * Finds the topic words that begin in `from` to `until`, in their order; stop words are left out.
   * @returns where to go on: at `until`, or behind the word that reaches beyond it
   */
  scan(text: string, from: number, until: number, onTerm: OnTerm): number;
};

/** Longer than any word: what is, is an address or noise, and is left out. */
const MAX_WORD_LENGTH = 64;

/** No word is read further: the rest is taken for another, so that one without an end can be read in steps. */
const MAX_READ_LENGTH = 4_096;

/** Words remembered with their terms; the English of many meetings fits, and 32,768 entries are some 4 MB. */
const MAX_REMEMBERED_WORDS = 32_768;

/** What a UTF-16 unit is; 0 until it is first met. */
const BREAK = 1;
const LETTER = 2;
/** Of a script that sets no spaces between words (or, as Korean, glues particles to them): read in pairs. */
const UNSPACED = 3;
const HIGH_SURROGATE = 4;

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]/u;
const UNSPACED_CHARACTER =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_LETTERS = /^[a-z]+$/;
const LATIN_ACCENTS = /(\p{Script=Latin})\p{Mn}+/gu;
const UTF16_UNITS = 0x1_0000;

/** Makes a tokenizer with a memory of its own. What it finds does not depend on what it has read before. */
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

  /** The class of the character that begins at `at`; of a pair of surrogates it tells what the pair is. */
  function classAt(text: string, at: number): number {
    const unitClass = classOf(text.charCodeAt(at));
    return unitClass === HIGH_SURROGATE ? classifyCharacter(text.codePointAt(at)!) : unitClass;
  }

  /** Where the word that begins at `at` ends. */
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

  /** The term of a word, or nothing for a stop word. */
  function termOf(word: string): string {
    const known = terms.get(word);
    if (known !== undefined) return known;
    if (terms.size >= MAX_REMEMBERED_WORDS) terms.clear();
    const own = copyOf(word);
    const term = toTerm(own);
    terms.set(own, term);
    return term;
  }

  /** Gives out the word from `from` to `to`. */
  function word(text: string, from: number, to: number, onTerm: OnTerm): void {
    if (to - from > MAX_WORD_LENGTH) return;
    const term = termOf(text.slice(from, to));
    if (term !== '') onTerm(term, from, to);
  }

  /** Gives out an unspaced run that begins at `at`, as pairs of characters; a lone character stands for itself. */
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

/** 2 for a pair of surrogates. */
function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}

/** The same word with memory of its own: a slice would keep the whole text alive as long as it is remembered. */
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

/**
 * Receives the words of a folded text in their order.
 * @param isUnspaced whether it is one character of a script without spaces between words (or, as in Korean, with attached
 *   particles); such characters are words of their own
 * @param isAfterSpace whether white space stands between it and the word before
 */
export type OnWord = (from: number, to: number, isUnspaced: boolean, isAfterSpace: boolean) => void;

/** The class of a UTF-16 unit; 0 until the unit is first met. */
const BREAK = 1;
const SPACE = 2;
const LETTER = 3;
const UNSPACED = 4;
const HIGH_SURROGATE = 5;

const WORD_CHARACTER = /^[\p{L}\p{N}\p{M}]/u;
const UNSPACED_CHARACTER =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u;
const ASCII_CHARACTER = /^[\0-\x7f]$/;
const UTF16_UNITS = 0x1_0000;

/** Two kilobytes of classes for each thousand characters of Unicode, found when they are first met. */
const classes = new Uint8Array(UTF16_UNITS);

function classOf(unit: number): number {
  const known = classes[unit]!;
  if (known !== 0) return known;
  const isHighSurrogate = unit >= 0xd800 && unit <= 0xdbff;
  const found = isHighSurrogate ? HIGH_SURROGATE : classify(String.fromCharCode(unit));
  classes[unit] = found;
  return found;
}

function classify(character: string): number {
  if (/^\s$/.test(character)) return SPACE;
  if (!WORD_CHARACTER.test(character)) return BREAK;
  return UNSPACED_CHARACTER.test(character) && !ASCII_CHARACTER.test(character) ? UNSPACED : LETTER;
}

/**
 * Finds the words of a folded text: runs of letters, digits and marks, and single characters of unspaced scripts.
 * @param isAtSpace whether the text follows white space, or nothing
 * @returns whether a text that continues this one follows white space
 */
export function scanWords(text: string, onWord: OnWord, isAtSpace = true): boolean {
  let isAfterSpace = isAtSpace;
  let start = -1;
  const end = text.length;
  for (let at = 0; at < end; ) {
    let kind = classOf(text.charCodeAt(at));
    let width = 1;
    if (kind === HIGH_SURROGATE) {
      const character = String.fromCodePoint(text.codePointAt(at)!);
      kind = classify(character);
      width = character.length;
    }
    if (kind === LETTER) {
      if (start < 0) start = at;
      at += width;
      continue;
    }
    if (start >= 0) {
      onWord(start, at, false, isAfterSpace);
      start = -1;
      isAfterSpace = false;
    }
    if (kind === UNSPACED) {
      onWord(at, at + width, true, isAfterSpace);
      isAfterSpace = false;
    } else if (kind === SPACE) isAfterSpace = true;
    at += width;
  }
  if (start >= 0) onWord(start, end, false, isAfterSpace);
  return start < 0 && isAfterSpace;
}

/** Returns whether there is white space at a place of a text. */
export function isSpaceUnit(text: string, at: number): boolean {
  return classOf(text.charCodeAt(at)) === SPACE;
}

/** Returns whether there is a character of an unspaced script at a place of a text; rare characters of two units count as none. */
export function isUnspacedUnit(text: string, at: number): boolean {
  return classOf(text.charCodeAt(at)) === UNSPACED;
}

/** Returns whether a UTF-16 unit stands between words. */
export function isBreak(unit: string): boolean {
  const kind = classOf(unit.charCodeAt(0));
  return kind === BREAK || kind === SPACE;
}

/** Returns whether a UTF-16 unit is a letter, digit or mark of a script with spaces between words. */
export function isSpacedLetter(unit: string): boolean {
  return classOf(unit.charCodeAt(0)) === LETTER;
}

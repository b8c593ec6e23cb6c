import { AS_WORDS, CONTINUING, foldText } from '../../lib/fold-text.ts';
import { HASH_START, hashUnit, type KnownWords, MAX_REMEMBERED_UNITS } from './known-words.ts';
import { isBreak, isSpacedLetter } from './scan-words.ts';

/** The unit to which a UTF-16 unit folds: a unit of a word, all of which are larger than these, or one of these. */
const NOT_MET = 0;
/** The unit that stands between words. */
const BREAK = 1;
/** Two units of a word, as those of `ß`. */
const TWO_UNITS = 2;
/** A character that continues the one before it, is a word of its own, or folds to something else. */
const HARD = 3;

/** Found when they are first met. */
const foldings = new Uint16Array(0x1_0000);
/** The second one is in the upper 16 bits. */
const twoUnits = new Map<number, number>();

const CONTINUES = new RegExp(`^[${CONTINUING}]$`, 'u');

function learn(unit: number): number {
  const folding = foldingOf(unit);
  foldings[unit] = folding;
  return folding;
}

function foldingOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (/^\p{Surrogate}$/u.test(character) || CONTINUES.test(character)) return HARD;
  const folded = foldText(character, AS_WORDS).split('');
  if (folded.every(isBreak)) return BREAK;
  if (folded.length > 2 || !folded.every(isSpacedLetter)) return HARD;
  const [first, second] = folded.map((one) => one.charCodeAt(0));
  if (second === undefined) return first!;
  twoUnits.set(unit, first! + second * 0x1_0000);
  return TWO_UNITS;
}

/**
 * Returns the unit of a word to which a UTF-16 unit folds, 0 if it stands between words, and undefined if it folds to several
 * units or together with those beside it.
 */
export function foldsInto(unit: number): number | undefined {
  const folding = foldings[unit] || learn(unit);
  if (folding === BREAK) return 0;
  return folding > HARD ? folding : undefined;
}

/** Words are forgotten between texts only, so that a text must not have too many new ones. */
const MAX_READ_UNITS = 32 * 1024;

/** The units of the word that is being read; the last character of a word that is too long may be two. */
const units = new Uint16Array(MAX_REMEMBERED_UNITS + 2);

/**
 * Reads the words of a span of a text, as `scanWords` finds them in the folded text, in a third of the time: most texts
 * consist of characters that fold one by one, and of words that are known.
 * @param into receives the numbers of the words from its beginning on; what it has behind them means nothing
 * @returns the number of the words, or -1 if the text has to be folded for it
 */
export function readWords(
  text: string,
  from: number,
  to: number,
  { known, into }: { known: KnownWords; into: number[] },
): number {
  if (to - from > MAX_READ_UNITS) return -1;
  known.forgetIfMany();
  let count = 0;
  let length = 0;
  let hash = HASH_START;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    let folding = foldings[unit]!;
    if (folding === NOT_MET) folding = learn(unit);
    if (folding > HARD) {
      units[length++] = folding;
      hash = hashUnit(hash, folding);
    } else if (folding === BREAK) {
      if (length === 0) continue;
      into[count++] = known.numberOf(units, length, hash);
      length = 0;
      hash = HASH_START;
    } else if (folding === TWO_UNITS) {
      const both = twoUnits.get(unit)!;
      units[length++] = both & 0xffff;
      units[length++] = both >>> 16;
      hash = hashUnit(hashUnit(hash, both & 0xffff), both >>> 16);
    } else return -1;
    if (length > MAX_REMEMBERED_UNITS) return -1;
  }
  if (length > 0) into[count++] = known.numberOf(units, length, hash);
  return count;
}

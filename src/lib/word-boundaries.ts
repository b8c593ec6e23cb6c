const MARK = /^\p{M}$/u;
const WHITE_SPACE = /^\s$/;
const OF_A_WORD = /^[\p{L}\p{N}\p{M}]$/u;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Words of these scripts stand without spaces between them. */
const UNSPACED =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;

/** Returns true if there is anything to be read. */
export function hasLetterOrDigit(text: string): boolean {
  return LETTER_OR_DIGIT.test(text);
}

/**
 * Returns true if `[start, end)` of the text begins and ends between words, so that no word continues across its
 * bounds. Next to a character of a script without spaces a word may end anywhere except before a mark, and punctuation
 * is not part of a word.
 */
export function isWordBounded(text: string, start: number, end: number): boolean {
  return (
    !goesOn(codePointBefore(text, start), codePointAt(text, start)) &&
    !goesOn(codePointBefore(text, end), codePointAt(text, end))
  );
}

/** Returns true if two neighbours are of one word. Empty stands for an end of the text. */
function goesOn(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  if (MARK.test(right)) return !WHITE_SPACE.test(left);
  return OF_A_WORD.test(left) && OF_A_WORD.test(right) && !UNSPACED.test(left) && !UNSPACED.test(right);
}

function codePointAt(text: string, index: number): string {
  return index < text.length ? String.fromCodePoint(text.codePointAt(index)!) : '';
}

function codePointBefore(text: string, index: number): string {
  if (index === 0) return '';
  const before = text.codePointAt(index - 2)!;
  return index > 1 && before > 0xffff ? String.fromCodePoint(before) : text[index - 1]!;
}

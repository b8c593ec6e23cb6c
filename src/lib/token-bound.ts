/**
 * Tokens per character. Each weight is above what the tokenizers of current models need for text of that kind:
 * test/lib/recorded-tokens.json has the counts of four of them for thirty languages. Characters that no language puts in a row,
 * such as random ideographs, can need up to twice as many.
 */
const WORD_START = 1;
const LOWER_CASE = 0.55;
const ASCII = 1;
const CYRILLIC = 1;
const CHINESE_JAPANESE_KOREAN = 1.5;
/** As many as their bytes in UTF-8, which no tokenizer exceeds. */
const TWO_BYTES = 2;
const THREE_BYTES = 3;
const HALF_OF_FOUR_BYTES = 2;
/** Scripts of South and South-East Asia and the Caucasus, and punctuation. */
const OTHER_SCRIPTS = 2.25;

const SPACE = 0x20;

/**
 * Returns a number of tokens that is not below what language models count for the text. It is some two times as high for
 * English, and closer for other languages. The estimates of parts add up to at least the estimate of the whole.
 */
export function tokenBound(text: string): number {
  let tokens = 0;
  let isInWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLower = code >= 0x61 && code <= 0x7a;
    if (isLower && isInWord) tokens += LOWER_CASE;
    // The space before a word is part of its first token.
    else if (code !== SPACE || !isLetter(text.charCodeAt(at + 1))) tokens += weigh(code, isLower);
    isInWord = isLower || (code >= 0x41 && code <= 0x5a);
  }
  return Math.ceil(tokens);
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function weigh(code: number, startsWord: boolean): number {
  if (startsWord) return WORD_START;
  if (code < 0x80) return ASCII;
  if (code >= 0x400 && code <= 0x52f) return CYRILLIC;
  if (code < 0x800) return TWO_BYTES;
  if (code < 0x2070) return OTHER_SCRIPTS;
  // Punctuation and kana, ideographs, Hangul, full-width forms.
  if (code >= 0x3000 && code <= 0x9fff) return CHINESE_JAPANESE_KOREAN;
  if ((code >= 0xac00 && code <= 0xd7a3) || (code >= 0xff00 && code <= 0xffef))
    return CHINESE_JAPANESE_KOREAN;
  return code >= 0xd800 && code <= 0xdfff ? HALF_OF_FOUR_BYTES : THREE_BYTES;
}

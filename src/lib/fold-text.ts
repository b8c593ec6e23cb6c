/**
 * Two ways to compare text without what is not meant. Both keep words whole and in order; both fold any white space
 * to one space, and typographic quotes, apostrophes and dashes to those of a keyboard; both drop what cannot be seen.
 */
export type Folding = {
  /** Folds text in which no run of marks is long: time is linear then. */
  run(text: string): string;
  /** Characters that stay as they are, though `run` would change them. */
  kept?: RegExp;
};

/** Characters that belong to the one before them, as the inside of a character class: marks, invisible characters, and letters that Unicode composes with it. */
export const CONTINUING =
  '\\p{M}\\p{Default_Ignorable_Code_Point}\\u0640\\u1160-\\u11ff\\u3131-\\u318e\\ud7b0-\\ud7fb\\uff9e-\\uffdc';

const WHITE_BUT_SPACE = '\\t-\\r\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const WHITE = ` ${WHITE_BUT_SPACE}`;

/** To normalize a run of marks takes time by its square; what is longer is cut. Unicode's own safe bound is 30. */
const MAX_PIECE_CODE_POINTS = 32;

const CONTINUES = new RegExp(`^(?:[${CONTINUING}]|[\\ud800-\\udfff])$`, 'u');
const LONG_RUN = new RegExp(`[${CONTINUING}]{${MAX_PIECE_CODE_POINTS}}`, 'u');

/** A run of ASCII, a run of white space, or one character with what continues it: folded alone as in its text. */
const PIECE = new RegExp(
  `[!-~](?:[!-~]| (?![${WHITE}]))*(?![${CONTINUING}])` +
    `|[${WHITE}][${WHITE}\\p{Default_Ignorable_Code_Point}]*` +
    `|[^][${CONTINUING}]{0,${MAX_PIECE_CODE_POINTS - 1}}`,
  'gu',
);

const ASCII = /^[ -~]*$/;
const DOUBLE_SPACE = / {2,}/g;

const TYPOGRAPHY = new Map<string, string>();
for (const single of '\u2018\u2019\u201a\u201b\u2032\u2039\u203a\xb4\u02b9\u02bb\u02bc\u0374\u05f3\u1fbd\u1fbf\u1ffd') {
  TYPOGRAPHY.set(single, "'");
}
for (const double of '\u201c\u201d\u201e\u201f\u2033\xab\xbb\u05f4\u301d\u301e\u301f')
  TYPOGRAPHY.set(double, '"');
for (const dash of '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u05be\ufe31\ufe32\ufe58\ufe63\uff0d')
  TYPOGRAPHY.set(dash, '-');

const UNSEEN_OR_TYPOGRAPHIC = new RegExp(
  `[${[...TYPOGRAPHY.keys()].join('')}${WHITE_BUT_SPACE}]|\\p{Default_Ignorable_Code_Point}`,
  'gu',
);
const WHITE_SPACE = new RegExp(`^[${WHITE}]$`);

function foldTypography(text: string): string {
  return text.replace(
    UNSEEN_OR_TYPOGRAPHIC,
    (one) => TYPOGRAPHY.get(one) ?? (WHITE_SPACE.test(one) ? ' ' : ''),
  );
}

/** Accents of Latin, Greek and Cyrillic, but for the stroke of ≠. */
const DIACRITICS =
  '\\u0300-\\u0337\\u0339-\\u036f\\u0483-\\u0487\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0\\u20d1\\u20d3-\\u20ff\\ufe20-\\ufe2f';

const HEBREW_POINTS = '\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7';

/** With tatweel, which only makes words longer. */
const ARABIC_TASHKIL =
  '\\u0610-\\u061a\\u0640\\u064b-\\u0652\\u0656-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed';

/** The marks that are dropped from a decomposed text. Marks that are letters of their scripts, as Indic vowel signs, stay. */
const ACCENTS = new RegExp(`[${DIACRITICS}${HEBREW_POINTS}${ARABIC_TASHKIL}]`, 'g');

/** Letters that neither lower case nor decomposition maps to those that people type for them. */
const LETTERS = new Map(
  Object.entries({
    // Full case folding.
    ß: 'ss',
    ς: 'σ',
    ᲀ: 'в',
    ᲁ: 'д',
    ᲂ: 'о',
    ᲃ: 'с',
    ᲄ: 'т',
    ᲅ: 'т',
    ᲆ: 'ъ',
    ᲇ: 'ѣ',
    ᲈ: 'ꙋ',
    // Decomposed, ŉ, ‴ and ⁻ have them.
    '\u02bc': "'",
    '\u2032': "'",
    '\u2212': '-',
    // Letters with a stroke or a hook, ligatures, and letters without their dot.
    æ: 'ae',
    œ: 'oe',
    ð: 'd',
    þ: 'th',
    ø: 'o',
    đ: 'd',
    ɖ: 'd',
    ɗ: 'd',
    ɓ: 'b',
    ƀ: 'b',
    ȼ: 'c',
    ɇ: 'e',
    ǥ: 'g',
    ħ: 'h',
    ı: 'i',
    ɨ: 'i',
    ȷ: 'j',
    ɉ: 'j',
    ƙ: 'k',
    ĸ: 'k',
    ł: 'l',
    ƚ: 'l',
    ŋ: 'n',
    ɵ: 'o',
    ɍ: 'r',
    ŧ: 't',
    ⱦ: 't',
    ʉ: 'u',
    ɏ: 'y',
    ƴ: 'y',
    ƶ: 'z',
    ⱥ: 'a',
  }),
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');

/** Accents that stand alone would become a space, and ½ would join the digit before it. */
const KEPT =
  /[\xa8\xaf\xb8\u02d8-\u02dd\u037a\u0384\u0385\u1fc0\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed\u1fee\u1ffe\u2017\u203e\u309b\u309c\ufc5e-\ufc63\ufe49-\ufe4c\ufe70\ufe72\ufe74\ufe76\ufe78\ufe7a\ufe7c\ufe7e\uffe3\xbc-\xbe\u2150-\u215f\u2189]/;

/** Folds text without case, accents and width. NFKC, except for what is named here. */
function foldLoosely(text: string, accents: RegExp): string {
  const plain = ASCII.test(text) ? text : foldTypography(text);
  if (ASCII.test(plain)) return plain.toLowerCase().replace(DOUBLE_SPACE, ' ');
  return plain
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .replace(LETTER, (letter) => LETTERS.get(letter)!)
    .normalize('NFC')
    .replace(DOUBLE_SPACE, ' ');
}

/** Without case, accents and width: the same words however they are written. */
export const LOOSELY: Folding = { run: (text) => foldLoosely(text, ACCENTS), kept: KEPT };

/** The breve of й is no accent: й and и are different letters, and stemmers of Cyrillic languages tell them apart. */
const ACCENTS_OF_WORDS = new RegExp(`(?<![иИ])\u0306|(?!\u0306)${ACCENTS.source}`, 'g');

/** As {@link LOOSELY}, for the words of a search; й stays й. */
export const AS_WORDS: Folding = { run: (text) => foldLoosely(text, ACCENTS_OF_WORDS), kept: KEPT };

/** Word for word: case and accents count; whether an accent is composed with its letter does not. */
export const VERBATIM: Folding = {
  run(text) {
    if (ASCII.test(text)) return text.replace(DOUBLE_SPACE, ' ');
    return foldTypography(text).normalize('NFC').replace(DOUBLE_SPACE, ' ');
  },
};

/** Folds text in linear time. White space at the ends stays, as one space. Folding again changes nothing. */
export function foldText(text: string, folding: Folding): string {
  if (ASCII.test(text)) return folding.run(text);
  const isHard = hasLongRun(text) || folding.kept?.test(text);
  return isHard ? foldByPieces(text, folding).folded : folding.run(text);
}

/** A long run holds one of the places that lie its length apart: looking there first is 20 times as fast. */
function hasLongRun(text: string): boolean {
  for (let index = MAX_PIECE_CODE_POINTS - 1; index < text.length; index += MAX_PIECE_CODE_POINTS) {
    if (CONTINUES.test(text[index]!)) return LONG_RUN.test(text);
  }
  return false;
}

/**
 * Maps spans of the folded text back to the text, for the few texts in which something was found.
 * @returns the span of the text that folds to `[from, to)` of the folded text, in whole characters
 */
export function originOf(text: string, folding: Folding): (from: number, to: number) => [number, number] {
  const { folded, starts } = foldByPieces(text, folding);
  return (from, to) => {
    let end = to;
    while (end < folded.length && starts[end] === starts[to - 1]) end++;
    return [starts[from]!, starts[end]!];
  };
}

/** `starts` has the place in the text of each UTF-16 unit of the folded text, and the text's length after it. */
function foldByPieces(text: string, folding: Folding): { folded: string; starts: number[] } {
  const pieces: string[] = [];
  const starts: number[] = [];
  // Texts repeat their characters; ASCII runs are not worth keeping.
  const known = new Map<string, string>();
  let endsInSpace = false;
  for (const { 0: original, index } of text.matchAll(PIECE)) {
    const isAscii = ASCII.test(original);
    let piece = known.get(original) ?? foldPiece(original, folding);
    if (!isAscii) known.set(original, piece);
    if (endsInSpace && piece.startsWith(' ')) piece = piece.slice(1);
    if (piece === '') continue;
    pieces.push(piece);
    for (let unit = 0; unit < piece.length; unit++) starts.push(isAscii ? index + unit : index);
    endsInSpace = piece.endsWith(' ');
  }
  starts.push(text.length);
  return { folded: pieces.join(''), starts };
}

function foldPiece(original: string, folding: Folding): string {
  if (!folding.kept?.test(original)) return folding.run(original);
  return original[0] + folding.run(original.slice(1));
}

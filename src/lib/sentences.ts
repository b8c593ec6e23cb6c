import { CONTINUING } from './fold-text.ts';

/** Longer than any sentence that people read. A sentence up to this length is shown whole. */
const MAX_EXCERPT_CHARACTERS = 1_000;

/** The most characters of a longer sentence that are shown on each side of the words that it is shown for. */
const MAX_AROUND_CHARACTERS = 200;

/** A cut is moved at most this far to keep a word whole; scripts without spaces have no space that near. */
const MAX_WORD_CHARACTERS = 40;

/**
 * The possible ends of a sentence: a line break, an ideographic stop, or marks before white space. Closing quotes and brackets
 * belong to the sentence that they close. A stop with which the next character combines ends nothing; Thai and Lao am begin with
 * a mark.
 */
const MARKS = new RegExp(
  `(?<line>\\r?\\n)|[。！？｡]+[」』”’）]*(?![${CONTINUING}\\u0e33\\u0eb3])|(?<run>[.!?…؟۔।։።]+)[)\\]"'”’»」]*(?=\\s|$)`,
  'gu',
);

/** An ellipsis is a pause, or something left out: the sentence may go on. */
const ELLIPSIS = /^(?:\.\.+|…)[.…]*$/;

/** Text after which a single full stop ends no sentence: titles, shorthand, initials, and letters with stops between them. */
const ABBREVIATION =
  /(?:^|[\s("'“‘])(?:mr|mrs|ms|mx|dr|prof|st|sr|jr|vs|inc|ltd|co|corp|dept|approx|etc|fig|cf|ca|resp|bzw|usw|(?!i)\p{L}|(?:\p{L}\.)+\p{L})$/iu;

/** Shorthand that ends no sentence where a number follows. */
const BEFORE_NUMBER = /(?:^|\s)(?:no|nr|art|pp)$/iu;
const NUMBER = /^\s+\p{N}/u;

/** An ordinal as German writes it, and what follows one. */
const ORDINAL = /(?:^|\s)\d{1,2}$/u;
const AFTER_ORDINAL = /^\s+(?:\p{Ll}|(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez))/u;

/** Characters on each side of a full stop that are looked at. */
const LONGEST_ABBREVIATION = 12;

/** A line that is at least this long and ends without a mark was probably wrapped. */
const MIN_WRAPPED_LINE_CHARACTERS = 50;

/** A code unit that continues the character before it. */
const CONTINUES = /^(?:[\udc00-\udfff\p{M}]|\u200d)/u;

/**
 * Finds the sentence in which `[start, end)` of the text stands, without the white space around it. Words that span
 * several sentences bring all of them. A sentence of more than 1,000 characters is cut to 200 on each side of the words,
 * and what is still longer to its first 1,000.
 * @returns the place of the sentence in the text
 */
export function sentenceAround(text: string, start: number, end: number): { from: number; to: number } {
  let from = Math.max(0, start - MAX_EXCERPT_CHARACTERS);
  let to = Math.min(text.length, end + MAX_EXCERPT_CHARACTERS);
  for (const place of sentenceEnds(text, from, to)) {
    if (place <= start) from = place;
    if (place >= end) {
      to = place;
      break;
    }
  }
  if (text.slice(from, to).trim().length > MAX_EXCERPT_CHARACTERS) {
    from = Math.max(from, cutBefore(text, start - MAX_AROUND_CHARACTERS, start));
    to = Math.min(to, cutAfter(text, end + MAX_AROUND_CHARACTERS, end));
  }
  const rest = text.slice(from, to).trimStart();
  from = to - rest.length;
  return { from, to: from + clip(rest).length };
}

/** The text up to its last whole word within 1,000 characters. */
export function clip(text: string): string {
  return text.slice(0, cutAfter(text, MAX_EXCERPT_CHARACTERS, 0)).trimEnd();
}

/**
 * Returns true if a run of marks that begins at `index` and precedes white space ends a sentence: an ellipsis and the full
 * stop of an abbreviation do not.
 */
export function marksEnd(text: string, index: number, marks: string): boolean {
  if (ELLIPSIS.test(marks)) return false;
  if (marks !== '.') return true;
  const before = text.slice(Math.max(0, index - LONGEST_ABBREVIATION), index);
  if (ABBREVIATION.test(before)) return false;
  const after = text.slice(index + 1, index + 1 + LONGEST_ABBREVIATION);
  if (ORDINAL.test(before)) return !AFTER_ORDINAL.test(after);
  return !(BEFORE_NUMBER.test(before) && NUMBER.test(after));
}

/** The places behind the sentences that end in a part of the text, in their order. */
function* sentenceEnds(text: string, from: number, to: number): Generator<number> {
  // One more character tells whether white space follows the last mark.
  const part = text.slice(from, to + 1);
  for (const found of part.matchAll(MARKS)) {
    const index = from + found.index;
    const behind = index + found[0].length;
    if (behind > to || (behind === from + part.length && behind < text.length)) return;
    const { line, run } = found.groups!;
    if (line !== undefined && isWrapped(text, index, behind)) continue;
    if (run === undefined || marksEnd(text, index, run)) yield behind;
  }
}

/** Returns true if a line break only wraps a line, as mail programs and subtitles do, and the sentence goes on behind it. */
function isWrapped(text: string, index: number, behind: number): boolean {
  const next = text.slice(behind, behind + 2);
  if (/^\p{Ll}/u.test(next)) return true;
  if (!/^[\p{L}\p{N}]/u.test(next)) return false;
  const before = text.slice(Math.max(0, index - MIN_WRAPPED_LINE_CHARACTERS), index);
  return before.length === MIN_WRAPPED_LINE_CHARACTERS && /^[^\n]*[\p{L}\p{N},;]$/u.test(before);
}

/** The first place from `index` to `limit` where a word begins. */
function cutBefore(text: string, index: number, limit: number): number {
  if (index <= 0) return 0;
  const space = text.slice(index - 1, Math.min(limit, index + MAX_WORD_CHARACTERS)).search(/\s/);
  if (space >= 0) return index + space;
  let cut = index;
  while (cut < limit && CONTINUES.test(text.slice(cut, cut + 2))) cut++;
  return cut;
}

/** The last place from `limit` to `index` where a word ends. */
function cutAfter(text: string, index: number, limit: number): number {
  if (index >= text.length) return text.length;
  const nearest = Math.max(limit, index - MAX_WORD_CHARACTERS);
  const space = text.slice(nearest, index + 1).search(/\s\S*$/);
  if (space >= 0) return nearest + space;
  let cut = index;
  while (cut > limit && CONTINUES.test(text.slice(cut, cut + 2))) cut--;
  return cut;
}

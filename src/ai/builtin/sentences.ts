import { marksEnd } from '../../lib/sentences.ts';

/** A stretch of a text: from (included) to (excluded), in UTF-16 units. */
export type Span = { from: number; to: number };

/** The longest quote, in UTF-16 units. A longer sentence is cut at words. */
export const MAX_QUOTE_LENGTH = 300;

/** The longest entry that is quoted in full, in UTF-16 units. */
const SHORT_ENTRY_LENGTH = 120;

const SPACE = /\s/;
const END = /[.!?…؟۔।。！？｡\n]/g;
/** Characters that may stand between the end of a sentence and the space after it. */
const CLOSERS = /[.!?…؟۔।。！？｡"'”’»)\]」』）]*/y;
/** Ends that need no space after them. */
const FULL_WIDTH_ENDS = /[。！？｡]/;

/** The punctuation marks themselves, without closing characters. */
const RUN = /[.!?…؟۔।]+/y;

/**
 * Returns the place after the sentence that contains `at` and its closing characters; the end of the text if no end is
 * found.
 */
export function sentenceEnd(text: string, at: number): number {
  END.lastIndex = at;
  for (let found = END.exec(text); found; found = END.exec(text)) {
    const end = found[0];
    if (end === '\n') return found.index;
    CLOSERS.lastIndex = found.index + 1;
    CLOSERS.exec(text);
    const behind = CLOSERS.lastIndex;
    if (behind >= text.length || FULL_WIDTH_ENDS.test(end)) return behind;
    RUN.lastIndex = found.index;
    const marks = RUN.exec(text)![0];
    if (SPACE.test(text[behind]!) && marksEnd(text, found.index, marks)) return behind;
    END.lastIndex = behind;
  }
  return text.length;
}

/** Returns the span without white space at its ends. */
export function trimSpan(text: string, { from, to }: Span): Span {
  const rest = text.slice(from, to).trimEnd();
  return { from: from + rest.length - rest.trimStart().length, to: from + rest.length };
}

/**
 * Returns the words around a place of a text that can stand alone: all of a short text, otherwise the sentence,
 * otherwise some words. The work is bounded regardless of the length of the text.
 */
export function spanAround(text: string, at: number): Span {
  if (text.length <= SHORT_ENTRY_LENGTH) return trimSpan(text, { from: 0, to: text.length });
  const earliest = Math.max(0, at - MAX_QUOTE_LENGTH);
  const latest = Math.min(text.length, at + 2 * MAX_QUOTE_LENGTH);
  const near = text.slice(earliest, latest);
  let [from, to] = [0, 0];
  while (to <= at - earliest) {
    from = to;
    to = Math.max(sentenceEnd(near, from), from + 1);
  }
  const isWhole = (from > 0 || earliest === 0) && (to < near.length || latest === text.length);
  const span = trimSpan(text, { from: earliest + from, to: earliest + to });
  return isWhole && span.to - span.from <= MAX_QUOTE_LENGTH ? span : cut(text, span, at);
}

/** Shortens a span that contains `at` to the length of a quote, at words if there are spaces. */
function cut(text: string, span: Span, at: number): Span {
  const half = MAX_QUOTE_LENGTH / 2;
  let from = Math.max(span.from, at - half);
  if (from > span.from) from = wordStart(text, from, at);
  let to = Math.min(span.to, from + MAX_QUOTE_LENGTH);
  if (to < span.to) to = wordEnd(text, to, Math.max(at + 1, from + 1));
  return trimSpan(text, { from, to });
}

/**
 * Returns the first place after a space from `from` to `limit`, otherwise `from`, but never inside a surrogate pair.
 */
function wordStart(text: string, from: number, limit: number): number {
  for (let here = from; here <= limit; here++) if (SPACE.test(text[here - 1]!)) return here;
  return isInsidePair(text, from) ? from + 1 : from;
}

/** Returns the last place before a space from `to` back to `limit`, otherwise `to`. */
function wordEnd(text: string, to: number, limit: number): number {
  for (let here = to; here >= limit; here--) if (SPACE.test(text[here]!)) return here;
  return isInsidePair(text, to) ? to - 1 : to;
}

function isInsidePair(text: string, at: number): boolean {
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before <= 0xdbff && here >= 0xdc00 && here <= 0xdfff;
}

/** How much of a text stands at most on each side of what is shown of it. */
const MAX_AROUND_CHARACTERS = 200;

/** Longer than any sentence that people read. */
export const MAX_EXCERPT_CHARACTERS = 1_000;

/** So far a cut is moved to keep a word whole; scripts without spaces have none so near. */
const MAX_WORD_CHARACTERS = 40;

/** A line break, an ideographic full stop, or a mark before white space; closing quotes belong to it. */
const SENTENCE_END = /\n|[。！？][」』”’）]*|[.!?…؟।][)\]"'”’»]*(?=\s|$)/gu;

/** A code unit that goes on with the character before it. */
const CONTINUES = /^(?:[\udc00-\udfff\p{M}]|\u200d)/u;

/**
 * The sentence in which `[start, end)` of the text stands, as it is written, and of a long one 200 characters on each
 * side. White space at its ends is left out. What is over 1,000 characters is cut.
 */
export function sentenceAround(text: string, start: number, end: number): string {
  const windowStart = Math.max(0, start - MAX_AROUND_CHARACTERS);
  const windowEnd = Math.min(text.length, end + MAX_AROUND_CHARACTERS);
  const before = [...text.slice(windowStart, start).matchAll(SENTENCE_END)].at(-1);
  const from = before ? windowStart + before.index + before[0].length : cutBefore(text, windowStart, start);
  // From the last character on: it may be the mark that ends the sentence.
  const after = text
    .slice(end - 1, windowEnd)
    .matchAll(SENTENCE_END)
    .next().value;
  const to = after ? end - 1 + after.index + after[0].length : cutAfter(text, windowEnd, end);
  return clip(text.slice(from, to).trim());
}

/** The text up to its last whole word within 1,000 characters. */
export function clip(text: string): string {
  return text.slice(0, cutAfter(text, MAX_EXCERPT_CHARACTERS, 0)).trimEnd();
}

/** The first place from `index` to `limit` where a word begins. */
function cutBefore(text: string, index: number, limit: number): number {
  if (index === 0) return 0;
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

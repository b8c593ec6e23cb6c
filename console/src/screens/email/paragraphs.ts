/**
 * The paragraphs of an e-mail as signals count them: parted by lines with nothing but white space, without those that are
 * blank. `entryIndex` of a quote is a place in this list.
 */
export function paragraphsOf(text: string): string[] {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** A stretch of text, marked or not. */
export interface Stretch {
  text: string;
  isMarked: boolean;
}

/** Cuts a text where quotes begin and end; quotes may overlap, and one that does not stand in the text marks nothing. */
export function markQuotes(text: string, quotes: readonly string[]): Stretch[] {
  const spans = quotes
    .filter((quote) => quote !== '')
    .map((quote) => ({ from: text.indexOf(quote), length: quote.length }))
    .filter(({ from }) => from !== -1)
    .sort((a, b) => a.from - b.from);
  const stretches: Stretch[] = [];
  let at = 0;
  for (const { from, length } of spans) {
    const start = Math.max(at, from);
    const end = from + length;
    if (end <= at) continue;
    if (start > at) stretches.push({ text: text.slice(at, start), isMarked: false });
    stretches.push({ text: text.slice(start, end), isMarked: true });
    at = end;
  }
  if (at < text.length) stretches.push({ text: text.slice(at), isMarked: false });
  return stretches;
}

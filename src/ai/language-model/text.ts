/** English has 4 to 5 bytes per token, Chinese 3 to 5, Russian 4 to 6; a value of three overestimates the tokens. */
const BYTES_PER_TOKEN = 3;

/** Returns an upper estimate of the tokens of a text; only random characters have more. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** Returns the longest beginning of the text that is within the bound and does not end inside a character. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text[maxCharacters - 1]!);
  return text.slice(0, isSplit ? maxCharacters - 1 : maxCharacters);
}

/** Makes one line of a text: all kinds of line breaks, and all other control characters, become spaces. */
export function foldLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Splits a text, at spaces if there are any, into one or more parts that are each estimated at no more tokens. */
export function splitText(text: string, maxTokens: number): string[] {
  const maxBytes = Math.max(1, maxTokens) * BYTES_PER_TOKEN;
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  let start = 0;
  while (bytes.length - start > maxBytes) {
    const end = splitPoint(bytes, start, start + maxBytes);
    parts.push(bytes.toString('utf8', start, end));
    start = end;
  }
  parts.push(bytes.toString('utf8', start));
  return parts;
}

const SPACE = 0x20;
/** A part that ends at a space has at least this share of its bound. */
const MIN_FILL = 0.8;

function splitPoint(bytes: Buffer, start: number, limit: number): number {
  const space = bytes.lastIndexOf(SPACE, limit - 1);
  if (space >= start + (limit - start) * MIN_FILL) return space + 1;
  let end = limit;
  // A byte of the form 10xxxxxx continues a character.
  while (end > start + 1 && (bytes[end]! & 0xc0) === 0x80) end--;
  return end;
}

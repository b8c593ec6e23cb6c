/**
 * English has 4 to 5 bytes per token, Chinese 3 to 5, Russian 4 to 6: three errs on the side of more tokens.
 */
const BYTES_PER_TOKEN = 3;

/** How many tokens a text has at the most; only random characters have more. */
export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The longest beginning of the text within the bound that does not end inside a character. */
export function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const isSplit = /[\uD800-\uDBFF]/.test(text[maxCharacters - 1]!);
  return text.slice(0, isSplit ? maxCharacters - 1 : maxCharacters);
}

/** One line: whatever ends a line anywhere, and all other controls, become spaces. */
export function foldLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** Splits at spaces, where there are any, so that no part is estimated at more tokens; at least one part. */
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
/** A part is not made shorter than this share of its bound to end at a space. */
const MIN_FILL = 0.8;

function splitPoint(bytes: Buffer, start: number, limit: number): number {
  const space = bytes.lastIndexOf(SPACE, limit - 1);
  if (space >= start + (limit - start) * MIN_FILL) return space + 1;
  let end = limit;
  // 10xxxxxx continues a character.
  while (end > start + 1 && (bytes[end]! & 0xc0) === 0x80) end--;
  return end;
}

const NEWLINE = 0x0a;

/** A line without its end, in the parts in which it came; none if it is too long. Lines are numbered from 1. */
export type ByteLine = { line: number; parts: readonly Buffer[] | undefined; length: number };

/**
 * Divides content into its lines, without the blank ones, which are counted. The last line needs no newline. A line that
 * is too long is passed over without being held in memory.
 * @returns the lines that each part of the content completes; an empty list if it completes none
 */
export async function* readLines(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<ByteLine[]> {
  let line = 1;
  let begun: Buffer[] = [];
  let length = 0;
  const add = (bytes: Buffer) => {
    length += bytes.length;
    if (length > maxBytes) begun = [];
    else if (bytes.length > 0) begun.push(bytes);
  };
  const complete = (lines: ByteLine[]) => {
    if (length > maxBytes) lines.push({ line, parts: undefined, length: 0 });
    else if (!begun.every(isBlank)) lines.push({ line, parts: begun, length });
    line++;
    begun = [];
    length = 0;
  };
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const lines: ByteLine[] = [];
    let from = 0;
    for (let to = bytes.indexOf(NEWLINE); to >= 0; to = bytes.indexOf(NEWLINE, from)) {
      add(bytes.subarray(from, to));
      complete(lines);
      from = to + 1;
    }
    add(bytes.subarray(from));
    yield lines;
  }
  const last: ByteLine[] = [];
  if (length > 0) complete(last);
  yield last;
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

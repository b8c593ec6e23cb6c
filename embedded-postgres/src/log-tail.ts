import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const reportedLines = 10;
const reportedBytes = 8 * 1024;

// Lines that every start logs, and that do not explain an error.
const uninteresting = /redirecting log output|Future log output will appear/;

/** Returns the size in bytes of each file in the log folder, as the mark from which lastWords reads. */
export async function logSizes(logs: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(logs)) {
    const found = await stat(join(logs, name)).catch(() => undefined);
    if (found?.isFile()) sizes.set(name, found.size);
  }
  return sizes;
}

/** Returns the last lines written to the log folder since `sizes` was taken; empty if there are none. */
export async function lastWords(logs: string, sizes: Map<string, number>): Promise<string> {
  const pieces: { changedMs: number; text: string }[] = [];
  for (const [name, size] of await logSizes(logs)) {
    const from = Math.max(sizes.get(name) ?? 0, size - reportedBytes);
    if (from < size) pieces.push(await readPiece(join(logs, name), from, size));
  }
  const text = pieces.sort((a, b) => a.changedMs - b.changedMs).map((piece) => piece.text);
  const lines = text.join('\n').split('\n');
  const telling = lines.filter((line) => line.trim() !== '' && !uninteresting.test(line));
  return telling.slice(-reportedLines).join('\n');
}

async function readPiece(path: string, from: number, to: number) {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(to - from), 0, to - from, from);
    return { changedMs: (await file.stat()).mtimeMs, text: buffer.toString('utf8', 0, bytesRead) };
  } finally {
    await file.close();
  }
}

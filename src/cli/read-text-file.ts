import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { decodeText } from '../lib/decode-text.ts';
import { Fault } from '../lib/faults.ts';
import { refuseLarge } from '../lib/refuse-large.ts';

/**
 * Reads a text file: UTF-8, or UTF-16 with a byte order mark, as some Windows programs write it.
 * @throws Fault, worded to follow the file's name and a colon, where it is not there, too large or no text
 */
export async function readTextFile(path: string, maxBytes: number): Promise<string> {
  return decodeText(await readBytes(path, maxBytes, '; split it'));
}

/**
 * Reads a file as it is.
 * @param advice stands behind what a file that is too large may have
 * @throws Fault, worded to follow the file's name and a colon, where it is too large, or cannot be read now (`unavailable`)
 */
export async function readBytes(path: string, maxBytes: number, advice = ''): Promise<Buffer> {
  try {
    refuseUnfit(await stat(path), maxBytes, advice);
    const bytes = await readFile(path);
    refuseLarge(bytes.length, maxBytes, advice);
    return bytes;
  } catch (error) {
    throw asReadFault(error);
  }
}

/** The same for threads in which nobody else waits, in a fifth of the processor time. */
export function readBytesAtOnce(path: string, maxBytes: number, advice = ''): Buffer {
  try {
    refuseUnfit(statSync(path), maxBytes, advice);
    const bytes = readFileSync(path);
    refuseLarge(bytes.length, maxBytes, advice);
    return bytes;
  } catch (error) {
    throw asReadFault(error);
  }
}

function refuseUnfit(found: Stats, maxBytes: number, advice: string): void {
  // Reading a pipe or a device might never end.
  if (!found.isFile()) throw new Fault('invalid', 'it is not a file');
  refuseLarge(found.size, maxBytes, advice);
}

function asReadFault(error: unknown): unknown {
  return error instanceof Fault
    ? error
    : new Fault('unavailable', whyUnreadable(error as NodeJS.ErrnoException));
}

/** The reason in words that follow a file's name and a colon. */
export function whyUnreadable(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return 'there is no such file or folder';
  if (error.code === 'EACCES' || error.code === 'EPERM') return 'it may not be read by this user';
  return `it cannot be read: ${error.message}`;
}

import { Fault } from './faults.ts';

/**
 * Reads a file's bytes as text: UTF-8, or UTF-16 with a byte order mark, as some Windows programs write it.
 * @throws Fault 400, worded to follow the file's name and a colon, where they are no text
 */
export function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Fault('invalid', `it is not text in ${encoding.toUpperCase()}; convert it to UTF-8 first`);
  }
}

function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

import { Fault } from './faults.ts';

/** A file's text; `note` tells how its bytes were read if they did not say it themselves. */
export type DecodedText = { text: string; note?: string };

/**
 * Reads a file's bytes as text: UTF-8, or UTF-16, as some Windows programs write it.
 * @throws Fault 400, worded to follow the file's name and a colon, where they are no text
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new Fault('invalid', `it is not text in ${encoding.toUpperCase()}; convert it to UTF-8 first`);
  }
}

/**
 * Works like {@link decodeText}, but reads bytes that are not UTF-8 as Windows-1252, the encoding of older Windows
 * programs in western languages, if they can be text in it. Text that is mostly valid UTF-8 is damaged, and is refused.
 */
export function decodeTextOrWindows1252(bytes: Uint8Array): DecodedText {
  try {
    return { text: decodeText(bytes) };
  } catch (error) {
    if (encodingOf(bytes) !== 'utf-8') throw error;
    const asUtf8 = new TextDecoder().decode(bytes);
    if (asUtf8.includes('\0'))
      throw new Fault('invalid', 'it is no text, and no other kind of file that can be read');
    const damaged = count(asUtf8, /\ufffd/g);
    if (count(asUtf8, /[^\0-\x7f\ufffd]/g) >= damaged) {
      const isCutOff = damaged === 1 && asUtf8.endsWith('\ufffd');
      if (isCutOff)
        throw new Fault('invalid', 'it ends in the middle of a character; it seems to be cut off');
      const line = count(asUtf8.slice(0, asUtf8.indexOf('\ufffd')), /\r\n?|\n/g) + 1;
      throw new Fault('invalid', `line ${line}: it is not text in UTF-8; convert the file to UTF-8 first`);
    }
    const text = new TextDecoder('windows-1252').decode(bytes);
    if (NOT_IN_WINDOWS_1252.test(text)) throw error;
    return { text, note: 'the file is not in UTF-8; it was read as Windows-1252' };
  }
}

/** Reads a part of a text, which may end within a character; bytes that are no text become U+FFFD. */
export function decodeLeniently(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** The control characters that no text has, and the five bytes that Windows-1252 leaves undefined. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are looked for
const NOT_IN_WINDOWS_1252 = /[\0-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/;

function count(text: string, character: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(character)) found += 1;
  return found;
}

/** UTF-16 has a byte order mark, or begins with two characters of ASCII, as every known format does. */
function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [a, b, c, d] = bytes;
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  if (a === 0 && b && c === 0 && d) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

import { isUtf8 } from 'node:buffer';
import { Fault } from '../lib/faults.ts';

/** Deeper than any body of the contract; V8 parses 100,000 levels but cannot stringify them again. */
export const MAX_JSON_DEPTH = 32;

/** Objects of the contract have a dozen members; objects with very many distinct ones block the event loop. */
export const MAX_OBJECT_MEMBERS = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Parses a JSON body from its bytes, refusing what would be dear to parse before it is parsed.
 * @throws Fault 'invalid' where it is not UTF-8, not JSON, or too deep or wide
 */
export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes))
    throw new Fault('invalid', 'The body must be JSON in UTF-8: it has bytes that are not UTF-8');
  const json = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? bytes.subarray(3) : bytes;
  refuseDeepOrWide(json);
  try {
    return JSON.parse(json.toString('utf8'));
  } catch (error) {
    throw new Fault('invalid', `The body must be JSON: ${whereParsingFailed(error)}`);
  }
}

/** One pass over the bytes: brackets and colons outside strings. Malformed JSON is left for JSON.parse to name. */
function refuseDeepOrWide(bytes: Buffer): void {
  const members = new Uint32Array(MAX_JSON_DEPTH + 1);
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!;
    if (byte === QUOTE) {
      index = endOfString(bytes, index);
    } else if (byte === 0x7b || byte === 0x5b) {
      depth++;
      if (depth > MAX_JSON_DEPTH) {
        throw new Fault('invalid', `The body must not be nested deeper than ${MAX_JSON_DEPTH} levels`);
      }
      members[depth] = 0;
    } else if (byte === 0x7d || byte === 0x5d) {
      if (depth > 0) depth--;
    } else if (byte === COLON && ++members[depth]! > MAX_OBJECT_MEMBERS) {
      throw new Fault(
        'invalid',
        `An object in the body must not have more than ${MAX_OBJECT_MEMBERS} members`,
      );
    }
  }
}

/** @returns the index of the closing quote, or the length where the string does not end */
function endOfString(bytes: Buffer, start: number): number {
  let end = bytes.indexOf(QUOTE, start + 1);
  while (end > 0) {
    let backslashes = 0;
    while (bytes[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = bytes.indexOf(QUOTE, end + 1);
  }
  return bytes.length;
}

/** V8's message quotes the body; only the position is passed on. */
function whereParsingFailed(error: unknown): string {
  const position = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1];
  return position ? `it cannot be read at position ${position}` : 'it ends too early or is empty';
}

import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type { DeflatedPiece } from '../../lib/gzip-pieces.ts';
import { parseJsonInSlices } from '../../lib/json-slices.ts';
import { createReusedInflater } from '../../lib/reused-inflater.ts';
import {
  ENTRY_START,
  MAX_PARSED_AT_ONCE_BYTES,
  type TranscriptEntry,
  WIRE_LIMITS,
} from './transcript-pieces.ts';

/**
 * The entries of a transcript in its JSON. They are located as far as they are asked for, and parsed one by one, because a search needs
 * few of them.
 */
export type LocatedEntries = {
  json(): string;
  /** Whether all of its characters are ASCII. */
  isAscii: boolean;
  /** Returns where an entry begins in the JSON; undefined if there is none. */
  startOf(index: number): number | undefined;
  /**
   * Returns the first entry, from an index on, that has a place of the JSON.
   * @param nextPlace returns the next place from one of the JSON on, and Infinity if there is none
   * @returns its index, or Infinity if there is none
   */
  nextWith(index: number, nextPlace: (from: number) => number): number;
  /** Returns where the text of an entry is in the JSON; undefined if the JSON has it with escapes. Asked in the order of the entries. */
  textOf(index: number): [from: number, to: number] | undefined;
  /** Parses an entry in steps, to be run in turns; undefined if there is none. */
  entry(index: number): Generator<void, TranscriptEntry | undefined>;
  /**
   * Lets go of the JSON, after which nothing may be asked. V8 would keep it until it collects its whole heap, which it would therefore do
   * every few requests: what an asynchronous function waited for outlives its use.
   */
  release(): void;
};

const TEXT_START = `${ENTRY_START}"`;

/** Only one piece is looked at between two turns. */
const inflater = createReusedInflater();

/**
 * Inflates the pieces of a transcript.
 * @returns steps, to be run in turns
 */
export function* locateEntries(
  pieces: readonly Pick<DeflatedPiece, 'deflated' | 'rawLength'>[],
): Generator<void, LocatedEntries> {
  // A piece may end within a character.
  let decoder: StringDecoder | undefined;
  let json = '';
  for (const piece of pieces) {
    const bytes = inflater.inflate(piece);
    if (!decoder && !isAscii(bytes)) decoder = new StringDecoder('utf8');
    json += decoder ? decoder.write(bytes) : bytes.toString('latin1');
    yield;
  }
  const starts: number[] = [];
  let located = json.indexOf(TEXT_START);
  /** Locates the next entry. */
  const locate = (): boolean => {
    if (located < 0) return false;
    starts.push(located);
    located = json.indexOf(TEXT_START, located + TEXT_START.length);
    return true;
  };
  const startOf = (index: number): number | undefined => {
    while (starts.length <= index && locate());
    return starts[index];
  };
  let backslash = -1;
  return {
    json: () => json,
    isAscii: decoder === undefined,
    startOf,
    nextWith(index, nextPlace) {
      const start = startOf(index);
      const place = start === undefined ? Number.POSITIVE_INFINITY : nextPlace(start);
      if (place === Number.POSITIVE_INFINITY) return place;
      while (located >= 0 && located <= place) locate();
      let [found, end] = [index, starts.length];
      while (end - found > 1) {
        const middle = (found + end) >>> 1;
        if (starts[middle]! <= place) found = middle;
        else end = middle;
      }
      return found;
    },
    textOf(index) {
      const from = startOf(index)! + TEXT_START.length;
      if (backslash < from) backslash = json.indexOf('\\', from);
      if (backslash < 0) backslash = json.length;
      const to = json.indexOf('"', from);
      return backslash < to ? undefined : [from, to];
    },
    *entry(index) {
      const from = startOf(index);
      if (from === undefined) return undefined;
      const next = startOf(index + 1);
      // The comma between entries, or the brackets behind the last one.
      const text = json.slice(from, next === undefined ? json.length - ']}'.length : next - 1);
      return (
        text.length <= MAX_PARSED_AT_ONCE_BYTES
          ? JSON.parse(text)
          : yield* parseJsonInSlices(Buffer.from(text), WIRE_LIMITS)
      ) as TranscriptEntry;
    },
    release() {
      json = '';
    },
  };
}

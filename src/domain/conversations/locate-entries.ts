import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { type DeflatedPiece, inflatePiece } from '../../lib/gzip-pieces.ts';
import { parseJsonInSlices } from '../../lib/json-slices.ts';
import {
  ENTRY_START,
  MAX_PARSED_AT_ONCE_BYTES,
  type TranscriptEntry,
  WIRE_LIMITS,
} from './transcript-pieces.ts';

/** The entries of a transcript in its JSON. They are parsed one by one, because a search needs few of them. */
export type LocatedEntries = {
  json: string;
  /** Whether all of its characters are ASCII. */
  isAscii: boolean;
  count: number;
  /** Returns where an entry begins in the JSON. */
  startOf(index: number): number;
  /**
   * Returns the first entry, from an index on, that has a place of the JSON.
   * @param nextPlace returns the next place from one of the JSON on, and Infinity if there is none
   * @returns its index, or `count` if there is none
   */
  nextWith(index: number, nextPlace: (from: number) => number): number;
  /** Returns where the text of an entry is in the JSON; undefined if the JSON has it with escapes. Asked in the order of the entries. */
  textOf(index: number): [from: number, to: number] | undefined;
  /** Parses an entry in steps, to be run in turns; undefined if there is none. */
  entry(index: number): Generator<void, TranscriptEntry | undefined>;
};

/** Entries that are located in one step. */
const STEP_ENTRIES = 1000;

const TEXT_START = `${ENTRY_START}"`;

/**
 * Inflates the pieces of a transcript and finds its entries.
 * @returns steps, to be run in turns
 */
export function* locateEntries(
  pieces: readonly Pick<DeflatedPiece, 'deflated' | 'rawLength'>[],
): Generator<void, LocatedEntries> {
  // A piece may end within a character.
  const decoder = new StringDecoder('utf8');
  let json = '';
  let isAllAscii = true;
  for (const piece of pieces) {
    const bytes = inflatePiece(piece);
    isAllAscii &&= isAscii(bytes);
    json += decoder.write(bytes);
    yield;
  }
  const starts: number[] = [];
  for (let at = json.indexOf(TEXT_START); at >= 0; ) {
    starts.push(at);
    at = json.indexOf(TEXT_START, at + TEXT_START.length);
    if (starts.length % STEP_ENTRIES === 0) yield;
  }
  let backslash = -1;
  return {
    json,
    isAscii: isAllAscii,
    count: starts.length,
    startOf: (index) => starts[index]!,
    nextWith(index, nextPlace) {
      const place = index < starts.length ? nextPlace(starts[index]!) : Number.POSITIVE_INFINITY;
      if (place === Number.POSITIVE_INFINITY) return starts.length;
      let [found, end] = [index, starts.length];
      while (end - found > 1) {
        const middle = (found + end) >>> 1;
        if (starts[middle]! <= place) found = middle;
        else end = middle;
      }
      return found;
    },
    textOf(index) {
      const from = starts[index]! + TEXT_START.length;
      if (backslash < from) backslash = json.indexOf('\\', from);
      if (backslash < 0) backslash = json.length;
      const to = json.indexOf('"', from);
      return backslash < to ? undefined : [from, to];
    },
    *entry(index) {
      const from = starts[index];
      if (from === undefined) return undefined;
      const next = starts[index + 1];
      // The comma between entries, or the brackets behind the last one.
      const text = json.slice(from, next === undefined ? json.length - ']}'.length : next - 1);
      return (
        text.length <= MAX_PARSED_AT_ONCE_BYTES
          ? JSON.parse(text)
          : yield* parseJsonInSlices(Buffer.from(text), WIRE_LIMITS)
      ) as TranscriptEntry;
    },
  };
}

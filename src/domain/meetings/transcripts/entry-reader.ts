import type { Side } from '../../../ai/types.ts';
import { ENTRY_START, type PieceEntries } from '../../conversations/transcript-pieces.ts';

/** An entry of a transcript with its place, counted from 0. */
export type IndexedEntry = {
  entryIndex: number;
  text: string;
  /** The side is not part of what is stored: it follows from the people of the meeting. */
  speaker?: { name: string; attendeeId?: string; side?: Side };
  timestamp?: string;
  timestampSeconds?: number;
  endSeconds?: number;
};

export type EntryReader = {
  /**
   * Takes the next piece.
   * @param raw its inflated bytes
   * @param endsWithEntry whether the next piece, if there is one, begins with an entry
   * @returns the entries that are complete now
   */
  take(raw: Buffer, piece: PieceEntries, endsWithEntry: boolean): IndexedEntry[];
};

const BETWEEN_ENTRIES = `},${ENTRY_START}`;
const END = ']}';

/**
 * Reads entries from consecutive pieces of a transcript, of which the first begins with an entry. An entry that a piece
 * leaves incomplete is kept until the next piece.
 */
export function createEntryReader(): EntryReader {
  let nextIndex = 0;
  let incomplete: Buffer = Buffer.alloc(0);
  const ends = new Map<number, number>();
  return {
    take(raw, { firstEntry, endSeconds }, endsWithEntry) {
      if (firstEntry !== null && incomplete.length === 0) nextIndex = firstEntry;
      if (endSeconds !== null) noteEnds(ends, firstEntry!, endSeconds);
      const bytes = incomplete.length === 0 ? raw : Buffer.concat([incomplete, raw]);
      const start = bytes.indexOf(ENTRY_START);
      const end = endsWithEntry ? endOfEntries(bytes) : bytes.lastIndexOf(BETWEEN_ENTRIES) + 1;
      incomplete = endsWithEntry ? Buffer.alloc(0) : bytes.subarray(start < 0 ? 0 : Math.max(start, end));
      if (start < 0 || end <= start) return [];
      const entries = JSON.parse(`[${bytes.toString('utf8', start, end)}]`) as Omit<
        IndexedEntry,
        'entryIndex'
      >[];
      return entries.map((entry) => {
        const entryIndex = nextIndex++;
        const end = ends.get(entryIndex);
        ends.delete(entryIndex);
        return { entryIndex, ...entry, ...(end === undefined ? {} : { endSeconds: end }) };
      });
    },
  };
}

function noteEnds(ends: Map<number, number>, firstEntry: number, json: string): void {
  for (const [index, end] of (JSON.parse(json) as (number | null)[]).entries()) {
    if (end !== null) ends.set(firstEntry + index, end);
  }
}

/** Returns where the last entry ends; no entry ends like the transcript as a whole. */
function endOfEntries(bytes: Buffer): number {
  const hasEnd = bytes.subarray(-END.length).equals(Buffer.from(END));
  return hasEnd ? bytes.length - END.length : bytes.length;
}

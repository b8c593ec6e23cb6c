import { useMemo, useState } from 'react';
import { findAll, type Mark, type Match } from './marks.ts';
import type { Entry } from './shapes.ts';

/** A search in the transcript: its matches, and the current one. */
export interface Find {
  words: string;
  setWords: (words: string) => void;
  matches: readonly Match[];
  /** The current match, counted from 0. */
  at: number;
  /** Goes to the next match (1) or the previous one (-1), and wraps around. */
  step: (by: 1 | -1) => void;
  /** The marks by entry. */
  marks: ReadonlyMap<number, Mark[]>;
}

/** The search words with the matches, and the entries that they were found in. */
type Found = Pick<Find, 'words' | 'matches' | 'at'> & { of: readonly Entry[] };

const NOTHING: Found = { words: '', matches: [], at: 0, of: [] };

/**
 * Looks words up as they are typed.
 * @param firstVisible tells the entry at which the reader is: the first match from there on is gone to
 * @param show brings an entry into view
 */
export function useFind(
  entries: readonly Entry[],
  firstVisible: () => number,
  show: (entry: number) => void,
): Find {
  const [{ words, matches, at, of }, setFound] = useState<Found>(NOTHING);
  // Another transcript has its own places.
  if (of !== entries) setFound({ words, matches: findAll(entries, words), at: 0, of: entries });

  // The matches are found synchronously, so that an Enter right after the last letter steps on from the whole word.
  const setWords = (next: string) => {
    const places = findAll(entries, next);
    const firstAt = places.findIndex(({ entry }) => entry >= firstVisible());
    const first = Math.max(0, firstAt);
    setFound({ words: next, matches: places, at: first, of: entries });
    const match = places[first];
    if (match) show(match.entry);
  };

  const marks = useMemo(() => {
    const byEntry = new Map<number, Mark[]>();
    for (const [index, { entry, from, to }] of matches.entries()) {
      const mark: Mark = { from, to, kind: index === at ? 'current' : 'found' };
      const marked = byEntry.get(entry);
      if (marked) marked.push(mark);
      else byEntry.set(entry, [mark]);
    }
    return byEntry;
  }, [matches, at]);

  const step = (by: 1 | -1) => {
    if (matches.length === 0) return;
    const next = (at + by + matches.length) % matches.length;
    setFound({ words, matches, at: next, of: entries });
    show(matches[next]!.entry);
  };
  return { words, setWords, matches, at, step, marks };
}

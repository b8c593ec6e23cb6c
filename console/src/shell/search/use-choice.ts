import { useEffect, useRef, useState } from 'react';
import type { Hit } from './hits.ts';

/** The hit that Enter opens. */
export interface Choice {
  /** Its index among all hits; -1 if there are none. */
  at: number;
  /** Moves by so many hits, and around the ends. */
  step: (by: number) => void;
  /** Goes to a hit; by the pointer, nothing is scrolled into view. */
  goTo: (index: number, isByPointer?: boolean) => void;
}

/**
 * Holds the chosen hit by its key: hits that arrive later do not put another one in its place. Whatever is typed next
 * chooses the first hit again.
 */
export function useChoice(typed: string, hits: readonly Hit[], idOf: (index: number) => string): Choice {
  const [chosen, setChosen] = useState<{ key: string; typed: string }>();
  const found = chosen?.typed === typed ? hits.findIndex(({ key }) => key === chosen.key) : -1;
  const at = hits.length === 0 ? -1 : Math.max(0, found);
  const isToShow = useRef(false);
  const id = idOf(at);
  useEffect(() => {
    if (!isToShow.current) return;
    isToShow.current = false;
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
  const goTo = (index: number, isByPointer = false) => {
    const hit = hits[index];
    if (!hit) return;
    isToShow.current = !isByPointer;
    setChosen({ key: hit.key, typed });
  };
  return { at, step: (by) => goTo((at + by + hits.length) % hits.length), goTo };
}

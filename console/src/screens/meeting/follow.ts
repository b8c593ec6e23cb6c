import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Playback, usePlayback } from './playback.ts';
import type { Rows } from './rows.ts';

/** The line being heard is kept between these parts of the window's height, and brought to the first. */
const READING_LINE = 0.32;
const LOWEST = 0.68;
const TOP_MARGIN_PX = 70;

const SCROLL_KEYS = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']);

/** Brings a row into view: gently where it is near, at once where it is not drawn. */
export function showRow(list: HTMLElement | null, rows: Rows, index: number, always = false): void {
  const row = list?.querySelector<HTMLElement>(`[data-index="${index}"]`);
  if (!row) {
    rows.scrollToIndex(index, { align: 'center' });
    return;
  }
  const { top, bottom } = row.getBoundingClientRect();
  const isEasyToSee = top >= TOP_MARGIN_PX && bottom <= window.innerHeight * LOWEST;
  if (isEasyToSee && !always) return;
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  window.scrollTo({
    top: window.scrollY + top - window.innerHeight * READING_LINE,
    behavior: isCalm ? 'auto' : 'smooth',
  });
}

/**
 * Keeps the line being heard in view, until the reader scrolls away by wheel, finger, key or scroll bar. From then on
 * they are left alone until they go back to it or choose another place to hear.
 */
export function useFollow(
  playback: Playback,
  heard: number | undefined,
  list: RefObject<HTMLElement | null>,
  rows: Rows,
): { isAway: boolean; goBack: () => void; leave: () => void } {
  const [isFollowing, setFollowing] = useState(true);
  const isPlaying = usePlayback(playback, (state) => state.isPlaying);
  const hasPlayed = usePlayback(playback, (state) => state.hasPlayed);
  const seeks = usePlayback(playback, (state) => state.seeks);
  const lastSeeks = useRef(seeks);
  const isActive = isPlaying || heard !== undefined;

  useEffect(() => {
    if (lastSeeks.current === seeks) return;
    lastSeeks.current = seeks;
    setFollowing(true);
  }, [seeks]);

  useEffect(() => {
    if (!isActive) return;
    const leave = () => setFollowing(false);
    const onKey = (event: KeyboardEvent) => {
      const isInField =
        event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (SCROLL_KEYS.has(event.key) && !isInField) leave();
    };
    const onMouse = (event: MouseEvent) => {
      if (event.clientX >= document.documentElement.clientWidth) leave();
    };
    // The side panel has a scroll of its own.
    const onWheel = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('[data-own-scroll]'))) leave();
    };
    window.addEventListener('wheel', onWheel, { passive: true });
    window.addEventListener('touchmove', onWheel, { passive: true });
    window.addEventListener('keydown', onKey);
    window.addEventListener('mousedown', onMouse);
    return () => {
      window.removeEventListener('wheel', onWheel);
      window.removeEventListener('touchmove', onWheel);
      window.removeEventListener('keydown', onKey);
      window.removeEventListener('mousedown', onMouse);
    };
  }, [isActive]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a seek to the line that is heard already moves the view too
  useEffect(() => {
    if (heard !== undefined && isFollowing && isPlaying) showRow(list.current, rows, heard);
  }, [heard, isFollowing, isPlaying, seeks, rows, list]);

  const goBack = useCallback(() => {
    setFollowing(true);
    if (heard !== undefined) showRow(list.current, rows, heard, true);
  }, [heard, rows, list]);
  const leave = useCallback(() => setFollowing(false), []);
  return { isAway: !isFollowing && hasPlayed && heard !== undefined, goBack, leave };
}

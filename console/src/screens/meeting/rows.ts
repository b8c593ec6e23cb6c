import { type ReactVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';
import type { Entry } from './shapes.ts';
import { speakerName } from './talk.ts';

/** Rows that are drawn before they are seen. */
const OVERSCAN = 14;
const LETTER_WIDTH_PX = 8.1;
const SIDES_PX = 118;
const LINE_HEIGHT_PX = 25;
const ROW_PADDING_PX = 6;
const TURN_HEIGHT_PX = 35;

/** The rows that are drawn, of all that there are. */
export type Rows = ReactVirtualizer<Window, HTMLLIElement>;

/**
 * Draws only the rows around the window, which is what scrolls. Their heights are guessed by the length of the text
 * until they are drawn and measured.
 */
export function useRows(entries: readonly Entry[], list: RefObject<HTMLOListElement | null>) {
  const { scrollMargin, width } = usePlaceOf(list);
  const isTurn = useMemo(
    () =>
      entries.map((entry, index) => index === 0 || speakerName(entry) !== speakerName(entries[index - 1]!)),
    [entries],
  );
  const lettersPerLine = Math.max(20, (width - SIDES_PX) / LETTER_WIDTH_PX);
  const rows: Rows = useWindowVirtualizer<HTMLLIElement>({
    count: entries.length,
    estimateSize: (index) =>
      Math.ceil(entries[index]!.text.length / lettersPerLine) * LINE_HEIGHT_PX +
      ROW_PADDING_PX +
      (isTurn[index] ? TURN_HEIGHT_PX : 0),
    overscan: OVERSCAN,
    scrollMargin,
    directDomUpdates: true,
    useFlushSync: false,
  });
  const setList = useCallback(
    (node: HTMLOListElement | null) => {
      list.current = node;
      rows.containerRef(node);
    },
    [rows, list],
  );
  return { rows, setList, isTurn };
}

/** Measures where the list begins on the page and its width, and updates both when the content above changes. */
function usePlaceOf(list: RefObject<HTMLElement | null>): { scrollMargin: number; width: number } {
  const [place, setPlace] = useState({ scrollMargin: 0, width: 700 });
  useLayoutEffect(() => {
    const measure = () => {
      const rect = list.current?.getBoundingClientRect();
      if (!rect) return;
      const next = { scrollMargin: Math.round(rect.top + window.scrollY), width: Math.round(rect.width) };
      setPlace((last) =>
        last.scrollMargin === next.scrollMargin && last.width === next.width ? last : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}

import { type RefObject, useEffect, useRef, useState } from 'react';
import { TimeText } from '../../parts/index.ts';
import { useScope } from './scope.ts';
import styles from './transcript.module.css';

/** Tells whether an element has been scrolled out of the window at its top. */
export function useScrolledAway(): { mark: RefObject<HTMLDivElement | null>; isAway: boolean } {
  const mark = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) setAway(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(mark.current!);
    return () => observer.disconnect();
  }, []);
  return { mark, isAway };
}

/** The meeting's title, for while the head of the page is scrolled away: a link to a moment opens far below it. */
export function TitleStrip() {
  const { title, startTime } = useScope().meeting;
  return (
    // Screen readers have the heading of the page.
    <p className={styles.strip} aria-hidden="true">
      <strong className={styles.stripTitle}>{title}</strong>
      <TimeText at={startTime} style="day" />
    </p>
  );
}

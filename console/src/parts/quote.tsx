import type { ReactNode } from 'react';
import { formatPosition } from './format.ts';
import styles from './quote.module.css';

interface Props {
  text: string;
  speaker?: string;
  /** The side of the speaker, if it is known. */
  side?: 'us' | 'customer';
  /** The position of the quote, in seconds from the start. */
  seconds?: number;
  /** Makes the quote a button that leads to its place. */
  onJump?: () => void;
  /** In place of onJump: a `<Link>` shown after the speaker. */
  link?: ReactNode;
}

/** The sides as people read them. */
export const SIDE_NAMES = { us: 'our side', customer: 'customer' } as const;

/** Words that somebody said, word for word, marked as with a pen. */
export function Quote({ text, speaker, side, seconds, onJump, link }: Props) {
  const place = seconds === undefined ? undefined : formatPosition(seconds);
  return (
    <figure className={styles.quote}>
      <blockquote className={styles.text}>
        {onJump ? (
          <button type="button" className={styles.jump} onClick={onJump}>
            {text}
          </button>
        ) : (
          text
        )}
      </blockquote>
      {(speaker || side || place || link) && (
        <figcaption className={styles.by}>
          {[speaker, side && SIDE_NAMES[side], place].filter(Boolean).join(' · ')} {link}
        </figcaption>
      )}
    </figure>
  );
}

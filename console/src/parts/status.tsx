import type { ReactNode } from 'react';
import styles from './status.module.css';

/** The tones of a state, by what it means for the reader. */
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain';

/** A state in a word or two, with a dot of its tone: enabled, failed, waiting. */
export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.status} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './panel.module.css';

interface Props {
  /** Its h2. Without one the panel is only a ground to stand on. */
  title?: string;
  /** Small text beside or under the title. */
  hint?: ReactNode;
  actions?: ReactNode;
  /** No padding around the content: for tables and lists that go to the edge. */
  flush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A raised sheet with a heading: what belongs together on a screen. */
export function Panel({ title, hint, actions, flush, className, children }: Props) {
  return (
    <section className={classes(styles.panel, className)} aria-label={title}>
      {title && (
        <div className={styles.head}>
          <div className={styles.words}>
            <h2 className={styles.title}>{title}</h2>
            {hint && <div className={styles.hint}>{hint}</div>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={flush ? undefined : styles.body}>{children}</div>
    </section>
  );
}

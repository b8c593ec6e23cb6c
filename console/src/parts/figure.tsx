import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface Props {
  label: string;
  /** The number itself, or a word in its place; undefined while it is read. */
  value: ReactNode;
  /** Explains the number, in small type below it. */
  hint?: ReactNode;
  /** Beside the number, as a Sparkline or a Meter. */
  extra?: ReactNode;
  tone?: 'good' | 'warn' | 'bad';
}

/** One large number with its name. Several stand in a Figures row. */
export function Figure({ label, value, hint, extra, tone }: Props) {
  return (
    <div className={styles.figure} data-tone={tone}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value ?? ' '}</dd>
      {hint && <dd className={styles.hint}>{hint}</dd>}
      {extra && <dd className={styles.extra}>{extra}</dd>}
    </div>
  );
}

/** A row of figures; two in a line on a phone. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

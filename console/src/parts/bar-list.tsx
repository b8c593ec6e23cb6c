import type { ReactNode } from 'react';
import styles from './chart.module.css';
import { formatNumber } from './format.ts';

/** A line of a BarList. */
export interface Bar {
  key: string | number;
  /** Its name: text or a `<Link>`. */
  label: ReactNode;
  value: number;
  /** In place of the bare number, as "12 min · 40 %". */
  valueText?: ReactNode;
  /** After the name, as a Sparkline. */
  extra?: ReactNode;
  color?: string;
}

/** Horizontal bars, the longest as wide as the list: how parts compare. Name and number stand beside each as text. */
export function BarList({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const top = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={styles.bars} aria-label={label}>
      {bars.map(({ key, label: name, value, valueText, extra, color }) => (
        <li key={key} className={styles.bar}>
          <div className={styles.barHead}>
            <span className={styles.barName}>{name}</span>
            {extra}
            <span className={styles.barValue}>{valueText ?? formatNumber(value)}</span>
          </div>
          <div className={styles.barTrack} aria-hidden="true">
            <div
              className={styles.barFill}
              style={{ width: `${(value / top) * 100}%`, background: color ?? 'var(--p-chart-1)' }}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Shows the used share of a limit, from 0 to 1. */
export function Meter({ label, share }: { label: string; share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  const tone = share >= 1 ? 'bad' : share >= 0.8 ? 'warn' : 'good';
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each in its own way
    <div
      className={styles.barTrack}
      role="meter"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div className={styles.barFill} data-tone={tone} style={{ width: `${percent}%` }} />
    </div>
  );
}

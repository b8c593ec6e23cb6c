import { formatNumber } from '../../parts/index.ts';
import styles from './coverage-bar.module.css';
import type { Coverage } from './queries.ts';

/** The outcomes for a conversation, in the order of the bar. */
export const OUTCOMES = [
  { key: 'fired', label: 'fired' },
  { key: 'notFired', label: 'did not fire' },
  { key: 'failed', label: 'failed' },
  { key: 'pending', label: 'waiting' },
  { key: 'notEvaluated', label: 'not evaluated' },
] as const;

/** Shows the outcomes of the conversations in a period as one bar, with a label for screen readers. */
export function CoverageBar({ coverage, tall }: { coverage: Coverage; tall?: boolean }) {
  const { sources } = coverage;
  const words = OUTCOMES.filter(({ key }) => coverage[key] > 0)
    .map(({ key, label }) => `${formatNumber(coverage[key])} ${label}`)
    .join(', ');
  return (
    <div className={styles.bar} data-tall={tall} role="img" aria-label={words || 'No conversations'}>
      {OUTCOMES.map(({ key }) => (
        <span
          key={key}
          className={styles.part}
          data-outcome={key}
          style={{ flexGrow: sources === 0 ? 0 : coverage[key] / sources }}
        />
      ))}
    </div>
  );
}

/** The colour of an outcome, before its name. */
export function OutcomeDot({ outcome }: { outcome: (typeof OUTCOMES)[number]['key'] }) {
  return <span className={styles.dot} data-outcome={outcome} aria-hidden="true" />;
}

import { formatNumber } from '../../parts/index.ts';
import styles from './backtest.module.css';
import type { Backtest } from './queries.ts';

interface Props {
  comparison: NonNullable<Backtest['comparison']>;
  version: number | undefined;
}

/** Compares the draft with the version in use: where they agree and where they do not. */
export function Comparison({ comparison, version = 1 }: Props) {
  const { both, onlyDraft, onlyCurrent, neither } = comparison;
  const lines = [
    { label: 'Both fire', value: both },
    { label: 'Only the draft', value: onlyDraft, isChange: true },
    { label: `Only version ${version}`, value: onlyCurrent, isChange: true },
    { label: 'Neither', value: neither },
  ];
  return (
    <section aria-label={`Compared with version ${version}`} className={styles.comparison}>
      <dl className={styles.figures}>
        {lines.map(({ label, value, isChange }) => (
          <div key={label} data-change={isChange && value > 0}>
            <dt>{label}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

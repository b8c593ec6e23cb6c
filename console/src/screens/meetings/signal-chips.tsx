import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconBolt as IconSignal } from '../../icons/tabler.ts';
import type { Meeting } from '../../shapes.ts';
import styles from './meetings.module.css';

const MAX_CHIPS = 3;

/** The signals that fired in a meeting: each leads to its evidence, and the number of further ones to all of them. */
export function SignalChips({ id, signals }: Pick<Meeting, 'id' | 'signals'>) {
  if (!signals) return null;
  const shown = signals.slice(0, MAX_CHIPS);
  const further = signals.slice(MAX_CHIPS);
  return (
    <span className={styles.chips}>
      {shown.map(({ signalId, signalName }) => (
        <Link
          key={signalId}
          to="/meetings/$id"
          params={{ id }}
          search={{ signal: signalId }}
          className={styles.chip}
          title={signalName}
        >
          <IconSignal size={13} aria-hidden="true" className={styles.chipIcon} />
          <span className="visually-hidden">Signal </span>
          <span className={styles.chipName}>{signalName}</span>
        </Link>
      ))}
      {further.length > 0 && (
        <Tooltip label={further.map(({ signalName }) => signalName).join(', ')} multiline maw={320}>
          <Link to="/meetings/$id" params={{ id }} search={{ tab: 'signals' }} className={styles.chip}>
            +{further.length}
            <span className="visually-hidden"> more signals</span>
          </Link>
        </Tooltip>
      )}
    </span>
  );
}

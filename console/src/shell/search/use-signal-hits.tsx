import { useQuery } from '@tanstack/react-query';
import { IconTargetArrow as IconSignal } from '../../icons/tabler.ts';
import { highlightWords, matchesWords } from '../../parts/highlight.ts';
import { Highlighted } from '../../parts/highlighted.tsx';
import { signalNamesQuery } from '../../parts/signal-names.ts';
import { useCan } from '../session.ts';
import { groupOf, type HitGroup } from './hits.ts';
import styles from './search-field.module.css';

const MAX_SIGNALS = 3;

/** Signals by the words of their names. */
export function useSignalHits(typed: string): HitGroup {
  const now = typed.trim();
  const isWanted = useCan('signals:read') && now !== '';
  const found = useQuery({ ...signalNamesQuery, enabled: isWanted });
  const state = { isWanted, isBehind: false, typed };
  return groupOf({ key: 'signals', label: 'Signals' }, found, state, ({ signals }) =>
    signals
      .filter(({ signalName }) => matchesWords(signalName, now))
      .slice(0, MAX_SIGNALS)
      .map(({ id, signalName, enabled }) => ({
        key: `signal ${id}`,
        text: signalName,
        link: { to: '/signals/$id', params: { id: `${id}` } },
        icon: <IconSignal size={17} aria-hidden="true" className={styles.kind} />,
        title: <Highlighted {...highlightWords(signalName, now)} />,
        hint: enabled ? undefined : 'Disabled',
      })),
  );
}

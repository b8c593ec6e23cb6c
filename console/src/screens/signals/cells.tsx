import { useQuery } from '@tanstack/react-query';
import {
  count,
  FiredRate,
  formatNumber,
  formatTime,
  Sparkline,
  TimeText,
  trendOf,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { CoverageBar } from './coverage-bar.tsx';
import { coverageQuery, executionsQuery, type SignalItem, signalQuery, type Window } from './queries.ts';
import styles from './signals.module.css';
import { CONTEXT_NAMES, decidedBy } from './words.ts';

/** Shows the phrases of a signal, or its prompt if it has none. Shown only to keys that may read them. */
export function Asked({ id }: { id: number }) {
  const { data } = useQuery({ ...signalQuery(id), enabled: useCan('admin') });
  if (!data) return null;
  if (data.phrases.length === 0) return <p className={styles.asked}>{data.prompt}</p>;
  return <p className={styles.asked}>{data.phrases.map((phrase) => `“${phrase}”`).join(', ')}</p>;
}

/** Shows which conversations a signal evaluates, and how. */
export function Judges({ signal: { id, contextSource } }: { signal: SignalItem }) {
  const { data } = useQuery({ ...signalQuery(id), enabled: useCan('admin') });
  return (
    <span className={styles.judges}>
      <span className="unbroken">{CONTEXT_NAMES[contextSource]}</span>
      {data && <span className="muted">{decidedBy(data)}</span>}
    </span>
  );
}

interface FiredProps {
  /** The number of matches on each day; undefined while they are loaded. */
  values: readonly number[] | undefined;
  /** The number of conversations that the signal evaluated in this period. */
  judged: number;
  contextSource: SignalItem['contextSource'];
}

/** Shows the weekly trend of matches, and the number of matches among the evaluated conversations. */
export function Fired({ values, judged, contextSource }: FiredProps) {
  if (!values) return <span className={styles.fired}>–</span>;
  const sum = values.reduce((all, value) => all + value, 0);
  const words = `${count(sum, 'match', 'matches')} in ${values.length} days`;
  return (
    <span className={styles.fired}>
      <Sparkline values={trendOf(values)} width={72} height={26} label={words} />
      <FiredRate fired={sum} {...{ judged, contextSource }} />
    </span>
  );
}

/**
 * The day of the last conversation in which it fired; without one in the days that were looked at, when it was last
 * evaluated to fire is requested.
 */
export function LastFired({ id, lastDay }: { id: number; lastDay: string | undefined }) {
  const query = useQuery({ ...executionsQuery(id, { page: 1, size: 1 }), enabled: lastDay === undefined });
  if (lastDay !== undefined) return <span className="numbers">{dayWords(lastDay)}</span>;
  if (query.error) return <span className="muted">Unknown</span>;
  if (!query.data) return null;
  const [newest] = query.data.items;
  if (!newest) return <span className="muted">Never</span>;
  return (
    <>
      <span className="muted">evaluated</span> <TimeText at={newest.triggeredAt} style="day" />
    </>
  );
}

function dayWords(day: string): string {
  const today = new Date().toISOString().slice(0, 10);
  if (day === today) return 'Today';
  return formatTime(`${day}T12:00:00Z`, 'day');
}

/** Shows the share of conversations that the signal evaluated. */
export function Covered({ id, window }: { id: number; window: Window }) {
  const { data, error } = useQuery(coverageQuery(id, window));
  if (error) return <span className="muted">Unknown</span>;
  if (!data) return <span className={styles.covered} />;
  const { sources, eligible, failed, pending } = data;
  const judged = eligible - failed - pending;
  return (
    <span className={styles.covered}>
      <CoverageBar coverage={data} />
      <span className={styles.coveredWords}>
        {sources === 0 ? 'No conversations' : `${formatNumber(judged)} of ${formatNumber(sources)} evaluated`}
        {failed > 0 && <span className={styles.bad}> · {formatNumber(failed)} failed</span>}
        {pending > 0 && ` · ${formatNumber(pending)} waiting`}
      </span>
    </span>
  );
}

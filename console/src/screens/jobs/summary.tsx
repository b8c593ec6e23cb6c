import { Link } from '@tanstack/react-router';
import { type Column, DataTable, formatDuration, formatNumber, Panel } from '../../parts/index.ts';
import styles from './jobs.module.css';
import { kindName, kindWords } from './words.ts';

interface Kind {
  kind: string;
  waiting: number;
  running: number;
  failed: number;
  oldestWaitingSeconds?: number;
}

const COLUMNS: readonly Column<Kind>[] = [
  {
    key: 'kind',
    header: 'Kind',
    phone: 'title',
    cell: ({ kind }) => (
      <span className={styles.kind}>
        <Link to="/jobs" search={{ kind }} className={styles.kindName}>
          {kindName(kind)}
        </Link>
        <span className="muted">{kindWords(kind)}</span>
      </span>
    ),
  },
  { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => <Amount value={waiting} /> },
  {
    key: 'oldest',
    header: 'Longest wait',
    align: 'end',
    cell: ({ oldestWaitingSeconds: seconds }) =>
      seconds === undefined ? <span className="muted">–</span> : formatDuration(seconds),
  },
  { key: 'running', header: 'Running', align: 'end', cell: ({ running }) => <Amount value={running} /> },
  { key: 'failed', header: 'Failed', align: 'end', cell: ({ failed }) => <Amount value={failed} isBad /> },
];

function Amount({ value, isBad }: { value: number; isBad?: boolean }) {
  if (value === 0) return <span className="muted">0</span>;
  return <strong className={isBad ? styles.failed : undefined}>{formatNumber(value)}</strong>;
}

/** The counts of waiting, running and failed jobs by kind; selecting a kind shows only its jobs. */
export function JobSummary({ kinds }: { kinds: readonly Kind[] }) {
  return (
    <Panel title="By kind" flush className={styles.summary}>
      <DataTable caption="Jobs by kind" columns={COLUMNS} rows={kinds} rowKey={({ kind }) => kind} />
    </Panel>
  );
}

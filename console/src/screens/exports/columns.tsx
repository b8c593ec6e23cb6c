import { type Column, formatNumber, formatSize, TimeText } from '../../parts/index.ts';
import styles from './exports.module.css';
import { ExportState } from './progress.tsx';
import type { ExportHead } from './queries.ts';
import { contentWords, FORMATS } from './words.ts';

/** The columns of the list of exports. */
export const exportColumns: readonly Column<ExportHead>[] = [
  {
    key: 'export',
    header: 'Export',
    width: '30%',
    cell: ({ id, format }) => `Export ${id}, ${FORMATS[format].label}`,
    under: (head) => (
      <div className={styles.content}>
        {head.after !== undefined && 'Changes only: '}
        {contentWords(head)}
      </div>
    ),
  },
  {
    key: 'state',
    header: 'State',
    width: '20%',
    phone: 'line',
    cell: (head) => (
      <>
        <ExportState head={head} />
        {head.reason && <div className={styles.reason}>{head.reason}</div>}
      </>
    ),
  },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => <TimeText at={createdAt} /> },
  { key: 'rows', header: 'Rows', align: 'end', cell: ({ progress }) => formatNumber(progress.rows) },
  { key: 'size', header: 'Size', align: 'end', cell: ({ progress }) => formatSize(progress.bytes) },
  {
    key: 'expires',
    header: 'Kept until',
    cell: ({ expiresAt }) =>
      expiresAt ? <TimeText at={expiresAt} style="day" /> : <span className="muted">–</span>,
  },
];

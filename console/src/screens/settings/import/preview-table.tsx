import dialog from '../../../parts/dialog-form.module.css';
import { type Column, count, DataTable, formatNumber, Status, type Tone } from '../../../parts/index.ts';
import styles from '../settings.module.css';
import type { Fate, PreviewRow } from './preview.ts';
import type { ImportSpec } from './spec.ts';

const MAX_SHOWN = 200;

const FATES: Record<Fate, { word: string; counted: string; tone: Tone }> = {
  fault: { word: 'Error', counted: 'with errors', tone: 'bad' },
  changed: { word: 'Changed', counted: 'changed', tone: 'accent' },
  new: { word: 'New', counted: 'new', tone: 'good' },
  put: { word: 'New or changed', counted: 'new or changed', tone: 'plain' },
  same: { word: 'Unchanged', counted: 'unchanged', tone: 'plain' },
};

/** Shows what the import will do with each row: create it, change it, leave it unchanged, or reject it. */
export function PreviewTable({ rows, spec }: { rows: readonly PreviewRow[]; spec: ImportSpec }) {
  const columns: readonly Column<PreviewRow>[] = [
    {
      key: 'name',
      header: 'Row',
      width: '36%',
      phone: 'title',
      cell: ({ row, place }) => (
        <>
          <span className={styles.name}>{spec.nameOf(row) || '–'}</span>{' '}
          <span className="muted">{place}</span>
        </>
      ),
    },
    {
      key: 'fate',
      header: 'Result',
      width: '130px',
      phone: 'bare',
      cell: ({ fate }) => <Status tone={FATES[fate].tone}>{FATES[fate].word}</Status>,
    },
    { key: 'what', header: 'Details', phone: 'line', cell: (row) => <What row={row} /> },
  ];
  const fates = Object.keys(FATES) as Fate[];
  const counts = fates
    .map((fate) => [FATES[fate].counted, rows.filter((row) => row.fate === fate).length] as const)
    .filter(([, amount]) => amount > 0);
  return (
    <div>
      <ul className={styles.counts} aria-label="Preview of the import">
        {counts.map(([word, amount]) => (
          <li key={word}>
            <strong className="numbers">{formatNumber(amount)}</strong> {word}
          </li>
        ))}
      </ul>
      <div className={styles.preview}>
        <DataTable
          caption="Preview of the import"
          columns={columns}
          rows={rows.slice(0, MAX_SHOWN)}
          rowKey={({ place }) => place}
          rowTone={({ fate }) => (fate === 'fault' ? 'bad' : undefined)}
        />
      </div>
      {rows.length > MAX_SHOWN && <p className="muted">and {count(rows.length - MAX_SHOWN, 'row')} more</p>}
    </div>
  );
}

function What({ row: { fate, faults, changes, row } }: { row: PreviewRow }) {
  if (fate === 'fault') return <span className={dialog.error}>{faults.join('; ')}</span>;
  if (fate === 'same') return null;
  if (fate === 'changed') {
    return (
      <ul className={styles.changes}>
        {changes.map(({ name, from, to }) => (
          <li key={name}>
            {name}: {from !== undefined && <del>{from}</del>} → {to}
          </li>
        ))}
      </ul>
    );
  }
  return <span className="muted">{Object.keys(row).join(', ')}</span>;
}

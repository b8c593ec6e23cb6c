import { type ReactNode, useId, useState } from 'react';
import { IconChevronRight as IconOpen } from '../icons/tabler.ts';
import { classes } from './classes.ts';
import styles from './expandable-list.module.css';

interface Props<Row> {
  /** Describes the list to screen readers. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Names the row; the whole row opens and closes at a click. No links in here. */
  title: (row: Row) => ReactNode;
  /** Beside and under the title: text, chips, links and buttons. */
  extra?: (row: Row, isOpen: boolean) => ReactNode;
  /** At the row's end, as a time or a button. */
  end?: (row: Row) => ReactNode;
  /** The content of an open row. It is rendered only while the row is open. */
  detail: (row: Row) => ReactNode;
  /** Shows the rows paler while newer ones are being loaded. */
  isStale?: boolean;
  /** Rows may bear an accent, as what failed. */
  rowTone?: (row: Row) => 'bad' | undefined;
}

/** A list whose rows open in place and show more; several may be open at once. */
export function ExpandableList<Row>({ label, rows, isStale, ...row }: Props<Row>) {
  return (
    <ul className={classes(styles.list, isStale && styles.stale)} aria-label={label} aria-busy={isStale}>
      {rows.map((one) => (
        <Item key={row.rowKey(one)} row={one} {...row} />
      ))}
    </ul>
  );
}

type ItemProps<Row> = Omit<Props<Row>, 'label' | 'rows' | 'isStale' | 'rowKey'> & { row: Row };

function Item<Row>({ row, title, extra, end, detail, rowTone }: ItemProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={classes(styles.item, rowTone?.(row) === 'bad' && styles.bad)}>
      <div className={styles.head}>
        <IconOpen size={16} aria-hidden="true" className={classes(styles.arrow, isOpen && styles.turned)} />
        <div className={styles.words}>
          <button
            type="button"
            className={styles.title}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {title(row)}
          </button>
          {extra && <div className={styles.extra}>{extra(row, isOpen)}</div>}
        </div>
        {end && <div className={styles.end}>{end(row)}</div>}
      </div>
      <div id={id} hidden={!isOpen} className={styles.detail}>
        {isOpen && detail(row)}
      </div>
    </li>
  );
}

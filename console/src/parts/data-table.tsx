import { Checkbox, Skeleton } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconArrowDown, IconArrowUp } from '../icons/tabler.ts';
import { classes } from './classes.ts';
import styles from './data-table.module.css';

/** A column of a DataTable. */
export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** A second line under the first column, outside the row's link. */
  under?: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: 'end';
  /** CSS width. Without one the column shares what is left. */
  width?: string;
  /** The header is a button that sorts by the column. */
  sort?: ColumnSort;
  /**
   * On a phone: `title` heads the card (the first column, unless said), `line` has a line of its own and
   * `bare` shares one, both without the header; `hide` is left out; otherwise the header stands before the value.
   */
  phone?: 'title' | 'line' | 'bare' | 'hide';
}

/** The order of a column that the table can be sorted by; without a direction it is sorted by another one. */
export interface ColumnSort {
  direction: 'ascending' | 'descending' | undefined;
  /** Sorts by the column, or the other way round if it is sorted by it already. */
  onSort: () => void;
}

/** The rows that are selected by their checkboxes. */
export interface RowSelection<Row> {
  /** The name of a row's checkbox. */
  labelOf: (row: Row) => string;
  isSelected: (row: Row) => boolean;
  /** Selects a row or not; `isRange` extends it to the rows since the last one. */
  onToggle: (row: Row, isRange: boolean) => void;
  /** Selects all rows of the page, or none of them if all are. */
  onTogglePage: () => void;
}

interface Props<Row> {
  /** Describes the table to screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** The target of a row. The whole row is the link, and its first column names it. */
  rowLink?: (row: Row) => Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Shows the rows paler while newer ones are being loaded. */
  isStale?: boolean;
  /** Rows may bear an accent, as what failed. */
  rowTone?: (row: Row) => 'bad' | undefined;
  /** Gives each row a checkbox. */
  selection?: RowSelection<Row> | undefined;
}

/** A table whose rows can be links; on a phone each row is a card. */
export function DataTable<Row>(props: Props<Row>) {
  const { caption, columns, rows, rowKey, rowLink, isStale, rowTone, selection } = props;
  return (
    <table className={classes(styles.table, isStale && styles.stale)} aria-busy={isStale}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {selection && <SelectPage rows={rows} selection={selection} />}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            className={classes(
              rowLink && styles.linked,
              rowTone?.(row) === 'bad' && styles.bad,
              selection && styles.selectable,
              selection?.isSelected(row) && styles.selected,
            )}
          >
            {selection && <SelectRow row={row} selection={selection} />}
            {columns.map((column, index) => (
              <Cell
                key={column.key}
                column={column}
                row={row}
                link={index === 0 ? rowLink?.(row) : undefined}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeaderCell<Row>({ column: { header, align, width, sort } }: { column: Column<Row> }) {
  const DirectionIcon = sort?.direction === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      className={align && styles.end}
      style={width ? { width } : undefined}
      aria-sort={sort?.direction}
    >
      {sort ? (
        <button type="button" className={styles.sort} onClick={sort.onSort}>
          {header}
          <DirectionIcon
            size={13}
            aria-hidden="true"
            className={classes(!sort.direction && styles.unsorted)}
          />
        </button>
      ) : (
        header
      )}
    </th>
  );
}

interface SelectProps<Row> {
  selection: RowSelection<Row>;
}

function SelectPage<Row>({ rows, selection }: SelectProps<Row> & { rows: readonly Row[] }) {
  const selected = rows.filter(selection.isSelected).length;
  return (
    <th scope="col" className={styles.select}>
      <Checkbox
        size="xs"
        aria-label="Select all on this page"
        checked={rows.length > 0 && selected === rows.length}
        indeterminate={selected > 0 && selected < rows.length}
        onChange={selection.onTogglePage}
      />
    </th>
  );
}

function SelectRow<Row>({ row, selection }: SelectProps<Row> & { row: Row }) {
  return (
    <td className={styles.select} data-phone="select">
      <Checkbox
        size="xs"
        aria-label={selection.labelOf(row)}
        checked={selection.isSelected(row)}
        onChange={({ nativeEvent }) =>
          selection.onToggle(row, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </td>
  );
}

interface CellProps<Row> {
  column: Column<Row>;
  row: Row;
  link: Pick<LinkProps, 'to' | 'params' | 'search'> | undefined;
}

function Cell<Row>({ column, row, link }: CellProps<Row>) {
  const { header, align, phone = link ? 'title' : undefined } = column;
  const content = column.cell(row);
  return (
    <td data-label={header} data-phone={phone} className={align && styles.end}>
      {link ? (
        <Link {...(link as LinkProps)} className={styles.rowLink}>
          {content}
        </Link>
      ) : (
        content
      )}
      {column.under?.(row)}
    </td>
  );
}

/** A placeholder for a table, with as many rows as are likely to come. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className={styles.skeleton}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={index} className={styles.skeletonRow}>
          <Skeleton height={14} width={`${52 - ((index * 7) % 20)}%`} radius="sm" />
          <Skeleton height={14} width="14%" radius="sm" />
          <Skeleton height={14} width="10%" radius="sm" />
        </div>
      ))}
    </div>
  );
}

import { ActionIcon, Select } from '@mantine/core';
import {
  IconChevronLeftPipe as IconFirst,
  IconChevronRightPipe as IconLast,
  IconChevronRight as IconNext,
  IconChevronLeft as IconPrevious,
} from '../icons/tabler.ts';
import { count, formatNumber } from './format.ts';
import styles from './pager.module.css';

/** Sizes to choose from; the API gives 50 at most. */
const SIZES = ['10', '25', '50'];

/** Rows of a page unless the URL says otherwise. */
export const DEFAULT_PAGE_SIZE = 25;

interface Props {
  /** From 1. */
  page: number;
  pageCount: number;
  size?: number;
  /** The size is the screen's own: there is none to choose. */
  isSizeFixed?: boolean;
  /** The total number of rows, if known. */
  total?: number;
  /** The singular noun for a row: `meeting`. */
  noun?: string;
  /** The plural, if it is not the noun with an s. */
  plural?: string;
  /** The change for the URL: `{page}` or `{size}`. */
  onChange: (change: { page?: number; size?: number }) => void;
}

/** Shows the current page and the number of pages, and leads to the others. An empty list has no pager. */
export function Pager(props: Props) {
  const { page, pageCount, size = DEFAULT_PAGE_SIZE, isSizeFixed, total } = props;
  const { noun = 'row', plural, onChange } = props;
  if (pageCount === 0) return null;
  const steps = [
    { label: 'First page', icon: IconFirst, to: 1, isOff: page <= 1 },
    { label: 'Previous page', icon: IconPrevious, to: page - 1, isOff: page <= 1 },
    { label: 'Next page', icon: IconNext, to: page + 1, isOff: page >= pageCount },
    { label: 'Last page', icon: IconLast, to: pageCount, isOff: page >= pageCount },
  ];
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.where}>
        Page {formatNumber(page)} of {formatNumber(pageCount)}
        {total !== undefined && <span className="muted"> · {count(total, noun, plural)}</span>}
      </span>
      {!isSizeFixed && (
        <Select
          aria-label="Rows per page"
          className={styles.size}
          size="xs"
          data={SIZES.map((value) => ({ value, label: `${value} per page` }))}
          value={String(size)}
          allowDeselect={false}
          onChange={(value) => value && onChange({ size: Number(value), page: undefined })}
        />
      )}
      <span className={styles.steps}>
        {steps.map(({ label, icon: StepIcon, to, isOff }) => (
          <ActionIcon
            key={label}
            aria-label={label}
            disabled={isOff}
            variant="default"
            size={30}
            onClick={() => onChange({ page: to === 1 ? undefined : to })}
          >
            <StepIcon size={16} />
          </ActionIcon>
        ))}
      </span>
    </nav>
  );
}

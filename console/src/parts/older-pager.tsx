import { Button } from '@mantine/core';
import styles from './pager.module.css';

interface Props {
  /** The noun for the rows that are shown, such as "50 changes". */
  label: string;
  /** The newest rows are shown. */
  isNewest: boolean;
  /** Asks for the rows that are older than these; undefined on the last page. */
  nextBefore: number | undefined;
  /** The change for the URL; undefined leads to the newest rows. */
  onChange: (change: { before: number | undefined }) => void;
}

/** The foot of a list that is read from the newest row backwards, without a count of its pages. */
export function OlderPager({ label, isNewest, nextBefore, onChange }: Props) {
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span className={styles.where}>{label}</span>
      <span className={styles.steps}>
        {!isNewest && (
          <Button variant="default" size="compact-md" onClick={() => onChange({ before: undefined })}>
            Newest
          </Button>
        )}
        {nextBefore !== undefined && (
          <Button variant="default" size="compact-md" onClick={() => onChange({ before: nextBefore })}>
            Older
          </Button>
        )}
      </span>
    </nav>
  );
}

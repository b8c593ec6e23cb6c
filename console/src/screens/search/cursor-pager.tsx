import { Button } from '@mantine/core';
import { usePatchSearch } from '../../parts/index.ts';
import styles from './search.module.css';

interface Props {
  /** The cursor of this page; undefined on the first one. */
  after: string | undefined;
  /** The cursor of the next page; undefined on the last one. */
  next: string | undefined;
  label: string;
}

/** The foot of results that lead from page to page: the browser's Back leads to the page before. */
export function CursorPager({ after, next, label }: Props) {
  const patch = usePatchSearch();
  const go = (cursor: string | undefined) => {
    patch({ after: cursor });
    window.scrollTo({ top: 0 });
  };
  if (after === undefined && next === undefined) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <span>{label}</span>
      <span className={styles.steps}>
        {after !== undefined && (
          <Button variant="default" size="compact-md" onClick={() => go(undefined)}>
            First page
          </Button>
        )}
        {next !== undefined && (
          <Button variant="default" size="compact-md" onClick={() => go(next)}>
            Next page
          </Button>
        )}
      </span>
    </nav>
  );
}

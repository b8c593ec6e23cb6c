import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf, ParleyError } from '../api.ts';
import { IconAlertTriangle as IconCloudOff, IconInbox } from '../icons/tabler.ts';
import { classes } from './classes.ts';
import styles from './page-state.module.css';

/** Placeholder lines while data is being loaded, announced to screen readers as "Loading". */
export function LoadingState({ lines = 6, height = 18 }: { lines?: number; height?: number }) {
  const widths = ['92%', '78%', '85%', '64%', '88%', '72%'];
  return (
    <div className={styles.loading} role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <Skeleton key={index} height={height} width={widths[index % widths.length]} radius="sm" />
      ))}
    </div>
  );
}

interface EmptyProps {
  title: string;
  /** Says why it is empty and what to do next. */
  children?: ReactNode;
  /** Buttons or links that do it. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Reduces the padding, for use inside a panel. */
  small?: boolean;
}

/** An empty state: says why it is empty and what to do next. */
export function EmptyState({ title, children, action, icon, small }: EmptyProps) {
  return (
    <div className={classes(styles.state, small && styles.small)}>
      <span className={styles.icon} aria-hidden="true">
        {icon ?? <IconInbox size={22} stroke={1.6} />}
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorProps {
  error: unknown;
  /** Asks again. */
  onRetry?: () => void;
  /** The noun phrase for the message, such as "the meetings". */
  what?: string;
  small?: boolean;
}

/** Describes a failure in one sentence and offers a retry; the request ID helps to find it in the log. */
export function ErrorState({ error, onRetry, what = 'this', small }: ErrorProps) {
  const requestId = error instanceof ParleyError ? error.requestId : undefined;
  return (
    <div className={classes(styles.state, small && styles.small)} role="alert">
      <span className={classes(styles.icon, styles.bad)} aria-hidden="true">
        <IconCloudOff size={22} stroke={1.6} />
      </span>
      <p className={styles.title}>Parley could not load {what}</p>
      <div className={styles.words}>{messageOf(error)}</div>
      {requestId && <code className={styles.request}>Request {requestId}</code>}
      {onRetry && (
        <div className={styles.action}>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

interface Props<T> {
  query: UseQueryResult<T>;
  /** The noun phrase for the error message: "the meetings". */
  what: string;
  /** Shown while the data is loaded for the first time. The default is a placeholder of lines. */
  loading?: ReactNode;
  /** Shown where `isEmpty` says so. */
  empty?: ReactNode;
  isEmpty?: (data: T) => boolean;
  small?: boolean;
  children: (data: T) => ReactNode;
}

/** Shows one of the four states of a query: loading, failed, empty or loaded. Loaded data stays while it is refreshed. */
export function PageState<T>({ query, what, loading, empty, isEmpty, small, children }: Props<T>) {
  if (query.data === undefined) {
    if (query.error) {
      return (
        <ErrorState error={query.error} what={what} small={small} onRetry={() => void query.refetch()} />
      );
    }
    return loading ?? <LoadingState lines={small ? 3 : 6} />;
  }
  if (empty !== undefined && isEmpty?.(query.data)) return empty;
  return children(query.data);
}

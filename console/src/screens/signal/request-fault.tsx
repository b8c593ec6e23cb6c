import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf, ParleyError } from '../../api.ts';
import { formatTime } from '../../parts/index.ts';
import { aiQuery } from '../signals/queries.ts';
import styles from './try-panel.module.css';

const CONFLICT = 409;
const UNAVAILABLE = 503;
/** Statuses that another attempt does not change. */
const BAD_REQUEST = 400;
const NOT_FOUND = 404;

interface Props {
  error: unknown;
  /** Names the failed action: "The trial". */
  what: string;
  onRetry?: () => void;
  /** Whether the request uses tokens at once, so that a conflict may be about today's budget. */
  mayBeBudget?: boolean;
}

/** Says why a request failed and what to do: wait for the provider or the budget, or correct the draft. */
export function RequestFault({ error, what, onRetry, mayBeBudget }: Props) {
  const status = error instanceof ParleyError ? error.status : undefined;
  const waitSeconds = error instanceof ParleyError ? (error.retryAfterSeconds ?? 0) : 0;
  const anew = useBudgetAnew(mayBeBudget === true && status === CONFLICT);
  return (
    <div className={styles.fault} data-tone={isTheirs(status) ? 'warn' : 'bad'} role="alert">
      <p className={styles.faultTitle}>{titleOf(status, what, anew !== undefined)}</p>
      <p className={styles.faultWords}>
        {anew
          ? `The budget resets ${formatTime(anew, 'relative')}. Until then you can try signals that match by phrases, which use no model.`
          : sentence(messageOf(error))}
      </p>
      <div className={styles.faultAction}>
        {onRetry && isWorthAnother(status) && anew === undefined && (
          <RetryButton key={String(waitSeconds)} waitSeconds={waitSeconds} onRetry={onRetry} />
        )}
      </div>
    </div>
  );
}

/** These statuses are failures of neither Parley nor the reader. */
const isTheirs = (status: number | undefined) => status === CONFLICT || status === UNAVAILABLE;

const isWorthAnother = (status: number | undefined) => status !== BAD_REQUEST && status !== NOT_FOUND;

function titleOf(status: number | undefined, what: string, isBudget: boolean): string {
  if (isBudget) return 'Today’s AI budget is used up';
  if (status === UNAVAILABLE) return 'Temporarily unavailable';
  if (status === BAD_REQUEST) return 'The draft is incomplete';
  return `${what} failed`;
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Returns the time at which the budget resets, if it is used up. */
function useBudgetAnew(isAsked: boolean): string | undefined {
  const { data } = useQuery({ ...aiQuery, enabled: isAsked, staleTime: 0 });
  return isAsked && data?.isBudgetUsedUp ? data.nextDayAt : undefined;
}

function RetryButton({ waitSeconds, onRetry }: { waitSeconds: number; onRetry: () => void }) {
  const [left, setLeft] = useState(waitSeconds);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <Button variant="default" size="xs" disabled={left > 0} onClick={onRetry}>
      {left > 0 ? `Try again in ${left} s` : 'Try again'}
    </Button>
  );
}

import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf, ParleyError } from '../../api.ts';
import { formatTime } from '../../parts/index.ts';
import { aiQuery } from '../signals/queries.ts';
import styles from './try-panel.module.css';

const CONFLICT = 409;
const UNAVAILABLE = 503;
const BAD_REQUEST = 400;

interface Props {
  error: unknown;
  /** What was asked for: "Trying it". */
  what: string;
  onRetry?: () => void;
  /** Another way on than trying again. */
  action?: ReactNode;
}

/** Why something could not be tried, and what to do: wait for the provider, or for the budget, or mend the draft. */
export function RequestFault({ error, what, onRetry, action }: Props) {
  const status = error instanceof ParleyError ? error.status : undefined;
  const waitSeconds = error instanceof ParleyError ? (error.retryAfterSeconds ?? 0) : 0;
  const isBudget = useBudgetUsedUp(status === CONFLICT);
  return (
    <div className={styles.fault} data-tone={isTheirs(status) ? 'warn' : 'bad'} role="alert">
      <p className={styles.faultTitle}>{titleOf(status, what, isBudget !== undefined)}</p>
      <p className={styles.faultWords}>
        {sentence(messageOf(error))}
        {isBudget && ` Counting begins anew ${formatTime(isBudget, 'relative')}. Phrases need no model.`}
      </p>
      <div className={styles.faultAction}>
        {onRetry && status !== BAD_REQUEST && isBudget === undefined && (
          <RetryButton key={String(waitSeconds)} waitSeconds={waitSeconds} onRetry={onRetry} />
        )}
        {action}
      </div>
    </div>
  );
}

/** Not a failure of Parley's, and not of the reader's. */
const isTheirs = (status: number | undefined) => status === CONFLICT || status === UNAVAILABLE;

function titleOf(status: number | undefined, what: string, isBudget: boolean): string {
  if (isBudget) return "Today's AI budget is used up";
  if (status === UNAVAILABLE) return 'The AI provider does not answer';
  if (status === BAD_REQUEST) return 'The draft is not whole yet';
  return `${what} did not work`;
}

const sentence = (words: string) => (/[.!?]$/.test(words) ? words : `${words}.`);

/** When the budget begins anew, where it is used up. */
function useBudgetUsedUp(isAsked: boolean): string | undefined {
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

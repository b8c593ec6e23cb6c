import { useQuery } from '@tanstack/react-query';
import { formatCompact, formatNumber, formatTime } from '../../parts/index.ts';
import { aiQuery } from '../signals/queries.ts';
import styles from './backtest.module.css';

/** The estimate of a backtest, as the API returns it. */
export interface EstimateFigures {
  meetingsInWindow: number;
  meetings: number;
  calls: number;
  inputTokens: number;
  outputTokens: number;
  costUsd?: number;
  tokensLeftToday?: number;
}

const CENTS = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
});

/** Dollars as people write them; less than a cent is said to be. */
export function formatCost(usd: number): string {
  return usd > 0 && usd < 0.01 ? `less than ${CENTS.format(0.01)}` : CENTS.format(usd);
}

/** Shows the estimate of a backtest: meetings, calls, tokens, dollars, and whether today's budget is enough. */
export function Estimate({ estimate, isStale }: { estimate: EstimateFigures; isStale: boolean }) {
  const { meetings, meetingsInWindow, calls, inputTokens, outputTokens, costUsd } = estimate;
  const tokens = inputTokens + outputTokens;
  return (
    <div className={styles.estimate} data-stale={isStale}>
      <dl className={styles.figures}>
        <div>
          <dt>Meetings</dt>
          <dd>{formatNumber(meetings)}</dd>
          <dd className={styles.small}>of {formatNumber(meetingsInWindow)} in this period</dd>
        </div>
        <div>
          <dt>Model calls</dt>
          <dd>{formatNumber(calls)}</dd>
          {calls === 0 && <dd className={styles.small}>no model is used</dd>}
        </div>
        <div>
          <dt>Tokens (estimate)</dt>
          <dd>{formatCompact(tokens)}</dd>
          {tokens > 0 && (
            <dd className={styles.small}>
              {formatCompact(inputTokens)} in, {formatCompact(outputTokens)} out
            </dd>
          )}
        </div>
        <div>
          <dt>Cost (estimate)</dt>
          <dd>{costUsd === undefined ? '–' : formatCost(costUsd)}</dd>
          {costUsd === undefined && <dd className={styles.small}>no prices configured</dd>}
        </div>
      </dl>
      <Budget tokens={tokens} left={estimate.tokensLeftToday} />
    </div>
  );
}

function Budget({ tokens, left }: { tokens: number; left: number | undefined }) {
  const { data } = useQuery(aiQuery);
  if (left === undefined || tokens === 0) return null;
  const anew = data ? formatTime(data.nextDayAt, 'relative') : 'at midnight, UTC';
  if (tokens <= left) {
    return <p className={styles.budget}>{formatCompact(left)} tokens of today’s budget are left.</p>;
  }
  return (
    <p className={styles.budget} data-tone="warn">
      {left === 0
        ? `Today’s AI budget is used up. The backtest would wait until the budget resets ${anew}.`
        : `Only ${formatCompact(left)} tokens of today’s budget are left. The rest of the backtest would wait until the budget resets ${anew}.`}
    </p>
  );
}

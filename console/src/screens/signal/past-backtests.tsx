import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber, Pager, PageState, Status, TimeText, usePatchSearch } from '../../parts/index.ts';
import { signalsQuery } from '../signals/queries.ts';
import styles from './backtest.module.css';
import { type Backtest, backtestsQuery, PAGE_SIZE } from './queries.ts';

/** The backtests of the organization, newest first. Those of other signals are shown with their names. */
export function PastBacktests({ signalId, page }: { signalId: number | undefined; page: number }) {
  const patch = usePatchSearch();
  const query = useQuery(backtestsQuery(page));
  return (
    <section aria-label="Past backtests" className={styles.past}>
      <h3 className={styles.headline}>Past backtests</h3>
      <PageState
        query={query}
        what="past backtests"
        small
        isEmpty={({ pageCount }) => pageCount === 0}
        empty={<p className={styles.small}>No backtests yet. Backtests are kept until you delete them.</p>}
      >
        {({ backtests, pageCount }) => (
          <>
            <ul className={styles.list} data-stale={query.isPlaceholderData}>
              {backtests.map((one) => (
                <Past key={one.backtestId} backtest={one} isOwn={one.signalId === signalId} />
              ))}
            </ul>
            {pageCount > 1 && (
              <div className={styles.pages}>
                <Pager
                  page={page}
                  pageCount={pageCount}
                  size={PAGE_SIZE}
                  isSizeFixed
                  onChange={({ page: next }) => patch({ page: next })}
                />
              </div>
            )}
          </>
        )}
      </PageState>
    </section>
  );
}

function Past({ backtest, isOwn }: { backtest: Backtest; isOwn: boolean }) {
  const { signalId, createdAt } = backtest;
  return (
    <li className={styles.pastLine}>
      <BacktestLink backtest={backtest} />
      <p className={styles.small}>
        <TimeText at={createdAt} style="relative" /> · <Found backtest={backtest} />
        {!isOwn && <Whose signalId={signalId} />}
      </p>
    </li>
  );
}

function Found({ backtest: { state, judged, meetings, draftResult } }: { backtest: Backtest }) {
  if (state === 'running') {
    return (
      <Status tone="accent">
        Running, {formatNumber(judged)} of {formatNumber(meetings)}
      </Status>
    );
  }
  if (state === 'failed') return <Status tone="bad">Failed</Status>;
  return (
    <>
      fires in {formatNumber(draftResult.fired)} of {formatNumber(meetings)}
    </>
  );
}

function Whose({ signalId }: { signalId: number | undefined }) {
  const { data } = useQuery(signalsQuery);
  if (signalId === undefined) return ' · new signal';
  const signal = data?.find(({ id }) => id === signalId);
  return ` · ${signal ? `“${signal.signalName}”` : 'deleted signal'}`;
}

function BacktestLink({ backtest }: { backtest: Backtest }) {
  const { backtestId, draft } = backtest;
  return (
    <Link
      to="."
      search={(before: object) => ({ ...before, backtest: backtestId, outcome: undefined, page: undefined })}
      resetScroll={false}
      className={styles.pastLink}
    >
      {draft.phrases.length > 0 ? draft.phrases.map((one) => `“${one}”`).join(', ') : draft.prompt}
    </Link>
  );
}

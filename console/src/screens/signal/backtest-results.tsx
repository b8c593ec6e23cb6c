import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  EmptyState,
  formatNumber,
  Pager,
  PageState,
  Status,
  TimeText,
  type Tone,
  usePatchSearch,
} from '../../parts/index.ts';
import styles from './backtest.module.css';
import type { EditorSearch } from './editor-search.ts';
import { type Backtest, type BacktestResult, backtestResultsQuery, PAGE_SIZE } from './queries.ts';
import { QuoteList } from './quote-list.tsx';

type Outcome = NonNullable<EditorSearch['outcome']>;

const STATE_WORDS: Record<BacktestResult['draft']['state'], { words: string; tone: Tone }> = {
  fired: { words: 'fires', tone: 'good' },
  not_fired: { words: 'does not fire', tone: 'plain' },
  failed: { words: 'could not be evaluated', tone: 'bad' },
};

/** The evaluated meetings by outcome, with reasons and quotes. */
export function BacktestResults({ backtest, search }: { backtest: Backtest; search: EditorSearch }) {
  const patch = usePatchSearch();
  const { backtestId, judged, state } = backtest;
  const { outcome = 'fired', page = 1 } = search;
  const query = useQuery(backtestResultsQuery(backtestId, { outcome, page, judged }));
  return (
    <section aria-label="Meetings" className={styles.results}>
      <OutcomeFilter backtest={backtest} value={outcome} />
      <PageState
        query={query}
        what="the results"
        small
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState small title={state === 'running' ? 'None so far' : NONE[outcome]} />}
      >
        {({ items, pageCount, total }) => (
          <>
            <ul className={styles.list} data-stale={query.isPlaceholderData}>
              {items.map((result) => (
                <Result key={result.meetingId} result={result} />
              ))}
            </ul>
            {total > PAGE_SIZE && <Steps {...{ page, pageCount, patch }} />}
          </>
        )}
      </PageState>
    </section>
  );
}

const NONE: Record<Outcome, string> = {
  fired: 'The draft does not fire in any of these meetings',
  changed: 'The draft and the current version agree on every meeting',
  not_fired: 'The draft fires in all of these meetings',
  failed: 'All meetings could be evaluated',
};

function OutcomeFilter({ backtest, value }: { backtest: Backtest; value: Outcome }) {
  const patch = usePatchSearch();
  const { draftResult, comparison } = backtest;
  const choices: { value: Outcome; label: string; count: number }[] = [
    { value: 'fired', label: 'Fires', count: draftResult.fired },
    ...(comparison
      ? [
          {
            value: 'changed' as const,
            label: 'Changed',
            count: comparison.onlyDraft + comparison.onlyCurrent,
          },
        ]
      : []),
    { value: 'not_fired', label: 'Does not fire', count: draftResult.notFired },
    ...(draftResult.failed > 0
      ? [{ value: 'failed' as const, label: 'Failed', count: draftResult.failed }]
      : []),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label="Filter by outcome" className={styles.filter}>
      {choices.map((one) => (
        <Button
          key={one.value}
          size="compact-sm"
          variant={one.value === value ? 'light' : 'subtle'}
          color={one.value === value ? undefined : 'gray'}
          aria-pressed={one.value === value}
          onClick={() => patch({ outcome: one.value === 'fired' ? undefined : one.value })}
        >
          {one.label} <span className={styles.filterCount}>{formatNumber(one.count)}</span>
        </Button>
      ))}
    </div>
  );
}

function Result({ result }: { result: BacktestResult }) {
  const { meetingId, title, startTime, draft, current } = result;
  const differs = current && current.state !== draft.state;
  const shown = draft.quotes.length > 0 || !differs ? draft : current;
  const isOfCurrent = shown === current && shown.quotes.length > 0;
  return (
    <li className={styles.result}>
      <div className={styles.resultHead}>
        <Link to="/meetings/$id" params={{ id: meetingId }} target="_blank" className={styles.resultTitle}>
          {title}
        </Link>
        <span className={styles.small}>
          <TimeText at={startTime} style="day" />
        </span>
      </div>
      {differs && (
        <p className={styles.changed}>
          Draft <State state={draft.state} /> current version <State state={current.state} />
        </p>
      )}
      <p className={styles.reason}>{draft.reason}</p>
      {isOfCurrent && <p className={styles.restsOn}>Quotes of the current version:</p>}
      <QuoteList quotes={shown.quotes} meetingId={meetingId} />
    </li>
  );
}

function State({ state }: { state: BacktestResult['draft']['state'] }) {
  const { words, tone } = STATE_WORDS[state];
  return <Status tone={tone}>{words}</Status>;
}

interface StepsProps {
  page: number;
  pageCount: number;
  patch: ReturnType<typeof usePatchSearch>;
}

/** Pages of the one size that fits beside the form. */
function Steps({ page, pageCount, patch }: StepsProps) {
  return (
    <div className={styles.pages}>
      <Pager
        page={page}
        pageCount={pageCount}
        size={PAGE_SIZE}
        isSizeFixed
        onChange={({ page: next }) => patch({ page: next })}
      />
    </div>
  );
}

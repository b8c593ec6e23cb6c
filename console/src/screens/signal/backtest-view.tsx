import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ParleyError, queryClient, unwrap } from '../../api.ts';
import { IconArrowLeft as IconBack } from '../../icons/tabler.ts';
import {
  ConfirmDialog,
  count,
  EmptyState,
  formatCompact,
  formatNumber,
  PageState,
  TimeText,
  toast,
  usePatchSearch,
} from '../../parts/index.ts';
import styles from './backtest.module.css';
import { BacktestDraft } from './backtest-draft.tsx';
import { BacktestQuality } from './backtest-quality.tsx';
import { BacktestResults } from './backtest-results.tsx';
import { Comparison } from './comparison.tsx';
import { formatCost } from './estimate.tsx';
import { type Backtest, backtestQuery } from './queries.ts';
import type { TryProps } from './try-props.ts';

/** A backtest: how far it is, what it found, and what to do with it. */
export function BacktestView({ id, ...props }: TryProps & { id: number }) {
  const patch = usePatchSearch();
  const query = useQuery(backtestQuery(id));
  const isMissing = query.error instanceof ParleyError && query.error.status === 404;
  const leave = () => patch({ backtest: undefined, outcome: undefined, label: undefined });
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.back}
        leftSection={<IconBack size={15} />}
        onClick={leave}
      >
        All backtests
      </Button>
      {isMissing ? (
        <EmptyState small title={`Backtest ${id} not found`}>
          It may have been deleted.
        </EmptyState>
      ) : (
        <PageState query={query} what="the backtest" small>
          {(backtest) => (
            <>
              <Standing backtest={backtest} onDeleted={leave} />
              {backtest.comparison && (
                <Comparison comparison={backtest.comparison} version={backtest.version} />
              )}
              <BacktestQuality backtest={backtest} search={props.search} />
              <BacktestDraft backtest={backtest} {...props} />
              {backtest.judged > 0 && props.search.label === undefined && (
                <BacktestResults backtest={backtest} search={props.search} />
              )}
            </>
          )}
        </PageState>
      )}
    </>
  );
}

function Standing({ backtest, onDeleted }: { backtest: Backtest; onDeleted: () => void }) {
  const { backtestId, state, note, judged, meetings, draftResult, from, to } = backtest;
  const isRunning = state === 'running';
  const share = meetings === 0 ? 0 : judged / meetings;
  return (
    <div>
      <div className={styles.standing}>
        <h3 className={styles.headline}>
          {isRunning
            ? `Running: ${formatNumber(judged)} of ${count(meetings, 'meeting')}`
            : state === 'failed'
              ? 'The backtest failed'
              : `Fires in ${formatNumber(draftResult.fired)} of ${count(meetings, 'meeting')}`}
        </h3>
        <DeleteButton id={backtestId} isRunning={isRunning} onDeleted={onDeleted} />
      </div>
      {isRunning && (
        <Progress
          value={share * 100}
          size={8}
          radius="sm"
          className={styles.progress}
          aria-label="Meetings evaluated"
        />
      )}
      <p className={styles.small} aria-live="polite">
        {isRunning && `${count(draftResult.fired, 'match', 'matches')} so far. `}
        {from && to && (
          <>
            <TimeText at={from} style="day" /> to <TimeText at={to} style="day" />.{' '}
          </>
        )}
        <Taken backtest={backtest} />
        {draftResult.failed > 0 && ` ${count(draftResult.failed, 'meeting')} could not be evaluated.`}
      </p>
      {note && (
        <p className={styles.note} data-tone={state === 'failed' ? 'bad' : 'warn'}>
          {note}
        </p>
      )}
    </div>
  );
}

function Taken({ backtest: { tokens, createdAt } }: { backtest: Backtest }) {
  const all = tokens.inputTokens + tokens.outputTokens;
  return (
    <>
      Started <TimeText at={createdAt} style="relative" />
      {all === 0 ? ', no tokens used.' : `, ${formatCompact(all)} tokens used`}
      {all > 0 && (tokens.costUsd === undefined ? '.' : `, ${formatCost(tokens.costUsd)}.`)}
    </>
  );
}

interface DeleteProps {
  id: number;
  isRunning: boolean;
  onDeleted: () => void;
}

function DeleteButton({ id, isRunning, onDeleted }: DeleteProps) {
  const [isAsked, setAsked] = useState(false);
  const remove = async () => {
    await unwrap(api.DELETE('/admin/v1/signals/backtests/{id}', { params: { path: { id } } }));
    onDeleted();
    queryClient.removeQueries({ queryKey: ['backtests', id] });
    void queryClient.invalidateQueries({ queryKey: ['backtests', 'list'] });
    toast.good(isRunning ? 'Backtest stopped and deleted.' : 'Backtest deleted.');
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
        {isRunning ? 'Stop' : 'Delete'}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title={isRunning ? 'Stop this backtest?' : 'Delete this backtest?'}
        confirmLabel={isRunning ? 'Stop and delete' : 'Delete backtest'}
        danger
        onConfirm={remove}
      >
        Its results will be deleted. The signal and its matches are not affected. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

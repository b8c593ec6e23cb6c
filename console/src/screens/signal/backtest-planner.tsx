import { Button, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { api, queryClient, unwrap } from '../../api.ts';
import { count, DateRangeFilter, LoadingState, usePatchSearch, windowOf } from '../../parts/index.ts';
import { askedBy } from './draft.ts';
import { checkDraft, faultsOf } from './draft-faults.ts';
import { Estimate, type EstimateFigures } from './estimate.tsx';
import { type BacktestPlan, estimateQuery } from './queries.ts';
import { RequestFault } from './request-fault.tsx';
import styles from './try-panel.module.css';
import type { TryProps } from './try-props.ts';

const TYPING_PAUSE_MS = 700;
const DEFAULT_MOST = 200;
const MOST_LABELLED = 2_000;
const MOSTS = [50, 200, 500, 1_000, 2_000].map((most) => ({
  value: String(most),
  label: `Newest ${most.toLocaleString()}`,
}));

/** Chooses the meetings, shows the estimate, and starts the backtest. */
export function BacktestPlanner({ editing, saved, search }: TryProps) {
  const patch = usePatchSearch();
  const { draft } = editing;
  const { most = DEFAULT_MOST } = search;
  const { prompt, phrases, saidBy } = askedBy(draft);
  const plan: BacktestPlan = {
    ...{ prompt, phrases, saidBy, ...windowOf(search, '90d'), maxMeetings: most },
    ...(saved ? { signalId: saved.id } : {}),
  };
  const [settled] = useDebouncedValue(plan, TYPING_PAUSE_MS);
  const canRun = prompt.trim() !== '' && checkDraft(draft) === undefined;
  const isSettled = settled.prompt?.trim() !== '';
  const estimate = useQuery({ ...estimateQuery(settled), enabled: canRun && isSettled });
  const start = useStart(plan, editing);
  const onLabelled = useLabelledPlan(plan, canRun);
  const startOnLabelled = useStart(onLabelled.plan, editing);
  return (
    <>
      <div className={styles.window}>
        <DateRangeFilter
          label="Meetings from"
          preset="90d"
          value={search}
          onChange={(change) => patch({ ...change }, { replace: true })}
        />
        <Select
          label="Limit"
          data={MOSTS}
          value={String(most)}
          allowDeselect={false}
          onChange={(value) => patch({ most: Number(value) }, { replace: true })}
        />
      </div>
      {canRun ? (
        <>
          <Planned {...{ estimate, start }} />
          <OnLabelled meetings={onLabelled.meetings} start={startOnLabelled} />
        </>
      ) : (
        <p className={styles.aside}>
          {draft.decidesBy === 'prompt'
            ? 'Write a prompt to see an estimate of what the backtest will use.'
            : 'Write phrases and a description to see an estimate of what the backtest will use.'}
        </p>
      )}
    </>
  );
}

/** The same draft on the labelled meetings alone, and how many these are. */
function useLabelledPlan({ prompt, phrases, saidBy, signalId }: BacktestPlan, canRun: boolean) {
  const plan: BacktestPlan = {
    ...{ prompt, phrases, saidBy, signalId },
    onlyLabelled: true,
    maxMeetings: MOST_LABELLED,
  };
  const [settled] = useDebouncedValue(plan, TYPING_PAUSE_MS);
  const { data } = useQuery({ ...estimateQuery(settled), enabled: canRun && signalId !== undefined });
  return { plan, meetings: signalId === undefined ? 0 : (data?.meetings ?? 0) };
}

function OnLabelled({ meetings, start }: { meetings: number; start: ReturnType<typeof useStart> }) {
  if (meetings === 0) return null;
  return (
    <div className={styles.run}>
      <Button variant="default" onClick={() => start.mutate()} loading={start.isPending}>
        Try on {count(meetings, 'labelled meeting')}
      </Button>
      <span className={styles.hint}>Shows whether the draft is better than the version in use.</span>
      {start.error && <RequestFault error={start.error} what="The backtest" onRetry={() => start.mutate()} />}
    </div>
  );
}

interface PlannedProps {
  estimate: UseQueryResult<EstimateFigures>;
  start: ReturnType<typeof useStart>;
}

function Planned({ estimate, start }: PlannedProps) {
  const { data, error } = estimate;
  if (error) {
    return <RequestFault error={error} what="The estimate" onRetry={() => void estimate.refetch()} />;
  }
  if (!data) return <LoadingState lines={3} />;
  if (data.meetings === 0) {
    return (
      <p className={styles.aside}>No meetings in this period have a transcript. Choose a longer period.</p>
    );
  }
  return (
    <>
      <Estimate estimate={data} isStale={estimate.isPlaceholderData} />
      {start.error && (
        <div className={styles.startFault}>
          <RequestFault error={start.error} what="The backtest" onRetry={() => start.mutate()} />
        </div>
      )}
      <div className={styles.run}>
        <Button onClick={() => start.mutate()} loading={start.isPending}>
          Try on {count(data.meetings, 'meeting')}
        </Button>
        <span className={styles.hint}>Runs in the background. You can leave this page.</span>
      </div>
    </>
  );
}

function useStart(plan: BacktestPlan, { setFaults }: TryProps['editing']) {
  const patch = usePatchSearch();
  return useMutation({
    mutationFn: async () => {
      const begun = await unwrap(
        api.POST('/admin/v1/signals/backtest', { body: { ...plan, dryRun: false } }),
      );
      if (!('backtestId' in begun)) throw new Error('The backtest did not start');
      return begun.backtestId;
    },
    onSuccess: (backtest) => {
      void queryClient.invalidateQueries({ queryKey: ['backtests', 'list'] });
      patch({ backtest });
    },
    onError: (error) => {
      const faults = faultsOf(error, { phrases: plan.phrases ?? [] });
      if (faults) setFaults(faults);
    },
  });
}

import { useQuery } from '@tanstack/react-query';
import {
  type Clock,
  ClockSwitch,
  chartColor,
  count,
  DateRangeFilter,
  DaysChart,
  dayOf,
  daysBetween,
  EmptyState,
  FilterBar,
  formatNumber,
  PageState,
  Panel,
  usePatchSearch,
  windowOf,
} from '../../parts/index.ts';
import { CoverageBar, OutcomeDot } from '../signals/coverage-bar.tsx';
import { activityQuery, type Coverage, coverageQuery, type SignalItem } from '../signals/queries.ts';
import styles from './coverage-tab.module.css';
import type { SignalSearch } from './search.ts';

/** The most days that the API counts in one request. */
const MAX_DAYS = 366;
const DAY_MS = 86_400_000;

/** Shows the outcomes of the conversations in a period, each explained, and the days on which the signal fired. */
export function CoverageTab({ signal, search }: { signal: SignalItem; search: SignalSearch }) {
  const patch = usePatchSearch();
  const window = windowOf(search, '90d');
  const query = useQuery(coverageQuery(signal.id, window));
  const isSet = search.range !== undefined || search.from !== undefined || search.to !== undefined;
  return (
    <>
      <FilterBar
        active={isSet ? 1 : 0}
        onClear={() => patch({ range: undefined, from: undefined, to: undefined })}
      >
        <DateRangeFilter
          label="Conversations from"
          preset="90d"
          value={search}
          onChange={(change) => patch({ ...change })}
        />
      </FilterBar>
      <div className={styles.panels}>
        <Panel title="Outcomes" hint="The latest evaluation of each conversation counts.">
          <PageState
            query={query}
            what="the coverage"
            small
            isEmpty={({ sources }) => sources === 0}
            empty={
              <EmptyState small title="No conversations in this period">
                Choose a longer period to see what this signal covered.
              </EmptyState>
            }
          >
            {(coverage) => <Outcomes coverage={coverage} signal={signal} />}
          </PageState>
        </Panel>
        <FiredByDay id={signal.id} window={window} clock={search.clock ?? 'call'} />
      </div>
    </>
  );
}

function Outcomes({ coverage, signal }: { coverage: Coverage; signal: SignalItem }) {
  const lines = [
    { key: 'fired', label: 'Fired', words: 'The signal fired. Each of these is a match with its quotes.' },
    {
      key: 'notFired',
      label: 'Did not fire',
      words: 'Evaluated in full, and the signal found nothing.',
    },
    {
      key: 'failed',
      label: 'Failed',
      words: 'The AI provider returned no usable answer. The failed jobs show the reason and can be retried.',
    },
    {
      key: 'pending',
      label: 'Waiting',
      words: 'Queued: waiting for a free slot, the AI provider, or tomorrow’s budget.',
    },
    {
      key: 'notEvaluated',
      label: 'Not evaluated',
      words: `These came in before the signal was ${
        signal.enabled ? 'created or enabled' : 'created, or while it was disabled'
      }, have no transcript, or were sent with processing turned off. A backtest can evaluate those that have a transcript.`,
    },
  ] as const;
  return (
    <>
      <p className={styles.total}>
        {count(coverage.sources, 'conversation')}, of which this signal covers{' '}
        {formatNumber(coverage.eligible)}
      </p>
      <CoverageBar coverage={coverage} tall />
      <dl className={styles.lines}>
        {lines.map(({ key, label, words }) => (
          <div key={key} className={styles.line} data-none={coverage[key] === 0}>
            <dt>
              <OutcomeDot outcome={key} /> {label}
            </dt>
            <dd className={styles.number}>{formatNumber(coverage[key])}</dd>
            <dd className={styles.words}>{words}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface FiredByDayProps {
  id: number;
  window: { from: string; to?: string };
  clock: Clock;
}

const CLOCK_HINTS = {
  call: 'By the day of the conversation',
  judged: 'By the day of the evaluation',
};

function FiredByDay({ id, window, clock }: FiredByDayProps) {
  const patch = usePatchSearch();
  const last = dayOf(window.to ? Date.parse(window.to) : Date.now());
  const earliest = dayOf(Date.parse(`${last}T12:00:00Z`) - (MAX_DAYS - 1) * DAY_MS);
  const asked = dayOf(Date.parse(window.from));
  const first = asked > earliest ? asked : earliest;
  const query = useQuery(activityQuery({ first, last }, clock));
  const days = daysBetween(first, last);
  return (
    <Panel
      title="Matches over time"
      hint={`${CLOCK_HINTS[clock]}${first === asked ? '' : ', last 12 months only'}`}
      actions={
        <ClockSwitch
          value={clock}
          onChange={(next) => patch({ clock: next === 'call' ? undefined : next })}
        />
      }
    >
      <PageState query={query} what="the matches" small>
        {(activity) => {
          const own = new Map(
            activity.days
              .filter(({ signalId }) => signalId === id)
              .map(({ day, executions }) => [day, executions]),
          );
          if (own.size === 0) return <EmptyState small title="No matches in this period" />;
          const values = days.map((day) => own.get(day) ?? 0);
          const series = [{ key: 'fired', label: 'Matches', color: chartColor(0), values }];
          return (
            <DaysChart
              label="Matches per day"
              noun="match"
              plural="matches"
              days={days}
              series={series}
              height={200}
            />
          );
        }}
      </PageState>
    </Panel>
  );
}

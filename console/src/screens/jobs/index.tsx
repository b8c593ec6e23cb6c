import { Button, SegmentedControl } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { IconPlayerPause as IconPause, IconPlayerPlay as IconResume } from '../../icons/tabler.ts';
import {
  count,
  EmptyState,
  NeedsScope,
  PageHeader,
  PageState,
  Panel,
  TableSkeleton,
  usePatchSearch,
} from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import styles from './jobs.module.css';
import { JobList } from './list.tsx';
import { jobsQuery, MAX_LISTED, REFRESH_MS, summaryQuery } from './queries.ts';
import { RetryAll } from './retry.tsx';
import type { JobsSearch } from './search.ts';
import { JobSummary } from './summary.tsx';
import { type Job, kindName, STATE_CODES, STATES } from './words.ts';

const route = getRouteApi('/shell/jobs');

const STATE_CHOICES = [
  { value: '', label: 'All' },
  ...Object.entries(STATE_CODES).map(([value, code]) => ({ value, label: STATES[code].name })),
];

/** Background jobs: counts by kind, running and failed jobs with reasons, and retries. */
export function JobsScreen() {
  if (useCan('admin')) return <Jobs />;
  return (
    <>
      <PageHeader title="Jobs" />
      <NeedsScope scope="admin" what="see background jobs" />
    </>
  );
}

function Jobs() {
  const search = route.useSearch();
  const [isPaused, setPaused] = useState(false);
  const refetchInterval = isPaused ? false : REFRESH_MS;
  const summary = useQuery({ ...summaryQuery, refetchInterval });
  const list = useQuery({ ...jobsQuery(search), refetchInterval });
  return (
    <>
      <PageHeader
        title="Jobs"
        subtitle={<Subtitle kinds={summary.data} />}
        actions={
          <Button
            variant="default"
            leftSection={isPaused ? <IconResume size={16} /> : <IconPause size={16} />}
            title={isPaused ? undefined : `Refreshes every ${REFRESH_MS / 1000} seconds`}
            onClick={() => setPaused(!isPaused)}
          >
            {isPaused ? 'Resume refreshing' : 'Pause refreshing'}
          </Button>
        }
      />
      <PageState query={summary} what="the jobs" loading={<TableSkeleton rows={5} />}>
        {(kinds) => <JobSummary kinds={kinds} />}
      </PageState>
      <ListPanel search={search} list={list} />
    </>
  );
}

function Subtitle({
  kinds,
}: {
  kinds: readonly { waiting: number; running: number; failed: number }[] | undefined;
}) {
  if (!kinds) return ' ';
  const sum = (name: 'waiting' | 'running' | 'failed') => kinds.reduce((all, kind) => all + kind[name], 0);
  if (sum('waiting') + sum('running') + sum('failed') === 0) return 'No jobs waiting, running or failed';
  return `${sum('waiting')} waiting, ${sum('running')} running, ${sum('failed')} failed`;
}

interface ListProps {
  search: JobsSearch;
  list: UseQueryResult<{ jobs: Job[]; isCut: boolean }>;
}

function ListPanel({ search, list }: ListProps) {
  const patch = usePatchSearch();
  const failed = (list.data?.jobs ?? []).filter(({ state }) => state === 'dead');
  return (
    <>
      <div className={styles.bar}>
        <SegmentedControl
          aria-label="State"
          data={STATE_CHOICES}
          value={search.state ?? ''}
          onChange={(state) => patch({ state: state || undefined })}
        />
        {search.kind && (
          <Button variant="default" onClick={() => patch({ kind: undefined })}>
            {kindName(search.kind)} only. Show all kinds
          </Button>
        )}
        {failed.length > 1 && (
          <span className={styles.retryAll}>
            <RetryAll ids={failed.map(({ id }) => id)} />
          </span>
        )}
      </div>
      <Panel flush>
        <PageState
          query={list}
          what="the jobs"
          loading={<TableSkeleton rows={4} />}
          isEmpty={({ jobs }) => jobs.length === 0}
          empty={<NoJobs search={search} />}
        >
          {({ jobs, isCut }) => (
            <>
              <JobList jobs={jobs} isStale={list.isPlaceholderData} />
              {isCut && <p className={styles.cut}>Only the newest {count(MAX_LISTED, 'job')} are shown.</p>}
            </>
          )}
        </PageState>
      </Panel>
    </>
  );
}

function NoJobs({ search: { state, kind } }: { search: JobsSearch }) {
  if (state === undefined && kind === undefined) {
    return (
      <EmptyState title="No jobs">
        Jobs evaluate and summarize new conversations in the background. Completed jobs are not kept.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title={state === 'failed' ? 'No failed jobs' : 'No jobs match these filters'}
      action={
        <Button variant="default" component={Link} to="/jobs">
          Show all jobs
        </Button>
      }
    />
  );
}

import { Button, Progress } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, messageOf, unwrap } from '../../api.ts';
import { ConfirmDialog, count, formatNumber, Status, toast } from '../../parts/index.ts';
import styles from './home.module.css';
import { jobSummaryQuery } from './queries.ts';
import { conversationsOf, isChanging, type SampleData, sampleDataQuery } from './sample-data-query.ts';

/** Says that the organization has sample data, and removes it; shows the progress of loading and removing it. */
export function SampleDataBanner() {
  const { data } = useQuery(sampleDataQuery);
  useFreshLists(data);
  if (!data || data.state === 'absent') return null;
  return (
    <section className={styles.sample} aria-label="Sample data">
      <div className={styles.sampleWords} role="status">
        <Words data={data} />
      </div>
      {isChanging(data) ? <Share data={data} /> : <Actions data={data} />}
    </section>
  );
}

function Words({ data }: { data: SampleData }) {
  const { present, total } = conversationsOf(data);
  if (data.state === 'loading') {
    return `Loading sample data: ${formatNumber(present)} of ${count(total, 'conversation')}`;
  }
  if (data.state === 'removing') return `Removing sample data: ${count(present, 'conversation')} left`;
  if (data.state === 'failed') {
    return (
      <>
        <Status tone="bad">The sample data is incomplete</Status> {data.note}
      </>
    );
  }
  return 'This organization contains sample data about an invented company.';
}

function Share({ data }: { data: SampleData }) {
  const { present, total } = conversationsOf(data);
  return (
    <Progress
      value={(present / total) * 100}
      size={8}
      radius="sm"
      className={styles.sampleShare}
      aria-label={data.state === 'loading' ? 'Conversations loaded' : 'Conversations left'}
    />
  );
}

function Actions({ data }: { data: SampleData }) {
  return (
    <div className={styles.sampleActions}>
      {data.state === 'failed' && <LoadSampleData label="Try again" isSmall />}
      <RemoveSampleData />
    </div>
  );
}

/** Loads the sample data when it is clicked. */
export function LoadSampleData({ label = 'Load sample data', isSmall = false }) {
  const client = useQueryClient();
  const load = useMutation({
    mutationFn: () => unwrap(api.POST('/admin/v1/demo')),
    onSuccess: (data) => client.setQueryData(sampleDataQuery.queryKey, data),
    onError: (error) => toast.bad(messageOf(error)),
  });
  return (
    <Button
      variant="default"
      size={isSmall ? 'compact-sm' : undefined}
      loading={load.isPending}
      onClick={() => load.mutate()}
    >
      {label}
    </Button>
  );
}

function RemoveSampleData() {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const remove = async () => {
    const data = await unwrap(api.DELETE('/admin/v1/demo'));
    client.setQueryData(sampleDataQuery.queryKey, data);
  };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Remove sample data
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Remove the sample data?"
        confirmLabel="Remove sample data"
        danger
        onConfirm={remove}
      >
        The sample meetings and e-mails will be deleted with everything that was added to them. Sample users,
        CRM records and signals will be deleted unless somebody has changed them. All other data stays. This
        cannot be undone.
      </ConfirmDialog>
    </>
  );
}

/** The interval at which the jobs are counted that evaluate conversations which have just been loaded. */
const EVALUATING_MS = 2000;

/** Reads everything again whenever conversations come or go, and afterwards while signals evaluate them. */
function useFreshLists(data: SampleData | undefined) {
  const client = useQueryClient();
  const [wasLoading, setWasLoading] = useState(false);
  if (data?.state === 'loading' && !wasLoading) setWasLoading(true);
  const jobs = useQuery({ ...jobSummaryQuery, enabled: wasLoading, refetchInterval: EVALUATING_MS });
  const evaluations = jobs.data?.reduce((sum, { waiting, running }) => sum + waiting + running, 0);
  const standing = data && [data.state, data.meetings, data.emails, evaluations].join();
  const known = useRef<string>(undefined);
  useEffect(() => {
    const isFirst = known.current === undefined;
    known.current = standing;
    if (isFirst) return;
    const others = ['sample-data', 'session', jobSummaryQuery.queryKey[0]];
    void client.invalidateQueries({ predicate: ({ queryKey }) => !others.includes(`${queryKey[0]}`) });
  }, [client, standing]);
}

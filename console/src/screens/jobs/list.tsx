import { Link } from '@tanstack/react-router';
import { count, ExpandableList, Status, TimeText } from '../../parts/index.ts';
import styles from './jobs.module.css';
import { RetryOne } from './retry.tsx';
import { type Job, kindName, STATES } from './words.ts';

/** The list of jobs: why the last attempt failed, what each is about, and a retry. */
export function JobList({ jobs, isStale }: { jobs: readonly Job[]; isStale: boolean }) {
  return (
    <ExpandableList
      label="Jobs"
      rows={jobs}
      rowKey={({ id }) => id}
      isStale={isStale}
      rowTone={({ state }) => (state === 'dead' ? 'bad' : undefined)}
      title={({ job }) => kindName(job)}
      extra={(job) => <Words job={job} />}
      end={({ id, state, createdAt }) => (
        <>
          <span className="muted">
            <TimeText at={createdAt} style="relative" />
          </span>
          <Status tone={STATES[state].tone}>{STATES[state].name}</Status>
          {state === 'dead' && <RetryOne id={id} />}
        </>
      )}
      detail={(job) => <Detail job={job} />}
    />
  );
}

function Words({ job: { state, reason, attempts, payload } }: { job: Job }) {
  const tries = attempts === 0 ? 'Not attempted yet' : count(attempts, 'attempt');
  return (
    <div className={styles.words}>
      {reason && <p className={state === 'dead' ? styles.failed : undefined}>{reason}</p>}
      <p className="muted">
        {tries}
        {state === 'waiting' && reason && ', will be retried automatically'}
        <About payload={payload} />
      </p>
    </div>
  );
}

function About({ payload }: { payload: Record<string, unknown> }) {
  const { meetingId } = payload;
  if (typeof meetingId !== 'number') return null;
  return (
    <>
      {' · '}
      <Link to="/meetings/$id" params={{ id: String(meetingId) }}>
        Meeting {meetingId}
      </Link>
    </>
  );
}

function Detail({ job }: { job: Job }) {
  const facts = [
    ['ID', <code key="id">{job.id}</code>],
    ['Kind', <code key="kind">{job.job}</code>],
    ['Created', <TimeText key="at" at={job.createdAt} style="full" />],
    ['Attempts', job.attempts],
    ...Object.entries(job.payload).map(([name, value]) => [
      name,
      <code key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
    ]),
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={String(name)}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

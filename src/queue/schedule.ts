import type { Queries, Statement } from '../db/database.ts';
import type { WakeSignals } from '../db/wake-signals.ts';
import type { Job, Schedule } from './define-job.ts';
import { wakeName } from './queue.ts';

/** The organization of jobs that belong to none, so that they take turns like all others. */
const NO_ORGANIZATION = 0;

const SCHEDULES = `unnest($1::text[], $2::float8[], $3::float8[], $4::int[], $5::int[], $6::int[])
  as job (kind, period, "offset", max_attempts, retry_delay_seconds, max_retry_delay_seconds)`;

/** The latest time of a schedule that has come. */
const LATEST = `to_timestamp(floor((extract(epoch from now()) - "offset") / period) * period + "offset")`;

const register: Statement = {
  name: 'register-schedules',
  text: `insert into job_schedules (kind, enqueued_until) select kind, ${LATEST} from ${SCHEDULES}
         on conflict (kind) do nothing`,
};

const enqueueDue: Statement = {
  name: 'enqueue-scheduled-jobs',
  // Of several processes, the first one moves the time forward. The others wait for its commit and find nothing due.
  text: `with due as (
      update job_schedules known set enqueued_until = ${LATEST} from ${SCHEDULES}
      where known.kind = job.kind and known.enqueued_until < ${LATEST}
      returning job.kind, job.max_attempts, job.retry_delay_seconds, job.max_retry_delay_seconds
    )
    insert into jobs (kind, organization_id, payload, max_attempts, retry_delay_seconds, max_retry_delay_seconds)
    select kind, ${NO_ORGANIZATION}, '{}', max_attempts, retry_delay_seconds, max_retry_delay_seconds from due
    returning kind as job`,
};

function valuesOf(jobs: readonly Job[]): unknown[] {
  const scheduled = jobs.filter((job): job is Job & { schedule: Schedule } => job.schedule !== undefined);
  return [
    scheduled.map(({ name }) => name),
    scheduled.map(({ schedule }) => schedule.periodSeconds),
    scheduled.map(({ schedule }) => schedule.offsetSeconds),
    scheduled.map(({ maxAttempts }) => maxAttempts),
    scheduled.map(({ retryDelaySeconds }) => retryDelaySeconds),
    scheduled.map(({ maxRetryDelaySeconds }) => maxRetryDelaySeconds),
  ];
}

/** Starts the schedules of jobs that have never been scheduled before: the next time is the first. */
export async function registerSchedules(db: Queries, jobs: readonly Job[]): Promise<void> {
  await db.query(register, valuesOf(jobs));
}

/**
 * Enqueues each job whose time has come since it was enqueued last, once, however many times were missed and however
 * many processes call this.
 */
export async function enqueueScheduled(
  db: Queries,
  jobs: readonly Job[],
  signals: Pick<WakeSignals, 'wake'>,
): Promise<void> {
  for (const { job } of await db.query<{ job: string }>(enqueueDue, valuesOf(jobs))) {
    signals.wake(wakeName(job));
  }
}

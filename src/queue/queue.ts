import type { Statement, Transaction } from '../db/database.ts';
import type { WakeSignals } from '../db/wake-signals.ts';
import type { Traces } from '../lib/traces.ts';
import type { Job, PayloadOf } from './define-job.ts';

export type Queue = {
  /**
   * Enqueues a job in the caller's transaction: it exists if the transaction commits, and workers are woken after that.
   * @param organizationId the organization whose work it is, which decides its turn and who may see it
   */
  enqueue<J extends Job>(
    tx: Transaction,
    job: J,
    organizationId: number,
    payload: PayloadOf<J>,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /** Enqueues a job for each payload, in one statement. */
  enqueueAll<J extends Job>(
    tx: Transaction,
    job: J,
    organizationId: number,
    payloads: readonly PayloadOf<J>[],
  ): Promise<void>;
  /**
   * Enqueues dead letters again, with all of their attempts, if the caller's transaction commits.
   * @returns the number of jobs that were enqueued
   */
  retryDead(tx: Transaction, ids: readonly string[]): Promise<number>;
};

/** The name under which workers that do a kind of job are woken. */
export const wakeName = (job: string) => `jobs:${job}`;

/** Opens the queue for enqueueing. Its jobs continue the trace in which they are enqueued. */
export function openQueue(signals: Pick<WakeSignals, 'wake'>, traces?: Traces): Queue {
  const wakeAfterCommit = (tx: Transaction, job: string) => tx.afterCommit(() => signals.wake(wakeName(job)));
  return {
    async enqueue(tx, job, organizationId, payload, { startAfterSeconds = 0 } = {}) {
      const { name, maxAttempts, retryDelaySeconds, maxRetryDelaySeconds } = job;
      const bounds = [maxAttempts, retryDelaySeconds, maxRetryDelaySeconds];
      const traceparent = traces?.traceparent() ?? null;
      const what = [name, organizationId, JSON.stringify(payload), startAfterSeconds];
      await tx.query(insert, [...what, ...bounds, traceparent]);
      // Polling finds what has to wait.
      if (startAfterSeconds === 0) wakeAfterCommit(tx, name);
    },
    async enqueueAll(tx, job, organizationId, payloads) {
      if (payloads.length === 0) return;
      const { name, maxAttempts, retryDelaySeconds, maxRetryDelaySeconds } = job;
      const bounds = [maxAttempts, retryDelaySeconds, maxRetryDelaySeconds];
      const traceparent = traces?.traceparent() ?? null;
      const texts = payloads.map((payload) => JSON.stringify(payload));
      await tx.query(insertAll, [name, organizationId, texts, ...bounds, traceparent]);
      wakeAfterCommit(tx, name);
    },
    async retryDead(tx, ids) {
      const revived = await tx.query<{ job: string }>(revive, [ids]);
      for (const { job } of revived) wakeAfterCommit(tx, job);
      return revived.length;
    },
  };
}

const insert: Statement = {
  name: 'insert-job',
  text: `insert into jobs (kind, organization_id, payload, start_after, max_attempts, retry_delay_seconds,
           max_retry_delay_seconds, traceparent)
         values ($1, $2, $3, now() + make_interval(secs => $4), $5, $6, $7, $8)`,
};

const insertAll: Statement = {
  name: 'insert-jobs',
  text: `insert into jobs (kind, organization_id, payload, max_attempts, retry_delay_seconds, max_retry_delay_seconds,
           traceparent)
         select $1, $2, payload, $4, $5, $6, $7 from unnest($3::jsonb[]) as payload`,
};

const revive: Statement = {
  name: 'revive-dead-jobs',
  // Served by the primary key. Of two callers the second one finds that the job is not dead any more.
  text: `update jobs set state = 'waiting', attempts = 0, losses = 0, reason = null, ended_at = null,
           created_at = now(), start_after = now()
         where id = any ($1::uuid[]) and state = 'dead' returning kind as job`,
};

import type { PgBoss } from 'pg-boss';
import type { ConnectionSettings, Transaction } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import { createBoss, DEAD_LETTERS } from './boss.ts';
import type { Job, PayloadOf } from './define-job.ts';

/** What a job row carries beside its payload. */
export type Envelope = { organizationId: number; payload: unknown };

export type Queue = {
  /**
   * Puts a job into the queue in the caller's own transaction: it exists where the transaction commits, else not.
   * @param organizationId whose work it is: for fairness, and for who may see it
   */
  enqueue<J extends Job>(
    tx: Transaction,
    job: J,
    organizationId: number,
    payload: PayloadOf<J>,
    options?: { startAfterSeconds?: number },
  ): Promise<void>;
  /**
   * Puts dead letters back into the queues that they came from, with all their attempts ahead of them.
   * @returns how many went back
   */
  retryDead(ids: readonly string[]): Promise<number>;
  close(): Promise<void>;
};

/** Opens the queue for putting work in; needs installQueue to have run. */
export async function openQueue(connection: ConnectionSettings, log: Log): Promise<Queue> {
  const boss = createBoss(connection, { max: 1, migrate: false, supervise: false, schedule: false }, log);
  await boss.start();
  return {
    enqueue: enqueueWith(boss),
    retryDead: (ids) => boss.redrive(DEAD_LETTERS, { ids: [...ids] }),
    close: () => boss.stop({ graceful: false }),
  };
}

function enqueueWith(boss: PgBoss): Queue['enqueue'] {
  return async (tx, job, organizationId, payload, { startAfterSeconds } = {}) => {
    const envelope: Envelope = { organizationId, payload };
    await boss.send(job.name, envelope, {
      group: { id: `${organizationId}` },
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      db: {
        // No name: the text is pg-boss's own, and not always the same.
        executeSql: async (text, values) => ({ rows: await tx.query({ name: '', text }, values ?? []) }),
      },
    });
  };
}

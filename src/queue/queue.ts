import type { PgBoss } from 'pg-boss';
import type { ConnectionSettings, Statement, Transaction } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import { CHANNEL, createBoss, DEAD_LETTERS, inTransaction } from './boss.ts';
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
   * Puts dead letters back into the queues that they came from, with all their attempts ahead of them, where the
   * caller's transaction commits.
   * @returns how many went back
   */
  retryDead(tx: Transaction, ids: readonly string[]): Promise<number>;
  close(): Promise<void>;
};

/** Opens the queue for putting work in; needs installQueue to have run. */
export async function openQueue(connection: ConnectionSettings, log: Log): Promise<Queue> {
  const boss = createBoss(connection, { max: 1, migrate: false, supervise: false, schedule: false }, log);
  await boss.start();
  return {
    enqueue: enqueueWith(boss),
    async retryDead(tx, ids) {
      const moved = await boss.redrive(DEAD_LETTERS, { ids: [...ids], db: inTransaction(tx) });
      await tx.query(notifyAll, [CHANNEL]);
      return moved;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

const notifyAll: Statement = {
  name: 'notify-all-queues',
  // pg-boss notifies of jobs that are put in, not of those that come back; the empty name means any queue.
  text: `select pg_notify($1, '')`,
};

function enqueueWith(boss: PgBoss): Queue['enqueue'] {
  return async (tx, job, organizationId, payload, { startAfterSeconds } = {}) => {
    const envelope: Envelope = { organizationId, payload };
    await boss.send(job.name, envelope, {
      group: { id: `${organizationId}` },
      ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
      db: inTransaction(tx, { isRepeated: true }),
    });
  };
}

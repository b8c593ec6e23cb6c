import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { ConnectionSettings } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import type { Job } from './define-job.ts';
import type { Envelope } from './queue.ts';

/** Where jobs go that failed as often as they may; an operator sees them and runs them again. */
export const DEAD_LETTERS = 'dead-letters';

/** A worker that was killed is noticed when this much passes without a sign of life. */
const HEARTBEAT_SECONDS = 10;
const DEAD_LETTER_DAYS = 90;
const FINISHED_DAYS = 1;
const WAITING_DAYS = 30;
const DAY_SECONDS = 86_400;

/** pg-boss on Parley's connection; this folder alone knows it. */
export function createBoss(connection: ConnectionSettings, options: ConstructorOptions, log: Log): PgBoss {
  const { connectionString, host, port, user, password, database } = connection;
  const target = connectionString ? { connectionString } : { host, port, user, password, database };
  const boss = new PgBoss({
    ...(target as ConstructorOptions),
    application_name: 'parley-queue',
    ...options,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  boss.on('warning', (warning) => log.debug({ warning }, 'queue'));
  return boss;
}

/** Makes the queue's tables and one queue per job; safe to run at every start, and by several at once. */
export async function installQueue(
  connection: ConnectionSettings,
  jobs: readonly Job[],
  log: Log,
): Promise<void> {
  const boss = createBoss(connection, { max: 2, migrate: true, supervise: false, schedule: false }, log);
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map((queue) => queue.name));
    const deadLetters = { retentionSeconds: DEAD_LETTER_DAYS * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS };
    if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, deadLetters);
    for (const job of jobs) {
      if (known.has(job.name)) await boss.updateQueue(job.name, settingsOf(job));
      else await boss.createQueue(job.name, settingsOf(job));
      const envelope: Envelope = { organizationId: 0, payload: {} };
      if (job.cron) await boss.schedule(job.name, job.cron, envelope, { tz: 'UTC' });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

function settingsOf(job: Job) {
  return {
    retryLimit: job.maxAttempts - 1,
    retryDelay: job.retryDelaySeconds,
    retryDelayMax: job.maxRetryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: job.timeoutSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    retentionSeconds: WAITING_DAYS * DAY_SECONDS,
    deleteAfterSeconds: FINISHED_DAYS * DAY_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

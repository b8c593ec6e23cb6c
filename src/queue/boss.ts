import { createHash } from 'node:crypto';
import { type ConstructorOptions, type Db, PgBoss } from 'pg-boss';
import type { ConnectionSettings, Transaction } from '../db/database.ts';
import { SessionClient } from '../db/session.ts';
import type { Log } from '../lib/log.ts';
import type { Job } from './define-job.ts';
import type { Envelope } from './queue.ts';

/** Where jobs go that failed as often as they may; an operator sees them and runs them again. */
export const DEAD_LETTERS = 'dead-letters';

/** What pg-boss notifies, with a queue's name, when a job is put into it; it has no way to ask for the name. */
export const CHANNEL = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** Jobs that no organization calls for are of this one, so that they wait in turn like all others. */
export const NO_ORGANIZATION = 0;

/** The longest that pg-boss takes. It would fail jobs without their giveUp: our workers keep the time. */
const EXPIRE_SECONDS = 24 * 3600;
const DAY_SECONDS = 86_400;
const DEAD_LETTER_DAYS = 90;
const FINISHED_DAYS = 1;
/** The longest that pg-boss takes: work that was accepted is done even if no worker ran for months. */
const WAITING_DAYS = 365;

/** pg-boss on Parley's connection; this folder alone knows it. */
export function createBoss(connection: ConnectionSettings, options: ConstructorOptions, log: Log): PgBoss {
  const { connectionString, host, port, user, password, database } = connection;
  const target = connectionString ? { connectionString } : { host, port, user, password, database };
  const boss = new PgBoss({
    ...(target as ConstructorOptions),
    application_name: 'parley-queue',
    // Handed on to the pool of its connections.
    ...({ Client: SessionClient } as object),
    ...options,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'queue'));
  boss.on('warning', (warning) => log.debug({ warning }, 'queue'));
  return boss;
}

/**
 * Has pg-boss run its statements in a transaction of ours.
 * @param isRepeated the texts are few and come again and again: they are planned once for each connection, which costs
 *   more than running them
 */
export function inTransaction(tx: Transaction, { isRepeated = false } = {}): Db {
  return {
    // Else no name: the text is pg-boss's own, and not always the same.
    executeSql: async (text, values) => ({
      rows: await tx.query({ name: isRepeated ? nameOf(text) : '', text }, values ?? []),
    }),
  };
}

function nameOf(text: string): string {
  return `pg-boss-${createHash('sha1').update(text).digest('base64url')}`;
}

/**
 * Makes the queue's tables and one queue per job; safe to run whenever Parley starts. Needs the role that owns the tables, and
 * a caller that keeps others from doing it at the same time.
 */
export async function installQueue(
  connection: ConnectionSettings,
  jobs: readonly Job[],
  log: Log,
): Promise<void> {
  const boss = createBoss(connection, { max: 2, migrate: true, supervise: false, schedule: false }, log);
  await boss.start();
  try {
    await installTurns(boss);
    const known = new Set((await boss.getQueues()).map((queue) => queue.name));
    const deadLetters = { retentionSeconds: DEAD_LETTER_DAYS * DAY_SECONDS, deleteAfterSeconds: DAY_SECONDS };
    if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, deadLetters);
    for (const job of jobs) {
      if (known.has(job.name)) await boss.updateQueue(job.name, settingsOf(job));
      else await boss.createQueue(job.name, settingsOf(job));
      if (job.cron) await boss.schedule(job.name, job.cron, NOBODYS, { tz: 'UTC', group: NO_GROUP });
    }
    await removeOldSchedules(boss, jobs);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** A job that an earlier version had, or had on a schedule, is not called for any more. */
async function removeOldSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const scheduled = new Set(jobs.filter(({ cron }) => cron).map(({ name }) => name));
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name, key);
  }
}

/** The errors of pg-boss if its tables are missing or of another version. */
const NOT_CURRENT = /^pg-boss (?:is not installed|database requires migrations)$/;

/** Whether installQueue of this version has run: asked by roles that may not run it. */
export async function isQueueInstalled(
  connection: ConnectionSettings,
  jobs: readonly Job[],
  log: Log,
): Promise<boolean> {
  const boss = createBoss(connection, { max: 1, migrate: false, supervise: false, schedule: false }, log);
  try {
    await boss.start();
    const known = new Set((await boss.getQueues()).map((queue) => queue.name));
    return [DEAD_LETTERS, ...jobs.map((job) => job.name)].every((name) => known.has(name));
  } catch (error) {
    if (NOT_CURRENT.test((error as Error).message)) return false;
    throw error;
  } finally {
    await boss.stop({ graceful: false });
  }
}

const NOBODYS: Envelope = { organizationId: NO_ORGANIZATION, payload: {} };
const NO_GROUP = { id: `${NO_ORGANIZATION}` };

/**
 * Organizations are served in turn: see claims.ts. Its own index finds who is next, and that one's jobs by the time
 * they are due, however long anybody's backlog is. Collation C: JavaScript compares the same way.
 */
const CREATE_TURNS_INDEX = `create index if not exists parley_turns
  on pgboss.job_common (name, (group_id collate "C"), start_after) where state < 'active' and not blocked`;

async function installTurns(boss: PgBoss): Promise<void> {
  const transaction = await boss.getDb().beginTransaction!();
  try {
    // Two starts at once would both find that there is none.
    await transaction.db.executeSql('select pg_advisory_xact_lock(7275539116)');
    await transaction.db.executeSql(CREATE_TURNS_INDEX);
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
}

function settingsOf(job: Job) {
  return {
    retryLimit: job.maxAttempts - 1,
    retryDelay: job.retryDelaySeconds,
    retryDelayMax: job.maxRetryDelaySeconds,
    retryBackoff: true,
    expireInSeconds: EXPIRE_SECONDS,
    retentionSeconds: WAITING_DAYS * DAY_SECONDS,
    deleteAfterSeconds: FINISHED_DAYS * DAY_SECONDS,
    deadLetter: DEAD_LETTERS,
    notify: true,
  };
}

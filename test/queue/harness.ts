import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { createLog } from '../../src/lib/log.ts';
import { createMetrics } from '../../src/lib/metrics.ts';
import type { Job } from '../../src/queue/define-job.ts';
import { startWorkers, type Workers } from '../../src/queue/workers.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type OpenedQueue, openTestQueue } from '../support/queue.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { CREATE_JOURNAL, handlers, JOBS, QUICK } from './jobs.ts';

/** A line of the journal that the tests' jobs write. */
export type Entry = {
  at: Date;
  job: string;
  n: number;
  event: string;
  attempt: number;
  organization: number;
  pid: number;
};

/** A queue of the tests' jobs on a database of its own. */
export type TestQueue = {
  url: string;
  db: Database;
  queue: OpenedQueue;
  /** Puts a job in, in a transaction of its own. */
  put(job: Job, organizationId: number, payload: { n: number; ms?: number }): Promise<void>;
  /** A worker in this process. */
  start(): Promise<Workers>;
  /** Stops the workers of this process at once. */
  stopWorkers(): Promise<void>;
  /** A worker that is a process; in production's time rather than the tests' where `isPatient`. */
  spawn(options?: { nodeArgs?: string[]; isPatient?: boolean }): Promise<TestWorker>;
  journal(where?: string): Promise<Entry[]>;
  /** The rows of jobs. */
  rows(where?: string): Promise<Record<string, unknown>[]>;
  /** Waits until so many lines of the journal fit. */
  journaled(where: string, count?: number): Promise<Entry[]>;
  close(): Promise<void>;
};

export type TestWorker = { pid: number; process: ChildProcess; gone: Promise<unknown> };

const PROGRAM = fileURLToPath(new URL('worker-process.ts', import.meta.url));

export async function createTestQueue(): Promise<TestQueue> {
  const { connection, url, drop } = await createTestDatabase();
  const log = createLog('silent');
  await sql(url, CREATE_JOURNAL);
  const db = openDatabase(connection, log);
  const queue = openTestQueue(connection, db);
  let started: Workers[] = [];
  const stopWorkers = async () => {
    await Promise.all(started.map((workers) => workers.stop(0)));
    started = [];
  };
  const spawned = new Set<ChildProcess>();
  const journal = (where = 'true') => sql<Entry>(url, `select * from journal where ${where} order by number`);
  return {
    url,
    db,
    queue,
    put: (job, organizationId, payload) =>
      db.transaction((tx) => queue.enqueue(tx, job, organizationId, payload as never)),
    async start() {
      const parts = { signals: queue.signals, log, metrics: createMetrics(), timings: QUICK };
      const workers = await startWorkers(connection, JOBS, handlers, { db }, parts);
      started.push(workers);
      return workers;
    },
    stopWorkers,
    async spawn({ nodeArgs = [], isPatient = false } = {}) {
      const child = spawn(process.execPath, [...nodeArgs, PROGRAM, url, ...(isPatient ? ['patient'] : [])], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      spawned.add(child);
      const gone = once(child, 'exit').then(() => spawned.delete(child));
      await once(child.stdout!, 'data');
      return { pid: child.pid!, process: child, gone };
    },
    journal,
    rows: (where = 'true') => sql(url, `select * from jobs where ${where} order by created_at`),
    journaled: (where, count = 1) =>
      until(async () => {
        const found = await journal(where);
        return found.length >= count ? found : undefined;
      }),
    async close() {
      for (const child of spawned) child.kill('SIGKILL');
      await stopWorkers();
      await queue.close();
      await db.close();
      await drop();
    },
  };
}

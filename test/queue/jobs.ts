import { setTimeout as delay } from 'node:timers/promises';
import Type from 'typebox';
import type { Database } from '../../src/db/database.ts';
import { defineJob, handlerMaker, type Job } from '../../src/queue/define-job.ts';
import type { Timings } from '../../src/queue/timings.ts';

/** Jobs that write what they do into the table `journal`, and jobs that harm their worker. */

/** Long enough for a healthy worker on a busy machine to give a sign of life. */
export const QUICK: Timings = {
  pollMs: 250,
  beatMs: 400,
  lostMs: 2000,
  watchMs: 400,
  unwindMs: 500,
  suspectMs: 300,
  scheduleMs: 200,
  cleanUpMs: 200,
};

const bounds = {
  payload: Type.Object({ n: Type.Integer(), ms: Type.Optional(Type.Integer()) }),
  maxAttempts: 3,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 3,
  timeoutSeconds: 60,
  concurrency: 4,
  concurrencyPerOrganization: 3,
};

/** Takes `ms`, unless it is told to stop. */
export const work = defineJob({ ...bounds, name: 'work' });
/** Is enqueued by itself, but not while a test runs. */
export const yearly = defineJob({
  ...bounds,
  payload: Type.Object({}),
  name: 'yearly',
  schedule: { periodSeconds: 365 * 86_400, offsetSeconds: 0 },
});
/** Takes `ms` and listens to nobody. */
export const deaf = defineJob({ ...bounds, name: 'deaf' });
/** Takes longer than it may. */
export const late = defineJob({ ...bounds, name: 'late', timeoutSeconds: 1, maxAttempts: 1 });
/** Fails every time. */
export const broken = defineJob({ ...bounds, name: 'broken' });
/** Fails the one time that it may. */
export const hopeless = defineJob({ ...bounds, name: 'hopeless', maxAttempts: 1 });
/** Ends the process. */
export const exits = defineJob({ ...bounds, name: 'exits' });
/** Never gives the event loop back. */
export const loops = defineJob({ ...bounds, name: 'loops', concurrency: 1, concurrencyPerOrganization: 1 });
/** Uses all available memory. */
export const hoards = defineJob({ ...bounds, name: 'hoards' });

export const JOBS: readonly Job[] = [work, yearly, deaf, late, broken, hopeless, exits, loops, hoards];

export const CREATE_JOURNAL = `create table journal (
  number bigint generated always as identity primary key, at timestamptz not null default clock_timestamp(),
  job text not null, n int not null, event text not null, attempt int, organization int, pid int)`;

const insert = {
  name: 'insert-journal',
  text: `insert into journal (job, n, event, attempt, organization, pid) values ($1, $2, $3, $4, $5, $6)`,
};

type Deps = { db: Database };
const handles = handlerMaker<Deps>();

/** Writes that it starts, does it, and writes that it ended. */
function journaled<J extends Job>(
  job: J,
  act: (payload: { n: number; ms?: number }, signal: AbortSignal) => Promise<void>,
) {
  return handles(
    job,
    async (given, { organizationId, number, signal }, { db }) => {
      const payload = { n: 0, ...(given as { n?: number; ms?: number }) };
      const write = (event: string) =>
        db.query(insert, [job.name, payload.n, event, number, organizationId, process.pid]);
      await write('start');
      await act(payload, signal);
      await write('end');
    },
    async (tx, given, { organizationId, error }) => {
      const { n } = given as { n: number };
      const event = `given up: ${(error as Error).message}`;
      await tx.query(insert, [job.name, n, event, null, organizationId, process.pid]);
    },
  );
}

export const handlers = [
  journaled(work, async ({ ms = 0 }, signal) => {
    await delay(ms, undefined, { signal });
  }),
  journaled(yearly, async () => {}),
  journaled(deaf, async ({ ms = 0 }) => {
    await delay(ms);
  }),
  journaled(late, async () => {
    await delay(30_000, undefined, { ref: false });
  }),
  journaled(broken, async () => {
    throw new Error('it is broken');
  }),
  journaled(hopeless, async () => {
    throw new Error('it is of no use');
  }),
  journaled(exits, async () => {
    process.exit(7);
  }),
  journaled(loops, async () => {
    for (;;);
  }),
  journaled(hoards, async () => {
    const hoard: unknown[] = [];
    for (;;) hoard.push(Array.from({ length: 100_000 }, () => ({ number: Math.random() })));
  }),
];

import { setTimeout as delay } from 'node:timers/promises';
import type { Entry, TestQueue } from '../queue/harness.ts';
import { createTestQueue } from '../queue/harness.ts';
import { broken, exits, hoards, loops, work } from '../queue/jobs.ts';
import { supervise } from '../queue/supervised.ts';
import { until } from '../support/until.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';

/** Jobs that throw, end their process, block the event loop, and exhaust the memory. */
const POISON = [broken, exits, loops, hoards];

/** The attempts in the definitions of the jobs. */
const TRIES = 3;

const WORKERS = 3;
const ORGANIZATIONS = 5;
const POISONS_ORGANIZATION = 100;

type Amount = {
  rounds: number;
  cleanMs: number;
  /** The minimum: the window lasts until the last poison job is dead, and for {@link AFTER_DEATH_MS}. */
  poisonedMs: number;
  jobsPerSecond: number;
  leastShare: number;
  isPatient: boolean;
};

/** The quick form runs next to other tests, where a share means little. */
const QUICK: Amount = {
  rounds: 1,
  cleanMs: 1500,
  poisonedMs: 4500,
  jobsPerSecond: 30,
  leastShare: 50,
  isPatient: false,
};
const FULL: Amount = {
  rounds: 2,
  cleanMs: 20_000,
  poisonedMs: 55_000,
  jobsPerSecond: 50,
  leastShare: 90,
  isPatient: true,
};

/** The time in which jobs that waited for the restart of the workers are done. */
const AFTER_DEATH_MS = 2000;
const STEP_MS = 100;
const WORK_MS = 20;

export const poison: ReliabilityPromise = {
  number: 11,
  name: 'poison',
  harm: 'jobs that throw, exit the process, run out of memory or loop endlessly',
  async run(stage) {
    const amount = stage.full ? FULL : QUICK;
    const queue = await createTestQueue();
    const workers = await supervise(queue, { workers: WORKERS, isPatient: amount.isPatient });
    try {
      const windows = await alternate(stage, queue, amount);
      await until(async () => {
        const rows = await queue.rows(`state in ('waiting', 'active') and kind <> 'yearly'`);
        return rows.length === 0 || undefined;
      }, 90_000);
      stage.say(`${workers.lost()} workers were lost`);
      return [...(await deaths(stage, queue, amount)), ...(await throughput(stage, queue, windows, amount))];
    } finally {
      await workers.stop();
      await queue.close();
    }
  },
};

/** A period of the load, by the database's clock. */
type Window = { isPoisoned: boolean; from: Date; to: Date; offered: number };

/** Alternates periods of the same load; every other one begins with one poison job of each kind. */
async function alternate({ say }: Stage, queue: TestQueue, amount: Amount): Promise<Window[]> {
  const windows: Window[] = [];
  let n = 1000;
  for (let round = 0; round < amount.rounds; round++) {
    for (const isPoisoned of [false, true]) {
      const [from, first] = [await now(queue), n];
      if (isPoisoned) for (const job of POISON) await queue.put(job, POISONS_ORGANIZATION, { n: round });
      const end = isPoisoned
        ? Promise.all([delay(amount.poisonedMs), deathOfAll(queue)])
        : delay(amount.cleanMs);
      n = await load(queue, n, amount.jobsPerSecond, end);
      windows.push({ isPoisoned, from, to: await now(queue), offered: n - first });
      say(`${n - first} jobs were offered ${isPoisoned ? 'with' : 'without'} poison`);
    }
  }
  return windows;
}

/** Resolves when the last poison job is dead and the jobs that it delayed have had time to be done. */
async function deathOfAll(queue: TestQueue): Promise<void> {
  const names = POISON.map(({ name }) => `'${name}'`).join();
  await until(async () => {
    const alive = await queue.rows(`state in ('waiting', 'active') and kind in (${names})`);
    return alive.length === 0 || undefined;
  }, 90_000);
  await delay(AFTER_DEATH_MS);
}

async function now(queue: TestQueue): Promise<Date> {
  const [row] = await queue.db.query<{ ms: number }>(
    { name: 'now', text: 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms' },
    [],
  );
  return new Date(row!.ms);
}

/** Enqueues jobs at a constant rate until `end`. @returns the next one's number */
async function load(
  queue: TestQueue,
  first: number,
  perSecond: number,
  end: Promise<unknown>,
): Promise<number> {
  const begunMs = performance.now();
  let isOver = false;
  const over = end.finally(() => {
    isOver = true;
  });
  let n = first;
  while (!isOver) {
    const due = first + Math.floor(((performance.now() - begunMs) / 1000) * perSecond);
    if (due > n) {
      await queue.db.transaction(async (tx) => {
        for (; n < due; n++) await queue.queue.enqueue(tx, work, n % ORGANIZATIONS, { n, ms: WORK_MS });
      });
    }
    await delay(STEP_MS);
  }
  await over;
  return n;
}

/** Returns the outcome of the poison jobs, and of the other jobs. */
async function deaths({ say }: Stage, queue: TestQueue, { rounds }: Amount): Promise<Figure[]> {
  const dead = await queue.rows(`state = 'dead'`);
  const innocent = dead.filter(({ kind }) => kind === work.name);
  const wrong: string[] = [];
  for (const job of POISON) {
    const own = dead.filter(({ kind }) => kind === job.name);
    if (own.length !== rounds) wrong.push(`${job.name}: ${own.length} of ${rounds} are dead letters`);
    for (const { attempts, reason } of own) {
      if (attempts !== TRIES) wrong.push(`${job.name} was dead after ${attempts} tries`);
      const message = reason as string;
      // A job that throws may have lost its worker to another poison job.
      const isTold = /was lost$/.test(message) || (job === broken && message === 'it is broken');
      if (!isTold) wrong.push(`${job.name} is said to have died of "${message}"`);
    }
    wrong.push(...wrongTries(job.name, await queue.journal(`job = '${job.name}'`), rounds));
  }
  for (const one of wrong) say(one);
  return [
    none(`of ${POISON.length * rounds} poisonous jobs, not dead after exactly ${TRIES} tries`, wrong.length),
    none('other jobs that were given up', innocent.length),
  ];
}

/** An attempt may not have reached its first line before another job ended their process; no attempt occurs twice. */
function wrongTries(name: string, entries: readonly Entry[], rounds: number): string[] {
  const wrong: string[] = [];
  for (let n = 0; n < rounds; n++) {
    const own = entries.filter((entry) => entry.n === n);
    const tries = own.filter(({ event }) => event === 'start').map(({ attempt }) => attempt);
    const isInOrder = tries.every((attempt, index) => index === 0 || attempt > tries[index - 1]!);
    if (!isInOrder || tries.some((attempt) => attempt > TRIES))
      wrong.push(`${name}: its tries were ${tries}`);
    const givenUp = own.filter(({ event }) => event.startsWith('given up')).length;
    if (givenUp !== 1) wrong.push(`${name} was given up ${givenUp} times`);
  }
  return wrong;
}

async function throughput(
  { say }: Stage,
  queue: TestQueue,
  windows: readonly Window[],
  { leastShare }: Amount,
): Promise<Figure[]> {
  const ended = new Map<number, number>();
  for (const { n, at } of await queue.journal(`job = 'work' and event = 'end'`)) {
    ended.set(n, Math.min(ended.get(n) ?? Number.POSITIVE_INFINITY, at.getTime()));
  }
  const times = [...ended.values()];
  const perSecond = (isPoisoned: boolean) => {
    const own = windows.filter((one) => one.isPoisoned === isPoisoned);
    const count = own.reduce(
      (sum, { from, to }) => sum + times.filter((ms) => ms >= from.getTime() && ms < to.getTime()).length,
      0,
    );
    return count / own.reduce((sum, { from, to }) => sum + (to.getTime() - from.getTime()) / 1000, 0);
  };
  const [clean, poisoned] = [perSecond(false), perSecond(true)];
  say(`${clean.toFixed(1)} jobs a second without poison, ${poisoned.toFixed(1)} with it`);
  const offered = windows.reduce((sum, window) => sum + window.offered, 0);
  return [
    none(`of ${offered} other jobs, not done in the end`, offered - ended.size),
    atLeast(
      `other jobs a second, ${clean.toFixed(1)} without poison and ${poisoned.toFixed(1)} with it: share kept`,
      (100 * poisoned) / clean,
      leastShare,
      '%',
    ),
  ];
}

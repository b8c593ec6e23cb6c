import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import Type from 'typebox';
import { openDatabase } from '../src/db/database.ts';
import { migrate } from '../src/db/migrate.ts';
import { openWakeSignals } from '../src/db/wake-signals.ts';
import { createLog } from '../src/lib/log.ts';
import { createMetrics } from '../src/lib/metrics.ts';
import { defineJob, handlerMaker, type Job } from '../src/queue/define-job.ts';
import { openQueue } from '../src/queue/queue.ts';
import { startWorkers } from '../src/queue/workers.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/queue.ts`: measures how long a job waits before it starts on an idle system, and how many empty jobs one
 * worker process runs a second, with one organization and with many. PostgreSQL writes to disk as in production.
 */
const LATENCY_JOBS = 60;
const PAUSE_MS = 50;
const THROUGHPUT_JOBS = 10_000;
const ROUNDS = 3;

const log = createLog('silent');
const nothing = defineJob({
  name: 'nothing',
  payload: Type.Object({ number: Type.Integer() }),
  maxAttempts: 3,
  retryDelaySeconds: 1,
  maxRetryDelaySeconds: 60,
  timeoutSeconds: 60,
  concurrency: 8,
  concurrencyPerOrganization: 8,
});
const jobs: readonly Job[] = [nothing];

await using folder = await makeTemporaryFolder();
const server = await startEmbeddedPostgres({ dataDir: folder.path, log: () => {} });
try {
  await migrate(server.connection, log);
  await measure();
} finally {
  await server.stopIfUnused();
}

async function measure(): Promise<void> {
  const { connection } = server;
  const db = openDatabase(connection, log);
  const signals = openWakeSignals(connection, db, log);
  const queue = openQueue(signals);
  let onJob: (number: number) => void = () => {};
  const handlers = [
    handlerMaker<undefined>()(nothing, async ({ number }) => {
      onJob(number);
    }),
  ];
  const start = () =>
    startWorkers(connection, jobs, handlers, undefined, { signals, log, metrics: createMetrics() });

  const workers = await start();
  const waitsMs: number[] = [];
  for (let number = 0; number < LATENCY_JOBS; number++) {
    await delay(PAUSE_MS);
    const begun = performance.now();
    const started = new Promise<number>((resolve) => {
      onJob = () => resolve(performance.now() - begun);
    });
    await db.transaction((tx) => queue.enqueue(tx, nothing, 1, { number }));
    waitsMs.push(await started);
  }
  await workers.stop(1000);
  const sorted = waitsMs.toSorted((a, b) => a - b);
  say(`enqueue to start: median ${median(waitsMs).toFixed(1)} ms, worst ${sorted.at(-1)!.toFixed(1)} ms`);

  for (const organizations of [1, 1000]) {
    for (let round = 0; round < ROUNDS; round++) {
      await fill(organizations);
      const cpu = process.cpuUsage();
      let left = THROUGHPUT_JOBS;
      const begun = performance.now();
      const over = new Promise<void>((resolve) => {
        onJob = () => {
          if (--left === 0) resolve();
        };
      });
      const busy = await start();
      await over;
      const seconds = (performance.now() - begun) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      await busy.stop(5000);
      const own = (user + system) / 1000 / THROUGHPUT_JOBS;
      say(
        `${organizations} organizations: ${Math.round(THROUGHPUT_JOBS / seconds)} jobs/s, ${own.toFixed(2)} ms of node's CPU a job`,
      );
    }
  }
  await signals.close();
  await db.close();

  async function fill(organizations: number): Promise<void> {
    for (let number = 0; number < THROUGHPUT_JOBS; ) {
      await db.transaction(async (tx) => {
        for (const end = number + 500; number < end; number++) {
          await queue.enqueue(tx, nothing, 1 + (number % organizations), { number });
        }
      });
    }
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

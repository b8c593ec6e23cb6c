import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { JOBS } from '../../src/domain/jobs.ts';
import { createLog } from '../../src/lib/log.ts';
import type { ChildService } from '../support/child-service.ts';
import { openTestQueue, SILENCE_WORKERS } from '../support/queue.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type GatedService, withGatedService } from './support/gated-service.ts';
import { type Prepared, prepareJobs } from './support/prepared-jobs.ts';

const TIMES = 5;

/** The jobs whose first deliveries are held until all five are in progress. */
const HELD = ['apply-remap', 'process-run', 'run-backtest', 'fetch-recording', 'forget-answers'];

/** A worker without a heartbeat for this long has lost its jobs; see the queue's timings. */
const LOST_WITHIN_MS = 25_000;

export const delivery: ReliabilityPromise = {
  number: 9,
  name: 'delivery',
  harm: 'each kind of job is delivered 5 times concurrently; a stalled worker resumes after others have taken over its jobs',
  run: (stage) =>
    withGatedService({ name: 'delivery', jobs: ['process-run', 'run-backtest'] }, async (service) => {
      const start = (roles: string) => service.start({ PARLEY_ROLES: roles, PARLEY_LOG_LEVEL: 'info' });
      const front = await start('api,receiver');
      const scene = { ...service, stage, front, start };
      return [...(await fiveAtOnce(scene)), ...(await staleWorker(scene))];
    }),
};

type Scene = Omit<GatedService, 'start'> & {
  stage: Stage;
  front: ChildService;
  start(roles: string): Promise<ChildService>;
};

async function fiveAtOnce(scene: Scene): Promise<Figure[]> {
  const { stage, databaseUrl, gates } = scene;
  const prepared = await prepareJobs({ ...scene, prefix: 'five' });
  const missing = JOBS.filter(({ name }) => !prepared.jobs.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`not delivered here: ${missing.map(({ name }) => name)}`);
  await deliver(databaseUrl, prepared);
  // Two kinds send no request that a gate could hold, so a lock holds them.
  const lock = new pg.Client(databaseUrl);
  await lock.connect();
  try {
    await lock.query('begin');
    await lock.query('lock table idempotency_keys in share mode');
    await lock.query('select 1 from meetings where id = $1 for update', [prepared.remappedId]);
    const workers = await Promise.all(Array.from({ length: TIMES }, () => scene.start('worker')));
    const most = await mostAtOnce(databaseUrl);
    stage.say(`active at once: ${JSON.stringify(most)}`);
    await lock.query('commit');
    gates.openAll();
    await idle(databaseUrl);
    await Promise.all(workers.map((worker) => worker.stop()));
    const effects = await prepared.effects();
    return [
      atLeast(
        'fewest deliveries at once of what can be held',
        Math.min(...HELD.map((name) => most[name] ?? 0)),
        TIMES,
      ),
      ...effects.map(({ job, wrong }) => {
        for (const one of wrong) stage.say(`${job}: ${one}`);
        return none(`${job}, delivered ${TIMES} times: effects beyond one, or missing`, wrong.length);
      }),
    ];
  } finally {
    await lock.end();
  }
}

/** Enqueues every job until there are five copies, as a queue that delivers too often would. */
async function deliver(databaseUrl: string, { jobs }: Prepared): Promise<void> {
  const connection = { connectionString: databaseUrl };
  const log = createLog('silent');
  const db = openDatabase(connection, log);
  const queue = openTestQueue(connection, db);
  try {
    await db.transaction(async (tx) => {
      for (const { name, organizationId, payload, isQueued } of jobs) {
        const job = JOBS.find((one) => one.name === name)!;
        for (let time = isQueued ? 1 : 0; time < TIMES; time++) {
          await queue.enqueue(tx, job, organizationId, payload as never);
        }
      }
    });
  } finally {
    await queue.close();
    await db.close();
  }
}

/** Waits, for a limited time, until five jobs of each held kind are active; returns the largest numbers seen. */
async function mostAtOnce(databaseUrl: string): Promise<Record<string, number>> {
  const most: Record<string, number> = {};
  const isFull = async () => {
    const rows = await sql<{ name: string; active: number }>(
      databaseUrl,
      `select kind as name, count(*)::int as active from jobs where state = 'active' group by kind`,
    );
    for (const { name, active } of rows) most[name] = Math.max(most[name] ?? 0, active);
    return HELD.every((name) => (most[name] ?? 0) >= TIMES) || undefined;
  };
  await until(isFull).catch(() => {});
  return most;
}

function idle(databaseUrl: string): Promise<true> {
  return until(async () => {
    const left = await sql(databaseUrl, `select 1 from jobs where state in ('waiting', 'active') limit 1`);
    return left.length === 0 || undefined;
  }, 120_000);
}

/** A worker stops in the middle of its jobs; others take them over; it resumes where it stopped. */
async function staleWorker(scene: Scene): Promise<Figure[]> {
  const { stage, databaseUrl, gates } = scene;
  gates.closeAll();
  const prepared = await prepareJobs({
    ...scene,
    prefix: 'stale',
    only: ['process-run', 'run-backtest', 'fetch-recording'],
  });
  const stale = await scene.start('worker');
  await until(async () => gates.waiting() >= prepared.jobs.length || undefined);
  process.kill(stale.pid, 'SIGSTOP');
  // The requests of the stopped worker keep waiting; later ones are answered.
  gates.letOthersPass();
  await scene.start('worker');
  if (!stage.full) {
    // The quick form does not wait: the heartbeats in the database are moved half a minute back.
    await sql(databaseUrl, SILENCE_WORKERS);
  }
  const lostMs = performance.now();
  await until(async () => {
    const rows = await sql(databaseUrl, `select 1 from jobs where state = 'active' and attempts = 1 limit 1`);
    return rows.length === 0 || undefined;
  }, LOST_WITHIN_MS);
  stage.say(`its jobs were taken over after ${((performance.now() - lostMs) / 1000).toFixed(1)} s`);
  await idle(databaseUrl);
  const before = await prepared.effects();
  process.kill(stale.pid, 'SIGCONT');
  gates.openAll();
  const lost = () => stale.said().match(/job lost/g)?.length ?? 0;
  await until(async () => lost() >= prepared.jobs.length || undefined);
  const after = await prepared.effects();
  await stale.stop();
  const wrong = [...before, ...after].flatMap(({ job, wrong }) => wrong.map((one) => `${job}: ${one}`));
  for (const one of wrong) stage.say(one);
  return [
    none('effects of jobs that a stale worker did too, beyond one or missing', wrong.length),
    atLeast('tries that the stale worker found lost when it woke up', lost(), prepared.jobs.length),
  ];
}

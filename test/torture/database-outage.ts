import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openJournal } from '../support/journal.ts';
import { seededRandom } from '../support/random.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { checkIngest, makeSignal, waitForJobs } from './support/ingest-check.ts';
import { type IngestLoad, type LoadEntry, startIngestLoad } from './support/ingest-load.ts';
import { type PostgresServer, startPostgresServer } from './support/postgres-server.ts';
import { noExits, type ServiceProcess, withProcesses } from './support/processes.ts';

const KEY = 'a-key-for-the-service-without-database';

const AMOUNTS = {
  full: { outages: 30, apartMs: [5000, 20_000], acknowledged: 5000, connections: 12 },
  quick: { outages: 2, apartMs: [700, 1200], acknowledged: 50, connections: 6 },
} as const;

/** The time for which PostgreSQL is stopped. */
const AWAY_MS = { full: 2500, quick: 500 };

const READY_WITHIN_SECONDS = 5;
const READY_TIMEOUT_MS = 30_000;
const DONE_WITHIN_SECONDS = 90;

/**
 * The most connections of a process: 6 and 2 for reads, 12 for writes, one for health checks, and one for enqueueing. A
 * worker has the same again for the records of its jobs, except the last, and two for the upkeep of the queue and one
 * that listens.
 */
const ROLES = { 'api,receiver': 32, worker: 66 };

/** PostgreSQL, which writes commits to disk, is stopped immediately or killed under load. */
export const databaseOutage: ReliabilityPromise = {
  number: 3,
  name: 'database-outage',
  harm: 'PostgreSQL is stopped immediately or killed under load',
  async run(stage) {
    const server = await startPostgresServer();
    try {
      const started = Object.keys(ROLES).map((roles) => ({ roles, databaseUrl: named(server.url, roles) }));
      return await withProcesses(started, { key: KEY }, (processes) => harm(stage, server, processes));
    } finally {
      await server.remove();
    }
  },
};

/** The server distinguishes the connections of processes by the name in their URL. */
function named(url: string, name: string): string {
  return `${url}&application_name=${name}`;
}

async function harm(
  { full, seed, say }: Stage,
  server: PostgresServer,
  processes: ServiceProcess[],
): Promise<Figure[]> {
  const amounts = full ? AMOUNTS.full : AMOUNTS.quick;
  const journal = await openJournal<LoadEntry>();
  const front = processes[0]!;
  const client = front.now().client;
  const signalId = await makeSignal(client);
  const watch = watchConnections(server.url);
  const load = startIngestLoad({ connections: amounts.connections, journal, client: () => client });
  try {
    const outages = await outagesUnder(load, server, front, {
      amounts,
      awayMs: full ? AWAY_MS.full : AWAY_MS.quick,
      random: seededRandom(seed),
      say,
    });
    // A process that has ended serves no requests.
    if (processes.some((one) => one.exits().length > 0)) return [noExits(processes, say)];
    await load.finish();
    const took = await waitForJobs(server.url, DONE_WITHIN_SECONDS);
    say(`${load.stored()} acknowledged; jobs done after ${took.runs?.toFixed(1) ?? 'too many'} s`);
    const most = await watch.end();
    return [
      atLeast('outages', outages.length, amounts.outages),
      atLeast('ingests acknowledged', load.stored(), amounts.acknowledged),
      atLeast('refused meanwhile with 503', load.answers(503), amounts.outages),
      none('answers other than 200 and 503', load.answers(0) + load.answers(409)),
      none('503 without Retry-After', load.bareRefusals()),
      atMost('ready again after PostgreSQL is', Math.max(...outages), READY_WITHIN_SECONDS, 's'),
      ...Object.entries(ROLES).map(([roles, limit]) =>
        atMost(`connections of ${roles}`, most.get(roles) ?? Number.NaN, limit),
      ),
      ...(await checkIngest(journal.read(), signalId, { client, databaseUrl: server.url, say })),
      noExits(processes, say),
    ];
  } finally {
    await watch.end();
    await load.leave();
    await journal.remove();
  }
}

/** @returns how many seconds after each restart of PostgreSQL the service was ready */
async function outagesUnder(
  load: IngestLoad,
  server: PostgresServer,
  front: ServiceProcess,
  options: {
    amounts: (typeof AMOUNTS)['full' | 'quick'];
    awayMs: number;
    random: () => number;
    say: (line: string) => void;
  },
): Promise<number[]> {
  const { amounts, awayMs, random, say } = options;
  const [least, most] = amounts.apartMs;
  const seconds: number[] = [];
  for (let outage = 0; outage < amounts.outages && front.exits().length === 0; outage++) {
    // Short gaps are more frequent than long ones, because an outage then meets the remaining work of the one before.
    const endMs = performance.now() + least + random() ** 3 * (most - least);
    while (performance.now() < endMs) await Promise.race([delay(50), load.failed]);
    const how = outage % 2 === 0 ? 'kill' : 'immediate';
    await server.crash(how);
    await delay(random() * awayMs);
    await server.start();
    const startMs = performance.now();
    await untilReady(front);
    seconds.push((performance.now() - startMs) / 1000);
    say(`${how}: ready ${seconds.at(-1)!.toFixed(2)} s after PostgreSQL; ${load.stored()} acknowledged`);
  }
  return seconds;
}

async function untilReady(front: ServiceProcess): Promise<void> {
  const endMs = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < endMs && front.exits().length === 0) {
    const answer = await front
      .now()
      .client.get('/readyz')
      .catch(() => undefined);
    if (answer?.status === 200) return;
    await delay(20);
  }
}

/** Polls the server for the number of its connections, by name. */
function watchConnections(url: string): { end(): Promise<ReadonlyMap<string, number>> } {
  const most = new Map<string, number>();
  let isOver = false;
  const look = async (client: pg.Client) => {
    while (!isOver) {
      const { rows } = await client.query(
        `select application_name as name, count(*)::int as count from pg_stat_activity
         where backend_type = 'client backend' group by 1`,
      );
      for (const { name, count } of rows) most.set(name, Math.max(count, most.get(name) ?? 0));
      await delay(50);
    }
  };
  const watch = async () => {
    while (!isOver) {
      const client = new pg.Client(url);
      client.on('error', () => {});
      // PostgreSQL is unavailable at times, as this program intends.
      await client
        .connect()
        .then(() => look(client))
        .catch(() => delay(50));
      await client.end().catch(() => {});
    }
  };
  const watching = watch();
  return {
    async end() {
      isOver = true;
      await watching;
      return most;
    },
  };
}

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

/** How long PostgreSQL stays away before it is started again. */
const AWAY_MS = { full: 2500, quick: 500 };

const READY_WITHIN_SECONDS = 5;
const READY_TIMEOUT_MS = 30_000;
const DONE_WITHIN_SECONDS = 90;

/**
 * The most connections of a process: 6 and 2 to read, 12 to write, one for health, and one to put jobs into the queue. A
 * worker has the same again for its jobs' records, but for the last, and two for the queue's upkeep and one that listens.
 */
const ROLES = { 'api,receiver': 32, worker: 66 };

/** PostgreSQL, whose writes are on disk when they are committed, stops at once or is killed, under load. */
export const databaseOutage: ReliabilityPromise = {
  number: 3,
  name: 'database-outage',
  harm: 'PostgreSQL stopped at once or killed, under load',
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

/** The server tells connections of processes apart by the name that their URL gives them. */
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
    // Whoever has ended serves nobody any more.
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

/** @returns how many seconds after PostgreSQL was there again the service was ready, for each outage */
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
    // More short gaps than long ones: it is then that one outage meets what the last one left behind.
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

/** Asks the server again and again how many connections it has, by name. */
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
      // PostgreSQL is away now and then: that is what is done to it.
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

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { judgeCopy, judgeMirror, type Taken, takeCopy } from './support/feed-judges.ts';
import { type Follower, startFollower, startMirror } from './support/feed-readers.ts';
import { type FeedWriters, startFeedWriters } from './support/feed-writers.ts';
import { type PostgresServer, startPostgresServer } from './support/postgres-server.ts';
import {
  noExits,
  oneThatServes,
  type ServiceProcess,
  startProcess,
  withProcesses,
} from './support/processes.ts';
import { countedUrl, letWait, mostConnections } from './support/waiting-readers.ts';

const KEY = 'a-key-for-the-feed-of-changes';

/** The last one is not killed. */
const ROLES = ['api,receiver', 'api,receiver', 'worker', 'worker', 'api'];

// With pauses of 400 ms, the writers and readers take all of two cores, and the latency is the time that changes wait for one;
// with 1000 ms, they do while a killed process starts again.
const AMOUNTS = {
  full: {
    ...{ changes: 1_000_000, minMs: 600_000, maxMs: 3_000_000, pauseMs: 2000, kills: 60, apartMs: 9000 },
    ...{ readers: 5000, settleMs: 12_000, connections: 2, latencyMs: 250 },
  },
  // The limit of the latency means little on a busy machine. The connections with which the readers began are closed
  // after 10 s, for which the quick form does not wait.
  quick: {
    ...{ changes: 3000, minMs: 0, maxMs: 60_000, pauseMs: 40, kills: 2, apartMs: 500 },
    ...{ readers: 300, settleMs: 300, connections: 9, latencyMs: 10_000 },
  },
};

const WRITERS = 32;
/** A process that is restarted shares the machine with everything else that runs. */
const MAX_START_MS = 180_000;

const DONE_WITHIN_MS = 180_000;

/** The readers wait for longer. By then the connections are closed with which they began. */
const CALM_MS = 35_000;

/** Every change arrives once and in order, whatever is killed, and also after a restore. */
export const feed: ReliabilityPromise = {
  number: 26,
  name: 'feed',
  harm: 'changes by 32 writers whose transactions take random times; kill -9 of writers and sequencer; a transaction open in another database; a dump and its restore',
  async run(stage) {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-feed-'));
    const server = await startPostgresServer({ max_connections: '300' });
    const foreign = await openForeignTransaction(server);
    try {
      const wanted = ROLES.map((roles) => ({ roles, databaseUrl: server.url }));
      const options = { key: KEY, env: { PARLEY_DATA_DIR: dataDir }, maxStartMs: MAX_START_MS };
      return await withProcesses(wanted, options, async (processes) => [
        ...(await harm({ stage, server, dataDir, processes })),
        await foreign.end(),
        noExits(processes, stage.say),
      ]);
    } finally {
      await server.remove();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

/** Opens a transaction in another database of the server that has written, and so holds back its horizon. */
async function openForeignTransaction(server: PostgresServer): Promise<{ end(): Promise<Figure> }> {
  await sql(server.url, 'create database foreign_one');
  const client = new pg.Client({ ...server.connection, database: 'foreign_one' });
  client.on('error', () => {});
  await client.connect();
  await client.query('begin');
  await client.query('create table held (id int)');
  const startedMs = performance.now();
  return {
    async end() {
      await client.query('insert into held values (1)');
      const seconds = (performance.now() - startedMs) / 1000;
      await client.end();
      return atLeast(
        'seconds that the transaction in another database was open',
        Math.floor(seconds),
        1,
        's',
      );
    },
  };
}

type Scene = { stage: Stage; server: PostgresServer; dataDir: string; processes: ServiceProcess[] };

async function harm(scene: Scene): Promise<Figure[]> {
  const { stage, server, processes } = scene;
  const amounts = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  await delayTransactions(server.url);
  const stable = processes.at(-1)!.now();
  let turn = 0;
  const moving = startFollower(() => oneThatServes(processes, 'api', turn++)?.apiUrl ?? stable.apiUrl, KEY);
  const steady = startFollower(() => stable.apiUrl, KEY);
  const mirror = startMirror(stable.client);
  await Promise.all([moving.begun, steady.begun]);
  const writers = startFeedWriters({
    ...{ writers: WRITERS, pauseMs: amounts.pauseMs, seed: stage.seed },
    client: (role, number) => oneThatServes(processes.slice(0, -1), role, number)?.client,
  });
  const failed = Promise.race([moving.failed, steady.failed, mirror.failed, writers.failed]);
  failed.catch(() => {});
  const killing = killAround(scene, writers, failed);
  const taken = await takeCopyHalfway(scene, writers, moving, failed);
  const kills = await killing;
  await writers.finish();
  await Promise.all(processes.map((one) => one.whenUp()));
  const head = await waitForAll(server.url, [moving, steady], failed);
  stage.say(`${writers.changes()} changes acknowledged, ${head} numbered; comparing`);
  const unlike = await judgeMirror(await mirror.stop(), stable.client, writers);
  const figures = [
    atLeast('changes numbered', head, Math.min(amounts.changes, writers.changes() * 0.9)),
    atLeast('changes acknowledged', writers.changes(), amounts.changes),
    atLeast('kills', kills, amounts.kills),
    ...[moving, steady].flatMap(({ faults }, index) => {
      const who = index === 0 ? 'of a reader whose processes were killed' : 'of a reader of one process';
      return [
        none(`changes ${who}, missed`, faults.missed),
        none(`changes ${who}, doubled`, faults.doubled),
        none(`changes ${who}, out of order per entity`, faults.outOfOrder),
      ];
    }),
    none('entities of a mirror that differ from what is stored or was acknowledged', unlike),
    latencyOf(writers, steady, amounts.latencyMs),
  ];
  await Promise.all([moving.stop(), steady.stop()]);
  return [...figures, ...(await judgeWaiting(scene)), ...(await judgeCopy(scene, KEY, taken))];
}

/** Lets transactions take random times between their event and their commit, so that they commit in another order. */
async function delayTransactions(databaseUrl: string): Promise<void> {
  await sql(
    databaseUrl,
    `create function delay_transaction() returns trigger language plpgsql as
     $$ begin perform pg_sleep(power(random(), 4) * 0.2); return null; end $$;
     create trigger delay_transaction after insert on event_outbox for each statement execute function delay_transaction()`,
  );
}

/** Kills writers and sequencers until the amounts are reached. One process of each kind always stays. */
async function killAround(
  { stage, processes }: Scene,
  writers: FeedWriters,
  failed: Promise<never>,
): Promise<number> {
  const amounts = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  const random = seededRandom(stage.seed);
  const startMs = performance.now();
  const isEnough = () => writers.changes() >= amounts.changes && performance.now() - startMs >= amounts.minMs;
  let kills = 0;
  while (performance.now() - startMs < amounts.maxMs && !(isEnough() && kills >= amounts.kills)) {
    await Promise.race([delay(2 * amounts.apartMs * random()), failed]);
    const mortal = processes.slice(0, -1).filter((one) => one.isUp());
    const victims = mortal.filter(({ roles }) => mortal.filter((one) => one.roles === roles).length > 1);
    const victim = victims[Math.floor(random() * victims.length)];
    if (!victim || kills >= amounts.kills) continue;
    await victim.kill();
    kills++;
    if (kills % (amounts.kills / 6) < 1) stage.say(`${kills} kills, ${writers.changes()} changes`);
  }
  return kills;
}

async function takeCopyHalfway(
  { stage, server, dataDir }: Scene,
  writers: FeedWriters,
  follower: Follower,
  failed: Promise<never>,
): Promise<Taken> {
  const { changes } = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  while (writers.changes() < changes / 2) await Promise.race([delay(20), failed]);
  return Promise.race([takeCopy(server, dataDir, follower), failed]);
}

/** Waits until everything is numbered and the followers have read it. @returns the last position */
async function waitForAll(
  databaseUrl: string,
  followers: readonly Follower[],
  failed: Promise<never>,
): Promise<number> {
  const isDone = async () => {
    const [row] = await sql<{ events: string; head: string }>(
      databaseUrl,
      'select (select count(*) from event_outbox) as events, (select sum(last_position) from change_heads) as head',
    );
    const head = Number(row!.head);
    return row!.events === '0' && followers.every((one) => one.now().position >= head) ? head : undefined;
  };
  return Promise.race([until(isDone, DONE_WITHIN_MS), failed]);
}

/** The time from the response to an ingest until the reader of one process has its change. */
function latencyOf(writers: FeedWriters, steady: Follower, limitMs: number): Figure {
  const waits = [...writers.createdAtMs].map(([id, atMs]) => {
    return Math.max(0, (steady.createdAtMs.get(id) ?? Number.POSITIVE_INFINITY) - atMs);
  });
  const sorted = waits.toSorted((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.floor(part * sorted.length)]!);
  return atMost(
    `${sorted.length} new meetings, commit to readable, p50 ${p50!.toFixed(0)} ms, p99`,
    p99!,
    limitMs,
    'ms',
  );
}

/** Lets readers wait at a process of their own, and counts its connections before, meanwhile and after a change. */
async function judgeWaiting({ stage, server, dataDir, processes }: Scene): Promise<Figure[]> {
  const { readers, settleMs, connections } = stage.full ? AMOUNTS.full : AMOUNTS.quick;
  const { client } = processes.at(-1)!.now();
  const env = { PARLEY_DATA_DIR: dataDir, PARLEY_MAX_CONNECTIONS: `${2 * readers}` };
  const options = { databaseUrl: countedUrl(server.url), key: KEY, env, maxStartMs: MAX_START_MS };
  const served = await startProcess('api', options);
  try {
    const { next } = (await client.get('/v1/changes', { after: 'now' })).body;
    const limits = [1, 10, 100, 1000];
    const paths = limits.map((limit) => `/v1/changes?after=${next}&limit=${limit}&waitSeconds=60`);
    await served.now().client.get('/v1/changes', { after: next });
    await delay(settleMs);
    const before = await mostConnections(server.url, settleMs);
    const waiting = await letWait(served.now().apiUrl, KEY, paths, readers);
    await until(
      async () => ((await mostConnections(server.url, 0)) <= before + connections ? true : undefined),
      CALM_MS,
    ).catch(() => stage.say('the process of the readers still has more connections than it needs'));
    const during = await mostConnections(server.url, 3000);
    const early = [...waiting.answers.values()].reduce((sum, count) => sum + count, 0);
    const startMs = performance.now();
    await client.put('/admin/v1/users', { users: [{ email: 'wakes@parley.example' }] });
    await waiting.all;
    stage.say(`all ${readers} readers were answered within ${(performance.now() - startMs).toFixed(0)} ms`);
    return [
      none(`of ${readers} waiting readers, answered before the change`, early),
      none('waiting readers that the change did not reach', readers - (waiting.answers.get(200) ?? 0)),
      atMost(
        `connections to the database, ${before} without readers, added by them`,
        during - before,
        connections,
      ),
    ];
  } finally {
    await served.stop();
  }
}

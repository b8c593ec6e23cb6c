import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../support/random.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { type PostgresServer, startPostgresServer } from './support/postgres-server.ts';
import { noExits, type ServiceProcess, withProcesses } from './support/processes.ts';
import { type ReaderLoad, startReaderLoad } from './support/reader-load.ts';
import { readMetrics } from './support/service-metrics.ts';

const KEY = 'a-key-for-the-service-with-a-replica';

const AMOUNTS = {
  full: { clients: 16, healthyMs: 30_000, behindMs: 60_000, awayMs: 10_000, found: 20_000 },
  quick: { clients: 4, healthyMs: 2000, behindMs: 1000, awayMs: 1000, found: 100 },
} as const;

/** Two processes that serve, so that a caller writes to one and reads from the other. */
const ROLES = ['api,receiver', 'api,receiver', 'worker'];

/** Shares of requests: one of ten writes. */
const MIN_SHARE_PERCENT = 90;

const USED_AGAIN_WITHIN_SECONDS = 10;

/** A read replica is paused, stopped, started again and promoted, while callers write to one process and read from another. */
export const readReplicas: ReliabilityPromise = {
  number: 41,
  name: 'read-replicas',
  harm: 'a read replica is paused, stopped, frozen and promoted, while callers write to one process and read from another',
  async run(stage) {
    const primary = await startPostgresServer();
    const replica = await primary.standby();
    const started = ROLES.map((roles) => ({ roles, databaseUrl: primary.url }));
    try {
      const env = { DATABASE_READ_URL: replica.url };
      return await withProcesses(started, { key: KEY, env }, (processes) =>
        harm(stage, primary, replica, processes),
      );
    } finally {
      await replica.remove();
      await primary.remove();
    }
  },
};

async function harm(
  { full, seed, say }: Stage,
  primary: PostgresServer,
  replica: PostgresServer,
  processes: ServiceProcess[],
): Promise<Figure[]> {
  const amounts = full ? AMOUNTS.full : AMOUNTS.quick;
  const serving = processes.slice(0, 2);
  const clients = serving.map((one) => one.now().client);
  const urls = serving.map((one) => one.now().apiUrl);
  await usedBy(urls);
  const load = startReaderLoad({ clients, callers: amounts.clients, random: seededRandom(seed) });
  const usedAgain: number[] = [];
  try {
    const share = await shareDuring(urls, () => delay(amounts.healthyMs));
    say(`${share.toFixed(1)} % of reads by the replica`);
    const during = async (what: string, ms: number) => {
      const before = load.reads();
      await delay(ms);
      say(`${what}: ${load.reads() - before} reads, slowest ${Math.round(load.slowestMs())} ms`);
    };
    const back = async () => {
      const startMs = performance.now();
      await usedBy(urls);
      usedAgain.push((performance.now() - startMs) / 1000);
    };
    await sql(replica.url, 'select pg_wal_replay_pause()');
    await during('replay paused', amounts.behindMs);
    await sql(replica.url, 'select pg_wal_replay_resume()');
    await back();
    await replica.crash('immediate');
    await during('stopped', amounts.awayMs);
    await replica.start();
    await back();
    await replica.freeze(() => during('frozen', amounts.awayMs));
    await back();
    await sql(replica.url, 'select pg_promote(true)');
    // Until a process has looked at it, it shows no less than it did.
    await stateOf(urls, 'promoted');
    const promotedReads = await readsDuring(urls, () => during('promoted', amounts.awayMs));
    await load.finish();
    return figures(load, { share, usedAgain, promotedReads, found: amounts.found }, processes, say);
  } finally {
    await load.finish().catch(() => {});
    await sql(primary.url, 'select 1');
  }
}

function figures(
  load: ReaderLoad,
  seen: { share: number; usedAgain: number[]; promotedReads: Reads; found: number },
  processes: ServiceProcess[],
  say: (line: string) => void,
): Figure[] {
  for (const fault of load.faults()) say(fault);
  return [
    atLeast('reads of what was just acknowledged', load.reads(), seen.found),
    none('acknowledged, and not found or found as it was before', load.stale()),
    none('answers other than 200', load.refused()),
    atLeast('reads by the replica in the mixed load', seen.share, MIN_SHARE_PERCENT, '%'),
    atMost('used again after', Math.max(...seen.usedAgain), USED_AGAIN_WITHIN_SECONDS, 's'),
    none('reads by the replica once it was promoted', seen.promotedReads.replica),
    noExits(processes, say),
  ];
}

type Reads = { replica: number; primary: number };

async function readsOf(urls: readonly string[]): Promise<Reads> {
  const reads = { replica: 0, primary: 0 };
  for (const url of urls) {
    const metrics = await readMetrics(url);
    const of = (target: string) => metrics.get(`parley_reads_total{target="${target}"}`) ?? 0;
    reads.replica += of('replica');
    reads.primary += of('primary') + of('fallback');
  }
  return reads;
}

async function readsDuring(urls: readonly string[], work: () => Promise<unknown>): Promise<Reads> {
  const before = await readsOf(urls);
  await work();
  const after = await readsOf(urls);
  return { replica: after.replica - before.replica, primary: after.primary - before.primary };
}

async function shareDuring(urls: readonly string[], work: () => Promise<unknown>): Promise<number> {
  const { replica, primary } = await readsDuring(urls, work);
  return (100 * replica) / Math.max(1, replica + primary);
}

/** Waits until every process finds the replica in this state. */
async function stateOf(urls: readonly string[], state: string): Promise<void> {
  const name = new RegExp(`^parley_replica_state\\{replica="[^"]*",state="${state}"\\}$`);
  for (const url of urls) {
    await until(async () => {
      const metrics = await readMetrics(url);
      return [...metrics].some(([metric, value]) => name.test(metric) && value === 1) ? true : undefined;
    });
  }
}

/** Waits until every process uses the replica. */
const usedBy = (urls: readonly string[]) => stateOf(urls, 'usable');

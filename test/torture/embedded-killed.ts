import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readPostmaster, startEmbeddedPostgres } from '@parley/embedded-postgres';
import { openJournal } from '../support/journal.ts';
import { urlOf } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { checkIngest, makeSignal, waitForJobs } from './support/ingest-check.ts';
import { type IngestLoad, type LoadEntry, startIngestLoad } from './support/ingest-load.ts';
import { noExits, type ServiceProcess, withProcesses } from './support/processes.ts';

const KEY = 'a-key-for-the-service-with-its-own-database';

/** Both processes notice that the server has ended, and one of them starts it again. */
const ROLES = ['api,receiver', 'worker'];

/** The ways in which the server ends: only its first process is killed, all of its processes are, or it is stopped immediately. */
const HOWS = ['kill', 'kill all', 'immediate'] as const;

const AMOUNTS = {
  full: { kills: 10, acknowledged: 1000, connections: 12, apartMs: [500, 6000] },
  quick: { kills: 2, acknowledged: 5, connections: 4, apartMs: [300, 600] },
} as const;

const BACK_WITHIN_SECONDS = 15;
const BACK_TIMEOUT_MS = 60_000;
const DONE_WITHIN_SECONDS = 90;

/** The embedded PostgreSQL is killed while two processes write to it and do their jobs; it recovers without help. */
export const embeddedKilled: ReliabilityPromise = {
  number: 32,
  name: 'embedded-killed',
  harm: 'the embedded PostgreSQL is killed with -9 or stopped immediately while it serves writes',
  async run(stage) {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-killed-'));
    const env = { PARLEY_DATA_DIR: dataDir };
    try {
      const wanted = ROLES.map((roles) => ({ roles, databaseUrl: undefined }));
      return await withProcesses(wanted, { key: KEY, env }, (processes) => harm(stage, dataDir, processes));
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function harm(
  { full, seed, say }: Stage,
  dataDir: string,
  processes: ServiceProcess[],
): Promise<Figure[]> {
  const amounts = full ? AMOUNTS.full : AMOUNTS.quick;
  const journal = await openJournal<LoadEntry>();
  const front = processes[0]!;
  const client = front.now().client;
  const signalId = await makeSignal(client);
  const load = startIngestLoad({ connections: amounts.connections, journal, client: () => client });
  try {
    const random = seededRandom(seed);
    const killed = await killAgainAndAgain(load, front, { data: dataOf(dataDir), amounts, random, say });
    // A process that has ended serves no requests.
    if (processes.some((one) => one.exits().length > 0)) return [noExits(processes, say)];
    await load.finish();
    const databaseUrl = await urlIn(dataDir);
    await waitForJobs(databaseUrl, DONE_WITHIN_SECONDS);
    return [
      atLeast('kills', killed.seconds.length, amounts.kills),
      atLeast('ingests acknowledged', load.stored(), amounts.acknowledged),
      atLeast('refused meanwhile with 503', load.answers(503), amounts.kills),
      none('answers other than 200 and 503', load.answers(0) + load.answers(409)),
      none('503 without Retry-After', load.bareRefusals()),
      atMost('back by itself after', Math.max(...killed.seconds), BACK_WITHIN_SECONDS, 's'),
      atMost('servers on the folder at once', killed.mostServers, 1),
      ...(await checkIngest(journal.read(), signalId, { client, databaseUrl, say })),
      noExits(processes, say),
    ];
  } finally {
    await load.leave();
    await journal.remove();
  }
}

/** @returns how many seconds after each kill the service was ready, on a new server */
async function killAgainAndAgain(
  load: IngestLoad,
  front: ServiceProcess,
  options: {
    data: string;
    amounts: (typeof AMOUNTS)['full' | 'quick'];
    random: () => number;
    say: (line: string) => void;
  },
): Promise<{ seconds: number[]; mostServers: number }> {
  const { data, amounts, random, say } = options;
  const [least, most] = amounts.apartMs;
  const seconds: number[] = [];
  let mostServers = 0;
  for (let number = 0; number < amounts.kills && front.exits().length === 0; number++) {
    await Promise.race([delay(least + random() * (most - least)), load.failed]);
    const before = load.stored();
    const how = HOWS[number % HOWS.length]!;
    const startMs = performance.now();
    const ended = await end(data, how);
    // Backends that have not noticed the end yet still answer for a moment.
    const isBack = async () => {
      const server = await readPostmaster(data);
      return server?.alive && server.pid !== ended && server.status === 'ready' && (await isReady(front));
    };
    const endMs = startMs + BACK_TIMEOUT_MS;
    while (!(await isBack()) && performance.now() < endMs && front.exits().length === 0) {
      mostServers = Math.max(mostServers, await countServers(data));
      await delay(20);
    }
    seconds.push((performance.now() - startMs) / 1000);
    say(`${how}: back after ${seconds.at(-1)!.toFixed(2)} s; ${before} acknowledged before`);
    mostServers = Math.max(mostServers, await countServers(data));
  }
  return { seconds, mostServers };
}

/** Ends the server and waits. @returns its process id */
async function end(data: string, how: (typeof HOWS)[number]): Promise<number> {
  const server = await readPostmaster(data);
  if (!server?.alive) throw new Error('there is no server to be killed');
  const children = how === 'kill all' ? await childrenOf(server.pid) : [];
  process.kill(server.pid, how === 'immediate' ? 'SIGQUIT' : 'SIGKILL');
  for (const pid of children) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended with its server.
    }
  }
  for (;;) {
    const now = await readPostmaster(data);
    if (!now?.alive || now.pid !== server.pid) return server.pid;
    await delay(5);
  }
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', `${pid}`]);
  return stdout.split('\n').filter(Boolean).map(Number);
}

async function isReady(front: ServiceProcess): Promise<boolean> {
  const answer = await front
    .now()
    .client.get('/readyz')
    .catch(() => undefined);
  return answer?.status === 200;
}

/**
 * Counts processes that have the folder in their command line, without their children, which have the same command line
 * for a moment; 0 if the system has no /proc.
 */
async function countServers(data: string): Promise<number> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const parents = new Map<string, string>();
  for (const pid of pids) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
    if (/\/postgres\0-D\0/.test(command) && command.split('\0').includes(data) && parent)
      parents.set(pid, parent);
  }
  return [...parents.values()].filter((parent) => !parents.has(parent)).length;
}

const dataOf = (dataDir: string) => join(dataDir, 'postgres/cluster/data');

/** Joins the server briefly to learn its URL. */
async function urlIn(dataDir: string): Promise<string> {
  const { connection, stopIfUnused } = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await stopIfUnused();
  return urlOf(connection);
}

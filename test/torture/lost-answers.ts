import { setTimeout as delay } from 'node:timers/promises';
import { createClient } from '../support/client.ts';
import { openJournal } from '../support/journal.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { atLeast, type Figure, type ReliabilityPromise, type Stage } from './promise.ts';
import { checkIngest, makeSignal, waitForJobs } from './support/ingest-check.ts';
import { type LoadEntry, startIngestLoad } from './support/ingest-load.ts';
import {
  createDropper,
  type Dropper,
  findCommits,
  findOkAnswers,
  throughProxy,
} from './support/lost-answers.ts';
import { noExits, type ServiceProcess, startProcess } from './support/processes.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

const KEY = 'a-key-for-the-unheard-service';

/**
 * The number of responses that are lost: to COMMITs of requests, to COMMITs of jobs, and of the service to its clients.
 */
const AMOUNTS = {
  full: { requests: 1000, jobs: 100, clients: 300, connections: 8, maxMs: 200_000 },
  quick: { requests: 40, jobs: 1, clients: 10, connections: 6, maxMs: 30_000 },
};

/**
 * The share of responses that are lost. A job whose completion is not confirmed waits to be taken over, so their share
 * is smaller.
 */
const SHARES = { requests: 0.4, jobs: 0.12, clients: 0.1 };

/** Each job may be taken over more than once. */
const DONE_WITHIN_SECONDS = 90;

/** A result is not reported: by PostgreSQL to the service, or by the service to its clients. */
export const lostAnswers: ReliabilityPromise = {
  number: 2,
  name: 'lost-answers',
  harm: 'a commit succeeds, but its response is lost',
  async run(stage) {
    const random = seededRandom(stage.seed);
    const droppers = {
      requests: createDropper(random, findCommits),
      jobs: createDropper(random, findCommits),
      clients: createDropper(random, findOkAnswers),
    };
    const ends: (() => Promise<void>)[] = [];
    const proxy = async (...parameters: Parameters<typeof startTcpProxy>): Promise<TcpProxy> => {
      const started = await startTcpProxy(...parameters);
      ends.push(started.close);
      return started;
    };
    try {
      const database = await createTestDatabase();
      ends.push(database.drop);
      const { target, url } = throughProxy(database.connection);
      const start = async (roles: string, dropper: Dropper) => {
        const databaseUrl = url((await proxy(target, dropper.watch)).port);
        const started = await startProcess(roles, { databaseUrl, key: KEY });
        ends.push(started.stop);
        return started;
      };
      const front = await start('api,receiver', droppers.requests);
      const worker = await start('worker', droppers.jobs);
      const before = async (at: string) => {
        const { hostname: host, port } = new URL(at);
        return `http://127.0.0.1:${(await proxy({ host, port: Number(port) }, droppers.clients.watch)).port}`;
      };
      const { apiUrl, receiverUrl } = front.now();
      const unsure = createClient({
        apiUrl: await before(apiUrl),
        receiverUrl: await before(receiverUrl),
        key: KEY,
      });
      const clients = { sure: front.now().client, unsure };
      return await harm(stage, database.url, clients, droppers, [front, worker]);
    } finally {
      // A failure to end one part must not leave the others running.
      for (const end of ends.reverse()) await end().catch((error) => stage.say(`${error}`));
    }
  },
};

type Client = ReturnType<typeof createClient>;

/** @param clients one that receives every response, and one that does not */
async function harm(
  { full, say }: Stage,
  databaseUrl: string,
  clients: { sure: Client; unsure: Client },
  droppers: Record<keyof typeof SHARES, Dropper>,
  processes: ServiceProcess[],
): Promise<Figure[]> {
  const amounts = full ? AMOUNTS.full : AMOUNTS.quick;
  const names = Object.keys(SHARES) as (keyof typeof SHARES)[];
  const journal = await openJournal<LoadEntry>();
  const signalId = await makeSignal(clients.sure);
  for (const name of names) droppers[name].begin(SHARES[name]);
  const load = startIngestLoad({ connections: amounts.connections, journal, client: () => clients.unsure });
  try {
    const endMs = performance.now() + amounts.maxMs;
    const isEnough = () => names.every((name) => droppers[name].dropped() >= amounts[name]);
    const hasEnded = () => processes.some((one) => one.exits().length > 0);
    while (!isEnough() && !hasEnded() && performance.now() < endMs) {
      await Promise.race([delay(20), load.failed]);
    }
    // A process that has ended serves no requests.
    if (hasEnded()) return [noExits(processes, say)];
    await load.finish();
    for (const name of names) droppers[name].end();
    say(`${load.stored()} acknowledged; waiting for jobs`);
    const took = await waitForJobs(databaseUrl, DONE_WITHIN_SECONDS);
    say(`remaps in their final state after ${took.remaps ?? 'too many'} s`);
    return [
      atLeast('answers to COMMIT lost, of requests', droppers.requests.dropped(), amounts.requests),
      atLeast('answers to COMMIT lost, of jobs', droppers.jobs.dropped(), amounts.jobs),
      atLeast('answers of the service lost', droppers.clients.dropped(), amounts.clients),
      ...(await checkIngest(journal.read(), signalId, { client: clients.sure, databaseUrl, say })),
      noExits(processes, say),
    ];
  } finally {
    await load.leave();
    await journal.remove();
  }
}

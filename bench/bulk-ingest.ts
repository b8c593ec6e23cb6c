import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { checkIngest } from './compare/check-peer.ts';
import type { RunningPeer } from './compare/peer.ts';
import { findPeers, startPeer } from './compare/peers.ts';
import { PEER_JOBS, PEER_TABLES } from './compare/schema.ts';
import { sendMeeting } from './data/fill.ts';
import { ingestedMeeting } from './data/meetings.ts';
import { recordIngest } from './limit/ingest-limit.ts';
import { findPgbench, runForSeconds } from './limit/pgbench.ts';
import { runGenerator } from './load/generator.ts';
import type { Load, LoadRequest } from './load/load.ts';
import { SETTLE_MS } from './measure.ts';
import { postgresCpuSeconds, processCpuSeconds } from './setup/cpu.ts';
import { openBenchServer } from './setup/database.ts';
import { startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';
import { requestTo } from './workloads.ts';

/**
 * `node bench/bulk-ingest.ts [--rounds 5] [--meetings 2000] [--bodies 1] [--connections 16] [--peers conventional,directus]`: measures
 * the meetings with transcripts of 60 kB that a service takes by requests for one meeting over 16 connections, and by
 * bodies of lines, that each installed peer takes by one insert for each over as many connections, and that the limit takes, in turns. No worker
 * runs. `--bodies` are sent at the same time; `--peers none` leaves the peers out.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    meetings: { type: 'string', default: '2000' },
    bodies: { type: 'string', default: '1' },
    connections: { type: 'string', default: '16' },
    seconds: { type: 'string', default: '5' },
    peers: { type: 'string' },
  },
});
const [rounds, meetings, bodies] = [Number(values.rounds), Number(values.meetings), Number(values.bodies)];
/** The organization that the service makes with its first key. */
const ORGANIZATION_ID = 1;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const { signal } = new AbortController();

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
await using service = await startService({
  settings: {
    DATABASE_URL: database.url,
    PARLEY_DATA_DIR: join(folder.path, 'data'),
    PARLEY_ROLES: 'api,receiver',
    PARLEY_LOG_LEVEL: 'warn',
  },
  logFile: join(folder.path, 'service.log'),
  signal,
});

// The peers have a database of their own, so that none of the tables is that of two servers.
await using peerDatabase = await server.makeDatabase();
await using peers = await startPeers();
let run = 0;

async function startPeers() {
  await using stack = new AsyncDisposableStack();
  await peerDatabase.query(PEER_TABLES);
  await peerDatabase.query(PEER_JOBS);
  const running: RunningPeer[] = [];
  const data = { organizationId: 1, signalId: 1, key: service.key };
  for (const found of await findPeers(values.peers?.split(','), console.log)) {
    const peer = await startPeer(found, data, { folder: folder.path, signal, database: peerDatabase });
    running.push(stack.use(peer));
    await checkIngest(peer, peerDatabase);
  }
  const kept = stack.move();
  return { running, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function ingestSingly(request: LoadRequest): Promise<Load> {
  return await runGenerator(
    {
      request,
      connections: Number(values.connections),
      seconds: Number(values.seconds),
      prefix: `single-${run++}-`,
    },
    { signal },
  );
}

/** Sends bodies until all meetings are taken; each is made before the time is taken. */
async function ingestTogether(): Promise<Load> {
  const prefix = `bulk-${run++}`;
  const lines = Array.from({ length: meetings }, (_, index) =>
    Buffer.from(`${JSON.stringify(ingestedMeeting(`${prefix}-${index}`))}\n`),
  );
  const parts: Buffer[][] = [[]];
  let bytes = 0;
  for (const line of lines) {
    if (bytes + line.length > MAX_BODY_BYTES || parts.at(-1)!.length >= meetings / bodies) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)!.push(line);
    bytes += line.length;
  }
  const waiting = parts.map((part) => Buffer.concat(part));
  const startedMs = performance.now();
  const send = async () => {
    for (let body = waiting.shift(); body; body = waiting.shift()) await sendBody(body);
  };
  await Promise.all(Array.from({ length: bodies }, send));
  return { requests: meetings, seconds: (performance.now() - startedMs) / 1000 };
}

async function sendBody(body: Buffer): Promise<void> {
  const asked = request(`${service.receiverUrl}/v1/user-provided-meetings`, {
    method: 'POST',
    headers: {
      'X-API-Key': service.key,
      'Content-Type': 'application/x-ndjson',
      'Content-Length': body.length,
    },
  });
  asked.end(body);
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  if (response.statusCode !== 200 || text.includes('"error"')) {
    throw new Error(`a body was answered ${response.statusCode}: ${text.slice(0, 500)}`);
  }
}

/** @property pid of its process; undefined if PostgreSQL does all of the work */
type Contender = { name: string; pid: number | undefined; work(): Promise<Load> };

/** Meetings a second, and the CPU time of one in ms. */
type Told = { rate: number; node: number; postgres: number };

const cpuOf = ({ node, postgres }: Told) => node + postgres;

async function withCpu({ pid, work }: Contender): Promise<Told> {
  const cpu = async () => ({
    node: pid === undefined ? 0 : ((await processCpuSeconds(pid)) ?? Number.NaN),
    postgres: await postgresCpuSeconds(server.postmasterPid!),
  });
  const before = await cpu();
  const { requests, seconds } = await work();
  await delay(SETTLE_MS);
  const after = await cpu();
  const each = (kind: 'node' | 'postgres') => ((after[kind] - before[kind]) * 1000) / requests;
  return { rate: requests / seconds, node: each('node'), postgres: each('postgres') };
}

/** Inserts the rows of single meetings by pgbench: the limit that `npm run bench` compares ingests with. */
async function findLimit(): Promise<Contender[]> {
  const pgbench = await findPgbench(signal);
  if (!pgbench) return [];
  await sendMeeting(service, ingestedMeeting('before-the-limit'), {});
  const script = await recordIngest(database, ORGANIZATION_ID, 'limit');
  const connections = Number(values.connections);
  const run = { pgbench, database, folder: folder.path, script, connections, signal };
  const work = () => runForSeconds(run, Number(values.seconds));
  return [{ name: `the limit, ${connections} connections`, pid: undefined, work }];
}

const { pid } = service;
const contenders: Contender[] = [
  { name: `lines, ${bodies} at a time`, pid, work: ingestTogether },
  {
    name: `single requests, ${values.connections} connections`,
    pid,
    work: () => ingestSingly(requestTo(service, 'ingest', 0)),
  },
  ...peers.running.map(({ peer, title, context, pid }) => ({
    ...{ name: `${title}, ${values.connections} connections`, pid },
    work: () => ingestSingly(peer.request('ingest', context)),
  })),
  ...(await findLimit()),
];
for (const { work } of contenders) await work();
const told = contenders.map(() => [] as Told[]);
for (let round = 0; round < rounds; round++) {
  // Drift affects both sides of a ratio, and each side is first equally often.
  const order = [...contenders.keys()];
  for (const index of round % 2 === 0 ? order : order.toReversed()) {
    told[index]!.push(await withCpu(contenders[index]!));
  }
}
for (const [index, { name }] of contenders.entries()) {
  const rates = told[index]!.map(({ rate }) => rate);
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map((rate) => rate.toFixed(0));
  const cpu = (of: 'node' | 'postgres') => median(told[index]!.map((one) => one[of])).toFixed(2);
  const ratios = told[index]!.map(({ rate }, round) => told[0]![round]!.rate / rate);
  const cpuRatio = median(told[index]!.map((one, round) => cpuOf(one) / cpuOf(told[0]![round]!)));
  const ratio =
    index === 0
      ? ''
      : `; lines take × ${median(ratios).toFixed(2)} as many, and one costs × ${(1 / cpuRatio).toFixed(2)} of its CPU time`;
  console.log(
    `${name}: ${median(rates).toFixed(0)} meetings/s (${low} to ${high}), ${cpu('node')} ms of node and ${cpu('postgres')} ms of PostgreSQL each${ratio}`,
  );
}

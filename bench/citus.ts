/**
 * CPU time of PostgreSQL for a request over HTTP on a Citus cluster, and on a plain database of the cluster's coordinator:
 * `CITUS_DATABASE_URL=… node bench/citus.ts [ingests [meetings]]` with the URL of a superuser that scripts/citus/cluster.sh
 * prints, and the number of meetings that are stored before (default 60). The nodes have to run on this machine.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { distribute, SHARDS } from '../src/db/citus/distribute.ts';
import { migrate } from '../src/db/migrate.ts';
import { createLog } from '../src/lib/log.ts';
import { connectionOn, joinNodes, nodesOf } from '../test/support/citus.ts';
import type { TestClient } from '../test/support/client.ts';
import { startService } from '../test/support/service.ts';
import { findPostmaster, postgresCpuSeconds } from './setup/cpu.ts';

const CONNECTIONS = 4;
const WARM_UP = 200;
const SETTLE_MS = 6000;
const ENTRIES = 300;
const HOUR_MS = 3_600_000;
const FROM_MS = Date.UTC(2026, 0, 1);

const server = process.env.CITUS_DATABASE_URL;
if (!server)
  throw new Error('CITUS_DATABASE_URL has to name the coordinator (scripts/citus/cluster.sh prints it)');
const ingests = Number(process.argv[2] ?? 400);
const meetings = Number(process.argv[3] ?? 60);
/** Pages cost little, and CPU times are counted in units of 10 ms. */
const READS_PER_INGEST = 10;

const transcript = {
  segments: Array.from({ length: ENTRIES }, (_, n) => ({
    text: `Sentence ${n} about the renewal of the contract in quarter ${n % 4}.`,
    timestampSeconds: n * 5,
    speaker: { name: n % 2 ? 'Ada Park' : 'Grace Lund' },
  })),
};
const meetingOf = (n: number) => ({
  id: `call-${n}`,
  title: `Review ${n}`,
  startTime: new Date(FROM_MS + n * HOUR_MS).toISOString(),
  endTime: new Date(FROM_MS + (n + 1) * HOUR_MS).toISOString(),
  host: { name: 'Ada Park', email: 'ada@parley.example' },
  attendees: [{ name: 'Grace Lund', email: `grace${n % 20}@acme.example` }],
  transcript,
});

let ingested = 0;
const ingest = (client: TestClient) =>
  client.post('/v1/user-provided-meeting', {
    meeting: meetingOf(ingested++),
    processImportedMeeting: false,
  });
const PAGE = { from: new Date(FROM_MS).toISOString(), pageSize: '10' };
const HEADS = { ...PAGE, includeTranscript: 'false' };

type Request = (client: TestClient) => Promise<{ status: number; text: string }>;

const REQUESTS: Record<string, Request> = {
  'a page of 10 meetings without transcripts': (client) => client.get('/v1/meetings', HEADS),
  'a page of 10 meetings with transcripts': (client) => client.get('/v1/meetings', PAGE),
  'a page of 10 meetings of a person': (client) =>
    client.get('/v1/meetings', { ...HEADS, attendeeEmailAddresses: 'grace1@acme.example' }),
  'a meeting is ingested': ingest,
};

/** CPU times of a request in milliseconds, of each node. */
type Figures = Record<string, number[]>;

async function repeat(count: number, work: () => ReturnType<Request>): Promise<void> {
  let left = count;
  const next = async () => {
    while (left-- > 0) {
      const { status, text } = await work();
      if (status !== 200) throw new Error(`${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, next));
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param postmasters the process ids of the nodes */
async function measure(databaseUrl: string, postmasters: readonly number[]): Promise<Figures> {
  // A plain database would be asked for a page once, and the page be sent again as long as nothing changes.
  const service = await startService({
    ...{ databaseUrl, bootstrapApiKey: randomBytes(16).toString('hex'), keptAnswerBytes: 0 },
  });
  const cpu = () => Promise.all(postmasters.map(postgresCpuSeconds));
  const figures: Figures = {};
  try {
    await repeat(meetings, () => ingest(service.client));
    for (const [name, request] of Object.entries(REQUESTS)) {
      const requests = request === ingest ? ingests : ingests * READS_PER_INGEST;
      await repeat(WARM_UP, () => request(service.client));
      await pause(SETTLE_MS);
      const idle = await cpu();
      await pause(SETTLE_MS);
      const before = await cpu();
      const startedMs = performance.now();
      await repeat(requests, () => request(service.client));
      const seconds = performance.now() - startedMs;
      const after = await cpu();
      // The CPU that the idle service takes in that time is not the request's.
      figures[name] = after.map((used, node) => {
        const background = ((before[node]! - idle[node]!) * seconds) / SETTLE_MS;
        return ((used - before[node]! - background) * 1000) / requests;
      });
    }
  } finally {
    await service.stop();
  }
  return figures;
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const nodes = await nodesOf({ connectionString: server });
const serverOf = (node: (typeof nodes)[number]) =>
  connectionOn(node, { connectionString: server }).connectionString!;
const postmasters: number[] = [];
for (const node of nodes) {
  const pid = await withClient(serverOf(node), findPostmaster);
  if (pid === undefined) throw new Error(`the node ${node.host}:${node.port} does not run on this machine`);
  postmasters.push(pid);
}

/** Measures a database that exists on some nodes only while it is measured. */
async function measureOn(on: typeof nodes, onCitus: boolean): Promise<Figures> {
  const name = `parley_bench_${randomBytes(4).toString('hex')}`;
  const url = new URL(server!);
  url.pathname = `/${name}`;
  try {
    for (const node of on) {
      await withClient(serverOf(node), (client) =>
        client.query(`create database ${name} template template0 encoding 'UTF8'`),
      );
    }
    const connection = { connectionString: url.href };
    if (onCitus) await joinNodes(on, connection);
    await migrate(connection, createLog('error'), {
      afterwards: async (client) => {
        if (onCitus) await distribute(client);
      },
    });
    return await measure(url.href, postmasters);
  } finally {
    for (const node of on) {
      await withClient(serverOf(node), (client) =>
        client.query(`drop database if exists ${name} with (force)`),
      );
    }
  }
}

const plain = await measureOn(nodes.slice(0, 1), false);
const cluster = await measureOn(nodes, true);
console.log(
  `${ingests} ingests and ${ingests * READS_PER_INGEST} pages of each kind from ${CONNECTIONS} connections; ${meetings} meetings before; ${SHARDS} shards on ${nodes.length - 1} workers`,
);
console.log('| request | PostgreSQL | Citus, all nodes | of that, the coordinator |\n|---|---|---|---|');
for (const name of Object.keys(REQUESTS)) {
  const single = plain[name]![0]!;
  const all = cluster[name]!.reduce((sum, one) => sum + one, 0);
  const coordinator = cluster[name]![0]!;
  console.log(
    `| ${name} | ${single.toFixed(2)} ms | ${all.toFixed(2)} ms (× ${(all / single).toFixed(2)}) | ${coordinator.toFixed(2)} ms (${((100 * coordinator) / all).toFixed(0)} %) |`,
  );
}

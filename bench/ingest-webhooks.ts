import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { shortIngest } from './data/short-ingest.ts';
import { runGenerator } from './load/generator.ts';
import { openBenchServer } from './setup/database.ts';
import { startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/ingest-webhooks.ts [--rounds 7] [--seconds 5] [--connections 8]`: measures ingests of short meetings without a
 * webhook and with two, in turns on one service, while a worker process delivers the changes. The receiver is in this process,
 * so three processes, PostgreSQL and the generator of load share the machine.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
  },
});
const [rounds, seconds, connections] = [values.rounds, values.seconds, values.connections].map(Number) as [
  number,
  number,
  number,
];
const WARM_UP_SECONDS = 3;
const WEBHOOKS = 2;
const { signal } = new AbortController();

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
const start = (name: string, roles: string) =>
  startService({
    settings: {
      DATABASE_URL: database.url,
      PARLEY_DATA_DIR: join(folder.path, 'data'),
      PARLEY_FETCH_ALLOW: '127.0.0.1',
      PARLEY_ROLES: roles,
      PARLEY_LOG_LEVEL: 'warn',
    },
    logFile: join(folder.path, `${name}.log`),
    signal,
  });
await using service = await start('service', 'api,receiver');
await using _worker = await start('worker', 'api,worker');

let messages = 0;
const receiver = createServer((request, response) => {
  request.resume().on('end', () => {
    messages++;
    response.writeHead(204).end();
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

const request = shortIngest(service);
let runs = 0;
const ingest = async (runSeconds: number) => {
  const load = await runGenerator(
    { request, connections, seconds: runSeconds, prefix: `webhooks-${runs++}-` },
    { signal },
  );
  return { rate: load.requests / load.seconds, p99Ms: load.p99Ms!, requests: load.requests };
};

const call = async (method: string, path: string, body?: object) => {
  const response = await fetch(service.apiUrl + path, {
    method,
    headers: request.headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : ((await response.json()) as { id: string });
};

/** Waits until nothing is left to be numbered, counted or folded. */
const settle = () => delay(2000);

async function withWebhooks() {
  const made: string[] = [];
  for (let number = 0; number < WEBHOOKS; number++) {
    const url = `http://127.0.0.1:${port}/${number}`;
    made.push((await call('POST', '/admin/v1/webhooks', { url, types: ['meeting'] }))!.id);
  }
  messages = 0;
  const load = await ingest(seconds);
  const during = messages;
  while (messages < WEBHOOKS * load.requests) await delay(20);
  for (const id of made) await call('DELETE', `/admin/v1/webhooks/${id}`);
  return { ...load, during: during / (WEBHOOKS * load.requests) };
}

await ingest(WARM_UP_SECONDS);
await withWebhooks();
const pairs: {
  without: Awaited<ReturnType<typeof ingest>>;
  along: Awaited<ReturnType<typeof withWebhooks>>;
}[] = [];
for (let round = 0; round < rounds; round++) {
  // Drift affects both sides of a ratio, and each side is first equally often.
  await settle();
  const first = round % 2 === 0 ? await ingest(seconds) : undefined;
  if (first) await settle();
  const along = await withWebhooks();
  if (!first) await settle();
  pairs.push({ without: first ?? (await ingest(seconds)), along });
}
const figure = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of));
process.stdout.write(
  `without webhooks: ${figure(({ without }) => without.rate).toFixed(0)} ingests/s, ` +
    `p99 ${figure(({ without }) => without.p99Ms).toFixed(0)} ms\n` +
    `with ${WEBHOOKS} webhooks: ${figure(({ along }) => along.rate).toFixed(0)} ingests/s, ` +
    `p99 ${figure(({ along }) => along.p99Ms).toFixed(0)} ms; ` +
    `${(100 * figure(({ along }) => along.during)).toFixed(0)} % of the messages were delivered meanwhile\n` +
    `with to without: × ${figure(({ without, along }) => along.rate / without.rate).toFixed(3)}, ` +
    `${pairs.map(({ without, along }) => (along.rate / without.rate).toFixed(2)).join(', ')}\n`,
);
receiver.close();
receiver.closeAllConnections();

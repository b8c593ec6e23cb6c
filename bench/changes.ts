import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatCursor } from '../src/domain/changes/cursor.ts';
import { type ChildService, startChildService } from '../test/support/child-service.ts';
import { meeting } from '../test/support/meetings.ts';
import { until } from '../test/support/until.ts';
import { residentMegabytes } from '../test/torture/support/resident-memory.ts';
import { countedUrl, letWait, mostConnections } from '../test/torture/support/waiting-readers.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/changes.ts [--only latency,reading,waiting] [--seconds 30] [--readers 5000]`: measures the time from a commit until its change is readable,
 * under 500 changes a second; how fast the changes are read; and what readers that wait cost.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'latency,reading,waiting' },
    seconds: { type: 'string', default: '30' },
    readers: { type: 'string', default: '5000' },
  },
});
const [seconds, readers] = [Number(values.seconds), Number(values.readers)];
const only = values.only.split(',');

const KEY = 'a-key-for-the-benchmark-of-changes';

/** In each tick one meeting is ingested, and some users change: 500 changes a second together. */
const TICKS_PER_SECOND = 50;
const USERS_PER_TICK = 9;

const STORED = 500_000;
const ROUNDS = 5;
const ROUND_PAGES = 100;

/** Longer than the pool keeps idle connections. */
const SETTLE_MS = 12_000;

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
const running: ChildService[] = [];

try {
  if (only.includes('latency')) {
    await measureLatency('one process', ['api,receiver,worker']);
    await measureLatency('a worker process', ['api,receiver', 'worker']);
  }
  if (only.includes('reading')) await measureReading();
  if (only.includes('waiting')) await measureWaiting();
} finally {
  await Promise.all(running.map((service) => service.stop()));
}

async function start(database: BenchDatabase, roles: string, env = {}): Promise<ChildService> {
  const service = await startChildService({
    databaseUrl: database.url,
    key: KEY,
    env: { PARLEY_ROLES: roles, PARLEY_DATA_DIR: folder.path, ...env },
  });
  running.push(service);
  return service;
}

async function measureLatency(name: string, roles: readonly string[]): Promise<void> {
  await using database = await server.makeDatabase();
  const processes: ChildService[] = [];
  for (const one of roles) processes.push(await start(database, one));
  const service = processes[0]!;
  const ended = new AbortController();
  const { next } = (await service.client.get('/v1/changes', { after: 'now' })).body;
  const readAtMs = new Map<string, number>();
  const reading = (async () => {
    for await (const { type, id } of stream(service, next, ended.signal)) {
      if (type === 'meeting') readAtMs.set(id, performance.now());
    }
  })().catch(() => {});
  const committedAtMs = new Map<string, number>();
  const startMs = performance.now();
  const requests: Promise<void>[] = [];
  for (let tick = 0; tick < seconds * TICKS_PER_SECOND; tick++) {
    await delay(Math.max(0, startMs + (tick * 1000) / TICKS_PER_SECOND - performance.now()));
    requests.push(write(service, tick, committedAtMs));
    requests.at(-1)!.catch(() => {});
  }
  await Promise.all(requests);
  const took = (performance.now() - startMs) / 1000;
  await until(async () => (readAtMs.size === committedAtMs.size ? true : undefined));
  ended.abort();
  await reading;
  const waits = [...committedAtMs].map(([id, atMs]) => Math.max(0, readAtMs.get(id)! - atMs));
  const sorted = waits.toSorted((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((part) => sorted[Math.floor(part * sorted.length)]!.toFixed(0));
  const rate = (committedAtMs.size * (1 + USERS_PER_TICK)) / took;
  say(`${name}, ${rate.toFixed(0)} changes/s: commit to readable p50 ${p50} ms, p99 ${p99} ms`);
  await Promise.all(processes.map((one) => one.stop()));
}

async function write(
  { client }: ChildService,
  tick: number,
  committedAtMs: Map<string, number>,
): Promise<void> {
  const users = Array.from({ length: USERS_PER_TICK }, (_, n) => ({
    email: `user-${tick % 10}-${n}@parley.example`,
    name: `Version ${tick}`,
  }));
  const body = meeting({ id: `meeting-${tick}`, title: `Meeting ${tick}` });
  await Promise.all([
    client.ingest(body, { processImportedMeeting: false }).then((id) => {
      committedAtMs.set(id, performance.now());
    }),
    client.put('/admin/v1/users', { users }),
  ]);
}

async function measureReading(): Promise<void> {
  await using database = await server.makeDatabase();
  const service = await start(database, 'api');
  await database.query(
    `insert into changes (organization_id, position, entity_type, entity_id, change, fields, at)
     select 1, n, (array['meeting', 'execution', 'user'])[1 + n % 3], n, 'updated',
       case when n % 3 = 0 then array['crm'] else '{}' end, now() from generate_series(1, $1::int) n`,
    [STORED],
  );
  await database.query('insert into change_heads (organization_id, last_position) values (1, $1)', [STORED]);
  await database.query('vacuum analyze changes');
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let after = formatCursor(1, { position: 0, mark: 0 });
    const startMs = performance.now();
    let count = 0;
    for (let page = 0; page < ROUND_PAGES; page++) {
      const { changes, next } = await read(service, after);
      count += changes.length;
      after = next;
    }
    rates.push((count * 1000) / (performance.now() - startMs));
  }
  say(`pages of 1,000 changes, one reader: ${median(rates).toFixed(0)} changes/s`);
  const streamed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let count = 0;
    const startMs = performance.now();
    for await (const _ of stream(service, formatCursor(1, { position: 0, mark: 0 }))) {
      if (++count === ROUND_PAGES * 1000) break;
    }
    streamed.push((count * 1000) / (performance.now() - startMs));
  }
  say(`server-sent events, one client: ${median(streamed).toFixed(0)} changes/s`);
  await service.stop();
}

async function read({ apiUrl }: ChildService, after: string): Promise<{ changes: unknown[]; next: string }> {
  const response = await fetch(`${apiUrl}/v1/changes?limit=1000&after=${after}`, {
    headers: { 'X-API-Key': KEY },
  });
  if (!response.ok) throw new Error(`the changes were answered ${response.status}`);
  return (await response.json()) as { changes: unknown[]; next: string };
}

/** Reads server-sent events. Each chunk of the response ends with a whole line, or continues with the next one. */
async function* stream(
  { apiUrl }: ChildService,
  after: string,
  signal?: AbortSignal,
): AsyncGenerator<{ type: string; id: string }> {
  const headers = { 'X-API-Key': KEY, Accept: 'text/event-stream' };
  const response = await fetch(`${apiUrl}/v1/changes?after=${after}`, {
    headers,
    ...(signal ? { signal } : {}),
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = `${text}${chunk}`.split('\n');
    text = lines.pop()!;
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6));
  }
}

async function measureWaiting(): Promise<void> {
  await using database = await server.makeDatabase();
  const writer = await start(database, 'api,receiver,worker');
  const env = { PARLEY_MAX_CONNECTIONS: `${readers + 100}` };
  const service = await start({ ...database, url: countedUrl(database.url) } as BenchDatabase, 'api', env);
  const { next } = (await service.client.get('/v1/changes', { after: 'now' })).body;
  const path = `/v1/changes?after=${next}&waitSeconds=60`;
  // Memory that the first readers take once is not part of what readers cost.
  const first = await letWait(service.apiUrl, KEY, [path], 100);
  first.leave();
  await delay(SETTLE_MS);
  const before = await residentMegabytes(service.pid);
  const connectionsBefore = await mostConnections(database.url, 2000);
  const waiting = await letWait(service.apiUrl, KEY, [path], readers);
  await delay(SETTLE_MS);
  const connections = await mostConnections(database.url, 5000);
  const during = await residentMegabytes(service.pid);
  const startMs = performance.now();
  await writer.client.put('/admin/v1/users', { users: [{ email: 'wakes@parley.example' }] });
  await waiting.all;
  const wokenMs = performance.now() - startMs;
  if (waiting.answers.get(200) !== readers)
    throw new Error(`answers: ${JSON.stringify([...waiting.answers])}`);
  say(
    `${readers} waiting readers: ${(during - before).toFixed(0)} MB more than ${before.toFixed(0)} MB; ` +
      `${connections} connections to the database, ${connectionsBefore} without readers; ` +
      `a change reaches all of them within ${wokenMs.toFixed(0)} ms`,
  );
  await Promise.all([service.stop(), writer.stop()]);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

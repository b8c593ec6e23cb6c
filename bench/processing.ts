import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { webVtt } from '../src/domain/meetings/formats/vtt.ts';
import { SIGNALS } from './data/signals.ts';
import { postgresCpuSeconds } from './setup/cpu.ts';
import { type BenchDatabase, openBenchServer } from './setup/database.ts';
import { type RunningService, startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';

/**
 * `node bench/processing.ts --data <folder of .vtt>`: measures how many real meetings a second the builtin provider
 * judges by 20 signals and summarizes, with everything that is stored, in one worker process and in two.
 */
const ROUNDS = 3;
const COPIES = 12;
const POLL_MS = 20;
const UNTIL_AFTER_END_MS = 60_000;

const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
if (data === undefined) throw new Error('--data takes a folder of .vtt files');

const { signal } = new AbortController();
await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'data'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
const transcripts = await readTranscripts(data);
await using receiver = await start('api,receiver');
for (const [signalName, prompt] of SIGNALS) {
  await post(`${receiver.apiUrl}/admin/v1/signals`, receiver.key, { signalName, prompt });
}
let sent = 0;
for (const workers of [1, 2]) {
  for (let round = 0; round < ROUNDS; round++) await measure(workers, database);
}

async function measure(workers: number, { query }: BenchDatabase): Promise<void> {
  const meetings = COPIES * transcripts.length;
  for (let copy = 0; copy < COPIES; copy++) {
    for (const transcript of transcripts) {
      await post(`${receiver.receiverUrl}/v1/user-provided-meeting`, receiver.key, {
        meeting: { ...transcript, id: `meeting-${++sent}` },
      });
    }
  }
  const { postmasterPid } = server;
  const cpu = async () => (postmasterPid === undefined ? 0 : await postgresCpuSeconds(postmasterPid));
  const before = await cpu();
  const started: RunningService[] = [];
  const begunMs = performance.now();
  for (let worker = 0; worker < workers; worker++) started.push(await start('api,worker'));
  const readyMs = performance.now() - begunMs;
  const openAtReady = await pending(query);
  const fromMs = performance.now();
  while ((await pending(query)) > 0) await delay(POLL_MS);
  const seconds = (performance.now() - fromMs) / 1000;
  const node = await sum(started.map((one) => one.metric('process_cpu_seconds_total')));
  const postgres = (await cpu()) - before;
  for (const one of started) await one[Symbol.asyncDispose]();
  process.stdout.write(
    `${workers} worker process${workers > 1 ? 'es' : ''}: ${(openAtReady / seconds).toFixed(0)} meetings/s ` +
      `(${openAtReady} of ${meetings} in ${seconds.toFixed(2)} s, after a start of ${readyMs.toFixed(0)} ms); ` +
      `CPU of all ${meetings}: node ${((1000 * node) / meetings).toFixed(1)} ms a meeting with the start, ` +
      `PostgreSQL ${((1000 * postgres) / meetings).toFixed(1)} ms\n`,
  );
}

async function pending(query: BenchDatabase['query']): Promise<number> {
  const [row] = await query<{ open: number }>(
    `select count(*)::int as open from processing_runs where signals_state = 'pending' or summary_state = 'pending'`,
  );
  return row!.open;
}

async function sum(numbers: Promise<number>[]): Promise<number> {
  return (await Promise.all(numbers)).reduce((total, number) => total + number, 0);
}

function start(roles: string): Promise<RunningService> {
  return startService({
    settings: { DATABASE_URL: database.url, PARLEY_ROLES: roles, PARLEY_LOG_LEVEL: 'warn' },
    logFile: join(folder.path, 'service.log'),
    signal,
  });
}

async function post(url: string, key: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}

/** Returns meetings without an id, in the form that the receiver accepts. */
async function readTranscripts(path: string): Promise<object[]> {
  const names = (await readdir(path)).filter((name) => name.endsWith('.vtt')).sort();
  return Promise.all(
    names.map(async (name) => {
      const { segments } = webVtt.parse(await readFile(join(path, name), 'utf8'));
      const startMs = Date.parse('2026-01-05T09:00:00Z');
      const lastSeconds = Math.max(...segments.map(({ timestampSeconds }) => timestampSeconds ?? 0));
      return {
        title: basename(name, '.vtt'),
        startTime: new Date(startMs).toISOString(),
        endTime: new Date(startMs + lastSeconds * 1000 + UNTIL_AFTER_END_MS).toISOString(),
        host: { email: 'host@parley.example' },
        transcript: { segments },
      };
    }),
  );
}

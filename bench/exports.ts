import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createGunzip, deflateRawSync, gunzipSync } from 'node:zlib';
import { type ChildService, startChildService } from '../test/support/child-service.ts';
import { watchMemory } from '../test/torture/support/resident-memory.ts';
import { fill } from './data/fill.ts';
import { processCpuSeconds } from './setup/cpu.ts';
import { openBenchServer } from './setup/database.ts';
import { type RunningService, startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/exports.ts [--meetings 20000] [--transcripts 10000] [--executions 100000] [--rounds 3]
 * [--formats ndjson,parquet]`: measures how fast a worker process exports everything in each format, the memory that it
 * takes, and what each level of gzip would cost.
 *
 * A rate counts the bytes of the NDJSON before gzip, for both formats, and the time from the request until the export is
 * done, in which the files are stored durably as well.
 */
const { values } = parseArgs({
  options: {
    meetings: { type: 'string', default: '20000' },
    transcripts: { type: 'string', default: '10000' },
    executions: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '3' },
    formats: { type: 'string', default: 'ndjson,parquet' },
  },
});
const size = {
  meetings: Number(values.meetings),
  transcripts: Number(values.transcripts),
  executions: Number(values.executions),
};
const rounds = Number(values.rounds);

const MEGABYTE = 1e6;
const LOOK_MS = 25;
const LEVELS = [1, 2, 3, 4, 6, 9];
/** The text that a piece of an export contains, and the text of which the levels are measured. */
const RUN_CHARACTERS = 128 * 1024;
const MEASURED_BYTES = 24 * MEGABYTE;

type ExportFile = { name: string; type: string; bytes: number; rows: number; url: string };
type DoneExport = { createdAt: string; finishedAt: string; manifest: { files: ExportFile[] } };

await using folder = await makeTemporaryFolder();
await using server = await openBenchServer(join(folder.path, 'postgres'), process.env.BENCH_DATABASE_URL);
await using database = await server.makeDatabase();
const settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: join(folder.path, 'data') };
await using service = await startService({
  settings: { ...settings, PARLEY_ROLES: 'api,receiver', PARLEY_LOG_LEVEL: 'warn' },
  logFile: join(folder.path, 'service.log'),
  signal: new AbortController().signal,
});
await fill(service, database, size, new AbortController().signal);
console.log(`${size.meetings} meetings, ${size.transcripts} transcripts, ${size.executions} executions`);
const first = await exportWith('ndjson', undefined);
const rawBytes = await countRawBytes(first.manifest.files);
for (const format of values.formats.split(',')) await measure(format, rawBytes);
await measureLevels('execution', first.manifest.files);
await measureLevels('meeting', (await exportWith('ndjson', ['meeting'], false)).manifest.files);

/** Exports with a worker process of its own, so that its memory is that of one export. */
async function measure(format: string, bytes: number): Promise<void> {
  const rates: number[] = [];
  const cpuRates: number[] = [];
  let peak = 0;
  let files: ExportFile[] = [];
  for (let round = 0; round < rounds; round++) {
    const worker = await startWorker();
    const memory = await watchMemory(worker.pid, format);
    const cpuBefore = (await processCpuSeconds(worker.pid)) ?? Number.NaN;
    const done = await runExport(service, format, undefined, true);
    const cpu = ((await processCpuSeconds(worker.pid)) ?? Number.NaN) - cpuBefore;
    await memory.stop();
    await worker.stop();
    peak = Math.max(peak, memory.peak());
    rates.push(bytes / MEGABYTE / ((Date.parse(done.finishedAt) - Date.parse(done.createdAt)) / 1000));
    cpuRates.push(bytes / MEGABYTE / cpu);
    files = done.manifest.files;
  }
  const written = files.reduce((sum, file) => sum + file.bytes, 0);
  console.log(
    `${format}: ${(bytes / MEGABYTE).toFixed(0)} MB of NDJSON before gzip as ${files.length} files of ` +
      `${(written / MEGABYTE).toFixed(0)} MB; median ${median(rates).toFixed(0)} MB/s ` +
      `(${rates.map((rate) => rate.toFixed(0)).join(', ')}), ${median(cpuRates).toFixed(0)} MB per second of the worker's CPU ` +
      `time; at most ${peak.toFixed(0)} MB resident`,
  );
}

function startWorker(): Promise<ChildService> {
  return startChildService({
    databaseUrl: database.url,
    key: service.key,
    env: { ...settings, PARLEY_ROLES: 'worker' },
  });
}

async function exportWith(
  format: string,
  types: string[] | undefined,
  includeTranscripts = true,
): Promise<DoneExport> {
  const worker = await startWorker();
  try {
    return await runExport(service, format, types, includeTranscripts);
  } finally {
    await worker.stop();
  }
}

async function runExport(
  { apiUrl, key }: RunningService,
  format: string,
  types: string[] | undefined,
  includeTranscripts: boolean,
): Promise<DoneExport> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ format, types, includeTranscripts });
  const asked = await fetch(`${apiUrl}/v1/exports`, { method: 'POST', headers, body });
  if (asked.status !== 202) throw new Error(await asked.text());
  const { id } = (await asked.json()) as { id: string };
  for (;;) {
    const answer = await fetch(`${apiUrl}/v1/exports/${id}`, { headers });
    const found = (await answer.json()) as DoneExport & { state: string; reason?: string };
    if (found.state === 'failed') throw new Error(found.reason);
    if (found.state === 'done') return found;
    await delay(LOOK_MS);
  }
}

async function countRawBytes(files: ExportFile[]): Promise<number> {
  let bytes = 0;
  for (const { url } of files) {
    const { body } = await fetch(url);
    for await (const chunk of Readable.fromWeb(body!).pipe(createGunzip())) bytes += chunk.length;
  }
  return bytes;
}

/** Deflates the lines of a type, other than the transcripts that are copied, at each level. */
async function measureLevels(type: string, files: ExportFile[]): Promise<void> {
  const file = files.find((one) => one.type === type)!;
  const text = gunzipSync(Buffer.from(await (await fetch(file.url)).arrayBuffer())).subarray(
    0,
    MEASURED_BYTES,
  );
  for (const level of LEVELS) {
    const startedMs = performance.now();
    let deflated = 0;
    for (let at = 0; at < text.length; at += RUN_CHARACTERS) {
      deflated += deflateRawSync(text.subarray(at, at + RUN_CHARACTERS), { level }).length;
    }
    const seconds = (performance.now() - startedMs) / 1000;
    console.log(
      `gzip level ${level}, lines of type ${type} without transcripts: ${((100 * deflated) / text.length).toFixed(1)} % ` +
        `of their size, ${(text.length / MEGABYTE / seconds).toFixed(0)} MB/s`,
    );
  }
}

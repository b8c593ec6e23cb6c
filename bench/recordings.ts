import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endServerLeftBehind } from './setup/left-behind.ts';
import { type RunningService, startService } from './setup/service.ts';
import { makeTemporaryFolder } from './setup/temporary-folder.ts';
import { median } from './stats.ts';

/**
 * `node bench/recordings.ts`: measures the memory that fetching a recording of 1 GiB adds to a running service, and the
 * time that 50 download URLs add to a list.
 */
const MEBIBYTE = 1024 * 1024;
const RECORDING_BYTES = 1024 * MEBIBYTE;
const SMALL_BYTES = 4096;
const SAMPLE_MS = 50;
const PAGE = 50;
const LISTS = 200;

const recordings = createServer(async (request, response) => {
  const bytes = request.url === '/large' ? RECORDING_BYTES : SMALL_BYTES;
  response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': bytes });
  const chunk = Buffer.alloc(Math.min(bytes, MEBIBYTE), 'parley');
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!response.write(chunk)) await once(response, 'drain');
  }
  response.end();
}).listen(0, '127.0.0.1');
await once(recordings, 'listening');
const origin = `http://127.0.0.1:${(recordings.address() as AddressInfo).port}`;

await using folder = await makeTemporaryFolder();
const dataDir = join(folder.path, 'data');
await using _server = { [Symbol.asyncDispose]: () => endServerLeftBehind(dataDir) };
{
  await using service = await startService({
    settings: { PARLEY_DATA_DIR: dataDir, PARLEY_FETCH_ALLOW: '127.0.0.0/8', PARLEY_LOG_LEVEL: 'warn' },
    logFile: join(folder.path, 'service.log'),
    signal: new AbortController().signal,
  });
  await measureUrls(service);
  await measureMemory(service);
}
recordings.close();

async function measureUrls(service: RunningService): Promise<void> {
  for (let number = 0; number < PAGE; number++) await ingest(service, `Small ${number}`, '/small');
  while ((await storedOf(service)) < PAGE) await delay(SAMPLE_MS);
  const times = { with: [] as number[], without: [] as number[] };
  for (let round = 0; round < LISTS; round++) {
    times.without.push(await listMs(service, false));
    times.with.push(await listMs(service, true));
  }
  const [withUrls, without] = [median(times.with), median(times.without)];
  say(
    `a list of ${PAGE}: ${without.toFixed(2)} ms; with download URLs ${(withUrls - without).toFixed(2)} ms more`,
  );
}

/** Measures the fetch after small recordings, which have loaded the 30 MB that every fetch needs and that stay. */
async function measureMemory(service: RunningService): Promise<void> {
  const rss = () => service.metric('process_resident_memory_bytes');
  const before = await rss();
  const startedMs = performance.now();
  const id = await ingest(service, 'Large', '/large');
  let peak = before;
  while ((await stateOf(service, id)) === 'pending') {
    peak = Math.max(peak, await rss());
    await delay(SAMPLE_MS);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  const state = await stateOf(service, id);
  const rate = RECORDING_BYTES / MEBIBYTE / seconds;
  say(
    `1 GiB: ${state} after ${seconds.toFixed(1)} s (${Math.round(rate)} MiB/s); resident ${inMb(before)} MB before, ` +
      `${inMb(peak)} MB at most: ${inMb(peak - before)} MB more`,
  );
}

async function ask(service: RunningService, url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, {
    ...init,
    headers: { 'X-API-Key': service.key, 'Content-Type': 'application/json' },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
  return text;
}

async function ingest(service: RunningService, title: string, path: string): Promise<string> {
  const host = { email: 'ada@parley.example' };
  const times = { startTime: '2026-01-31T09:30:00Z', endTime: '2026-01-31T10:15:00Z' };
  const body = JSON.stringify({ meeting: { title, host, ...times, recordingUrl: origin + path } });
  const answer = await ask(service, `${service.receiverUrl}/v1/user-provided-meeting`, {
    method: 'POST',
    body,
  });
  return JSON.parse(answer).meetingId;
}

async function stateOf(service: RunningService, id: string): Promise<string> {
  return JSON.parse(await ask(service, `${service.apiUrl}/v1/meetings/${id}`)).recording.state;
}

function list(service: RunningService, withUrls: boolean): Promise<string> {
  const query = `from=2026-01-01T00:00:00Z&pageSize=${PAGE}&includeDownloadUrl=${withUrls}`;
  return ask(service, `${service.apiUrl}/v1/meetings?${query}`);
}

async function storedOf(service: RunningService): Promise<number> {
  return (await list(service, true)).split('"downloadUrl"').length - 1;
}

async function listMs(service: RunningService, withUrls: boolean): Promise<number> {
  const startedMs = performance.now();
  await list(service, withUrls);
  return performance.now() - startedMs;
}

function inMb(bytes: number): number {
  return Math.round(bytes / 1e6);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MARKER_NAME } from '../../src/blobs/keys.ts';
import { fetchRecordingJob } from '../../src/domain/jobs.ts';
import { fetchRecording } from '../../src/domain/recordings/fetch-recording.ts';
import { sweepBlobs } from '../../src/domain/recordings/sweep-blobs.ts';
import { deleteBlobHandler } from '../../src/jobs/delete-blob.ts';
import { forgetAnswersHandler } from '../../src/jobs/forget-answers.ts';
import { sweepBlobsHandler } from '../../src/jobs/sweep-blobs.ts';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { fetchGuarded } from '../../src/lib/guarded-fetch/fetch-guarded.ts';
import { createLog } from '../../src/lib/log.ts';
import { filesBelow } from '../support/files-below.ts';
import { meeting } from '../support/meetings.ts';
import { openTestQueue } from '../support/queue.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import {
  type BackgroundWorker,
  FETCH_TIMEOUTS,
  limitAttempts,
  startBackgroundWorker,
} from './background-worker.ts';

const FILE = wav(1);
const ATTEMPTS = 2;
const MAX_BYTES = 100_000;
const fetchAllow = [parseNetwork('127.0.0.0/8')!];

let service: TestService;
let worker: BackgroundWorker;
let server: RecordingServer;
let dataDir: string;
/** Requests to /gate/…, which are answered when the test lets them. */
const gates = new Map<string, ServerResponse[]>();

const wavHeaders = (bytes = FILE.length) => ({ 'Content-Type': 'audio/wav', 'Content-Length': bytes });
const half = FILE.subarray(0, FILE.length / 2);
type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const paths: Record<string, Handler> = {
  '/call.wav': (_request, response) => void response.writeHead(200, wavHeaders()).end(FILE),
  '/hangs': () => {},
  '/half': (_request, response) => {
    response.writeHead(200, wavHeaders()).write(half, () => response.destroy());
  },
  '/half-without-length': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'audio/wav' }).write(half, () => response.destroy());
  },
  '/stalls': (_request, response) => void response.writeHead(200, wavHeaders()).write(half),
  '/drips': (_request, response) => {
    response.writeHead(200, wavHeaders());
    const drip = setInterval(() => response.write('x'), 50);
    response.once('close', () => clearInterval(drip));
  },
  '/500': (_request, response) => void response.writeHead(500).end('out of order'),
  '/metadata': (_request, response) => {
    response.writeHead(302, { Location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
  '/announces-more': (_request, response) => {
    response.writeHead(200, wavHeaders(MAX_BYTES + 1)).write(half);
  },
  '/endless': (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'audio/wav' });
    const flood = setInterval(() => response.write(Buffer.alloc(20_000)), 5);
    response.once('close', () => clearInterval(flood));
  },
};

function gate(name: string): string {
  const waiting: ServerResponse[] = [];
  gates.set(name, waiting);
  paths[`/gate/${name}`] = (_request, response) => {
    response.writeHead(200, wavHeaders()).write(half);
    waiting.push(response);
    // The fetch is not to run into its idle timeout.
    const drip = setInterval(() => response.write(''), 100);
    response.once('close', () => clearInterval(drip));
  };
  return server.url(`/gate/${name}`);
}

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-background-'));
  server = await startRecordingServer(paths);
  const config = { dataDir, fetchAllow, maxRecordingBytes: MAX_BYTES, blobs: { kind: 'files' } as const };
  service = await startService({ ...config, roles: new Set(['api', 'receiver']) });
  await limitAttempts(service.databaseUrl, 'fetch-recording', ATTEMPTS);
  worker = await startBackgroundWorker(service.databaseUrl, config);
});
after(async () => {
  await worker.stop();
  await service.stop();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Everything below the store's folder, what is unfinished too. */
async function storedFiles(): Promise<string[]> {
  const found = await filesBelow(join(dataDir, 'blobs'));
  const blobs = found.filter(({ name }) => name !== MARKER_NAME);
  return blobs.map((entry) => join(entry.parentPath, entry.name));
}

async function recordingOf(id: string) {
  return (await service.client.get(`/v1/meetings/${id}`)).body.recording;
}

function settled(id: string) {
  return until(async () => {
    const recording = await recordingOf(id);
    return recording.state === 'pending' ? undefined : recording;
  });
}

function jobs(where: string) {
  return sql(service.databaseUrl, `select * from jobs where ${where} order by created_at`);
}

test('a server that fails in any way leaves the reason, a dead letter where trying again might help, and no bytes', async (t) => {
  // A length that is smaller than what comes: what is beyond it is no content.
  const liar = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nContent-Length: 10\r\n\r\n');
    socket.end(FILE);
  }).listen(0, '127.0.0.1');
  t.after(() => liar.close());
  await once(liar, 'listening');
  const liarUrl = `http://127.0.0.1:${(liar.address() as AddressInfo).port}/`;
  const cases: [url: string, reason: RegExp, isRetried: boolean][] = [
    [server.url('/hangs'), /did not answer within 0.4 s/, true],
    [server.url('/half'), /broke off/, true],
    [server.url('/half-without-length'), /broke off/, true],
    [server.url('/stalls'), /0.4 s/, true],
    [server.url('/drips'), /1.5 s/, true],
    [server.url('/500'), /answered 500/, true],
    ['http://127.0.0.1:1/nobody.wav', /could not be reached/, true],
    [server.url('/metadata'), /not public|not allowed|network/i, false],
    [server.url('/announces-more'), /more than 100000 bytes/, false],
    [server.url('/endless'), /more than 100000 bytes/, false],
  ];
  const ids = await Promise.all(
    cases.map(([url], index) =>
      service.client.ingest(meeting({ title: `Fault ${index}`, recordingUrl: url })),
    ),
  );
  const lied = await service.client.ingest(meeting({ title: 'Liar', recordingUrl: liarUrl }));
  for (const [index, [url, reason, isRetried]] of cases.entries()) {
    const recording = await settled(ids[index]!);
    assert.equal(recording.state, 'failed', url);
    assert.match(recording.reason, reason, url);
    assert.equal(recording.bytes, undefined);
    const dead = await jobs(`state = 'dead' and payload->>'meetingId' = '${ids[index]}'`);
    assert.equal(dead.length, isRetried ? 1 : 0, url);
    if (isRetried) assert.equal(dead[0]!.attempts, ATTEMPTS, url);
    const path = new URL(url).pathname;
    if (server.asked.has(path)) assert.equal(server.asked.get(path), isRetried ? ATTEMPTS : 1, path);
  }
  const truth = await settled(lied);
  assert.deepEqual([truth.state, truth.bytes], ['stored', 10], JSON.stringify(truth));
  assert.equal((await storedFiles()).length, 1, 'the ten bytes alone');
});

test('a recording that is fetched while its meeting is deleted, or it is replaced, leaves nothing behind', async () => {
  const before = (await storedFiles()).length;
  const call = meeting({ title: 'Replaced meanwhile', id: 'replaced-meanwhile' });
  const deleted = await service.client.ingest(
    meeting({ title: 'Deleted meanwhile', recordingUrl: gate('deleted') }),
  );
  const replaced = await service.client.ingest({ ...call, recordingUrl: gate('replaced') });
  await until(async () =>
    gates.get('deleted')!.length + gates.get('replaced')!.length === 2 ? true : undefined,
  );
  assert.equal((await service.client.delete(`/v1/meetings/${deleted}`)).status, 204);
  await service.client.ingest({ ...call, recordingUrl: server.url('/call.wav') });
  for (const name of ['deleted', 'replaced']) gates.get(name)![0]!.end(FILE.subarray(half.length));
  assert.equal((await settled(replaced)).state, 'stored');
  await until(async () =>
    (await jobs(`kind = 'fetch-recording' and state in ('waiting', 'active')`)).length === 0
      ? true
      : undefined,
  );
  assert.equal((await storedFiles()).length, before + 1);
});

test('a fetch that is delivered five times at once, by five jobs or by chance, stores one recording', async () => {
  const before = (await storedFiles()).length;
  const id = Number(await service.client.ingest(meeting({ title: 'Five', recordingUrl: gate('five') })));
  const [row] = await sql(service.databaseUrl, 'select * from recordings where meeting_id = $1', [id]);
  const organizationId = Number(row!.organization_id);
  const recordingId = row!.recording_id as string;
  const payload = { meetingId: id, recordingId };
  const queue = openTestQueue({ connectionString: service.databaseUrl }, worker.db);
  for (let one = 0; one < 5; one++) {
    await worker.db.transaction((tx) => queue.enqueue(tx, fetchRecordingJob, organizationId, payload));
  }
  await queue.close();
  const fetch = (url: string, { signal }: { signal: AbortSignal }) =>
    fetchGuarded(url, {
      allow: fetchAllow,
      maxBytes: MAX_BYTES,
      ...FETCH_TIMEOUTS,
      totalTimeoutMs: 10_000,
      signal,
    });
  const attempt = { organizationId, number: 1, isLast: false, signal: new AbortController().signal };
  const parts = { db: worker.db, blobs: worker.blobs, fetchRecording: fetch };
  const five = Array.from({ length: 5 }, () => fetchRecording(parts, id, recordingId, attempt));
  const open = setInterval(() => {
    // All five, and a job or two beside them.
    if (gates.get('five')!.length < 6) return;
    for (const response of gates.get('five')!) response.end(FILE.subarray(half.length));
  }, 20);
  await Promise.all(five);
  await until(async () =>
    (await jobs(`kind = 'fetch-recording' and state in ('waiting', 'active')`)).length === 0
      ? true
      : undefined,
  );
  clearInterval(open);
  assert.deepEqual(
    [(await recordingOf(`${id}`)).state, (await storedFiles()).length],
    ['stored', before + 1],
  );
  const url = (await service.client.get(`/v1/meetings/${id}`, { includeDownloadUrl: 'true' })).body
    .downloadUrl;
  assert.deepEqual(Buffer.from(await (await globalThis.fetch(url)).arrayBuffer()), FILE);
});

test('the sweep deletes unreferenced and unfinished blobs, and nothing else; five concurrent sweeps do no harm', async () => {
  const before = await storedFiles();
  const orphan = 'org/1/meeting/1/orphan';
  await worker.blobs.put(orphan, [FILE] as never, { contentType: 'audio/wav' });
  const unfinished = join(dataDir, 'blobs', '.unfinished');
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'cut-off'), half);
  const { signal } = new AbortController();
  assert.deepEqual(
    await sweepBlobs(worker, signal),
    { condemned: 0, deleted: 0 },
    'young ones may be under way',
  );
  assert.equal((await storedFiles()).length, before.length + 2);
  const counts = await Promise.all(
    Array.from({ length: 5 }, () => sweepBlobs(worker, signal, { minAgeMs: 1, quarantineMs: 0 })),
  );
  assert.ok(counts.some(({ deleted }) => deleted > 0));
  assert.deepEqual((await storedFiles()).sort(), before.sort());

  const attempt = { organizationId: 0, number: 1, isLast: false, signal };
  const { db, blobs, blobOwner } = worker;
  const deps = { db, blobs, blobOwner, log: createLog('silent') } as never;
  await worker.blobs.put(orphan, [FILE] as never, { contentType: 'audio/wav' });
  for (const { handle } of [deleteBlobHandler, sweepBlobsHandler, forgetAnswersHandler]) {
    await Promise.all(Array.from({ length: 5 }, () => handle({ key: orphan } as never, attempt, deps)));
  }
  assert.deepEqual((await storedFiles()).sort(), before.sort());
});

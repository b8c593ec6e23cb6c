import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { sweepBlobs } from '../../src/domain/recordings/sweep-blobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { openBlobs } from '../../src/processes/background.ts';
import { clockOff } from '../queue/wrong-clock.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { filesBelow } from '../support/files-below.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

const FILE = wav(1);
const TAKEN_UP_WITHIN_MS = 30_000;
const ACCOUNT = '0018c00002ABCDEAA4';

let service: TestService;
let server: RecordingServer;
let dataDir: string;
let lock: pg.Client;
const waiting: ServerResponse[] = [];
const children: ChildService[] = [];

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-kills-'));
  server = await startRecordingServer({
    '/call.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': FILE.length });
      // The first one is never done.
      if (waiting.push(response) === 1) response.write(FILE.subarray(0, 3000));
      else response.end(FILE);
    },
  });
  service = await startService({ dataDir, roles: new Set(['api', 'receiver']) });
  lock = new pg.Client(service.databaseUrl);
  await lock.connect();
});
after(async () => {
  await lock.end();
  await Promise.all(children.map((child) => child.kill()));
  await service.stop();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function startWorker(env: Record<string, string> = {}): Promise<ChildService> {
  const settings = { PARLEY_DATA_DIR: dataDir, PARLEY_FETCH_ALLOW: '127.0.0.0/8', ...env };
  const child = await startChildService({
    databaseUrl: service.databaseUrl,
    key: service.key,
    env: settings,
  });
  children.push(child);
  return child;
}

async function remap(id: number): Promise<string> {
  const body = { meetingDetails: { serviceMeetingId: id }, salesforceRecords: { accountId: ACCOUNT } };
  const answer = await service.client.post('/v1/meeting/remap', body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.requestId;
}

/** Resolves with the moment when asked-for is there. */
async function momentOf(isThere: () => Promise<boolean>): Promise<number> {
  const end = performance.now() + TAKEN_UP_WITHIN_MS + 5000;
  while (performance.now() < end) {
    if (await isThere()) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it was not taken up');
}

test('jobs of a killed worker are taken over within 30 s, by one whose clock is a day ahead, with the right result', async (t) => {
  const ingest = (title: string, changes = {}) => service.client.ingest(meeting({ title, ...changes }));
  const held = Number(await ingest('Held'));
  const others = await Promise.all(Array.from({ length: 20 }, (_, index) => ingest(`Other ${index}`)));
  const recorded = await ingest('Recorded', { recordingUrl: server.url('/call.wav') });
  const requests = [await remap(held)];
  // The remap stops in the middle of its transaction, the fetch in the middle of its bytes.
  await lock.query('begin');
  await lock.query('select 1 from meetings where id = $1 for update', [held]);
  const killed = await startWorker();
  const active = () => sql(service.databaseUrl, `select * from jobs where state = 'active'`);
  await until(async () => ((await active()).length === 2 && waiting.length === 1 ? true : undefined));
  requests.push(...(await Promise.all(others.map((id) => remap(Number(id))))));
  await killed.kill();
  const killedMs = performance.now();
  await lock.query('commit');
  requests.push(...(await Promise.all(others.map((id) => remap(Number(id))))));
  const other = await startWorker({ NODE_OPTIONS: `--import=${clockOff(1)}` });

  const states = async () => {
    const texts = await Promise.all(requests.map((one) => service.client.get(`/v1/meeting/remap/${one}`)));
    return texts.map(({ body }) => body.status);
  };
  const recording = async () => (await service.client.get(`/v1/meetings/${recorded}`)).body.recording;
  const [remapMs, fetchMs] = await Promise.all([
    momentOf(async () => (await states()).every((state) => state === 'completed')),
    momentOf(async () => (await recording()).state === 'stored'),
  ]);
  t.diagnostic(
    `after the kill: remap ${Math.round(remapMs - killedMs)} ms, recording ${Math.round(fetchMs - killedMs)} ms`,
  );
  for (const ms of [remapMs, fetchMs]) assert.ok(ms - killedMs < TAKEN_UP_WITHIN_MS);
  assert.equal((await recording()).bytes, FILE.length);
  const { body } = await service.client.get(`/v1/meetings/${held}/remaps`);
  assert.equal(body.remaps.length, 1);

  // The clock of the process that made the URL does not matter.
  const list = await other.client.get('/v1/meetings', {
    ...ALWAYS,
    pageSize: '50',
    includeDownloadUrl: 'true',
  });
  const listed = list.body.meetings.find((one: { id: string }) => one.id === recorded);
  const validMs = Date.parse(listed.downloadUrlExpiresAt) - Date.now();
  assert.ok(Math.abs(validMs - 7_200_000) < 5000, `valid for ${validMs} ms`);
  const part = await fetch(listed.downloadUrl, { headers: { Range: 'bytes=44-99' } });
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), FILE.subarray(44, 100));

  // The sweep removes the partial work of the killed process, regardless of the clock.
  const files = () => filesBelow(join(dataDir, 'blobs'));
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  const log = createLog('silent');
  const databaseUrl = service.databaseUrl;
  const config = { blobs: { kind: 'files' }, dataDir, databaseUrl } as never;
  const stores = await openBlobs(config, db, '', log);
  // One of them is the marker of the store.
  assert.equal((await files()).length, 3);
  await sweepBlobs({ db, ...stores }, new AbortController().signal, { minAgeMs: 1, quarantineMs: 0 });
  await db.close();
  assert.equal((await files()).length, 2);
  await other.stop();
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { MARKER_NAME } from '../../src/blobs/keys.ts';
import { parseNetwork } from '../../src/lib/guarded-fetch/addresses.ts';
import { startBackgroundWorker } from '../reliability/background-worker.ts';
import { filesBelow } from '../support/files-below.ts';
import { waitForBlocked } from '../support/held-locks.ts';
import { meeting } from '../support/meetings.ts';
import { type RecordingServer, startRecordingServer, wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

const ACCOUNT = '0018c00002ABCDEAA4';
const FILE = wav(1);

let service: TestService;
let server: RecordingServer;
let dataDir: string;
const fetchAllow = [parseNetwork('127.0.0.0/8')!];

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-delete-'));
  server = await startRecordingServer({
    '/call.wav': (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'audio/wav' }).end(FILE);
    },
  });
  // Nobody works: what waits can be looked at.
  service = await startService({ dataDir, roles: new Set(['api', 'receiver']) });
});
after(async () => {
  await service.stop();
  server.close();
  await rm(dataDir, { recursive: true, force: true });
});

const jobsOf = (id: string) =>
  sql(service.databaseUrl, `select kind from jobs where payload->>'meetingId' = $1`, [id]);

async function files(): Promise<number> {
  const found = await filesBelow(join(dataDir, 'blobs'));
  return found.filter(({ name }) => name !== MARKER_NAME).length;
}

function upload(id: string) {
  const headers = { 'Content-Type': 'audio/wav' };
  return service.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, { headers, raw: FILE });
}

function remap(id: string) {
  const body = {
    meetingDetails: { serviceMeetingId: Number(id) },
    salesforceRecords: { accountId: ACCOUNT },
  };
  return service.client.post('/v1/meeting/remap', body);
}

test('a deleted meeting takes its waiting jobs, remaps and recording along; the deletion is on record', async () => {
  const id = await service.client.ingest(meeting({ title: 'Gone', recordingUrl: server.url('/call.wav') }));
  const kept = await service.client.ingest(meeting({ title: 'Kept', recordingUrl: server.url('/call.wav') }));
  const accepted = (await remap(id)).body.requestId;
  await remap(kept);
  assert.equal((await upload(id)).status, 200);
  assert.deepEqual((await jobsOf(id)).map(({ kind }) => kind).sort(), ['apply-remap', 'fetch-recording']);
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 204);

  assert.deepEqual(await jobsOf(id), []);
  assert.equal((await jobsOf(kept)).length, 2, 'those of another meeting stay');
  for (const table of ['remaps', 'recordings', 'meeting_participants', 'meeting_transcript_pieces']) {
    const rows = await sql(service.databaseUrl, `select 1 from ${table} where meeting_id = $1`, [id]);
    assert.deepEqual(rows, [], table);
  }
  assert.equal((await service.client.get(`/v1/meeting/remap/${accepted}`)).status, 404);
  assert.equal((await service.client.get(`/v1/meetings/${id}/remaps`)).status, 404);
  assert.equal((await upload(id)).status, 404);
  const audit = await sql(service.databaseUrl, `select * from audit_records where action = 'meeting.delete'`);
  assert.deepEqual(
    audit.map(({ subject }) => subject),
    [`meeting ${id}`],
  );

  const worker = await startBackgroundWorker(service.databaseUrl, {
    blobs: { kind: 'files' },
    dataDir,
    fetchAllow,
    maxRecordingBytes: 1e6,
  });
  await until(async () => ((await jobsOf(kept)).length === 2 && (await files()) === 1 ? true : undefined));
  await worker.stop();
});

test('a deletion that meets remaps, undos, uploads and ingests leaves each of them an answer of its own', async () => {
  const seen = new Set<string>();
  const note = (what: string, status: number) => seen.add(`${what} ${status}`);
  for (let round = 0; round < 25; round++) {
    const call = meeting({ title: `Race ${round}`, id: `race-${round}` });
    const id = await service.client.ingest(call);
    const { requestId } = (await remap(id)).body;
    const sent = [
      remap(id).then(({ status }) => note('remap', status)),
      service.client
        .post(`/v1/meeting/remap/${requestId}/undo`, undefined)
        .then(({ status }) => note('undo', status)),
      upload(id).then(({ status }) => note('upload', status)),
      service.client
        .post('/v1/user-provided-meeting', { meeting: { ...call, recordingUrl: server.url('/call.wav') } })
        .then(({ status }) => note('ingest', status)),
      service.client.delete(`/v1/meetings/${id}`).then(({ status }) => note('delete', status)),
    ];
    await Promise.all(sent.sort(() => Math.random() - 0.5));
  }
  const expected = [
    'remap 200',
    'remap 400',
    'undo 404',
    'undo 409',
    'upload 200',
    'upload 404',
    'ingest 200',
    'delete 204',
  ];
  assert.deepEqual(
    [...seen].filter((one) => !expected.includes(one)),
    [],
  );
  const errors = service
    .logged()
    .split('\n')
    .filter((line) => line.includes('"level":"error"'));
  assert.deepEqual(errors, []);
});

test('a deletion locks the meeting before its recording, as uploads and ingests do', async () => {
  const id = await service.client.ingest(meeting({ title: 'Locked', recordingUrl: server.url('/call.wav') }));
  const other = new pg.Client(service.databaseUrl);
  await other.connect();
  await other.query('begin');
  await other.query('select 1 from meetings where organization_id = 1 and id = $1 for update', [id]);
  const deletion = service.client.delete(`/v1/meetings/${id}`);
  await waitForBlocked(service.databaseUrl, 1);
  await other.query(
    'select 1 from recordings where organization_id = 1 and meeting_id = $1 for update nowait',
    [id],
  );
  await other.query('commit');
  await other.end();
  assert.equal((await deletion).status, 204);
});

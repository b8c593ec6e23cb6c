import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { MARKER_NAME } from '../../src/blobs/keys.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { forgetVersionsJob } from '../../src/domain/jobs.ts';
import { forgetVersions } from '../../src/domain/meetings/versions/forget-versions.ts';
import { sweepBlobs } from '../../src/domain/recordings/sweep-blobs.ts';
import { createLog } from '../../src/lib/log.ts';
import { startBackgroundWorker } from '../reliability/background-worker.ts';
import { filesBelow } from '../support/files-below.ts';
import { meeting } from '../support/meetings.ts';
import { type OpenedQueue, openTestQueue } from '../support/queue.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

/** The clean-up when versions are kept for a fraction of a day. */
const KEPT_DAYS = 0.5;

let service: TestService;
let dataDir: string;
let db: Database;
let queue: OpenedQueue;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-versions-'));
  service = await startService({ dataDir, versionDays: KEPT_DAYS });
  const [connection, log] = [{ connectionString: service.databaseUrl }, createLog('silent')];
  db = openDatabase(connection, log);
  queue = openTestQueue(connection, db);
});
after(async () => {
  await queue.close();
  await db.close();
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function files(): Promise<number> {
  const found = await filesBelow(join(dataDir, 'blobs'));
  return found.filter(({ name }) => name !== MARKER_NAME).length;
}

async function upload(id: string, body: Buffer): Promise<void> {
  const headers = { 'Content-Type': 'audio/wav' };
  const sent = await service.client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
    headers,
    raw: body,
  });
  assert.equal(sent.status, 200);
}

const ingest = (id: string, text: string, title = 'Kept') =>
  service.client.ingest(meeting({ id, title, transcript: { segments: [{ text }] } }));

/** Makes versions look replaced a day ago. */
const age = (id: string, ...versions: number[]) =>
  sql(
    service.databaseUrl,
    'update meeting_versions set replaced_at = $3 where meeting_id = $1 and version = any($2)',
    [id, versions, new Date(Date.now() - 86_400_000)],
  );

/** Has the service do the daily job now. */
async function cleanUp(isDone: () => Promise<boolean>): Promise<void> {
  await db.transaction((tx) => queue.enqueue(tx, forgetVersionsJob, 1, {}));
  await until(async () => ((await isDone()) ? true : undefined));
}

async function versions(id: string): Promise<number[]> {
  const { body } = await service.client.get(`/v1/meetings/${id}/versions`);
  return body.versions.map(({ version }: { version: number }) => version);
}

test('versions go when their time is over, with what no other version has, and nothing else', async () => {
  const id = await ingest('aged', 'first words');
  await upload(id, wav(1));
  await ingest('aged', 'first words', 'Other title');
  await ingest('aged', 'second words');
  await upload(id, wav(2));
  await ingest('aged', 'third words');
  const current = (await service.client.get(`/v1/meetings/${id}`)).body;
  const second = (await service.client.get(`/v1/meetings/${id}/versions/2`)).body;
  assert.equal(await files(), 2);
  assert.deepEqual(await versions(id), [5, 4, 3, 2, 1]);

  // Version 2 still has the transcript and the recording of version 1.
  await age(id, 1);
  await cleanUp(async () => (await versions(id)).length === 4);
  assert.equal((await service.client.get(`/v1/meetings/${id}/versions/1`)).status, 404);
  assert.equal((await service.client.post(`/v1/meetings/${id}/versions/1/restore`)).status, 404);
  assert.deepEqual((await service.client.get(`/v1/meetings/${id}/versions/2`)).body, second);
  assert.equal(await files(), 2);

  await age(id, 2, 3, 4);
  await cleanUp(async () => (await files()) === 1);
  assert.deepEqual(await versions(id), [5]);
  assert.deepEqual((await service.client.get(`/v1/meetings/${id}`)).body, current);
  for (const table of ['meeting_versions', 'meeting_version_pieces', 'meeting_version_recordings']) {
    assert.equal((await sql(service.databaseUrl, `select from ${table}`)).length, 0, table);
  }
});

test('a restored version outlives the version that it came from', async () => {
  const id = await ingest('restored', 'kept words');
  await ingest('restored', 'other words');
  const { body: made } = await service.client.post(`/v1/meetings/${id}/versions/1/restore`);
  assert.equal(made.version, 3);
  const before_ = (await service.client.get(`/v1/meetings/${id}`)).body;
  await age(id, 1, 2);
  await cleanUp(async () => (await versions(id)).length === 1);
  assert.deepEqual((await service.client.get(`/v1/meetings/${id}`)).body, before_);
  assert.deepEqual((await service.client.get(`/v1/meetings/${id}/versions/3`)).body, before_);
});

test('more versions than one batch go in one job', async () => {
  const id = await ingest('many', 'words 0');
  await sql(
    service.databaseUrl,
    `insert into meeting_versions (organization_id, meeting_id, version, at, cause, changed, fields,
       transcript_version, replaced_at)
     select organization_id, id, 1000 + n, now(), 'ingest', '{}', '{}', 1, now() - interval '1 day'
     from meetings, generate_series(1, 950) n where id = $1`,
    [id],
  );
  await cleanUp(async () => (await versions(id)).length === 1);
});

test('a version that somebody holds does not keep the others', async () => {
  const id = await ingest('held', 'words 0');
  await sql(
    service.databaseUrl,
    `insert into meeting_versions (organization_id, meeting_id, version, at, cause, changed, fields,
       transcript_version, replaced_at)
     select organization_id, id, 1000 + n, now(), 'ingest', '{}', '{}', 1, now() - interval '1 day'
     from meetings, generate_series(1, 450) n where id = $1`,
    [id],
  );
  const holder = new pg.Client(service.databaseUrl);
  await holder.connect();
  try {
    await holder.query('begin');
    // The organization, which is the first one, leads to the node that has the row.
    await holder.query(
      'select from meeting_versions where organization_id = 1 and meeting_id = $1 and version = 1001 for update',
      [id],
    );
    assert.equal(await forgetVersions({ db, queue }, KEPT_DAYS, new AbortController().signal), 449);
  } finally {
    await holder.end();
  }
  assert.equal(await forgetVersions({ db, queue }, KEPT_DAYS, new AbortController().signal), 1);
});

test('the sweep knows the recordings of versions, and a deleted meeting takes them along', async () => {
  const at = await files();
  const id = await ingest('swept', 'words');
  await upload(id, wav(1));
  await upload(id, wav(2));
  const worker = await startBackgroundWorker(service.databaseUrl, {
    ...{ dataDir, blobs: { kind: 'files' }, fetchAllow: [], maxRecordingBytes: 1_000_000 },
  });
  await sweepBlobs(worker, new AbortController().signal, { minAgeMs: -60_000, quarantineMs: 0 });
  await worker.stop();
  assert.equal(await files(), at + 2);
  const { body } = await service.client.get(`/v1/meetings/${id}/versions/1`, { includeDownloadUrl: 'true' });
  assert.deepEqual(Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer()), wav(1));
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 204);
  await until(async () => ((await files()) === at ? true : undefined));
});

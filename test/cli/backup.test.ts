import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { BUCKET, S3_KEY, s3Server } from '../blobs/s3-server.ts';
import { call, signalsOf } from '../processing/conversations.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { createOwnedDatabase, type OwnedDatabase } from '../support/database-roles.ts';
import { ingestEmail } from '../support/emails.ts';
import { presentState } from '../support/exports.ts';
import { meeting } from '../support/meetings.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { runParley, startParley } from './run-parley.ts';

const KEY = 'a-key-of-the-original-service';
/** Tables that belong to one installation and stay empty in a restored one. */
const LEFT_OUT = ['backups', 'restored_backups', 'exports', 'export_files'];

let service: TestService;
let dataDir: string;
let root: string;
const audio = wav(2);

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  dataDir = join(root, 'original');
  service = await startService({ dataDir, bootstrapApiKey: KEY });
  const { client } = service;
  await client.post('/admin/v1/signals', { signalName: 'Discount', prompt: 'Asked?', phrases: ['discount'] });
  await signalsOf(client).processed(await client.ingest(call({ id: 'first' })));
  await ingestEmail(client, { id: 'mail' });
  await client.post('/admin/v1/webhooks', {
    url: 'https://hooks.example.com/original',
    types: ['user'],
  });
  await upload(await client.ingest(meeting({ id: 'recorded' }), { processImportedMeeting: false }));
  await settled();
});
after(async () => {
  await service.stop();
  await rm(root, { recursive: true, force: true });
});

async function upload(meetingId: string): Promise<void> {
  const answer = await fetch(`${service.receiverUrl}/v1/meetings/${meetingId}/recording`, {
    method: 'PUT',
    headers: { 'X-API-Key': KEY, 'Content-Type': 'audio/wav' },
    body: audio,
  });
  assert.equal(answer.status, 200, await answer.text());
}

/** Waits until no background work changes rows any more. */
const settled = () =>
  until(async () => {
    const [row] = await sql<{ left: string }>(
      service.databaseUrl,
      `select (select count(*) from event_outbox) + (select count(*) from meeting_day_changes)
         + (select count(*) from execution_day_changes) + (select count(*) from transcript_words where fresh_terms is not null)
         + (select count(*) from jobs where state in ('waiting', 'active') and organization_id > 0) as left`,
    );
    return row!.left === '0' ? true : undefined;
  });

const original = () => ({ DATABASE_URL: service.databaseUrl, PARLEY_DATA_DIR: dataDir });

async function backup(place: string, ...more: string[]) {
  const { code, stdout, stderr } = await runParley(['backup', place, '--json', ...more], original());
  assert.equal(code, 0, stderr);
  return JSON.parse(stdout);
}

/** An empty database of an owner that is no superuser, with a data directory of its own. */
async function emptyPlace(name: string) {
  const database = await createOwnedDatabase();
  return { database, dataDir: join(root, name) };
}

const restore = (place: string, to: { database: OwnedDatabase; dataDir: string }, ...more: string[]) =>
  runParley(['restore', place, '--grant-to', to.database.app, ...more], {
    DATABASE_URL: to.database.ownerUrl,
    PARLEY_DATA_DIR: to.dataDir,
  });

/** The rows of every table, as text. */
async function rowsOf(databaseUrl: string, besides: readonly string[]): Promise<Map<string, string[]>> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    const found = new Map<string, string[]>();
    for (const { name } of rows) {
      if (besides.includes(name)) continue;
      const { rows: texts } = await client.query(`select t::text as text from "${name}" t order by 1`);
      found.set(
        name,
        texts.map(({ text }) => text),
      );
    }
    return found;
  } finally {
    await client.end();
  }
}

const serveCopy = (to: { database: OwnedDatabase; dataDir: string }): Promise<ChildService> =>
  startChildService({
    databaseUrl: to.database.appUrl,
    key: KEY,
    env: { PARLEY_DATA_DIR: to.dataDir, PARLEY_ROLES: 'api,receiver,worker' },
  });

async function recordingOf(one: Pick<TestService, 'client'>): Promise<Buffer | undefined> {
  const { meetings } = (
    await one.client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z', includeDownloadUrl: 'true' })
  ).body;
  const url = meetings.find(({ downloadUrl }: { downloadUrl?: string }) => downloadUrl)?.downloadUrl;
  if (!url) return undefined;
  const answer = await fetch(url);
  return answer.status === 200 ? Buffer.from(await answer.arrayBuffer()) : undefined;
}

test('a restored database has every row and recording, serves, and sends to no webhook', async () => {
  const place = join(root, 'backups');
  const made = await backup(place);
  assert.deepEqual(made.recordings, { count: 1, bytes: audio.length, missing: 0 });
  const to = await emptyPlace('copy');
  const ran = await restore(place, to);
  assert.equal(ran.code, 0, ran.stderr);
  assert.match(ran.stdout, /^Backup \S+ is restored after [\d.]+ s: everything that was stored before 20/);
  assert.match(ran.stdout, /^\d+ rows, 1 recording copied\.\n1 webhook paused, so that this copy/m);

  // The rows that the restore itself writes are not compared.
  const own = [...LEFT_OUT, 'audit_records', 'webhooks', 'job_schedules', 'blob_store_claims'];
  const changing = [...own, 'change_sequencing', 'schema_migrations'];
  assert.deepEqual(await rowsOf(to.database.ownerUrl, changing), await rowsOf(service.databaseUrl, changing));

  const copy = await serveCopy(to);
  try {
    assert.deepEqual(await presentState(copy.client), await presentState(service.client));
    assert.deepEqual(await recordingOf(copy), audio);
    const [webhook] = (await copy.client.get('/admin/v1/webhooks')).body.webhooks;
    assert.deepEqual([webhook.state, webhook.enabled], ['disabled', false]);
    assert.match(webhook.reason, /^This database was restored from a backup: enable the webhook unless/);
    const { records } = (await copy.client.get('/admin/v1/audit')).body;
    assert.equal(records[0].action, 'backup.restore');
    // Ids go on where they were, and the triggers count again.
    const count = async () =>
      (await copy.client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z', pageSize: '1' })).body.pageCount;
    const before = await count();
    await copy.client.ingest(meeting({ id: 'after' }), { processImportedMeeting: false });
    assert.equal(await count(), before + 1);
  } finally {
    await copy.stop();
  }
  const used = await restore(place, to);
  assert.equal(used.code, 1);
  assert.match(
    used.stderr,
    /^parley: The database was restored from the backup \S+ already, and is in use\n$/,
  );
  await to.database.drop();
});

test('backups share their recordings in a bucket, and old ones are removed', async (t) => {
  const server = await s3Server(t);
  const place = `s3://${S3_KEY}:${S3_KEY}@${BUCKET}/backups?endpoint=${server.url}`;
  const first = await backup(place);
  assert.equal(first.place, 's3://recordings/backups', 'no secret is shown');
  const puts = () =>
    server.requests.filter((one) => one.startsWith('PUT') && one.includes('/recordings/org/'));
  assert.equal(puts().length, 1);
  const second = await backup(place);
  assert.equal(second.recordings.count, 1);
  assert.equal(puts().length, 1, 'the recording is there already');
  const third = await backup(place, '--keep', '1');
  assert.deepEqual(third.removed, [first.id, second.id]);
  const listed = await runParley(['restore', place, '--list', '--json']);
  assert.deepEqual(
    JSON.parse(listed.stdout).backups.map(({ id, isComplete }: Record<string, unknown>) => [id, isComplete]),
    [[third.id, true]],
  );
  const checked = await runParley(['restore', place, '--check']);
  assert.deepEqual([checked.code, checked.stdout], [0, `Backup ${third.id} is whole.\n`], checked.stderr);
  const to = await emptyPlace('from-s3');
  const ran = await restore(place, to, '--keep-webhooks', '--json');
  assert.equal(ran.code, 0, ran.stderr);
  const { copiedRecordings, pausedWebhooks } = JSON.parse(ran.stdout);
  assert.deepEqual({ copiedRecordings, pausedWebhooks }, { copiedRecordings: 1, pausedWebhooks: 0 });
  const remembered = await sql(service.databaseUrl, 'select id, place from backups order by id desc limit 1');
  assert.deepEqual(remembered, [{ id: third.id, place: third.place }]);
  await to.database.drop();
});

test('a damaged, incomplete or unknown backup is refused by name, and leaves the database empty', async () => {
  const place = join(root, 'damaged');
  const { id } = await backup(place);
  const to = await emptyPlace('refused');
  const refused = async (message: RegExp, ...more: string[]) => {
    const { code, stderr } = await restore(place, to, ...more);
    assert.equal(code, 1);
    assert.match(stderr.split('\n').at(-2)!, message);
  };
  const folder = join(place, 'backups', id);
  await refused(/^parley: There is no backup 2020; --list shows them$/, '--backup', '2020');
  const file = join(folder, 'tables', 'meetings', '00001');
  const content = await readFile(file);
  const altered = Buffer.from(content);
  altered[altered.length - 5]! ^= 1;
  await writeFile(file, altered);
  await refused(
    /The backup is damaged: the content of backups\/\S+\/tables\/meetings\/00001 is not what was/,
  );
  const checked = await runParley(['restore', place, '--check']);
  assert.match(checked.stderr, /^parley: The backup is damaged: the content of backups/);
  await writeFile(file, content.subarray(1));
  await refused(/tables\/meetings\/00001 has \d+ bytes instead of \d+$/);
  await rm(file);
  await refused(/The backup is damaged: the file backups\/\S+\/tables\/meetings\/00001 is missing$/);
  await writeFile(file, content);
  const manifest = join(folder, 'manifest');
  const text = await readFile(manifest, 'utf8');
  const changed = (change: object) => writeFile(manifest, JSON.stringify({ ...JSON.parse(text), ...change }));
  await changed({ migrations: [...JSON.parse(text).migrations, '9999_later'] });
  await refused(/made by a newer Parley \(\S+, with 9999_later\): restore it with that version/);
  await changed({ format: 2 });
  await refused(/was made by a newer Parley: use that version/);
  await rm(manifest);
  await refused(/There is no complete backup: \S+ was interrupted before its manifest was written/);
  await refused(
    /The backup \S+ is incomplete, because it was interrupted: it has no manifest/,
    '--backup',
    id,
  );
  await writeFile(manifest, text);
  const done = await restore(place, to);
  assert.equal(done.code, 0, done.stderr);
  await to.database.drop();

  const full = await runParley(['restore', place], original());
  assert.deepEqual(
    [full.code, full.stderr.split('\n').at(-2)],
    [
      1,
      'parley: The database is not empty: restore into an empty one (another DATABASE_URL, or another PARLEY_DATA_DIR)',
    ],
  );
  for (const within of [join(dataDir, 'blobs'), join(dataDir, 'blobs', 'below')]) {
    const shared = await runParley(['backup', within], original());
    assert.match(shared.stderr, /^parley: The place of the backups and the store of recordings must not lie/);
  }
  const nested = {
    ...original(),
    PARLEY_BLOB_URL: 's3://k:s@bucket/a/recordings?endpoint=http://127.0.0.1:1',
  };
  for (const url of ['s3://k:s@bucket/a', 's3://k:s@bucket/a/recordings/backups']) {
    const shared = await runParley(['backup', `${url}?endpoint=http://127.0.0.1:1`], nested);
    assert.match(shared.stderr, /^parley: The place of the backups and the store of recordings must not lie/);
  }
  const wrong = await runParley(['backup', 'ftp://somewhere/else'], original());
  assert.match(wrong.stderr, /^parley: The URL of the backup must look like s3:/);
});

test('a backup and a restore that are killed leave nothing half done, and run again', async () => {
  const place = join(root, 'killed');
  const blocker = new pg.Client(service.databaseUrl);
  await blocker.connect();
  await blocker.query('begin; lock table signals in access exclusive mode');
  const making = startParley(['backup', place], original());
  await until(async () => ((await waitingFor(service.databaseUrl, 'copy%')) ? true : undefined));
  const other = await runParley(['backup', join(root, 'other')], original());
  assert.deepEqual([other.code, other.stderr], [1, 'parley: Another backup of this database is running\n']);
  making.child.kill('SIGKILL');
  await making.ended;
  await blocker.query('rollback');
  const incomplete = await runParley(['restore', place, '--list']);
  assert.match(incomplete.stdout, / incomplete /);
  await backup(place);

  const to = await emptyPlace('restored-again');
  const migrated = await runParley(['migrate'], { DATABASE_URL: to.database.ownerUrl });
  assert.equal(migrated.code, 0, migrated.stderr);
  const holder = new pg.Client(to.database.ownerUrl);
  await holder.connect();
  await holder.query('begin; lock table signals in access share mode');
  const restoring = startParley(['restore', place], {
    DATABASE_URL: to.database.ownerUrl,
    PARLEY_DATA_DIR: to.dataDir,
  });
  await until(async () => ((await waitingFor(to.database.ownerUrl, 'lock table%')) ? true : undefined));
  restoring.child.kill('SIGKILL');
  await restoring.ended;
  await holder.query('rollback');
  await holder.end();
  assert.deepEqual(await sql(to.database.ownerUrl, 'select from organizations'), []);
  const again = await restore(place, to);
  assert.equal(again.code, 0, again.stderr);
  // As if it had been killed once more, after its transaction.
  await sql(to.database.ownerUrl, 'update restored_backups set finished_at = null');
  const third = await restore(place, to);
  assert.match(third.stdout, /^The restore of backup \S+, which had been interrupted, is finished\.\n$/);
  await blocker.end();
  await to.database.drop();
});

async function waitingFor(databaseUrl: string, query: string): Promise<boolean> {
  const waiting = await sql(
    databaseUrl,
    `select from pg_stat_activity where wait_event_type = 'Lock' and query like $1
       and datname = current_database()`,
    [query],
  );
  return waiting.length > 0;
}

test('a recording that is deleted while a backup runs is in the backup, and is deleted afterwards', async () => {
  const place = join(root, 'guarded');
  const id = await service.client.ingest(meeting({ id: 'deleted' }), { processImportedMeeting: false });
  await upload(id);
  const [{ key }] = (await sql<{ key: string }>(
    service.databaseUrl,
    'select blob_key as key from recordings where meeting_id = $1',
    [id],
  )) as [{ key: string }];
  const isThere = () =>
    readFile(join(dataDir, 'blobs', key)).then(
      () => true,
      () => false,
    );
  const blocker = new pg.Client(service.databaseUrl);
  await blocker.connect();
  await blocker.query('begin; lock table saved_views in access exclusive mode');
  const making = startParley(['backup', place, '--json'], original());
  await until(async () => ((await waitingFor(service.databaseUrl, 'copy%')) ? true : undefined));
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 204);
  // A worker has looked at it and put it off.
  await until(async () => {
    const found = await sql(
      service.databaseUrl,
      `select from jobs where kind = 'delete-blob' and payload->>'key' = $1 and state = 'waiting' and fence > 0
         and start_after > now()`,
      [key],
    );
    return found.length > 0 ? true : undefined;
  });
  assert.ok(await isThere());
  await blocker.query('rollback');
  await blocker.end();
  const made = await making.ended;
  assert.equal(made.code, 0, made.stderr);
  assert.equal(JSON.parse(made.stdout).recordings.missing, 0);
  assert.deepEqual(await readFile(join(place, 'recordings', key)), audio);
  await sql(service.databaseUrl, `update jobs set start_after = now() where kind = 'delete-blob'`);
  await until(async () => ((await isThere()) ? undefined : true));
  assert.deepEqual((await readdir(join(place, 'backups'))).length, 1);
});

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { runParley } from '../cli/run-parley.ts';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { makeDataDir, query, single, start } from '../support/data-dirs.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import {
  findInstalled,
  makeStandIn,
  type OlderPostgres,
  startOlder,
  versionOf,
} from '../support/older-postgres.ts';
import { wav } from '../support/recordings.ts';

const KEY = 'a-key-of-the-upgraded-service';
const MEETINGS = 12;
const audio = wav(1);

const installed = await findInstalled();

test('the start moves an installation with a stand-in for the earlier PostgreSQL', async (t) => {
  await movesInstallation(t, await makeStandIn(t));
});

test('the start moves an installation of an earlier PostgreSQL that is installed here', {
  skip: installed ? false : 'no earlier PostgreSQL is installed',
}, async (t) => {
  await movesInstallation(t, installed!);
});

async function movesInstallation(t: TestContext, older: OlderPostgres): Promise<void> {
  const dataDir = await makeDataDir(t);
  await older.makeCluster(dataDir);
  const before = await startOlder(dataDir, older);
  const { user, password, host, database } = before.connection;
  const databaseUrl = `postgres://${user}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}`;
  const env = { PARLEY_DATA_DIR: dataDir, PARLEY_ROLES: 'api,receiver' };
  const first = await startChildService({ databaseUrl, key: KEY, env });
  const ids = await fill(first);
  const meetings = await everything(first, ids.recorded!);
  await first.stop();
  const rows = await digests(before);
  assert.ok(Object.keys(rows).length > 40, 'there are the tables of Parley');
  assert.equal(await before.stop(), 'stopped');
  assert.equal(await versionOf(dataDir), older.major);

  // Any command moves it; this one leaves the rows as they are.
  const settings = { PARLEY_DATA_DIR: dataDir, PARLEY_OLDER_POSTGRES: older.folder };
  const { code, stderr } = await runParley(['migrate'], settings);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /The former database is kept in/);
  const after = await start(dataDir);
  assert.equal(await single(after, "select current_setting('server_version_num')::int / 10000"), 18);
  assert.deepEqual(await digests(after), rows);
  await after.stopIfUnused();

  const second = await startChildService({ databaseUrl: undefined, key: KEY, env });
  try {
    assert.deepEqual(await everything(second, ids.recorded!), meetings);
    assert.match(await (await fetch(`${second.apiUrl}/metrics`)).text(), /^parley_blob_store_owned 1$/m);
    const ready = await (await fetch(`${second.apiUrl}/readyz`)).json();
    assert.deepEqual((ready as { warnings?: unknown }).warnings ?? [], []);
    const changed = await second.client.ingest(meeting({ id: 'call-1', title: 'Changed' }));
    assert.equal(changed, ids['call-1']);
    const added = await second.client.ingest(meeting({ id: 'after the upgrade' }));
    assert.ok(Number(added) > Math.max(...Object.values(ids).map(Number)), 'ids continue');
  } finally {
    await second.stop();
  }
}

/** Returns the ids of the meetings by their external ids. */
async function fill(service: ChildService): Promise<Record<string, string>> {
  const { client } = service;
  const ids: Record<string, string> = {};
  await client.post('/admin/v1/signals', {
    signalName: 'Numbers',
    prompt: 'Asked?',
    phrases: ['the numbers'],
  });
  const segments = [
    { text: 'The numbers – “größer” 😀 than before.', timestampSeconds: 1, speaker: { name: 'Ada Park' } },
  ];
  for (let number = 1; number <= MEETINGS; number++) {
    ids[`call-${number}`] = await client.ingest(meeting({ id: `call-${number}`, transcript: { segments } }));
  }
  const id = await client.ingest(meeting({ id: 'recorded' }));
  const answer = await fetch(`${service.receiverUrl}/v1/meetings/${id}/recording`, {
    method: 'PUT',
    headers: { 'X-API-Key': KEY, 'Content-Type': 'audio/wav' },
    body: audio,
  });
  assert.equal(answer.status, 200, await answer.text());
  return { ...ids, recorded: id };
}

/** Reads all meetings with their transcripts, and the recording. */
async function everything({ client, apiUrl }: ChildService, recorded: string) {
  const { status, body } = await client.get('/v1/meetings', {
    ...ALWAYS,
    includeTranscript: 'true',
    pageSize: '50',
  });
  assert.equal(status, 200);
  assert.equal(body.meetings.length, MEETINGS + 1);
  const one = await client.get(`/v1/meetings/${recorded}`, { includeDownloadUrl: 'true' });
  const { pathname, search } = new URL(one.body.downloadUrl);
  const bytes = await (await fetch(`${apiUrl}${pathname}${search}`)).arrayBuffer();
  assert.deepEqual(Buffer.from(bytes), audio);
  return body.meetings;
}

/** Returns a digest of the rows of each table, without what names the place of the database. */
async function digests(server: Parameters<typeof query>[0]): Promise<Record<string, string>> {
  const { rows } = await query(
    server,
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not in ('schema_migrations', 'blob_store_claims') order by relname`,
  );
  const found: Record<string, string> = {};
  for (const [name] of rows) {
    const text = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') from ${name} t`;
    found[name] = (await query(server, text)).rows[0]![0];
  }
  return found;
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { call, signalsOf } from '../processing/conversations.ts';
import type { TestClient } from '../support/client.ts';
import { ingestEmail } from '../support/emails.ts';
import { applyLines, type Copy, exported, presentState } from '../support/exports.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { type Ran, runParley, startParley } from './run-parley.ts';

let service: TestService;
let tenant: { id: number; client: TestClient };
let root: string;
let folder: string;
before(async () => {
  service = await startService();
  tenant = await service.tenant();
  const { client } = tenant;
  const { processed } = signalsOf(client);
  await client.post('/admin/v1/signals', { signalName: 'Discount', prompt: 'Asked?', phrases: ['discount'] });
  await processed(await client.ingest(call({ id: 'first' })));
  await ingestEmail(client, { id: 'mail' });
  await client.put('/admin/v1/users', { users: [{ email: 'ada@parley.example' }] });
  await settled();
});
after(() => service.stop());
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-export-'));
  folder = join(root, 'here');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const settled = () =>
  until(async () => {
    const events = await sql(service.databaseUrl, 'select from event_outbox');
    return events.length === 0 ? true : undefined;
  });

const args = (...more: string[]) => ['export', folder, '--organization', `${tenant.id}`, ...more];

const settings = () => ({ DATABASE_URL: service.databaseUrl, PARLEY_DATA_DIR: root });

const run = (...more: string[]): Promise<Ran> => runParley(args(...more), settings());

async function succeed(...more: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...more);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^(?:\d+ %, .*\n)*$/);
  return stdout;
}

const manifest = async () => JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

/** The lines of all files by type, which have to be what the manifest says. */
async function lines(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name, type, rows, bytes, sha256 } of (await manifest()).files) {
    const content = await readFile(join(folder, name));
    assert.equal(content.length, bytes);
    assert.equal(createHash('sha256').update(content).digest('hex'), sha256);
    const own = gunzipSync(content).toString().trimEnd().split('\n');
    assert.equal(own.length, rows);
    found[type] = [...(found[type] ?? []), ...own];
  }
  return found;
}

const copyOf = (found: Record<string, string[]>): Copy => applyLines(new Map(), found);

test('parley export writes to a folder what POST /v1/exports does, and brings it up to date', async () => {
  const { client } = tenant;
  assert.match(await succeed(), /^5 files with 5 rows written to /);
  assert.deepEqual(await lines(), (await exported(client)).lines);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('.')),
    [],
  );

  const refused = await run();
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /contains an export already; add --incremental/);

  await client.ingest(meeting({ id: 'second' }), { processImportedMeeting: false });
  const [{ id }] = (await client.get('/v1/meetings', { from: '2020-01-01T00:00:00Z' })).body.meetings;
  await client.delete(`/v1/meetings/${id}`);
  await settled();
  assert.match(await succeed('--incremental'), /^\d files? with \d rows? written/);
  assert.deepEqual(copyOf(await lines()), await presentState(client));
  const { files } = await manifest();
  assert.deepEqual(
    files,
    files.toSorted(
      (a: { name: string }, b: { name: string }) =>
        Number(a.name.match(/\d+/)![0]) - Number(b.name.match(/\d+/)![0]),
    ),
  );
  assert.match(await succeed('--incremental'), /^0 files with 0 rows/);
});

test('an export that was killed continues where it was', async () => {
  const { child, ended } = startParley(args(), settings());
  // A line is printed after each file.
  await once(child.stderr!, 'data');
  child.kill('SIGKILL');
  await ended;
  const written = (await readdir(folder)).filter((name) => name.endsWith('.gz'));
  assert.ok(written.length >= 1);
  const changedAt = (await stat(join(folder, 'meeting-00001.ndjson.gz'))).mtimeMs;
  const other = await run('--format', 'parquet');
  if (!(await readdir(folder)).includes('manifest.json'))
    assert.match(other.stderr, /unfinished export with other options/);
  const again = await run();
  // It may have ended before the signal arrived.
  if (again.code !== 0) assert.match(again.stderr, /contains an export already/);
  assert.equal((await stat(join(folder, 'meeting-00001.ndjson.gz'))).mtimeMs, changedAt);
  assert.deepEqual(copyOf(await lines()), await presentState(tenant.client));
  const total = Object.values(await lines()).flat().length;
  assert.equal(total, copyOf(await lines()).size);
});

test('a folder is written by one export at a time', async () => {
  const blocker = new pg.Client({ connectionString: service.databaseUrl });
  await blocker.connect();
  await blocker.query('begin');
  // An export waits here for its audit record, before it has written anything.
  await blocker.query('lock table audit_records in exclusive mode');
  const first = startParley(args(), settings());
  await until(async () => {
    const waiting = await sql(
      service.databaseUrl,
      `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%audit_records%'
         and datname = current_database()`,
    );
    return waiting.length > 0 ? true : undefined;
  });
  const second = await run();
  assert.equal(second.code, 1);
  assert.match(second.stderr, /another parley export is writing to/);
  await blocker.query('rollback');
  await blocker.end();
  assert.equal((await first.ended).code, 0);
  assert.deepEqual(copyOf(await lines()), await presentState(tenant.client));
  await succeed('--incremental');
});

test('options choose what is exported, and wrong ones are refused', async () => {
  await succeed('--format', 'parquet', '--types', 'user,meeting', '--no-transcripts');
  const { format, types, includeTranscripts, files } = await manifest();
  assert.deepEqual([format, types, includeTranscripts], ['parquet', ['meeting', 'user'], false]);
  assert.ok(files.every(({ name }: { name: string }) => name.endsWith('.parquet')));
  const fails = async (message: RegExp, ...more: string[]) => {
    const { code, stderr } = await run(...more);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
  };
  await fails(/another organization or with other options/, '--incremental', '--format', 'ndjson');
  folder = join(root, 'other');
  await fails(/contains no export to add to/, '--incremental');
  await fails(/--after must be next of a page/, '--after', 'yesterday');
  await fails(/must not be given together/, '--after', 'x', '--incremental');
  await fails(/It takes one or more of .*; "meetings" is none of them/, '--types', 'meeting,meetings');
  await writeFile(join(root, 'file'), 'kept');
  for (const wrong of [join(root, 'file'), join(root, 'file', 'below')]) {
    folder = wrong;
    const { code, stderr } = await run();
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `parley: ${wrong} cannot be the folder of an export: it, or a folder above it, is a file\n`,
    );
  }
});

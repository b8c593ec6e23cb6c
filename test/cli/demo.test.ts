import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { demoCompany, demoRecordings, recordingFile } from '@parley/demo';
import { ALWAYS } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startService } from '../support/service.ts';
import { query } from './query.ts';
import { runParley } from './run-parley.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dataDir: string;
before(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-demo-'));
});
after(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const everyRow = () =>
  query(
    database.url,
    `select (select json_agg(m.updated_at) from meetings m) as meetings,
       (select json_agg(e) from emails e) as emails, (select json_agg(u) from users u) as users,
       (select json_agg(a) from audit_records a) as audit, (select json_agg(o) from organizations o) as organizations,
       (select json_agg(r) from recordings r) as recordings`,
  );

test('demo loads the invented company once, with a key to read it', async () => {
  const settings = { DATABASE_URL: database.url, PARLEY_DATA_DIR: dataDir };
  const company = demoCompany();
  const sums = (created: boolean) => [
    ...[company.users, company.meetings, company.emails].map(({ length: n }) =>
      created ? `: ${n} created, 0 updated, 0 unchanged.` : `: 0 created, 0 updated, ${n} unchanged.`,
    ),
    created ? '1 recording: 1 created, 0 unchanged.' : '1 recording: 0 created, 1 unchanged.',
  ];
  const first = await runParley(['demo'], settings);
  assert.deepEqual({ code: first.code, stderr: first.stderr }, { code: 0, stderr: '' });
  for (const line of sums(true)) assert.ok(first.stdout.includes(line), first.stdout);
  const key = /^ {2}(parley_\S+)$/m.exec(first.stdout)![1]!;

  const service = await startService({ databaseUrl: database.url, dataDir });
  try {
    const client = service.as(key);
    const { body } = await client.get('/v1/meetings', { ...ALWAYS, pageSize: '1' });
    assert.equal(body.pageCount, company.meetings.length);
    assert.equal(body.meetings[0].title, company.meetings[0]!.meeting.title);
    const emails = await client.get('/v1/emails', { ...ALWAYS, pageSize: '50' });
    assert.equal(emails.body.pageCount, Math.ceil(company.emails.length / 50));
    const users = await client.get('/v1/users', { pageSize: '1' });
    assert.equal(users.body.pageCount, company.users.length);

    const heard = /^With .* http:\/\/127\.0\.0\.1:8080\/meetings\/(\d+)$/m.exec(first.stdout)![1]!;
    const meeting = await client.get(`/v1/meetings/${heard}`, { includeDownloadUrl: 'true' });
    const recording = demoRecordings[0]!;
    assert.equal(meeting.body.recording.state, 'stored');
    const download = await fetch(meeting.body.downloadUrl);
    assert.equal(download.headers.get('content-type'), recording.contentType);
    const bytes = Buffer.from(await download.arrayBuffer());
    assert.ok(bytes.equals(await readFile(recordingFile(recording))), 'the download is the file');
  } finally {
    await service.stop();
  }

  const before = await everyRow();
  const second = await runParley(['demo'], settings);
  assert.equal(second.code, 0);
  for (const line of sums(false)) assert.ok(second.stdout.includes(line), second.stdout);
  assert.doesNotMatch(second.stdout, /parley_/);
  assert.deepEqual(await everyRow(), before);
});

import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { ingestEmail } from '../support/emails.ts';
import {
  applyChanges,
  applyLines,
  beginExport,
  exported,
  linesOf,
  manifestOf,
  presentState,
} from '../support/exports.ts';
import { filesBelow } from '../support/files-below.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { TRICKY } from '../support/tricky-text.ts';
import { until } from '../support/until.ts';

let dataDir: string;
let service: TestService;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-exports-'));
  service = await startService({ dataDir });
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

type Tenant = { id: number; client: TestClient };

/** Waits until nothing happens in an organization any more, and all changes are numbered. */
const settled = ({ id }: Tenant) =>
  until(async () => {
    const open = await sql(
      service.databaseUrl,
      `select organization_id from jobs where state in ('waiting', 'active') and organization_id = $1
       union all select organization_id from event_outbox where organization_id = $1`,
      [id],
    );
    return open.length === 0 ? true : undefined;
  });

const PHRASE = 'the numbers';

const talk = (...texts: string[]) => ({
  transcript: {
    segments: texts.map((text, index) => ({
      text,
      timestampSeconds: index * 0.75,
      speaker: { name: 'Grace Lund' },
    })),
  },
});

/** Gives an organization something of each type. */
async function furnish(tenant: Tenant) {
  const { client } = tenant;
  const asked = { signalName: 'Numbers', prompt: 'Somebody asks.', phrases: [PHRASE], contextSource: 'ALL' };
  const signalId: number = (await client.post('/admin/v1/signals', asked)).body.id;
  const tricky = Array.from({ length: 3000 }, (_, index) => `${index} ${TRICKY.join(` ${index}`)}`);
  const title = 'Zürich ☕ "quoted"\\';
  const long = await client.ingest(meeting({ id: 'long', title, ...talk(...tricky, `Back to ${PHRASE}.`) }));
  const bare = await client.ingest(meeting({ id: 'bare' }));
  const empty = await client.ingest(meeting({ id: 'empty', ...talk() }));
  const { emailId } = await ingestEmail(client, { id: 'mail', text: `Hello, ${PHRASE}?` });
  const users = [{ email: 'ada@parley.example', name: 'Ada Park', role: 'EDITOR' }];
  assert.equal((await client.put('/admin/v1/users', { users })).status, 200);
  await settled(tenant);
  return { signalId, long, bare, empty, emailId };
}

test('an export contains every entity as GET by id gives it, and leads to the changes that follow', async () => {
  const tenant = await service.tenant();
  const { client } = tenant;
  const { long, emailId } = await furnish(tenant);
  const { manifest, lines } = await exported(client);
  const copy = applyLines(new Map(), lines);
  assert.deepEqual(copy, await presentState(client));
  assert.deepEqual(Object.keys(lines).toSorted(), ['email', 'execution', 'meeting', 'signal', 'user']);
  assert.equal(lines.meeting!.length, 3);
  assert.equal(lines.execution!.length, 2);
  assert.equal(lines.meeting![0], (await client.get(`/v1/meetings/${long}`)).text);
  assert.equal(lines.email![0], (await client.get(`/v1/emails/${emailId}`)).text);
  assert.ok(manifest.files.every(({ name, type }) => name.startsWith(`${type}-0000`)));

  await client.delete(`/v1/meetings/${long}`);
  await client.ingest(meeting({ id: 'later', ...talk('One more thing.') }));
  await settled(tenant);
  await applyChanges(client, copy, manifest.changesCursor);
  assert.deepEqual(copy, await presentState(client));
  const { rows } = (await client.get('/v1/exports')).body.exports[0].progress;
  assert.equal(rows, Object.values(lines).flat().length);
});

test('types and transcripts are chosen', async () => {
  const tenant = await service.tenant();
  const { client } = tenant;
  const { long, bare } = await furnish(tenant);
  const { lines } = await exported(client, { types: ['user', 'meeting'], includeTranscripts: false });
  assert.deepEqual(Object.keys(lines), ['meeting', 'user']);
  const meetings = lines.meeting!.map((line) => JSON.parse(line));
  assert.deepEqual(
    meetings.map(({ id, hasTranscript, transcript }) => [id, hasTranscript, transcript]).slice(0, 2),
    [
      [long, true, undefined],
      [bare, false, undefined],
    ],
  );
});

test('an export after a cursor contains what changed, and what was deleted', async () => {
  const tenant = await service.tenant();
  const { client } = tenant;
  const { signalId, long, bare, emailId } = await furnish(tenant);
  const { manifest, lines } = await exported(client);
  const copy = applyLines(new Map(), lines);

  const nothing = await exported(client, { after: manifest.changesCursor });
  assert.deepEqual(nothing.manifest.files, []);
  assert.equal(nothing.manifest.changesCursor, manifest.changesCursor);

  await client.delete(`/v1/meetings/${bare}`);
  await client.delete(`/admin/v1/signals/${signalId}`);
  await client.ingest(meeting({ id: 'empty', title: 'No longer empty', ...talk('Here we are.') }));
  const added = await client.ingest(meeting({ id: 'added' }), { processImportedMeeting: false });
  await settled(tenant);
  const next = await exported(client, { after: manifest.changesCursor });
  const tombstones = Object.values(next.lines)
    .flat()
    .map((line) => JSON.parse(line))
    .filter(({ deleted }) => deleted);
  const executions = lines.execution!.map((line) => JSON.parse(line).executionId as number);
  // Executions that are stored at the same time may have been triggered in another order than that of their ids.
  const [first, ...others] = tombstones;
  const last = others.pop();
  assert.deepEqual(first, { id: bare, deleted: true });
  assert.deepEqual(
    others.sort((a, b) => a.executionId - b.executionId),
    executions.map((id) => ({ id: `${id}`, executionId: id, deleted: true })),
  );
  assert.deepEqual(last, { id: signalId, deleted: true });
  const written = next.lines.meeting!.map((line) => JSON.parse(line).id);
  assert.ok(written.includes(added) && !written.includes(long));
  assert.equal(next.lines.email, undefined, `e-mail ${emailId} did not change`);
  assert.deepEqual(applyLines(copy, next.lines), await presentState(client));

  // The executions of a signal are deleted with it, also for a reader that takes no signals.
  const own = await exported(client, { after: manifest.changesCursor, types: ['execution'] });
  assert.equal(own.lines.execution!.length, executions.length);
});

test('a cursor of a reader that has only a part of the present state continues with the rest', async () => {
  const tenant = await service.tenant();
  const { client } = tenant;
  await furnish(tenant);
  const { body } = await client.get('/v1/changes', { limit: '4' });
  const { lines } = await exported(client, { after: body.next });
  const read = body.changes.map(({ type }: { type: string }) => type);
  assert.deepEqual(read, ['meeting', 'meeting', 'meeting', 'email']);
  assert.deepEqual(Object.keys(lines), ['execution', 'signal', 'user']);
});

test('what is wrong is refused with a sentence', async () => {
  const { client } = await service.tenant();
  const refused = async (body: object, status: number, message: RegExp) => {
    const answer = await client.post('/v1/exports', body);
    assert.equal(answer.status, status, answer.text);
    assert.match(answer.body.error, message);
  };
  await refused({}, 400, /^format is required$/);
  await refused({ format: 'csv' }, 400, /^format must be one of/);
  await refused({ format: 'ndjson', types: [] }, 400, /^types must have/);
  await refused({ format: 'ndjson', types: ['meetings'] }, 400, /^types/);
  await refused({ format: 'ndjson', after: 'yesterday' }, 400, /^after must be start, next of/);
  const foreign = (await service.client.get('/v1/changes', { after: 'now' })).body.next;
  await refused({ format: 'ndjson', after: foreign }, 400, /^after must be/);
  assert.equal((await client.get('/v1/exports/1')).status, 404);
  assert.equal((await client.delete('/v1/exports/1')).status, 404);
});

test('a key sees exports of the types that its scopes show, and no others', async () => {
  const tenant = await service.tenant();
  const { client } = tenant;
  await furnish(tenant);
  const keyWith = async (scopes: string[]) =>
    service.as((await client.post('/admin/v1/keys', { name: 'Reader', scopes })).body.key);
  const readsMeetings = await keyWith(['meetings:read']);
  const all = await beginExport(client);
  await manifestOf(client, all);
  const own = await exported(readsMeetings);
  assert.deepEqual(Object.keys(own.lines), ['meeting', 'email']);
  const refused = await readsMeetings.post('/v1/exports', { format: 'ndjson', types: ['meeting', 'user'] });
  assert.deepEqual([refused.status, /users:read/.test(refused.text)], [403, true]);
  assert.equal((await readsMeetings.get(`/v1/exports/${all}`)).status, 404);
  assert.equal((await readsMeetings.delete(`/v1/exports/${all}`)).status, 404);
  const listed = (await readsMeetings.get('/v1/exports')).body;
  assert.deepEqual([listed.exports.length, listed.pageCount], [1, 1]);
  assert.equal((await client.get('/v1/exports')).body.exports.length, 2);
  const other = await service.tenant();
  assert.equal((await other.client.get(`/v1/exports/${all}`)).status, 404);
  assert.deepEqual((await other.client.get('/v1/exports')).body, { exports: [], pageCount: 0 });
});

test('an export that is deleted takes its files with it, as does one whose time is over', async () => {
  const tenant = await service.tenant();
  const { client } = tenant;
  await furnish(tenant);
  const stored = () => filesBelow(join(dataDir, 'blobs', 'org', `${tenant.id}`, 'export'));
  const deleted = await beginExport(client);
  const { files } = await manifestOf(client, deleted);
  const expired = await beginExport(client, { types: ['user'] });
  const kept = await beginExport(client, { types: ['signal'] });
  await manifestOf(client, expired);
  await manifestOf(client, kept);
  assert.equal((await stored()).length, files.length + 2);
  assert.equal((await client.delete(`/v1/exports/${deleted}`)).status, 204);
  await until(async () => ((await stored()).length === 2 ? true : undefined));
  assert.equal((await fetch(files[0]!.url)).status, 404);
  assert.equal((await client.get(`/v1/exports/${deleted}`)).status, 404);

  await sql(service.databaseUrl, `update exports set finished_at = now() - interval '8 days' where id = $1`, [
    expired,
  ]);
  await sql(
    service.databaseUrl,
    `insert into jobs (kind, organization_id, payload, max_attempts, retry_delay_seconds,
    max_retry_delay_seconds) values ('forget-exports', 0, '{}', 3, 1, 1)`,
  );
  await until(async () => ((await stored()).length === 1 ? true : undefined));
  assert.equal((await client.get(`/v1/exports/${expired}`)).status, 404);
  assert.deepEqual(Object.keys(await linesOf(await manifestOf(client, kept))), ['signal']);
  const { body } = await client.get('/admin/v1/audit');
  const actions = body.records.map(({ action, subject }: Record<string, string>) => `${action} ${subject}`);
  assert.ok(actions.includes(`export.create export ${deleted}`), actions.join('\n'));
  assert.ok(actions.includes(`export.delete export ${deleted}`), actions.join('\n'));
});

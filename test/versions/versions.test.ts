import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

type Version = { version: number; at: string; keyId?: number; cause: string; changed: string[] };

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const PEOPLE = [{ name: 'Grace Lund', email: 'grace@acme.example' }, { name: 'Ada Park' }];
const words = (text: string) => ({
  segments: [{ text, timestampSeconds: 4.25, speaker: { name: 'Grace Lund' } }],
});

async function list(id: string, client = service.client): Promise<Version[]> {
  const answer = await client.get(`/v1/meetings/${id}/versions`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.versions;
}

async function read(id: string, version?: number, client = service.client) {
  const path = version === undefined ? `/v1/meetings/${id}` : `/v1/meetings/${id}/versions/${version}`;
  const answer = await client.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function restore(id: string, version: number, client = service.client): Promise<Version> {
  const answer = await client.post(`/v1/meetings/${id}/versions/${version}/restore`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

async function upload(id: string, body: Buffer, client: TestClient = service.client) {
  const headers = { 'Content-Type': 'audio/wav' };
  const path = `/v1/meetings/${id}/recording`;
  const answer = await client.send('PUT', 'receiver', path, { headers, raw: body });
  assert.equal(answer.status, 200, answer.text);
}

const numbers = (versions: Version[]) =>
  versions.map(({ version, cause, changed }) => [version, cause, changed]);

test('a meeting that never changed lists version 1, which is the meeting as it is', async () => {
  const call = meeting({ id: 'unchanged', attendees: PEOPLE, transcript: words('Shall we?') });
  const id = await service.client.ingest(call);
  const [only, ...rest] = await list(id);
  assert.deepEqual(rest, []);
  const { at, keyId, ...told } = only!;
  assert.deepEqual(told, { version: 1, cause: 'ingest', changed: [] });
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  const { keys } = (await service.client.get('/admin/v1/keys')).body;
  assert.equal(keyId, keys[0].id);
  assert.deepEqual(await read(id, 1), await read(id));
  await service.client.ingest(call);
  await service.client.ingest(meeting({ id: 'unchanged' }));
  assert.deepEqual(await list(id), [only], 'what changes nothing makes no version');
  assert.deepEqual(await restore(id, 1), only, 'the current version is restored already');
  const kept = await sql(service.databaseUrl, 'select from meeting_versions where meeting_id = $1', [id]);
  assert.equal(kept.length, 0, 'nothing is stored beside');
});

test('a meeting from before versions were kept lists version 1', async () => {
  const id = await service.client.ingest(meeting({ id: 'old' }));
  await sql(service.databaseUrl, 'update meetings set version_key_id = default where id = $1', [id]);
  const [{ at, ...only }] = (await list(id)) as [Version];
  assert.deepEqual(only, { version: 1, cause: 'ingest', changed: [] });
  await service.client.ingest(meeting({ id: 'old', title: 'New' }));
  const [, first] = await list(id);
  assert.deepEqual(first, { at, ...only });
});

test('each kind of change creates a version that names it, and every version is kept', async () => {
  const base = {
    id: 'changes',
    attendees: PEOPLE,
    transcript: words('First words'),
    callUrl: 'https://meet.example/1',
    externalIds: [{ type: 'ZOOM', id: 'z-1' }],
  };
  const id = await service.client.ingest(meeting(base));
  const served = [await read(id)];
  const changes: [Record<string, unknown>, string[]][] = [
    [{ title: 'Other title' }, ['title']],
    [{ title: 'Other title', endTime: '2026-01-31T10:30:00Z' }, ['times']],
    [{ host: { email: 'ada@parley.example', name: 'A. Park' } }, ['title', 'times', 'host']],
    [{ attendees: [{ name: 'Grace Lund', email: 'grace@other.example' }] }, ['host', 'attendees']],
    [{ attendees: PEOPLE, transcript: words('Second words') }, ['attendees', 'transcript']],
    [{ transcript: { segments: [] } }, ['transcript']],
    [{ salesforceAccountId: '0018c00002ABCDEAA5' }, ['crm']],
    [{ callUrl: 'https://meet.example/2' }, ['callUrl']],
    [{ externalIds: [{ type: 'ZOOM', id: 'z-2' }] }, ['externalIds']],
    [{ transcript: words('Third words'), title: 'Last title' }, ['title', 'transcript']],
  ];
  for (const [change] of changes) {
    assert.equal(await service.client.ingest(meeting({ id: 'changes', ...change })), id);
    served.push(await read(id));
  }
  const told = numbers(await list(id)).reverse();
  assert.deepEqual(
    told.slice(1),
    changes.map(([, changed], index) => [index + 2, 'ingest', changed]),
  );
  for (const [index, one] of served.entries())
    assert.deepEqual(await read(id, index + 1), one, `${index + 1}`);
});

test('restoring brings back fields, transcript and what finds the meeting, as a new version', async () => {
  const id = await service.client.ingest(
    meeting({
      ...{ id: 'restored', title: 'Before', attendees: PEOPLE, transcript: words('Before the change') },
      ...{ externalIds: [{ type: 'ZOOM', id: 'before' }], salesforceAccountId: '0018c00002ABCDEAA5' },
    }),
  );
  const before = await read(id);
  await service.client.ingest(
    meeting({
      ...{ id: 'restored', title: 'After', attendees: [{ name: 'Eve' }], transcript: words('Overwritten') },
      ...{ externalIds: [{ type: 'ZOOM', id: 'after' }], salesforceAccountId: '0018c00002ABCDEAA9' },
      ...{ startTime: '2026-01-31T08:30:00Z' },
    }),
  );
  const after_ = await read(id);
  const made = await restore(id, 1);
  assert.deepEqual(
    [made.version, made.cause, made.changed],
    [3, 'restore', ['title', 'times', 'attendees', 'transcript', 'crm', 'externalIds']],
  );
  assert.deepEqual((await list(id))[0], made, 'the answer is the item of the list');
  assert.deepEqual(await read(id), before);
  assert.deepEqual(await read(id, 2), after_);
  assert.deepEqual(await restore(id, 1), made, 'a repeated restore changes nothing');
  assert.equal((await restore(id, 2)).version, 4);
  assert.deepEqual(await read(id), after_);
  assert.equal((await restore(id, 3)).version, 5);
  const found = { from: '2026-01-31T09:30:00Z', attendeeEmailAddresses: 'grace@acme.example' };
  const { meetings } = (await service.client.get('/v1/meetings', found)).body;
  assert.ok(meetings.some((one: { id: string }) => one.id === id));
  const remap = (zoomId: string) =>
    service.client.post('/v1/meeting/remap', {
      source: { type: 'ZOOM', id: zoomId },
      salesforceRecords: { leadId: '00Q8c00001abcdeEAC' },
    });
  assert.equal((await remap('before')).status, 200);
  assert.equal((await remap('after')).status, 400);
});

test('an upload that replaces a recording makes a version, the first one does not; restoring brings it back', async () => {
  const id = await service.client.ingest(meeting({ id: 'recorded' }));
  const [one, two] = [wav(1), wav(2)];
  await upload(id, one);
  assert.deepEqual(numbers(await list(id)), [[1, 'ingest', []]]);
  const first = await read(id);
  await upload(id, two);
  assert.deepEqual(numbers(await list(id))[0], [2, 'upload', ['recording']]);
  assert.deepEqual(await read(id, 1), first);
  const bytesOf = async (path: string) => {
    const { body } = await service.client.get(path, { includeDownloadUrl: 'true' });
    return Buffer.from(await (await fetch(body.downloadUrl)).arrayBuffer());
  };
  assert.deepEqual(await bytesOf(`/v1/meetings/${id}/versions/1`), one);
  assert.deepEqual(await bytesOf(`/v1/meetings/${id}/versions/2`), two);
  assert.deepEqual((await restore(id, 1)).changed, ['recording']);
  assert.deepEqual(await read(id), first);
  assert.deepEqual(await bytesOf(`/v1/meetings/${id}`), one);
  assert.deepEqual(await bytesOf(`/v1/meetings/${id}/versions/2`), two);
});

test('an import makes versions of its own cause, and an equal file makes none', async () => {
  const put = async (text: string) => {
    const headers = { 'Content-Type': 'text/vtt' };
    const query = { fileName: 'call_2026-01-31.vtt', hostEmail: 'ada@parley.example' };
    const raw = `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ada>${text}\n`;
    return service.client.send('POST', 'api', '/v1/meetings/import', { headers, query, raw });
  };
  const { meetingId } = (await put('One')).body;
  await put('Two');
  await put('Two');
  assert.deepEqual(numbers(await list(meetingId)), [
    [2, 'import', ['transcript']],
    [1, 'import', []],
  ]);
});

test('a restore supersedes, in its own transaction, the findings of the replaced text', async (t) => {
  const quiet = await startService({ roles: new Set(['api', 'receiver']) });
  t.after(() => quiet.stop());
  const { client, databaseUrl } = quiet;
  const work = async (isDone: () => Promise<boolean>) => {
    const worker = await startService({ databaseUrl, roles: new Set(['worker']) });
    await until(async () => ((await isDone()) ? true : undefined));
    await worker.stop();
  };
  const signal = { signalName: 'Numbers', prompt: 'Numbers?', phrases: ['the numbers'] };
  assert.equal((await client.post('/admin/v1/signals', signal)).status, 201);
  const id = await client.ingest(meeting({ id: 'judged', transcript: words('Nothing of that kind.') }));
  await client.ingest(meeting({ id: 'judged', transcript: words('We like the numbers here.') }));
  const executions = async () =>
    (await client.get('/v2/executions', { executionFrom: '2000-01-01T00:00:00Z' })).body.signals.length;
  const hasSummary = async () => (await client.get(`/v1/meetings/${id}/summary`)).status === 200;
  await work(async () => (await executions()) === 1 && (await hasSummary()));
  await restore(id, 1, client);
  assert.equal(await executions(), 0);
  assert.equal(await hasSummary(), false);
  await work(hasSummary);
  assert.equal(await executions(), 0);
  await restore(id, 2, client);
  assert.equal(await hasSummary(), false);
  await work(async () => (await executions()) === 1);
});

test('versions of another organization, and versions that are not there, are missing', async () => {
  const id = await service.client.ingest(meeting({ id: 'mine' }));
  await service.client.ingest(meeting({ id: 'mine', title: 'Changed' }));
  const { client } = await service.tenant();
  const paths = (meetingId: string, version: number) => [
    ['GET', `/v1/meetings/${meetingId}/versions`],
    ['GET', `/v1/meetings/${meetingId}/versions/${version}`],
    ['POST', `/v1/meetings/${meetingId}/versions/${version}/restore`],
  ];
  const ask = async (by: TestClient, [method, path]: string[]) => {
    const { status, text } = await by.send(method!, 'api', path!);
    return [status, text];
  };
  const foreign = await Promise.all(paths(id, 1).map((one) => ask(client, one)));
  const missing = await Promise.all(paths('999999999', 1).map((one) => ask(client, one)));
  assert.deepEqual(foreign, missing);
  assert.deepEqual(
    foreign.map(([status]) => status),
    [404, 404, 404],
  );
  for (const one of paths(id, 3).slice(1)) assert.equal((await ask(service.client, one))[0], 404);
  assert.equal((await service.client.get(`/v1/meetings/${id}/versions/0`)).status, 400);
  assert.equal((await service.client.get(`/v1/meetings/${id}/versions`, { befor: '1' })).status, 400);
  assert.equal((await list(id)).length, 2);
});

test('reading takes meetings:read, restoring ingest:write', async () => {
  const id = await service.client.ingest(meeting({ id: 'scoped' }));
  await service.client.ingest(meeting({ id: 'scoped', title: 'Changed' }));
  const keyOf = async (scope: string) => {
    const { body } = await service.client.post('/admin/v1/keys', { name: scope, scopes: [scope] });
    return { id: body.id, client: service.as(body.key) };
  };
  const [reader, writer] = [await keyOf('meetings:read'), await keyOf('ingest:write')];
  for (const path of [`/v1/meetings/${id}/versions`, `/v1/meetings/${id}/versions/1`]) {
    assert.equal((await reader.client.get(path)).status, 200);
    assert.equal((await writer.client.get(path)).status, 403);
  }
  assert.equal((await reader.client.post(`/v1/meetings/${id}/versions/1/restore`)).status, 403);
  const made = await restore(id, 1, writer.client);
  assert.equal(made.keyId, writer.id);
});

test('pages of versions lead to the oldest', async () => {
  const id = await service.client.ingest(meeting({ id: 'many', title: 'Title 1' }));
  for (let n = 2; n <= 7; n++) await service.client.ingest(meeting({ id: 'many', title: `Title ${n}` }));
  const all = await list(id);
  const seen: Version[] = [];
  let before: Record<string, string> = {};
  for (;;) {
    const { body } = await service.client.get(`/v1/meetings/${id}/versions`, { pageSize: '3', ...before });
    seen.push(...body.versions);
    if (body.nextBefore === undefined) break;
    before = { before: `${body.nextBefore}` };
  }
  assert.deepEqual(seen, all);
  assert.deepEqual(
    all.map(({ version }) => version),
    [7, 6, 5, 4, 3, 2, 1],
  );
  const { body } = await service.client.get(`/v1/meetings/${id}/versions`, { before: '1' });
  assert.deepEqual(body, { versions: [] });
});

test('ingests, uploads and restores at once each make one version, in one order', async () => {
  const id = await service.client.ingest(meeting({ id: 'contended', transcript: words('word 0') }));
  await upload(id, wav(1));
  await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      if (n % 3 === 0) return upload(id, wav(1));
      if (n % 3 === 1) return restore(id, 1);
      return service.client.ingest(meeting({ id: 'contended', transcript: words(`word ${n}`) }));
    }),
  );
  const versions = await list(id);
  assert.deepEqual(
    versions.map(({ version }) => version),
    Array.from(versions, (_, index) => versions.length - index),
  );
  const times = versions.map(({ at }) => at);
  assert.deepEqual(times, [...times].sort().reverse());
  assert.equal(versions.filter(({ cause }) => cause === 'upload').length, 8);
  assert.equal(versions.filter(({ cause }) => cause === 'ingest').length, 9);
  for (const { version } of versions) assert.ok((await read(id, version)).transcript.entries[0].text);
});

test('a transcript of many pieces is moved, not lost, and given back piece by piece', async () => {
  const segments = (mark: string) =>
    Array.from({ length: 24_000 }, (_, n) => ({
      text: `${mark} ${n} ${Math.random().toString(36).repeat(3)}`,
    }));
  const id = await service.client.ingest(meeting({ id: 'long', transcript: { segments: segments('old') } }));
  const before = await read(id);
  await service.client.ingest(meeting({ id: 'long', transcript: { segments: segments('new') } }));
  const now = await read(id);
  assert.deepEqual(await read(id, 1), before);
  await restore(id, 1);
  assert.deepEqual(await read(id), before);
  assert.deepEqual(await read(id, 2), now);
});

test('a deleted meeting has no versions, and leaves none behind', async () => {
  const id = await service.client.ingest(meeting({ id: 'deleted', transcript: words('One') }));
  await upload(id, wav(1));
  await service.client.ingest(meeting({ id: 'deleted', transcript: words('Two') }));
  await upload(id, wav(2));
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 204);
  assert.equal((await service.client.get(`/v1/meetings/${id}/versions`)).status, 404);
  for (const table of ['meeting_versions', 'meeting_version_pieces', 'meeting_version_recordings']) {
    const rows = await sql(service.databaseUrl, `select from ${table} where meeting_id = $1`, [id]);
    assert.equal(rows.length, 0, table);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { ingestEmail } from '../support/emails.ts';
import { meeting } from '../support/meetings.ts';
import { wav } from '../support/recordings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

const PATH = '/admin/v1/audit';

type Record_ = { id: number; at: string; action: string; subject: string; keyId?: number; keyName?: string };

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function readAll(client: TestClient, pageSize: string): Promise<Record_[][]> {
  const pages: Record_[][] = [];
  let before: number | undefined;
  do {
    const asked = { pageSize, ...(before === undefined ? {} : { before: `${before}` }) };
    const answer = await client.get(PATH, asked);
    assert.equal(answer.status, 200, answer.text);
    pages.push(answer.body.records);
    before = answer.body.nextBefore;
  } while (before !== undefined);
  return pages;
}

test('a change tells when, by which key and request, what, to what and how', async () => {
  const { id: tenant, client } = await service.tenant();
  const made = await client.post(
    '/admin/v1/keys',
    { name: 'Sync', scopes: ['users:read'] },
    { headers: { 'X-Request-Id': 'asked-here' } },
  );
  const { keys } = (await client.get('/admin/v1/keys')).body;
  const { records } = (await client.get(PATH)).body;
  const { id, at, ...rest } = records[0];
  assert.deepEqual(rest, {
    keyId: keys[0].id,
    keyName: 'First key',
    requestId: 'asked-here',
    action: 'key.create',
    subject: `key ${made.body.id}`,
    detail: { name: 'Sync', scopes: ['users:read'] },
  });
  assert.ok(Number.isInteger(id));
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.deepEqual(
    records.map((one: Record_) => [one.action, one.subject.split(' ')[0]]),
    [
      ['key.create', 'key'],
      ['key.create', 'key'],
      ['organization.create', 'organization'],
    ],
  );
  assert.equal(records[2].subject, `organization ${tenant}`);
});

test('a key of another organization is not named: the operator’s, who made this one', async () => {
  const { client } = await service.tenant();
  const { records } = (await client.get(PATH)).body;
  assert.ok(records.length > 0);
  for (const record of records)
    assert.ok(!('keyId' in record) && !('keyName' in record), JSON.stringify(record));
  const stored = await sql<{ key: string }>(
    service.databaseUrl,
    'select actor_key_id as key from audit_records where id = $1',
    [records[0].id],
  );
  assert.equal(stored[0]!.key, '1', 'it is on record all the same');
});

test('changes at the command line have no key and no request', async () => {
  const { id, client } = await service.tenant();
  await sql(
    service.databaseUrl,
    "insert into audit_records (organization_id, action, subject) values ($1, 'key.revoke', 'key 9')",
    [id],
  );
  const [{ id: _, at: __, ...rest }] = (await client.get(PATH)).body.records;
  assert.deepEqual(rest, { action: 'key.revoke', subject: 'key 9', detail: {} });
});

test('pages lead from the newest to the oldest, each record once, also while new ones come in', async () => {
  const { id, client } = await service.tenant();
  const { id: other } = await service.tenant();
  const insert = (organization: number, count: number) =>
    sql(
      service.databaseUrl,
      `insert into audit_records (organization_id, action, subject)
       select $1, 'test', 'number ' || n from generate_series(1, $2) n`,
      [organization, count],
    );
  await insert(id, 10);
  await insert(other, 10);
  await insert(id, 10);
  const all = (await readAll(client, '50')).flat();
  assert.equal(all.length, 22);
  const ids = all.map((one) => one.id);
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => b - a),
  );
  for (const size of [1, 5, 10, 11, 21, 22]) {
    const pages = await readAll(client, `${size}`);
    assert.deepEqual(pages.flat(), all, `pages of ${size}`);
    assert.equal(pages.length, Math.ceil(22 / size), 'no page is empty');
  }
  const first = (await client.get(PATH)).body;
  assert.equal(first.records.length, 10);
  await insert(id, 3);
  const second = (await client.get(PATH, { before: `${first.nextBefore}` })).body;
  assert.deepEqual([...first.records, ...second.records], all.slice(0, 20));
  assert.deepEqual((await client.get(PATH, { before: '1' })).body, { records: [] });
});

test('a parameter that does not fit is 400 and says what it takes', async () => {
  const forms: [Record<string, string>, RegExp][] = [
    [{ pageSize: '0' }, /^pageSize must be a whole number from 1 to 50$/],
    [{ pageSize: '51' }, /^pageSize must be/],
    [{ before: '0' }, /^before must be a whole number from 1 to 9007199254740991$/],
    [{ before: 'x' }, /^before must be/],
    [{ before: '' }, /^before must be/],
    [{ befor: '7' }, /did you mean before\?$/],
    [{ pageNumber: '2' }, /^Unknown query parameter "pageNumber"/],
    [{ actor: '0' }, /^actor must be a whole number/],
    [{ action: '' }, /^action must be/],
    [{ from: '2026-01-31T09:30:00' }, /^from must be/],
    [{ from: '2026-01-31T09:30:00Z', to: '2026-01-31T09:29:59Z' }, /^to must not be before from$/],
    [{ actions: 'key.create' }, /did you mean action\?$/],
  ];
  for (const [query, message] of forms) {
    const answer = await service.client.get(PATH, query);
    assert.equal(answer.status, 400, JSON.stringify(query));
    assert.match(answer.body.error, message);
  }
});

test('ingests that change something, uploads, remaps, undos, restores and deletions tell who did them', async () => {
  const { client } = await service.tenant();
  const { body: made } = await client.post('/admin/v1/keys', {
    name: 'Pipe',
    scopes: ['ingest:write', 'remap:write'],
  });
  const pipe = service.as(made.key);
  const call = meeting({ id: 'audited', transcript: { segments: [{ text: 'One' }] } });
  const id = await pipe.ingest(call);
  await pipe.ingest(call);
  await pipe.ingest({ ...call, title: 'Changed' });
  const headers = { 'Content-Type': 'audio/wav' };
  await pipe.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, { headers, raw: wav(1) });
  await pipe.post(`/v1/meetings/${id}/versions/1/restore`);
  const remapped = await pipe.post('/v1/meeting/remap', {
    meetingDetails: { serviceMeetingId: Number(id) },
    salesforceRecords: { accountId: '0018c00002ABCDEAA5' },
  });
  const { requestId } = remapped.body;
  await until(async () => {
    const { body } = await client.get(`/v1/meeting/remap/${requestId}`);
    return body.status === 'completed' ? true : undefined;
  });
  const undone = await pipe.post(`/v1/meeting/remap/${requestId}/undo`);
  assert.equal(undone.status, 200, undone.text);
  const mail = await ingestEmail(pipe, { id: 'audited' });
  await ingestEmail(pipe, { id: 'audited' });
  await ingestEmail(pipe, { id: 'audited', subject: 'Changed' });
  const raw = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi\n';
  const query = { fileName: 'call_2026-01-31.vtt', hostEmail: 'ada@parley.example' };
  const vtt = { 'Content-Type': 'text/vtt' };
  const imported = await pipe.send('POST', 'api', '/v1/meetings/import', { headers: vtt, query, raw });
  await client.delete(`/v1/meetings/${id}`);
  const { records } = (await client.get(PATH, { pageSize: '50' })).body;
  const told = records.map((one: Record_ & { detail: unknown }) => [one.action, one.subject, one.detail]);
  assert.deepEqual(told.slice(0, -3), [
    ['meeting.delete', `meeting ${id}`, {}],
    ['meeting.import', `meeting ${imported.body.meetingId}`, { created: true }],
    ['email.ingest', `email ${mail.emailId}`, { changed: ['subject'] }],
    ['email.ingest', `email ${mail.emailId}`, { created: true }],
    ['remap.undo', `meeting ${id}`, { requestId: undone.body.requestId, undoOf: requestId }],
    ['meeting.remap', `meeting ${id}`, { requestId, accountId: '0018c00002ABCDEAA5' }],
    ['meeting.restore', `meeting ${id}`, { version: 3, restored: 1, changed: ['title', 'recording'] }],
    ['recording.upload', `meeting ${id}`, { bytes: wav(1).length, contentType: 'audio/wav' }],
    ['meeting.ingest', `meeting ${id}`, { changed: ['title'] }],
    ['meeting.ingest', `meeting ${id}`, { created: true }],
  ]);
  for (const record of records.slice(1, -3)) {
    assert.equal(record.keyId, made.id, record.action);
    assert.ok(record.requestId);
  }
});

test('filters by key, action and time narrow the list, each alone and together, on every page', async () => {
  const { id, client } = await service.tenant();
  const { id: other } = await service.tenant();
  const [{ id: first }] = (await client.get('/admin/v1/keys')).body.keys;
  const { body: second } = await client.post('/admin/v1/keys', { name: 'Two', scopes: ['users:read'] });
  const { body: foreign } = await service.client.get('/admin/v1/keys');
  await sql(
    service.databaseUrl,
    `insert into audit_records (organization_id, at, actor_key_id, action, subject)
     select o, '2020-01-01T00:00:00Z'::timestamptz + n * interval '1 minute',
       case n % 3 when 0 then $3::bigint when 1 then $4 else $5 end, 'test.' || n % 4, 'number ' || n
     from generate_series(0, 59) n, unnest(array[$1, $2]::bigint[]) o order by random()`,
    [id, other, first, second.id, foreign.keys[0].id],
  );
  const minute = (n: number) => new Date(Date.parse('2020-01-01T00:00:00Z') + n * 60_000).toISOString();
  const all = Array.from({ length: 60 }, (_, n) => 59 - n);
  const cases: [Record<string, string>, (n: number) => boolean][] = [
    [{}, () => true],
    [{ actor: `${first}` }, (n) => n % 3 === 0],
    [{ action: 'test.1' }, (n) => n % 4 === 1],
    [{ actor: `${second.id}`, action: 'test.2' }, (n) => n % 3 === 1 && n % 4 === 2],
    [{ from: minute(10), to: minute(20) }, (n) => n >= 10 && n <= 20],
    [{ to: minute(30), actor: `${second.id}` }, (n) => n <= 30 && n % 3 === 1],
    [{ from: minute(7), action: 'test.3', actor: `${first}` }, (n) => n >= 7 && n % 4 === 3 && n % 3 === 0],
    [{ actor: `${foreign.keys[0].id}` }, () => false],
    [{ action: 'test' }, () => false],
  ];
  for (const [filter, isIn] of cases) {
    for (const pageSize of ['50', '3']) {
      const seen: string[] = [];
      let before: Record<string, string> = {};
      for (;;) {
        const answer = await client.get(PATH, { to: minute(1000), ...filter, pageSize, ...before });
        assert.equal(answer.status, 200, answer.text);
        seen.push(...answer.body.records.map((one: Record_) => one.subject));
        if (answer.body.nextBefore === undefined) break;
        before = { before: `${answer.body.nextBefore}` };
      }
      const expected = all.filter(isIn).map((n) => `number ${n}`);
      assert.deepEqual(seen, expected, `${JSON.stringify(filter)} in pages of ${pageSize}`);
    }
  }
});

test('reads of transcripts and recordings are recorded where that is asked for, and only there', async (t) => {
  const audited = await startService({ auditReads: true });
  t.after(() => audited.stop());
  for (const { client, isAudited } of [
    { client: audited.client, isAudited: true },
    { client: (await service.tenant()).client, isAudited: false },
  ]) {
    const id = await client.ingest(meeting({ id: 'read' }));
    await client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
      ...{ headers: { 'Content-Type': 'audio/wav' }, raw: wav(1) },
    });
    const [latest] = (await client.get(PATH)).body.records;
    const urls = { includeDownloadUrl: 'true' };
    const { downloadUrl } = (await client.get(`/v1/meetings/${id}`, urls)).body;
    await (await fetch(downloadUrl)).arrayBuffer();
    await client.get(`/v1/meetings/${id}/versions/1`);
    const window = { from: '2000-01-01T00:00:00Z' };
    await client.get('/v1/meetings', window);
    await client.get('/v1/meetings', { ...window, includeTranscript: 'false' });
    await client.get('/v1/meetings/999999999');
    const { records } = (await client.get(PATH)).body;
    const since = records.filter((one: Record_) => one.id > latest.id);
    if (!isAudited) {
      assert.deepEqual(since, []);
      continue;
    }
    const subject = `meeting ${id}`;
    assert.deepEqual(
      since.map(({ action, subject: of, detail, keyId }: Record_ & { detail: unknown }) => [
        action,
        of,
        detail,
        keyId,
      ]),
      [
        [
          ...['meeting.list', '1 meetings'],
          { meetingIds: [Number(id)], includeTranscript: true, includeDownloadUrl: false },
          latest.keyId,
        ],
        ['meeting.read', subject, { version: 1, includeDownloadUrl: false }, latest.keyId],
        ['recording.download', subject, {}, undefined],
        ['meeting.read', subject, { includeTranscript: true, includeDownloadUrl: true }, latest.keyId],
      ],
    );
  }
});

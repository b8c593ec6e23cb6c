import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeZip } from '../cli/zip.ts';
import type { TestClient } from '../support/client.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

const HOST = { hostEmail: 'ada@parley.example' };

function importFile(
  client: TestClient,
  fileName: string,
  raw: string | Buffer,
  query: Record<string, string> = {},
) {
  return client.send('POST', 'api', '/v1/meetings/import', {
    query: { fileName, ...query },
    headers: { 'Content-Type': 'application/octet-stream' },
    raw,
  });
}

const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:05.000\n<v Ada Park>${text}\n`;

const bodyOf = (id: string, changes: Record<string, unknown> = {}) => ({
  meeting: meeting({ id, title: `Meeting ${id}`, ...changes }),
});

const linesOf = (bodies: readonly unknown[]) => bodies.map((body) => JSON.stringify(body)).join('\n');

type Row = {
  file?: string;
  item?: number;
  meetingId?: string;
  outcome?: string;
  status?: number;
  error?: string;
};

const told = (rows: readonly Row[]) =>
  rows.map(({ file, item, outcome, status }) => [file, item, outcome ?? status]);

async function titlesOf(client: TestClient): Promise<string[]> {
  const { body } = await client.get('/v1/meetings', { ...ALWAYS, pageSize: '50' });
  return body.meetings.map(({ title }: { title: string }) => title).toSorted();
}

test('all meetings of an array and of JSON Lines are imported, and one that is invalid is refused for itself', async () => {
  const bodies = [bodyOf('1'), { meeting: { title: 5 } }, bodyOf('3'), { unknown: true }, bodyOf('5')];
  for (const [name, text] of [
    ['calls.json', JSON.stringify(bodies, null, 1)],
    ['calls.jsonl', linesOf(bodies)],
  ] as const) {
    const { client, id } = await service.tenant();
    const { status, body, text: raw } = await importFile(client, name, text);
    assert.equal(status, 200, raw);
    assert.deepEqual(told(body.meetings), [
      [undefined, 1, 'created'],
      [undefined, 2, 422],
      [undefined, 3, 'created'],
      [undefined, 4, 422],
      [undefined, 5, 'created'],
    ]);
    assert.match(body.meetings[1].error, /; meeting\.title must be a string$/);
    assert.match(body.meetings[3].error, /it has no member that tells a known format: JSON, Parley, /);
    const { meetings, warnings, ...first } = body;
    assert.deepEqual(warnings, []);
    const { item: _, ...firstRow } = meetings[0];
    assert.deepEqual(first, firstRow, 'the other fields are those of the first meeting');
    assert.deepEqual(await titlesOf(client), ['Meeting 1', 'Meeting 3', 'Meeting 5']);

    const again = await importFile(client, name, text);
    assert.deepEqual(
      again.body.meetings.map(({ meetingId, outcome }: Row) => [meetingId, outcome]),
      meetings.map(({ meetingId }: Row) => [meetingId, meetingId && 'unchanged']),
    );
    const audited = await sql(
      service.databaseUrl,
      "select subject from audit_records where organization_id = $1 and action = 'meeting.import'",
      [id],
    );
    assert.equal(audited.length, 3, 'what changes nothing is not audited');
  }
});

test('the files of an archive are imported, and each that cannot be read is refused with its name', async () => {
  const { client } = await service.tenant();
  const { client: other } = await service.tenant();
  const zip = makeZip([
    { name: 'monday/one 2026-02-02.vtt', content: vtt('One.') },
    { name: 'monday/', content: '' },
    { name: '__MACOSX/monday/._one 2026-02-02.vtt', content: 'x' },
    { name: 'calls.jsonl', content: linesOf([bodyOf('1'), { meeting: {} }]) },
    { name: 'damaged 2026-02-04.vtt', content: vtt('Damaged.'), crc32: 1 },
    { name: 'no transcript 2026-02-05.vtt', content: 'no WebVTT' },
    { name: 'older.zip', content: makeZip([{ name: 'three 2026-02-06.vtt', content: vtt('Three.') }]) },
    { name: 'mail.eml', content: 'From: ada@acme.example\r\nSubject: Plan\r\n\r\nHi.\r\n' },
    { name: 'tuesday/one 2026-02-02.vtt', content: vtt('Another one.') },
    { name: 'picture.png', content: 'x' },
    { name: 'README.txt', content: 'These are calls.' },
  ]);
  const { status, body, text } = await importFile(client, 'calls.zip', zip, HOST);
  assert.equal(status, 200, text);
  assert.deepEqual(told(body.meetings), [
    ['monday/one 2026-02-02.vtt', undefined, 'created'],
    ['calls.jsonl', 1, 'created'],
    ['calls.jsonl', 2, 422],
    ['damaged 2026-02-04.vtt', undefined, 422],
    ['no transcript 2026-02-05.vtt', undefined, 422],
    ['older.zip', undefined, 422],
    ['mail.eml', undefined, 422],
    ['tuesday/one 2026-02-02.vtt', undefined, 409],
  ]);
  assert.match(body.meetings[3].error, /^it is damaged in the archive/);
  assert.match(body.meetings[5].error, /^it is an archive in an archive/);
  assert.match(body.meetings[6].error, /e-mail is imported by parley import/);
  assert.equal(body.meetings[7].error, 'monday/one 2026-02-02.vtt is the same meeting, with other content');
  assert.deepEqual(body.warnings, [
    'picture.png: it is in no known format and was passed over',
    'README.txt: it is in no known format and was passed over',
  ]);
  assert.deepEqual([body.format, body.meetings[1].format], ['WebVTT', 'JSON']);
  assert.deepEqual(await titlesOf(client), ['Meeting 1', 'one 2026-02-02']);
  assert.deepEqual(await titlesOf(other), []);
  // Another organization's import of the same file is its own.
  const own = await importFile(other, 'calls.zip', zip, HOST);
  assert.equal(own.body.created, true);
  assert.equal((await client.get(`/v1/meetings/${own.body.meetingId}`)).status, 404);
});

test('if nothing of a file is imported, the response is an error that gives each reason', async () => {
  const { client } = await service.tenant();
  const wrong = JSON.stringify([{ meeting: {} }, { meeting: { title: 5 } }]);
  const { status, body } = await importFile(client, 'calls.json', wrong);
  assert.equal(status, 422);
  assert.match(
    body.error,
    /^calls\.json: nothing of it was imported: meeting 1: meeting\.title is required.*; meeting 2: .*; meeting\.title must be a string$/,
  );
  assert.deepEqual(Object.keys(body), ['error']);
  const without = makeZip([{ name: 'picture.png', content: 'x' }]);
  const none = await importFile(client, 'calls.zip', without);
  assert.deepEqual([none.status, none.body.error], [422, 'calls.zip: it contains 0 meetings']);
  const many = JSON.stringify(Array.from({ length: 30 }, () => ({ meeting: {} })));
  const long = await importFile(client, 'calls.json', many);
  assert.match(long.body.error, /; meeting 20: .*; and 10 more$/);
});

test('an archive that cannot be trusted is refused as a whole, and nothing of it is stored', async () => {
  const { client } = await service.tenant();
  const good = { name: 'good 2026-03-01.vtt', content: vtt('Good.') };
  const whole = makeZip([good]);
  const zeros = Buffer.alloc(4 * 1024 * 1024);
  const cases: [content: Buffer, status: number, message: RegExp][] = [
    [
      makeZip([good, { name: '../outside 2026-03-02.vtt', content: vtt('Out.') }]),
      422,
      /the name "\.\.\/outside 2026-03-02\.vtt", which leads out/,
    ],
    [makeZip([good, { name: '/etc/x.vtt', content: vtt('Out.') }]), 422, /which leads out/],
    [
      makeZip([good, { name: 's.vtt', content: vtt('S.'), isEncrypted: true }]),
      422,
      /s\.vtt in it is encrypted/,
    ],
    [whole.subarray(0, -30), 422, /not a ZIP archive, or its end is missing/],
    [
      makeZip([good, ...Array.from({ length: 17 }, (_, n) => ({ name: `${n}.vtt`, content: zeros }))]),
      413,
      /would unpack to \d+; at most 100 times as many are unpacked, and at most 64 MiB/,
    ],
    [
      makeZip([good, ...Array.from({ length: 1000 }, (_, n) => ({ name: `${n}.vtt`, content: '' }))]),
      413,
      /it has 1001 files and may have 1000/,
    ],
  ];
  for (const [content, expected, message] of cases) {
    const { status, body } = await importFile(client, 'calls.zip', content, HOST);
    assert.equal(status, expected, JSON.stringify(body));
    assert.match(body.error, message);
  }
  // A file that has more than the directory says is damaged; the other one is taken.
  const lying = makeZip([good, { name: 'lies 2026-03-01.vtt', content: vtt('x'.repeat(5000)), bytes: 100 }]);
  const large = { name: 'large 2026-03-01.vtt', content: vtt('y'.repeat(5_300_000)) };
  assert.deepEqual(await titlesOf(client), []);
  const { body } = await importFile(client, 'calls.zip', lying, HOST);
  assert.deepEqual(told(body.meetings), [
    [good.name, undefined, 'created'],
    ['lies 2026-03-01.vtt', undefined, 422],
  ]);
  const beside = await importFile(client, 'calls.zip', makeZip([large, good]), HOST);
  assert.deepEqual(told(beside.body.meetings), [
    [large.name, undefined, 413],
    [good.name, undefined, 'unchanged'],
  ]);
});

test('a file with more than 1,000 meetings is refused whole, and 1,000 are imported', async () => {
  const { client, id } = await service.tenant();
  const bodies = Array.from({ length: 1001 }, (_, n) => bodyOf(`${n}`, { transcript: undefined }));
  const refused = await importFile(client, 'calls.jsonl', linesOf(bodies));
  assert.equal(refused.status, 413);
  assert.match(refused.body.error, /it contains 1001 meetings; a request imports at most 1000/);
  const zipped = await importFile(
    client,
    'calls.zip',
    makeZip([
      { name: 'most.jsonl', content: linesOf(bodies.slice(0, 999)) },
      { name: 'two.jsonl', content: linesOf(bodies.slice(999)) },
      { name: 'one.json', content: JSON.stringify(bodies[1000]) },
    ]),
  );
  assert.equal(zipped.status, 200, zipped.text.slice(0, 500));
  assert.equal(zipped.body.meetings.filter(({ outcome }: Row) => outcome === 'created').length, 1000);
  assert.deepEqual(told(zipped.body.meetings.slice(999)), [
    ['two.jsonl', undefined, 413],
    ['one.json', undefined, 'created'],
  ]);
  const [row] = await sql(
    service.databaseUrl,
    'select count(*)::int as count from meetings where organization_id = $1',
    [id],
  );
  assert.equal(row!.count, 1000);
});

test('details that one meeting has are refused for several, others apply to all', async () => {
  const { client, id } = await service.tenant();
  const zip = makeZip([
    { name: 'one.vtt', content: vtt('One.') },
    { name: 'two.vtt', content: vtt('Two.') },
  ]);
  const transcript = { segments: [{ text: 'Hello.' }] };
  const bodies = JSON.stringify([bodyOf('1', { transcript }), bodyOf('2', { transcript })]);
  for (const [name, query, message] of [
    ['calls.zip', { title: 'T' }, /one title is given for it, but it is an archive/],
    ['calls.zip', { externalId: 'x' }, /one externalId is given for it, but it is an archive/],
    ['calls.json', { title: 'T' }, /one title is given for it, but it contains 2 meetings/],
    ['calls.json', { externalId: 'x' }, /one externalId is given for it, but it contains 2 meetings/],
  ] as const) {
    const { status, body } = await importFile(client, name, name === 'calls.zip' ? zip : bodies, query);
    assert.equal(status, 422);
    assert.match(body.error, message);
  }
  const query = {
    ...{ ...HOST, startTime: '2026-02-02T09:00:00Z', sourceType: 'ZOOM' },
    processImportedMeeting: 'false',
  };
  const { body } = await importFile(client, 'calls.zip', zip, query);
  for (const { meetingId } of body.meetings) {
    const stored = await client.get(`/v1/meetings/${meetingId}`);
    assert.deepEqual([stored.body.startTime, stored.body.host.email], [query.startTime, HOST.hostEmail]);
  }
  const runs = () =>
    sql(service.databaseUrl, 'select 1 from processing_runs where organization_id = $1', [id]);
  assert.equal((await runs()).length, 0);
  await importFile(client, 'calls.json', bodies);
  assert.equal((await runs()).length, 2);
});

const GONG = (id: string) => ({
  metaData: { id, started: '2026-02-03T10:00:00Z', duration: 60, title: `Call ${id}`, primaryUserId: 'u1' },
  parties: [
    { id: 'p1', userId: 'u1', name: 'Grace Lund', emailAddress: 'grace@parley.example', speakerId: 's1' },
    { id: 'p2', name: 'Bo', emailAddress: 'bo@acme.example', speakerId: 's2' },
  ],
  transcript: [{ speakerId: 's1', sentences: [{ start: 0, end: 900, text: 'Hello.' }] }],
});

test('parameters that are only defaults yield to what the file states', async () => {
  const { client } = await service.tenant();
  const zip = makeZip([
    { name: 'gong.json', content: JSON.stringify({ calls: [GONG('7'), GONG('8')] }) },
    { name: 'call 2026-02-04.vtt', content: vtt('One.') },
    { name: 'call.vtt', content: vtt('Two.') },
  ]);
  const query = {
    ...{ hostEmail: 'ada@parley.example', hostName: 'Ada Park', startTime: '2026-02-09T09:00:00Z' },
    ...{ attendees: 'Ada Park; Cy', salesforceAccountId: '0018c00002ABCDEAA5' },
  };
  const defaults = Object.keys(query).join(',');
  const stored = async (file: Buffer, given: Record<string, string>) => {
    const { status, body, text } = await importFile(client, 'calls.zip', file, given);
    assert.equal(status, 200, text);
    return Promise.all(
      body.meetings.map(async ({ meetingId }: Row) => {
        const { host, startTime, attendees } = (await client.get(`/v1/meetings/${meetingId}`)).body;
        return [host.email, host.name, startTime, attendees.map(({ name }: { name: string }) => name).join()];
      }),
    );
  };
  const gong = ['grace@parley.example', 'Grace Lund', '2026-02-03T10:00:00Z', 'Grace Lund,Bo'];
  const filled = (startTime: string) => ['ada@parley.example', 'Ada Park', startTime, 'Ada Park,Cy'];
  assert.deepEqual(await stored(zip, { ...query, defaults }), [
    gong,
    gong,
    filled('2026-02-04T00:00:00Z'),
    filled(query.startTime),
  ]);
  const one = makeZip([{ name: 'gong.json', content: JSON.stringify({ calls: [GONG('9')] }) }]);
  assert.deepEqual(await stored(one, query), [filled(query.startTime)], 'without it they take precedence');
  const unknown = await importFile(client, 'calls.zip', zip, { ...query, defaults: 'host' });
  assert.equal(unknown.status, 400);
  assert.match(unknown.body.error, /^defaults must be a comma-separated list of the codes title, /);
});

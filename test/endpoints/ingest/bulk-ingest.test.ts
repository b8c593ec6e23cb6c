import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { exchange, openRaw } from '../../http/raw-socket.ts';
import type { TestClient } from '../../support/client.ts';
import { heldLocks } from '../../support/held-locks.ts';
import { ALWAYS, meeting } from '../../support/meetings.ts';
import { startService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { INGEST } from './bodies.ts';
import { BULK, type BulkLine, ingestLines, readAnswers, sendLines } from './bulk.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_LINE_BYTES = 5_242_880;

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
const locks = heldLocks(() => service.databaseUrl);
afterEach(() => locks.releaseAll());
after(() => service.stop());

const bodyOf = (changes: Record<string, unknown>) => ({ meeting: meeting(changes) });

const spoken = (...texts: string[]) => ({
  segments: texts.map((text, index) => ({ text, timestampSeconds: index, speaker: { name: 'Ada Park' } })),
});

async function titlesOf(client: TestClient): Promise<string[]> {
  const { body } = await client.get('/v1/meetings', { ...ALWAYS, pageSize: '50' });
  return body.meetings.map(({ title }: { title: string }) => title).toSorted();
}

async function query<Row>(text: string, values: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: service.databaseUrl });
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

test('each line is answered by itself: a broken one does not stop the others', async () => {
  const { client } = await service.tenant();
  const long = JSON.stringify({ ...bodyOf({ id: 'long' }), padding: 'x'.repeat(MAX_LINE_BYTES) });
  const lines = [
    JSON.stringify(bodyOf({ id: 'one', title: 'One' })),
    '{"meeting": {',
    '',
    ' \t\r',
    JSON.stringify(bodyOf({ id: 'two', title: undefined })),
    JSON.stringify(bodyOf({ id: 'three', transcript: { segments: [{ text: 7 }] } })),
    JSON.stringify(bodyOf({ id: 'four', endTime: '2026-01-30T10:00:00Z' })),
    long,
    '\u00e9'.repeat(3),
    `${JSON.stringify(bodyOf({ id: 'five', title: 'Five' }))}\r`,
    '[1]',
    // The last line has no newline.
    JSON.stringify(bodyOf({ id: 'six', title: 'Six' })),
  ];
  const answer = await sendLines(client, lines.join('\n'));
  assert.equal(answer.headers.get('content-type'), 'application/x-ndjson');
  const told = readAnswers(answer.text);
  assert.deepEqual(
    told.map(({ line, created, status }) => [line, created ?? status]),
    [
      ...[
        [1, true],
        [2, 400],
        [5, 400],
        [6, 422],
        [7, 422],
        [8, 413],
        [9, 400],
        [10, true],
        [11, 400],
      ],
      [12, true],
    ],
  );
  const errorAt = (line: number) => told.find((one) => one.line === line)?.error;
  assert.equal(errorAt(5), 'meeting.title is required');
  assert.equal(errorAt(8), `The line must be at most ${MAX_LINE_BYTES} bytes`);
  assert.deepEqual(await titlesOf(client), ['Five', 'One', 'Six']);
});

test('the errors of a line are those of the operation for one meeting', async () => {
  const { client } = await service.tenant();
  const bodies = [
    {},
    { meeting: 1 },
    bodyOf({ host: { email: 'nobody' } }),
    bodyOf({ attendees: [{}] }),
    bodyOf({ transcript: { segments: [{ text: 'a', timestampSeconds: 99_999 }] } }),
    bodyOf({ transcript: { segments: [], language: '!' } }),
    bodyOf({ title: 'a\0b' }),
  ];
  const told = await ingestLines(client, bodies);
  for (const [index, body] of bodies.entries()) {
    const alone = await client.post(INGEST, body);
    assert.deepEqual(told[index], { line: index + 1, error: alone.body.error, status: alone.status });
  }
});

test('lines store what the operation for one meeting stores', async () => {
  const account = { type: 'ACCOUNT', id: '0018c00002ABCDEAA5', name: 'Acme', domains: ['acme.example'] };
  const attendees = [
    { name: 'Grace Lund', email: 'grace@acme.example' },
    { name: 'Ada Park', email: 'ada@parley.example' },
  ];
  const bodies = [
    bodyOf({ id: 'a', attendees, transcript: spoken('Hello.', 'Good morning.') }),
    bodyOf({
      id: 'b',
      transcript: { ...spoken('Bonjour à tous.'), language: 'fr' },
      callUrl: 'https://a.example',
    }),
    bodyOf({ id: 'c', recordingUrl: 'https://recordings.example/c.mp3' }),
    bodyOf({
      title: 'Without an id',
      startTime: '2026-02-01T00:00:00.123Z',
      endTime: '2026-02-01T00:00:00.124Z',
    }),
    bodyOf({ id: 'd', salesforceOpportunityId: '0068c00002ABCDE', transcript: { segments: [] } }),
    bodyOf({ id: 'e', externalIds: [{ type: 'GOOGLE_CALENDAR', id: 'e-1' }], attendees: [{ name: 'Ada' }] }),
    bodyOf({
      id: 'f',
      title: `“Quotes” \\ {braces}, "and"\ttabs\nNULL`,
      transcript: spoken('x'.repeat(600_000), '{a,b}', 'NULL', '\\x00'),
    }),
    bodyOf({ id: 'g', transcript: { segments: [{ text: 'Ends.', timestampSeconds: 1, endSeconds: 2.5 }] } }),
    { ...bodyOf({ id: 'h', transcript: spoken('Not processed.') }), processImportedMeeting: false },
    // Again, with other words, other attendees, and nothing new.
    bodyOf({ id: 'a', title: 'Another title', attendees, transcript: spoken('Hello again.') }),
    bodyOf({ id: 'b', attendees }),
    bodyOf({ id: 'd', salesforceOpportunityId: '0068c00002ABCDE', transcript: { segments: [] } }),
  ];
  const [one, many] = await Promise.all([
    service.tenant(['parley.example']),
    service.tenant(['parley.example']),
  ]);
  const told: unknown[][] = [];
  for (const { client } of [one, many]) await client.put('/admin/v1/crm-records', { records: [account] });
  const created: boolean[] = [];
  for (const body of bodies) created.push((await one.client.post(INGEST, body)).body.created);
  const lines = await ingestLines(many.client, bodies);
  assert.deepEqual(
    lines.map((line) => line.created),
    created,
  );
  for (const { id } of [one, many]) told.push(await storedBy(id));
  assert.deepEqual(told[1], told[0]);
});

/** Everything that the organization has stored, without ids and times of writing. */
async function storedBy(organizationId: number): Promise<unknown[]> {
  const tables: [string, string][] = [
    ['meetings', 'id, created_at, updated_at, version_at, version_key_id'],
    ['meeting_participants', 'meeting_id'],
    ['meeting_external_ids', 'meeting_id'],
    ['meeting_transcript_pieces', 'meeting_id'],
    ['transcript_words', 'meeting_id'],
    ['meeting_versions', 'meeting_id, at, key_id, recording_id, replaced_at'],
    ['processing_runs', 'id, meeting_id, created_at'],
    ['recordings', 'meeting_id, recording_id, updated_at'],
    ['event_outbox', 'id, entity_id, at'],
    ['changes', 'entity_id, at'],
    ['meeting_day_changes', 'id'],
    ['jobs', 'id, payload, created_at, start_after'],
  ];
  const found: unknown[] = [];
  for (const [table, left] of tables) {
    const rows = await query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) - 'organization_id' as row from ${table} t where organization_id = $1`,
      [organizationId],
    );
    for (const { row } of rows) for (const name of left.split(', ')) delete row[name];
    // The feed may have moved events from the one to the other.
    const name = table === 'event_outbox' ? 'changes' : table;
    for (const { row } of rows) {
      delete row.position;
      found.push(`${name} ${JSON.stringify(row)}`);
    }
  }
  return found.toSorted();
}

test('a body that is sent again changes nothing', async () => {
  const { client, id } = await service.tenant();
  const bodies = [
    ...[1, 2, 3].map((number) => bodyOf({ id: `call-${number}`, transcript: spoken('Hello.') })),
    bodyOf({ title: 'Without an id' }),
  ];
  const first = await ingestLines(client, bodies);
  assert.ok(first.every(({ created }) => created));
  const before = await storedBy(id);
  const again = await ingestLines(client, bodies);
  assert.deepEqual(
    again,
    first.map((line) => ({ ...line, created: false })),
  );
  assert.deepEqual(await storedBy(id), before);
});

test('of the lines of one meeting the last one counts', async () => {
  const { client } = await service.tenant();
  const titles = Array.from({ length: 7 }, (_, index) => `Title ${index}`);
  const told = await ingestLines(
    client,
    titles.flatMap((title, index) => [
      bodyOf({ id: 'same', title }),
      bodyOf({ id: `other-${index}`, title }),
    ]),
  );
  const same = told.filter(({ line }) => line % 2 === 1);
  assert.deepEqual(new Set(same.map(({ meetingId }) => meetingId)).size, 1);
  assert.deepEqual(
    same.map(({ created }) => created),
    [true, ...Array(6).fill(false)],
  );
  const { body } = await client.get(`/v1/meetings/${same[0]!.meetingId}`);
  assert.equal(body.title, titles.at(-1));
  const { body: versions } = await client.get(`/v1/meetings/${same[0]!.meetingId}/versions`);
  assert.equal(versions.versions.length, titles.length);
});

test('several bodies with the same meetings in different orders store each once', async () => {
  const { client, id } = await service.tenant();
  const bodies = Array.from({ length: 60 }, (_, index) =>
    bodyOf({ id: `m-${index}`, transcript: spoken('Hi.') }),
  );
  const turned = (by: number) => [...bodies.slice(by), ...bodies.slice(0, by)];
  const orders = [bodies, bodies.toReversed(), turned(20), turned(40).toReversed()];
  const told = await Promise.all(orders.map((order) => ingestLines(client, order)));
  assert.equal(told.flat().filter(({ created }) => created).length, bodies.length);
  assert.deepEqual(
    told.flat().filter(({ error }) => error),
    [],
  );
  const [row] = await query<{ meetings: number; pieces: number }>(
    `select (select count(*)::int from meetings where organization_id = $1) as meetings,
       (select count(*)::int from meeting_transcript_pieces where organization_id = $1) as pieces`,
    [id],
  );
  assert.deepEqual(row, { meetings: bodies.length, pieces: bodies.length });
});

test('a body of no lines, or of blank ones, is answered with nothing', async () => {
  for (const raw of ['', '\n', '\r\n \n\t\n']) {
    const answer = await sendLines(service.client, raw);
    assert.deepEqual([answer.status, answer.text], [200, ''], JSON.stringify(raw));
  }
});

test('other types and compressed bodies are refused as a whole', async () => {
  const line = JSON.stringify(bodyOf({ id: 'refused' }));
  for (const type of ['application/json', 'text/plain', 'application/x-ndjson; charset=latin1']) {
    assert.equal((await sendLines(service.client, line, { 'Content-Type': type })).status, 415, type);
  }
  const gzipped = await sendLines(service.client, gzipSync(line), { 'Content-Encoding': 'gzip' });
  assert.equal(gzipped.status, 415);
  const spelled = { 'Content-Type': 'Application/X-NDJSON; charset=UTF-8' };
  assert.equal((await sendLines(service.client, line, spelled)).status, 200);
});

const head = (...headers: string[]) =>
  [
    `POST ${BULK} HTTP/1.1`,
    'Host: parley',
    'Content-Type: application/x-ndjson',
    `X-API-Key: ${service.key}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

const chunk = (bytes: string) => `${Buffer.byteLength(bytes).toString(16)}\r\n${bytes}\r\n`;

test('a sender gets the answer to a line before it sends the next one', async () => {
  const connection = await openRaw(service.receiverUrl);
  try {
    connection.write(head('Transfer-Encoding: chunked'));
    for (let line = 1; line <= 4; line++) {
      connection.write(chunk(`${JSON.stringify(bodyOf({ id: `slow-${line}` }))}\n`));
      const answer = await connection.read(({ body }) => body.includes(`{"line":${line},`), 20_000);
      assert.match(answer.body, new RegExp(`\\{"line":${line},"meetingId":"\\d+","created":true\\}`));
    }
    connection.write('0\r\n\r\n');
    const answer = await connection.read(({ body }) => body.endsWith('0\r\n\r\n'), 20_000);
    assert.ok(answer.body.endsWith('0\r\n\r\n'));
  } finally {
    connection.close();
  }
});

test('a key that is revoked while a body arrives stores nothing more of it, and its sender is told where it ended', async () => {
  const { client, id } = await service.tenant();
  const made = await client.post('/admin/v1/keys', { name: 'loader', scopes: ['ingest:write'] });
  const connection = await openRaw(service.receiverUrl);
  try {
    connection.write(head('Transfer-Encoding: chunked').replace(service.key, made.body.key));
    const send = (line: number) =>
      connection.write(chunk(`${JSON.stringify(bodyOf({ id: `${line}`, title: `${line}` }))}\n`));
    send(1);
    await connection.read(({ body }) => body.includes('"line":1,'), 20_000);
    await client.delete(`/admin/v1/keys/${made.body.id}`);
    let line = 1;
    let refused: string | undefined;
    while (refused === undefined) {
      send(++line);
      const object = new RegExp(`\\{"line":${line},.*\\}`);
      const { body } = await connection.read((answer) => object.test(answer.body), 20_000);
      const [answer] = object.exec(body) ?? [];
      if (answer?.includes('error')) refused = answer;
    }
    const error = 'The API key was revoked or has expired';
    assert.deepEqual(JSON.parse(refused), { line, error, status: 401 });
    const all = await connection.read(() => false, 20_000);
    assert.deepEqual([all.body.endsWith('0\r\n\r\n'), all.closed], [true, true]);
    const stored = await query('select from meetings where organization_id = $1', [id]);
    assert.equal(stored.length, line - 1);
  } finally {
    connection.close();
  }
});

test('a sender that prefers the answer after the body gets nothing of it before', async () => {
  const { client, key } = await service.tenant();
  const connection = await openRaw(service.receiverUrl);
  try {
    const prefer = 'Prefer: wait=10, Answer-After-Body';
    connection.write(head('Transfer-Encoding: chunked', prefer).replace(service.key, key));
    for (const id of ['1', '2', '3']) {
      connection.write(chunk(`${JSON.stringify(bodyOf({ id: `after-${id}`, title: id }))}\n`));
      await until(async () => (await titlesOf(client)).includes(id) || undefined);
    }
    assert.equal((await connection.read(() => true)).text, '');
    connection.write('0\r\n\r\n');
    const { statuses, body } = await connection.read((answer) => answer.body.endsWith('0\r\n\r\n'), 20_000);
    assert.deepEqual(statuses, [200]);
    assert.deepEqual(
      body.match(/"line":\d,"meetingId":"\d+","created":true/g)?.map((line) => line.slice(0, 8)),
      ['"line":1', '"line":2', '"line":3'],
    );
  } finally {
    connection.close();
  }
});

test('a client that leaves in the middle of a line has stored the lines before, and nothing of that one', async () => {
  const { client, id, key } = await service.tenant();
  const connection = await openRaw(service.receiverUrl);
  connection.write(head('Transfer-Encoding: chunked').replace(service.key, key));
  const whole = JSON.stringify(bodyOf({ id: 'cut', title: 'Cut' }));
  connection.write(chunk(`${JSON.stringify(bodyOf({ id: 'before', title: 'Before' }))}\n${whole}`));
  await connection.read(({ body }) => body.includes('"line":1'), 20_000);
  connection.close();
  const isLogged = () => service.logged().includes(`"operation":"ingestMeetings","organizationId":${id},`);
  await until(async () => isLogged() || undefined);
  assert.deepEqual(await titlesOf(client), ['Before']);
});

test('a client that leaves before its first answer is no error of the service', async () => {
  const { client, id, key } = await service.tenant();
  const connection = await openRaw(service.receiverUrl);
  const lock = await locks.hold('lock table meetings, meeting_parts in share mode');
  connection.write(head('Transfer-Encoding: chunked').replace(service.key, key));
  connection.write(chunk(`${JSON.stringify(bodyOf({ id: 'left', title: 'Left' }))}\n`));
  await locks.waitForBlocked(1);
  connection.close();
  const isLogged = () => service.logged().includes(`"operation":"ingestMeetings","organizationId":${id},`);
  await until(async () => isLogged() || undefined);
  await lock.commit();
  await until(async () => (await titlesOf(client)).length === 1 || undefined);
  await ingestLines(client, [bodyOf({ id: 'next', title: 'Next' })]);
  assert.doesNotMatch(service.logged(), /This operation was aborted/);
});

test('a body that announces more than the limit is refused before it is read', async () => {
  const announced = await exchange(service.receiverUrl, head(`Content-Length: ${MAX_BODY_BYTES + 1}`));
  assert.deepEqual(announced.statuses, [413]);
});

for (const [when, headers] of [
  ['while it arrives', []],
  ['after it', ['Prefer: answer-after-body']],
] as const) {
  test(`a body over the limit is answered up to there, ${when}`, async () => {
    const { client, key } = await service.tenant();
    const connection = await openRaw(service.receiverUrl);
    try {
      connection.write(head('Transfer-Encoding: chunked', ...headers).replace(service.key, key));
      connection.write(chunk(`${JSON.stringify(bodyOf({ id: 'within', title: 'Within' }))}\n`));
      await until(async () => (await titlesOf(client)).includes('Within') || undefined);
      const blank = `${' '.repeat(1024 * 1024 - 1)}\n`;
      for (let mib = 0; mib < 64; mib++) connection.write(chunk(blank));
      const answer = await connection.read(({ closed }) => closed, 30_000);
      assert.deepEqual(answer.statuses, [200]);
      assert.match(answer.body, /"line":1,"meetingId":"\d+","created":true/);
      assert.match(
        answer.body,
        new RegExp(`\\{"line":2,"error":"The body must be at most ${MAX_BODY_BYTES} bytes","status":413\\}`),
      );
      assert.ok(answer.closed && !answer.reset);
    } finally {
      connection.close();
    }
  });
}

test('another organization is served while a long body is ingested', async () => {
  const [loader, neighbour] = [await service.tenant(), await service.tenant()];
  const lines = Array.from({ length: 1500 }, (_, index) =>
    JSON.stringify(bodyOf({ id: `load-${index}`, transcript: spoken('Hello there.', 'word '.repeat(2000)) })),
  );
  let isOver = false;
  const loading = sendLines(loader.client, lines.join('\n')).then((answer) => {
    isOver = true;
    return answer;
  });
  await until(async () => (await loader.client.get('/v1/meetings', ALWAYS)).body.pageCount > 0 || undefined);
  for (let call = 0; call < 3; call++) await neighbour.client.ingest(meeting({ id: `call-${call}` }));
  assert.ok(!isOver, 'the neighbour is served before the load has ended');
  const told: BulkLine[] = readAnswers((await loading).text);
  assert.equal(told.filter(({ created }) => created).length, lines.length);
});

test('every meeting that a line creates is audited with the key and the request', async () => {
  const { client } = await service.tenant();
  const answer = await sendLines(
    client,
    [1, 2].map((id) => JSON.stringify(bodyOf({ id: `audited-${id}` }))).join('\n'),
    { 'X-Request-Id': 'bulk-request' },
  );
  const ids = readAnswers(answer.text).map(({ meetingId }) => `meeting ${meetingId}`);
  const { body } = await client.get('/admin/v1/audit', { action: 'meeting.ingest' });
  const records = body.records.filter((one: { requestId: string }) => one.requestId === 'bulk-request');
  assert.deepEqual(records.map(({ subject }: { subject: string }) => subject).toSorted(), ids.toSorted());
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { formatCursor } from '../../src/domain/changes/cursor.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { cookie, ENDED, sessionsAt } from '../support/sessions.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { createReader, type Item } from './reader.ts';

let service: TestService;
before(async () => {
  service = await startService({ fetchAllow: [] });
});
after(() => service.stop());

const ACCOUNT = '0018c00002ABCDEAA5';
const PHRASE = 'the numbers';

const talk = (text: string) => ({
  attendees: [{ name: 'Grace Lund', email: 'grace@acme.example' }],
  transcript: { segments: [{ text, timestampSeconds: 1, speaker: { name: 'Ada Park' } }] },
});

const brief = ({ type, id, change, fields }: Item) => [type, id, change, ...(fields ?? [])].join(' ');

/** Waits until no run is open, so that what follows comes from the step under test alone. */
const settled = () =>
  until(async () => {
    const open = await sql(
      service.databaseUrl,
      `select from jobs where state in ('waiting', 'active') and organization_id <> 0`,
    );
    const events = await sql(service.databaseUrl, 'select from event_outbox limit 1');
    return open.length + events.length === 0 ? true : undefined;
  });

test('a reader that begins at the start is given the present state, then everything that changes', async () => {
  const before = await service.client.ingest(meeting({ id: 'before', title: 'Before' }));
  const reader = createReader(service.client);
  await settled();
  const first = await reader.readAll();
  assert.deepEqual(first.map(brief), [`meeting ${before} created`]);
  assert.equal(first[0]!.data.title, 'Before');

  const after = await service.client.ingest(meeting({ id: 'after', ...talk('Hello there, everybody.') }));
  await settled();
  const seen = await reader.readAll();
  assert.equal(brief(seen[0]!), `meeting ${after} created`);
  assert.equal(seen[0]!.data.id, after);
  assert.equal(seen[0]!.data.hasTranscript, true);
  assert.ok(!('transcript' in seen[0]!.data));
  assert.deepEqual(await reader.mirror(), await reader.truth());
});

test('each kind of write is told as what it is, and a write that changes nothing is not told', async () => {
  const { client } = service;
  const reader = createReader(client);
  await settled();
  await reader.readAll();
  const step = async (work: () => Promise<unknown>): Promise<string[]> => {
    await work();
    await settled();
    return (await reader.readAll()).map(brief);
  };
  const quiet = { processImportedMeeting: false };
  let id = '';
  assert.deepEqual(
    await step(async () => {
      id = await client.ingest(meeting({ id: 'kinds' }), quiet);
    }),
    [`meeting ${id} created`],
  );
  assert.deepEqual(await step(() => client.ingest(meeting({ id: 'kinds' }), quiet)), []);
  assert.deepEqual(await step(() => client.ingest(meeting({ id: 'kinds', title: 'Renamed' }), quiet)), [
    `meeting ${id} updated details`,
  ]);
  const words = { id: 'kinds', title: 'Renamed', ...talk('Shall we start?') };
  assert.deepEqual(await step(() => client.ingest(meeting(words), quiet)), [
    `meeting ${id} updated details transcript`,
  ]);
  const remap = () =>
    client.post('/v1/meeting/remap', {
      meetingDetails: { serviceMeetingId: Number(id) },
      salesforceRecords: { accountId: ACCOUNT },
    });
  assert.deepEqual(await step(remap), [`meeting ${id} updated crm`]);
  assert.deepEqual(await step(remap), []);
  const upload = () =>
    client.send('PUT', 'receiver', `/v1/meetings/${id}/recording`, {
      headers: { 'Content-Type': 'audio/mpeg' },
      raw: 'ID3 and so on',
    });
  assert.deepEqual(await step(upload), [`meeting ${id} updated recording`]);

  const users = [{ email: 'ada@parley.example', name: 'Ada Park' }];
  const [made] = await step(() => client.put('/admin/v1/users', { users }));
  assert.match(made!, /^user \d+ created$/);
  assert.deepEqual(await step(() => client.put('/admin/v1/users', { users })), []);
  const renamed = [{ email: 'ADA@parley.example', name: 'Ada P.' }];
  assert.deepEqual(await step(() => client.put('/admin/v1/users', { users: renamed })), [
    made!.replace('created', 'updated'),
  ]);

  let signal = 0;
  const asked = { signalName: 'Numbers', prompt: 'Somebody asks for the numbers.', phrases: [PHRASE] };
  const [createdSignal] = await step(async () => {
    signal = (await client.post('/admin/v1/signals', asked)).body.id;
  });
  assert.equal(createdSignal, `signal ${signal} created`);

  const found = await step(() =>
    client.ingest(meeting({ ...words, ...talk(`Shall we start with ${PHRASE}?`) })),
  );
  const execution = found.find((one) => one.startsWith('execution'))!;
  assert.match(execution, /^execution \d+ created$/);
  const replaced = await step(() => client.ingest(meeting({ ...words, ...talk('Nothing of it.') }), quiet));
  assert.ok(replaced.includes(execution.replace('created', 'deleted')), replaced.join('\n'));
  const again = await step(() => client.ingest(meeting({ ...words, ...talk(`Back to ${PHRASE}, please.`) })));
  const second = again.find((one) => one.startsWith('execution'))!;
  assert.deepEqual((await step(() => client.delete(`/v1/meetings/${id}`))).toSorted(), [
    second.replace('created', 'deleted'),
    `meeting ${id} deleted`,
  ]);
  assert.deepEqual(await step(() => client.delete(`/admin/v1/signals/${signal}`)), [
    `signal ${signal} deleted`,
  ]);
  assert.deepEqual(await reader.mirror(), await reader.truth());
});

test('a key sees the types of its scopes, and waits for them alone', async () => {
  const made = await service.client.post('/admin/v1/keys', { name: 'users', scopes: ['users:read'] });
  const client = service.as(made.body.key);
  const start = await client.get('/v1/changes', { limit: '1000' });
  assert.deepEqual([...new Set(start.body.changes.map(({ type }: Item) => type))], ['user']);
  const refused = await client.get('/v1/changes', { types: 'user,meeting' });
  assert.equal(refused.status, 403);
  assert.match(refused.body.error, /meetings:read/);
  const none = await service.client.post('/admin/v1/keys', { name: 'none', scopes: ['ingest:write'] });
  assert.equal((await service.as(none.body.key).get('/v1/changes')).status, 403);

  const { next } = (await client.get('/v1/changes', { after: 'now' })).body;
  const waiting = client.get('/v1/changes', { after: next, waitSeconds: '60' });
  await service.client.ingest(meeting({ id: 'unseen' }), { processImportedMeeting: false });
  await service.client.put('/admin/v1/users', { users: [{ email: 'seen@parley.example' }] });
  const seen = await waiting;
  assert.deepEqual(
    seen.body.changes.map(({ type, change }: Item) => [type, change]),
    [['user', 'created']],
  );
});

test('a reader whose key is revoked is let go', async () => {
  const made = await service.client.post('/admin/v1/keys', { name: 'gone', scopes: ['meetings:read'] });
  const client = service.as(made.body.key);
  const waiting = client.get('/v1/changes', { after: 'now', waitSeconds: '60' });
  await service.client.delete(`/admin/v1/keys/${made.body.id}`);
  assert.equal((await waiting).status, 401);
});

test('a reader that has signed in is let go when it signs out', async () => {
  const { signIn, signOut, ownPage } = sessionsAt(service);
  const token = await signIn();
  const headers = cookie(token);
  const query = { after: 'now', waitSeconds: '60' };
  const waiting = service.as(undefined).get('/v1/changes', query, { headers });
  const stream = await fetch(`${service.apiUrl}/v1/changes?after=now`, {
    headers: { ...headers, Accept: 'text/event-stream' },
  });
  assert.equal(stream.status, 200);
  const other = service.client.get('/v1/changes', { after: 'now', waitSeconds: '60' });
  assert.equal((await signOut(ownPage(token))).status, 204);
  const { status, body } = await waiting;
  assert.deepEqual([status, body], [401, ENDED]);
  await assert.rejects(stream.text());
  await service.client.ingest(meeting({ id: 'signed-out' }), { processImportedMeeting: false });
  assert.equal((await other).status, 200);
});

test('a stream whose reader never has to wait ends with its key as well', async () => {
  const { client } = await service.tenant();
  const made = await client.post('/admin/v1/keys', { name: 'busy', scopes: ['meetings:read'] });
  const attendees = Array.from({ length: 4000 }, (_, n) => ({
    name: 'Grace Lund '.repeat(40),
    email: `${n}@acme.example`,
  }));
  // Together they are more than the connection buffers, so that the stream stands still until its reader reads on.
  const meetings = 16;
  for (let n = 0; n < meetings; n++) {
    await client.ingest(meeting({ id: `large-${n}`, attendees }), { processImportedMeeting: false });
  }
  await settled();
  const open = async (limit: number) => {
    const stream = await fetch(`${service.apiUrl}/v1/changes?limit=${limit}&includeData=true`, {
      headers: { 'X-API-Key': made.body.key, Accept: 'text/event-stream' },
    });
    const events = eventsOf(stream.body!);
    await events.next();
    return events;
  };
  // A page of all is not read at once either.
  const streams = [await open(1), await open(1000)];
  const waiting = service.as(made.body.key).get('/v1/changes', { after: 'now', waitSeconds: '60' });
  assert.equal((await client.delete(`/admin/v1/keys/${made.body.id}`)).status, 204);
  assert.equal((await waiting).status, 401);
  for (const events of streams) {
    let seen = 1;
    await assert.rejects(async () => {
      for await (const _ of events) seen++;
    });
    assert.ok(seen < meetings, `${seen} of ${meetings} meetings came`);
  }
});

test('a page with much data ends early, and continues where it ended', async () => {
  const { client } = await service.tenant();
  const attendees = Array.from({ length: 2000 }, (_, n) => ({
    name: 'Grace Lund',
    email: `${n}@acme.example`,
  }));
  const ids: string[] = [];
  for (let n = 0; n < 12; n++) {
    ids.push(await client.ingest(meeting({ id: `page-${n}`, attendees }), { processImportedMeeting: false }));
  }
  await settled();
  const seen: string[] = [];
  let pages = 0;
  const query = { types: 'meeting', limit: '1000', includeData: 'true' };
  for (let after = 'start'; seen.length < ids.length; ) {
    const { text, body } = await client.get('/v1/changes', { ...query, after });
    assert.ok(text.length < 3_000_000, `${text.length}`);
    pages++;
    seen.push(...body.changes.map(({ id }: Item) => id));
    assert.equal(body.upToDate, seen.length === ids.length);
    after = body.next;
  }
  assert.deepEqual(seen, ids);
  assert.ok(pages > 1);
});

test('a cursor that is not one of the organization is refused', async () => {
  const other = await service.client.post('/admin/v1/organizations', { name: 'Other' });
  const foreign = await service.as(other.body.key).get('/v1/changes', { after: 'now' });
  const { next } = foreign.body;
  for (const after of [next, 'x', `${next}A`, next.slice(1), 'a'.repeat(200), 'START']) {
    const answer = await service.client.get('/v1/changes', { after });
    assert.equal(answer.status, 400, after);
  }
  assert.equal((await service.client.get('/v1/changes', { after: 'a'.repeat(201) })).status, 400);
});

test('a cursor that was forged with numbers that are none is refused', async () => {
  const place = { position: 1, mark: 0 };
  const snapshot = { type: 'meeting', afterId: 0 } as const;
  const forged = [
    ...[Number.NaN, -1, 1.5, 2 ** 60, Number.POSITIVE_INFINITY].flatMap((number) => [
      { ...place, position: number },
      { ...place, mark: number },
      { ...place, snapshot: { ...snapshot, afterId: number } },
    ]),
    { ...place, snapshot: { ...snapshot, type: 'other' as 'user' } },
  ];
  for (const cursor of forged) {
    const after = formatCursor(1, cursor);
    assert.equal((await service.client.get('/v1/changes', { after })).status, 400, JSON.stringify(cursor));
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': after };
    assert.equal((await service.client.get('/v1/changes', {}, { headers })).status, 400);
  }
  const far = formatCursor(1, { position: Number.MAX_SAFE_INTEGER, mark: 0 });
  assert.equal((await service.client.get('/v1/changes', { after: far })).status, 410);
  for (const id of ['garbage', '9'.repeat(5000), 'x\tx']) {
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': id };
    assert.equal((await service.client.get('/v1/changes', {}, { headers })).status, 400, id);
  }
});

test('changes come as server-sent events, from the last one that the client has seen', async () => {
  const { next } = (await service.client.get('/v1/changes', { after: 'now' })).body;
  const controller = new AbortController();
  const open = async (lastEventId?: string) => {
    const response = await fetch(`${service.apiUrl}/v1/changes?after=${next}`, {
      headers: {
        'X-API-Key': service.key,
        Accept: 'text/event-stream',
        ...(lastEventId ? { 'Last-Event-ID': lastEventId } : {}),
      },
      signal: controller.signal,
    });
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    return eventsOf(response.body!);
  };
  const events = await open();
  const ids: string[] = [];
  for (const id of ['sse-1', 'sse-2']) {
    const meetingId = await service.client.ingest(meeting({ id }), { processImportedMeeting: false });
    const { value } = await events.next();
    assert.equal(brief(value!.item), `meeting ${meetingId} created`);
    ids.push(value!.id);
  }
  const { value } = await (await open(ids[0])).next();
  assert.equal(value!.id, ids[1]);
  controller.abort();
});

test('readers that wait leave connections for others, and organizations share the rest', async (t) => {
  const crowded = await startService({ roles: new Set(['api']), maxConnections: 20 });
  t.after(() => crowded.stop());
  const other = await crowded.tenant();
  const after = (await crowded.client.get('/v1/changes', { after: 'now' })).body.next;
  const leaving = new AbortController();
  t.after(() => leaving.abort());
  const read = async (accept: string) => {
    const headers = { 'X-API-Key': crowded.key, Accept: accept };
    const url = `${crowded.apiUrl}/v1/changes?after=${after}&waitSeconds=60`;
    const response = await fetch(url, { headers, signal: leaving.signal });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      text: await response.text(),
    };
  };
  const settled: Awaited<ReturnType<typeof read>>[] = [];
  for (let n = 0; n < 12; n++) {
    const reading = read(n % 2 === 0 ? 'text/event-stream' : '*/*');
    reading.then((one) => settled.push(one)).catch(() => {});
  }
  // Half of the connections are left to other requests.
  await until(async () => (settled.length >= 2 ? true : undefined));
  for (const { status, retryAfter, text } of settled) {
    assert.equal(status, 503);
    assert.ok(Number(retryAfter) > 0);
    assert.match(text, /Too many readers/);
  }
  assert.equal((await crowded.client.get('/v1/users')).status, 200);
  const waiting = await other.client.get('/v1/changes', { after: 'now', waitSeconds: '1' });
  assert.equal(waiting.status, 200);
  await until(async () => (settled.length === 3 ? true : undefined));
  assert.equal(settled[2]!.status, 200);
});

/** The events of a stream; comments and ids without data are passed by. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ id: string; item: Item }> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      text = text.slice(end + 2);
      const field = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length);
      const data = field('data: ');
      if (data !== undefined) yield { id: field('id: ')!, item: JSON.parse(data) };
    }
  }
}

test('what was forgotten, and what another state of the database gave out, is answered 410', async () => {
  const { next } = (await service.client.get('/v1/changes', { after: 'now' })).body;
  await service.client.ingest(meeting({ id: 'late' }), { processImportedMeeting: false });
  await settled();
  const read = () => service.client.get('/v1/changes', { after: next });
  assert.equal((await read()).body.changes.length, 1);
  const [{ position }] = (await read()).body.changes;
  // A copy that was taken before this change numbers another one so.
  await sql(
    service.databaseUrl,
    `update changes set at = at - interval '1 hour' where organization_id = 1 and position = $1`,
    [Number(position) - 1],
  );
  assert.equal((await read()).status, 410);
  assert.match((await read()).body.error, /after=start/);
  const again = createReader(service.client);
  await again.readAll();
  assert.deepEqual(await again.mirror(), await again.truth());
  const list = await service.client.get('/v1/meetings', ALWAYS);
  assert.equal(list.status, 200);
});

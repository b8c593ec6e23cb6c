import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { meeting } from '../support/meetings.ts';
import { urlsOf } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedMeetings } from '../support/signals.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
});
after(() => service.stop());

type Found = {
  meetings: { id: string; title: string; startTime: string }[];
  people: { email: string; name?: string }[];
};

const search = async (query: string, client = service.client): Promise<Found> => {
  const answer = await client.get('/v1/search', { query });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const titles = async (query: string, client = service.client) =>
  (await search(query, client)).meetings.map(({ title }) => title);

test('a title is found at once by how each of its words begins, case and accents aside', async () => {
  const { client } = await service.tenant();
  const title = 'Acme: Quarterly Réview/Q3 — Straßenbau 四半期レビュー';
  await client.ingest(meeting({ title }));
  for (const query of [
    ...['acme', 'ACME', 'a', 'quarterly review', 'rev quart', 'REVIEW acme', 'q3', 'revie'],
    ...[
      'Strasse'.slice(0, 4),
      'straßen',
      '半期',
      'レビュー',
      "acme's".slice(0, 4),
      ' acme  ',
      'acme:',
      '"acme" & (q3)',
    ],
  ]) {
    assert.deepEqual(await titles(query, client), [title], query);
  }
  for (const query of [
    'cme',
    'acme beta',
    'quarterlyx',
    'review acmes',
    '期半x',
    ':',
    "'",
    '\\',
    '%',
    'acme nothing',
  ]) {
    assert.deepEqual(await titles(query, client), [], query);
  }
});

test('the newest ten come first, however far back they lie', async () => {
  const { client, id } = await service.tenant();
  const at = (date: string) => Date.parse(`${date}T10:00:00Z`);
  const starts = ['0000-01-31', '1999-12-31', '2024-02-29', '2025-12-31', '2026-01-01'].map(at);
  const late = Array.from({ length: 8 }, (_, hour) => at('2026-03-01') + hour * 3_600_000);
  const first = new Date(starts[0]!).toISOString();
  const expected = [...starts, ...late].sort((a, b) => b - a);
  const shown = async () =>
    (await search('renew', client)).meetings.map(({ startTime }) => Date.parse(startTime));
  await client.ingest(meeting({ title: 'Renewal talk', startTime: first, endTime: first }));
  await seedMeetings(service.databaseUrl, id, [at('2026-05-01'), at('2020-05-01')], 'Other');
  await seedMeetings(service.databaseUrl, id, starts.slice(1), 'Renewal talk');
  assert.deepEqual(await shown(), expected.slice(8));
  await seedMeetings(service.databaseUrl, id, late, 'Renewal talk');
  assert.deepEqual(await shown(), expected.slice(0, 10));
});

test('pages lead through all meetings with the words, newest first; people are on the first one', async () => {
  const { client, id } = await service.tenant();
  const hour = (index: number) => Date.parse('2026-01-31T20:00:00Z') + Math.floor(index / 3) * 3_600_000;
  await seedMeetings(
    service.databaseUrl,
    id,
    Array.from({ length: 25 }, (_, index) => hour(index)),
    'Renewal talk',
  );
  await client.ingest(
    meeting({
      title: 'Renewal',
      host: { email: 'renewal@parley.example' },
      startTime: '2026-02-03T09:00:00Z',
      endTime: '2026-02-03T10:00:00Z',
    }),
  );
  const ids: string[] = [];
  let pages = 0;
  for (let after: string | undefined; pages === 0 || after !== undefined; pages++) {
    const query = { query: 'renewal', pageSize: '7', ...(after ? { after } : {}) };
    const { body, text } = await client.get('/v1/search', query);
    assert.equal(body.people.length, pages === 0 ? 1 : 0, text);
    ids.push(...body.meetings.map((one: { id: string }) => one.id));
    after = body.next;
  }
  assert.equal(pages, 4);
  const whole = (await client.get('/v1/search', { query: 'renewal', pageSize: '50' })).body;
  assert.equal(whole.meetings.length, 26);
  assert.equal('next' in whole, false);
  assert.deepEqual(
    ids,
    whole.meetings.map((one: { id: string }) => one.id),
  );
  const { next } = (await client.get('/v1/search', { query: 'renew', pageSize: '7' })).body;
  for (const after of ['x', '####', Buffer.from('1e99 1').toString('base64url'), next]) {
    const { status, body } = await client.get('/v1/search', { query: 'renewal', after });
    assert.deepEqual([status, body.error], [400, 'after must be `next` of a page of the same query']);
  }
});

test('moved, renamed and deleted meetings are found in their current state', async () => {
  const { client } = await service.tenant();
  const given = { id: 'one', title: 'Kickoff call' };
  const id = await client.ingest(meeting(given));
  await client.ingest(
    meeting({ ...given, startTime: '2025-05-31T09:30:00Z', endTime: '2025-05-31T10:00:00Z' }),
  );
  assert.deepEqual((await search('kickoff', client)).meetings, [
    {
      ...{ id, title: 'Kickoff call', startTime: '2025-05-31T09:30:00Z' },
      ...{ hostName: 'Ada Park', hostEmail: 'ada@parley.example' },
    },
  ]);
  await client.ingest(meeting({ ...given, title: 'Closing call' }));
  assert.deepEqual(await titles('kickoff', client), []);
  assert.deepEqual(await titles('closing', client), ['Closing call']);
  await client.delete(`/v1/meetings/${id}`);
  assert.deepEqual(await search('closing', client), { meetings: [], people: [] });
});

test('titles of any length and of any characters are taken, and harm no search', async () => {
  const { client } = await service.tenant();
  const words = Array.from({ length: 80 }, (_, index) => `wörd${index}`);
  const long = `Begin ${'x'.repeat(300)} ${words.join(' ')}`;
  await client.ingest(meeting({ title: long }));
  assert.deepEqual(await titles('begin', client), [long]);
  assert.deepEqual(await titles('wörd2 begin wörd1 xxx wörd3', client), [long]);
  assert.deepEqual(await titles('wörd2 begin wörd1 xxx zebra', client), []);
  // Of a title 500 characters are searched.
  assert.deepEqual(await titles('wörd79', client), []);
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), async (text) => {
      const title = text.toWellFormed().replaceAll('\0', '') || 'x';
      const marker = 'zebra';
      await client.ingest(meeting({ id: 'same', title: `${marker} ${title}` }));
      const found = await titles(`${marker} ${title}`.slice(0, 128).toWellFormed(), client);
      assert.deepEqual(found, [`${marker} ${title}`]);
    }),
    { numRuns: 60 },
  );
});

test('people are found by the start of their address and, as users, of their name; who was met last is first', async () => {
  const { client } = await service.tenant();
  const met = (startTime: string, attendees: object[]) =>
    client.ingest(meeting({ title: 'T', startTime, endTime: startTime, attendees }));
  await met('2026-01-01T00:00:00Z', [
    { email: 'Grace@Acme.example', name: 'G. Lund' },
    { email: 'grant@acme.example' },
  ]);
  await met('2026-02-01T00:00:00Z', [{ email: 'grace@acme.example', name: 'Grace Lund' }]);
  await met('2026-01-15T00:00:00Z', [{ email: 'gregor@acme.example', name: 'Gregor' }]);
  assert.deepEqual((await search('GR', client)).people, [
    { email: 'grace@acme.example', name: 'Grace Lund' },
    { email: 'gregor@acme.example', name: 'Gregor' },
    { email: 'grant@acme.example' },
  ]);
  assert.deepEqual((await search('race', client)).people, []);
  // By the name that a meeting gives them, also one that is not the newest.
  const lund = [{ email: 'grace@acme.example', name: 'Grace Lund' }];
  for (const query of ['lund', 'LÜN', 'lund grace', 'g. lund']) {
    assert.deepEqual((await search(query, client)).people, lund, query);
  }
  assert.deepEqual((await search('und', client)).people, []);
  // Punctuation counts in addresses alone.
  assert.deepEqual(
    (await search('gr%', client)).people.map(({ email }) => email),
    ['grace@acme.example', 'gregor@acme.example'],
  );

  const users = [
    { email: 'ada@parley.example', name: 'Dr. Ada Pärk-Lovelace' },
    { email: 'never@parley.example', name: 'Ada Never Met' },
  ];
  assert.equal((await client.put('/admin/v1/users', { users })).status, 200);
  for (const query of ['lovel', 'park dr', 'PÄRK', 'ada lovelace', 'ada@p']) {
    assert.deepEqual(
      (await search(query, client)).people,
      [{ email: 'ada@parley.example', name: 'Ada Park' }],
      query,
    );
  }
});

test('at most ten of many people with a common beginning are returned', async () => {
  const { client, id } = await service.tenant();
  const [meetingId] = await seedMeetings(service.databaseUrl, id, [Date.parse('2026-01-01T00:00:00Z')]);
  await sql(
    service.databaseUrl,
    `insert into meeting_participants (organization_id, email_key, start_time, meeting_id)
     select $1, 'p' || to_char(n, 'FM0000') || '@x.example', now() + (n % 50) * interval '1 day', $2
     from generate_series(1, 500) as n`,
    [id, meetingId],
  );
  const { people } = await search('p0', client);
  // Of the first 100 addresses the newest, then by address.
  const expected = [49, 99, 48, 98, 47, 97, 46, 96, 45, 95];
  assert.deepEqual(
    people.map(({ email }) => email),
    expected.map((n) => `p${String(n).padStart(4, '0')}@x.example`),
  );
});

test('another organization is found nothing of', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()];
  await one.client.ingest(meeting({ title: 'Secret plan', attendees: [{ email: 'secret@acme.example' }] }));
  await one.client.put('/admin/v1/users', {
    users: [{ email: 'secret@acme.example', name: 'Secret Agent' }],
  });
  assert.deepEqual(await search('secret', other.client), { meetings: [], people: [] });
  assert.deepEqual(await search('agent', other.client), { meetings: [], people: [] });
  // Ids that begin with the other's: a term must not reach from one into the next.
  for (const digit of '0123456789/') {
    assert.deepEqual(await search(`${digit}`, other.client), { meetings: [], people: [] });
  }
  assert.equal((await search('secret', one.client)).people.length, 1);
});

test('the query is required, and bounded', async () => {
  const status = async (query?: Record<string, string>) =>
    (await service.client.get('/v1/search', query)).status;
  assert.equal(await status(), 400);
  assert.equal(await status({ query: '' }), 400);
  assert.equal(await status({ query: 'x'.repeat(129) }), 400);
  assert.equal(await status({ query: 'x '.repeat(64) }), 200);
});

test('titles are found inside their index, whatever else there is', async () => {
  const { client, id } = await service.tenant();
  await sql(
    service.databaseUrl,
    `insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email,
       attendees, head)
     select $1, 'USER_PROVIDED', n, 'Common call ' || n, t, t, 'a@b.example', '[]', '{}'
     from (select n, timestamptz '2020-01-01Z' + n * interval '1 hour' as t from generate_series(1, 20000) as n) as made`,
    [id],
  );
  assert.deepEqual((await titles('common 19', client)).slice(0, 2), [
    'Common call 19999',
    'Common call 19998',
  ]);
  assert.deepEqual(
    await titles('call 7', client),
    [7999, 7998, 7997, 7996, 7995, 7994, 7993, 7992, 7991, 7990].map((n) => `Common call ${n}`),
  );
  const scans = await Promise.all(
    urlsOf(service.databaseUrl).map((node) =>
      // On a node of a Citus cluster, the names of indexes end in numbers.
      sql<{ n: number }>(
        node,
        `select coalesce(sum(idx_scan), 0)::int as n from pg_stat_user_indexes
         where indexrelname like 'meetings\\_title\\_words%'`,
      ),
    ),
  );
  assert.ok(scans.flat().some(({ n }) => n > 0));
});

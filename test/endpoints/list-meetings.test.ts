import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { rawGet } from '../support/raw-get.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Tenant = Awaited<ReturnType<TestService['tenant']>>;

/** The ids of a page, in its order. */
async function ids({ client }: Tenant, query: Record<string, string>): Promise<string[]> {
  const answer = await client.get('/v1/meetings', query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.meetings.map(({ id }: { id: string }) => id);
}

test('a shown time used as a bound finds its row, and a millisecond more or less does not', async () => {
  const tenant = await service.tenant();
  const given = [
    ['2026-03-01T10:00:00Z', '2026-03-01T10:30:00Z'],
    ['2026-03-01T10:00:00.001Z', '2026-03-01T10:29:59.999Z'],
    ['2026-03-01T10:00:00.0019999Z', '2026-03-01T10:30:00.9995Z'],
    ['2026-03-01T12:00:00.5+02:00', '2026-03-01T06:00:01.25-04:30'],
    ['1969-12-31T23:59:59.999Z', '1970-01-01T00:00:00Z'],
    ['1883-11-18T12:03:57.9Z', '1883-11-18T12:03:58.1Z'],
    ['0000-02-29T00:00:00.007Z', '0001-01-01T00:00:00Z'],
    ['9999-12-31T23:59:59.998Z', '9999-12-31T23:59:59.999Z'],
  ];
  for (const [index, [startTime, endTime]] of given.entries()) {
    const id = await tenant.client.ingest(meeting({ id: `bound-${index}`, startTime, endTime }));
    const { startTime: from, endTime: to } = (await tenant.client.get(`/v1/meetings/${id}`)).body;
    const shifted = (text: string, ms: number) => new Date(Date.parse(text) + ms).toISOString();
    assert.ok((await ids(tenant, { from, to })).includes(id), `${from} to ${to}`);
    if (!from.startsWith('9999')) {
      assert.ok(!(await ids(tenant, { from: shifted(from, 1), pageSize: '50' })).includes(id), from);
    }
    const earlier = shifted(to, -1);
    if (Date.parse(earlier) >= Date.parse(from)) {
      assert.ok(!(await ids(tenant, { from, to: earlier })).includes(id), to);
    }
  }
});

test('a meeting is in the window where it starts and ends in it', async () => {
  const tenant = await service.tenant();
  const at = (minute: string) => `2026-04-01T10:${minute}:00Z`;
  const made: Record<string, string> = {};
  for (const [start, end] of ['0010', '0030', '1010', '1020', '1030', '2020', '2030', '3040'].map((four) => [
    four.slice(0, 2),
    four.slice(2),
  ])) {
    const times = { startTime: at(start!), endTime: at(end!) };
    made[await tenant.client.ingest(meeting({ ...times, id: `${start}-${end}` }))] = `${start}-${end}`;
  }
  const within = async (from: string, to?: string) => {
    const query = { from: at(from), ...(to === undefined ? {} : { to: at(to) }) };
    return (await ids(tenant, query)).map((id) => made[id]);
  };
  assert.deepEqual(await within('10', '20'), ['10-10', '10-20', '20-20']);
  assert.deepEqual(await within('00', '10'), ['00-10', '10-10']);
  assert.deepEqual(await within('10', '10'), ['10-10']);
  assert.deepEqual(await within('11', '19'), []);
  assert.deepEqual(await within('20'), ['20-20', '20-30', '30-40']);
  assert.deepEqual(await within('31'), []);
});

test('a bound is an instant, whatever zone it is written in', async () => {
  const tenant = await service.tenant();
  const id = await tenant.client.ingest(meeting({ startTime: '2026-01-01T00:30:00+01:00' }));
  for (const from of ['2025-12-31T23:30:00Z', '2026-01-01T05:00:00+05:30', '2025-12-31t15:30:00.000-08:00']) {
    assert.deepEqual(await ids(tenant, { from }), [id], from);
  }
  assert.deepEqual(await ids(tenant, { from: '2026-01-01T00:30:00Z' }), []);
});

test('meetings come by start time, then by id as a number', async () => {
  const tenant = await service.tenant();
  // The ids are to differ in length: as text they would come in another order.
  await sql(service.databaseUrl, "select setval('meetings_id_seq', 999993)");
  const made: { id: number; second: number }[] = [];
  for (let i = 0; i < 12; i++) {
    const second = [3, 1, 2][i % 3]!;
    const startTime = `2026-01-31T09:30:0${second}Z`;
    made.push({ id: Number(await tenant.client.ingest(meeting({ id: `${i}`, startTime }))), second });
  }
  made.sort((a, b) => a.second - b.second || a.id - b.id);
  const expected = made.map(({ id }) => `${id}`);
  assert.ok(expected.includes('999999') && expected.includes('1000000'));
  assert.deepEqual(await ids(tenant, { ...ALWAYS, pageSize: '50' }), expected);
  assert.deepEqual(await ids(tenant, { ...ALWAYS, pageSize: '5', pageNumber: '2' }), expected.slice(5, 10));
});

test('pages hold every meeting once, and pageCount is their number', async () => {
  const tenant = await service.tenant();
  assert.deepEqual((await tenant.client.get('/v1/meetings', ALWAYS)).body, { meetings: [], pageCount: 0 });
  const all: string[] = [];
  for (let i = 0; i < 23; i++) {
    const startTime = `2026-01-31T09:30:${`${i}`.padStart(2, '0')}Z`;
    all.push(await tenant.client.ingest(meeting({ id: `${i}`, startTime })));
    const { pageCount } = (await tenant.client.get('/v1/meetings', { ...ALWAYS, pageSize: '11' })).body;
    assert.equal(pageCount, Math.ceil((i + 1) / 11));
  }
  for (const pageSize of [1, 7, 22, 23, 24, 50]) {
    const pages = Math.ceil(23 / pageSize);
    const seen: string[] = [];
    for (let page = 1; page <= pages; page++) {
      const query = { ...ALWAYS, pageSize: `${pageSize}`, pageNumber: `${page}` };
      const { body } = await tenant.client.get('/v1/meetings', query);
      assert.equal(body.pageCount, pages);
      seen.push(...body.meetings.map(({ id }: { id: string }) => id));
    }
    assert.deepEqual(seen, all);
  }
  assert.deepEqual(await ids(tenant, ALWAYS), all.slice(0, 10));
  for (const order of ['asc', 'desc']) {
    for (const pageNumber of ['4', '2147483647']) {
      const { status, body } = await tenant.client.get('/v1/meetings', { ...ALWAYS, pageNumber, order });
      assert.deepEqual([status, body], [200, { meetings: [], pageCount: 3 }], `${order} ${pageNumber}`);
    }
  }
});

test('a CRM filter finds the meetings of that record, exactly as it is written', async () => {
  const tenant = await service.tenant();
  const crm = (id: string, salesforceAccountId?: string, salesforceOpportunityId?: string) =>
    tenant.client.ingest(meeting({ id, salesforceAccountId, salesforceOpportunityId }));
  const a = await crm('a', '0018c00002ABCDEAA5', '0068c00001XYZabAAG');
  const b = await crm('b', '0018c00002ABCDEAA5');
  const c = await crm('c', '0018c00002abcdeAAC', '0068c00001XYZabAAG');
  const d = await crm('d', '0010g00001Z54O9');
  const e = await crm('e', '📞'.repeat(18));
  await crm('f');
  const byAccount = (salesforceAccountId: string) => ids(tenant, { ...ALWAYS, salesforceAccountId });
  assert.deepEqual(await byAccount('0018c00002ABCDEAA5'), [a, b]);
  assert.deepEqual(await byAccount('0018c00002abcdeAAC'), [c]);
  assert.deepEqual(await byAccount('0018C00002ABCDEAA5'), []);
  assert.deepEqual(await byAccount('0010g00001Z54O9AAJ'), [d], 'a 15-character id is found by its long form');
  assert.deepEqual(await byAccount('📞'.repeat(18)), [e], 'characters are counted, not their bytes');
  assert.deepEqual(await byAccount('0068c00001XYZabAAG'), []);
  const salesforceOpportunityId = '0068c00001XYZabAAG';
  assert.deepEqual(await ids(tenant, { ...ALWAYS, salesforceOpportunityId }), [a, c]);
});

test('a meeting matches where all given addresses are its host or attendees, in any case', async () => {
  const tenant = await service.tenant();
  const host = { email: 'Ada@Parley.Example' };
  const attendees = [{ email: 'grace@acme.example' }, { email: 'ZOË+x@acme.example' }, { name: 'Nobody' }];
  const id = await tenant.client.ingest(meeting({ host, attendees }));
  await tenant.client.ingest(meeting({ id: 'other', attendees: [{ email: 'race@acme.example' }] }));
  const found = async (attendeeEmailAddresses: string) =>
    (await ids(tenant, { ...ALWAYS, attendeeEmailAddresses })).includes(id);
  for (const list of [
    'grace@acme.example',
    'GRACE@ACME.EXAMPLE',
    'ada@parley.example',
    'zoë+X@acme.example',
    'grace@acme.example,ada@parley.example,Zoë+x@acme.example',
    'grace@acme.example,GRACE@acme.example',
  ]) {
    assert.ok(await found(list), list);
  }
  for (const list of [
    'race@acme.example',
    'grace@acme',
    'grace_acme.example@x',
    'grace@acme.example,nobody@acme.example',
    '%@acme.example',
    'nobody@acme.example',
  ]) {
    assert.ok(!(await found(list)), list);
  }
  const encoded = 'attendeeEmailAddresses=grace%40acme.example%2Cada%40parley.example';
  const answer = await tenant.client.send('GET', 'api', `/v1/meetings?from=2000-01-01T00:00:00Z&${encoded}`);
  assert.equal(answer.body.meetings.length, 1);
});

test('sourceTypes finds the meetings of any of its sources', async () => {
  const tenant = await service.tenant();
  const sources = ['USER_PROVIDED', 'ZOOM', 'ZOOM_PHONE', 'ZOOM'];
  const made: string[] = [];
  for (const [index, source] of sources.entries()) {
    made.push(await tenant.client.ingest(meeting({ id: `${index}` })));
    await sql(service.databaseUrl, 'update meetings set source_type = $1 where id = $2', [
      source,
      made.at(-1),
    ]);
  }
  const of = (sourceTypes: string) => ids(tenant, { ...ALWAYS, sourceTypes });
  const [a, b, c, d] = made;
  assert.deepEqual(await ids(tenant, ALWAYS), made);
  assert.deepEqual(await of('USER_PROVIDED'), [a]);
  assert.deepEqual(await of('ZOOM'), [b, d]);
  assert.deepEqual(await of('ZOOM_PHONE,USER_PROVIDED,ZOOM_PHONE'), [a, c]);
  assert.deepEqual(await of('GONG,SERVICE'), []);
});

test('filters are combined: a meeting must pass them all', async () => {
  const tenant = await service.tenant();
  const salesforceAccountId = '0018c00002ABCDEAA5';
  const attendees = [{ email: 'grace@acme.example' }];
  const both = await tenant.client.ingest(meeting({ id: 'both', salesforceAccountId, attendees }));
  await tenant.client.ingest(meeting({ id: 'account', salesforceAccountId }));
  await tenant.client.ingest(meeting({ id: 'attendee', attendees }));
  const query = { ...ALWAYS, salesforceAccountId, attendeeEmailAddresses: 'grace@acme.example' };
  assert.deepEqual(await ids(tenant, query), [both]);
  assert.deepEqual(await ids(tenant, { ...query, sourceTypes: 'USER_PROVIDED' }), [both]);
  assert.deepEqual(await ids(tenant, { ...query, sourceTypes: 'ZOOM' }), []);
});

test('a meeting is shown with every field that has a value, in the shape of the contract', async () => {
  const tenant = await service.tenant(['parley.example']);
  const id = await tenant.client.ingest(
    meeting({
      title: ' Größe & “Preis” 📞 ',
      startTime: '2026-01-31T10:30:00.250+01:00',
      attendees: [
        { name: 'Ada Park', email: 'Ada@parley.example' },
        { name: 'Grace', isInternal: false },
      ],
      salesforceAccountId: '0010g00001Z54O9',
      salesforceOpportunityId: 'deal-7',
      transcript: {
        segments: [
          { text: 'Hi.', timestampSeconds: 0, speaker: { name: 'Grace' } },
          { text: '', timestampSeconds: 2700.5, speaker: { name: 'Somebody' } },
          { text: 'Bye.' },
        ],
      },
    }),
  );
  const { body } = await tenant.client.get('/v1/meetings', ALWAYS);
  const [ada, grace] = body.meetings[0].attendees;
  assert.deepEqual(body, {
    meetings: [
      {
        id,
        title: ' Größe & “Preis” 📞 ',
        startTime: '2026-01-31T09:30:00.250Z',
        endTime: '2026-01-31T10:15:00Z',
        host: { email: 'ada@parley.example', name: 'Ada Park' },
        attendees: [
          { id: ada.id, name: 'Ada Park', email: 'Ada@parley.example', isInternal: true },
          { id: grace.id, name: 'Grace', isInternal: false },
        ],
        crmAccountId: '0010g00001Z54O9AAJ',
        crmOpportunityId: 'deal-7',
        transcript: {
          entries: [
            {
              text: 'Hi.',
              speaker: { name: 'Grace', attendeeId: grace.id },
              timestamp: '00:00:00',
              timestampSeconds: 0,
            },
            {
              text: '',
              speaker: { name: 'Somebody' },
              timestamp: '00:45:00.500',
              timestampSeconds: 2700.5,
            },
            { text: 'Bye.' },
          ],
        },
      },
    ],
    pageCount: 1,
  });
});

test('a field without a value is omitted, and never null', async () => {
  const tenant = await service.tenant();
  const id = await tenant.client.ingest(
    meeting({
      host: { email: 'ada@parley.example', name: null },
      attendees: [{ name: 'Grace Lund', email: null, isInternal: null }],
      transcript: null,
      salesforceAccountId: null,
    }),
  );
  const answer = await tenant.client.get('/v1/meetings', { ...ALWAYS, includeDownloadUrl: 'true' });
  const [{ attendees, ...rest }] = answer.body.meetings;
  assert.deepEqual(rest, {
    id,
    title: 'Quarterly review',
    startTime: '2026-01-31T09:30:00Z',
    endTime: '2026-01-31T10:15:00Z',
    host: { email: 'ada@parley.example' },
  });
  assert.deepEqual(Object.keys(attendees[0]).sort(), ['id', 'name']);
  assert.ok(!answer.text.includes('null'));
});

test('gzip and identity give the same bytes; gzip only where it is accepted', async () => {
  const tenant = await service.tenant();
  const segments = Array.from({ length: 50 }, (_, index) => ({ text: `“Größe” ${index} 📞` }));
  await tenant.client.ingest(meeting({ id: 'a', transcript: { segments } }));
  await tenant.client.ingest(meeting({ id: 'b', title: 'Ünïcode \u2028 "quoted" \\' }));
  for (const path of ['/v1/meetings?from=2000-01-01T00:00:00Z', '/v1/meetings?from=2040-01-01T00:00:00Z']) {
    const get = (accept?: string) => rawGet(service.apiUrl, path, tenant.key, accept);
    const plain = await get();
    assert.equal(plain.headers['content-encoding'], undefined);
    assert.match(plain.headers['content-type'] ?? '', /^application\/json/);
    JSON.parse(plain.bytes.toString());
    for (const accept of ['gzip', 'GZIP;q=0.5', 'br, gzip', '*']) {
      const gzipped = await get(accept);
      assert.equal(gzipped.headers['content-encoding'], 'gzip', accept);
      assert.equal(gzipped.headers.vary, 'Accept-Encoding');
      assert.deepEqual(gunzipSync(gzipped.bytes), plain.bytes);
    }
    for (const accept of ['identity', 'compress', 'gzip;q=0', '*;q=0', '']) {
      const refused = await get(accept);
      assert.equal(refused.headers['content-encoding'], undefined, accept);
      assert.deepEqual(refused.bytes, plain.bytes);
    }
  }
});

test('windows at both ends of time are counted like any other', async () => {
  const windows = [
    ['0000-01-01T00:00:00Z', '0000-01-01T01:00:00Z'],
    ['0000-01-01T13:00:00Z', '0000-01-31T23:00:00Z'],
    ['9999-12-01T01:00:00Z', '9999-12-31T01:00:00Z'],
    ['9999-12-31T13:00:00Z', '9999-12-31T23:59:59.999Z'],
  ];
  for (const [from, to] of windows) {
    const { status, body } = await service.client.get('/v1/meetings', { from: from!, to: to! });
    assert.deepEqual([status, body], [200, { meetings: [], pageCount: 0 }], `${from} to ${to}`);
    assert.equal((await service.client.get('/v1/meetings', { from: from! })).status, 200);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { signalsOf } from '../processing/conversations.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ACME = '001000000000001AAA';
const BOLT = '001000000000002AAA';

let service: TestService;
let tenant: Awaited<ReturnType<TestService['tenant']>>;
before(async () => {
  service = await startService();
  tenant = await service.tenant(['own.example']);
});
after(() => service.stop());

const call = (id: string, day: string, changes: Record<string, unknown> = {}) =>
  meeting({
    id,
    title: `Call ${id}`,
    startTime: `2026-${day}T09:00:00Z`,
    endTime: `2026-${day}T10:00:00Z`,
    host: { name: 'Ada Park', email: 'ada@own.example' },
    salesforceAccountId: ACME,
    ...changes,
  });

const mail = (id: string, sentAt: string, changes: Record<string, unknown> = {}) => ({
  id,
  subject: `Mail ${id}`,
  sentAt,
  from: { name: 'Grace L.', email: 'GRACE@acme.example' },
  to: [{ email: 'ada@own.example' }, { name: 'Cy', email: 'cy@acme.example' }],
  text: 'Hello.',
  salesforceAccountId: ACME,
  ...changes,
});

async function send(email: object): Promise<string> {
  const { status, text, body } = await tenant.client.post('/v1/user-provided-email', { email });
  assert.equal(status, 200, text);
  return body.emailId;
}

const get = (id: string) => tenant.client.get(`/v1/accounts/${id}`);
const list = async (query: Record<string, string> = {}) => {
  const answer = await tenant.client.get('/v1/accounts', query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

test('an account has its people, matches, next steps and opportunities', async () => {
  const { client } = tenant;
  await client.put('/admin/v1/crm-records', {
    records: [
      { type: 'ACCOUNT', id: ACME, name: 'Acme', domains: ['acme.example', 'acme.test'] },
      { type: 'OPPORTUNITY', id: '006000000000001AAA', name: 'Renewal' },
    ],
  });
  const { signal, processed } = signalsOf(client);
  const signalId = await signal({ signalName: 'Budget', phrases: ['the budget'], contextSource: 'ALL' });
  const segments = [
    { text: 'What about the budget?', timestampSeconds: 3, speaker: { name: 'Grace Lund' } },
    { text: 'I will send you the contract on Friday.', timestampSeconds: 9, speaker: { name: 'Ada Park' } },
  ];
  const attendees = [
    { name: 'Grace Lund', email: 'grace@acme.example' },
    { name: 'Ada Park', email: 'ada@own.example' },
    { name: 'Nobody' },
  ];
  const first = await client.ingest(
    call('a', '01-05', {
      attendees,
      transcript: { segments },
      salesforceOpportunityId: '006000000000001AAA',
    }),
  );
  const second = await client.ingest(call('b', '02-05', { attendees, transcript: { segments } }));
  await client.ingest(
    call('c', '02-01', { attendees: [{ email: 'bo@partner.example' }, { email: 'eve@eu.own.example' }] }),
  );
  await send(
    mail('m', '2026-03-01T08:00:00Z', { text: 'About the budget.', salesforceOpportunityId: '006X' }),
  );
  await processed(first);
  await processed(second);
  // The e-mail has been judged as well.
  await until(async () => ((await get(ACME)).body.signals[0]?.count === 3 ? true : undefined));

  const { body } = await get(ACME);
  const { openNextSteps, signals, ...rest } = body;
  assert.deepEqual(rest, {
    id: ACME,
    name: 'Acme',
    domains: ['acme.example', 'acme.test'],
    meetingCount: 3,
    emailCount: 1,
    firstAt: '2026-01-05T09:00:00Z',
    lastAt: '2026-03-01T08:00:00Z',
    people: [
      { name: 'Cy', email: 'cy@acme.example', meetingCount: 0, lastAt: '2026-03-01T08:00:00Z' },
      { name: 'Grace L.', email: 'GRACE@acme.example', meetingCount: 2, lastAt: '2026-03-01T08:00:00Z' },
      { email: 'bo@partner.example', meetingCount: 1, lastAt: '2026-02-01T09:00:00Z' },
    ],
    opportunities: [{ id: '006000000000001AAA', name: 'Renewal' }, { id: '006X' }],
  });
  assert.deepEqual(signals, [
    {
      signalId,
      signalName: 'Budget',
      count: 3,
      lastAt: '2026-03-01T08:00:00Z',
      months: [
        { month: '2026-01', count: 1 },
        { month: '2026-02', count: 1 },
        { month: '2026-03', count: 1 },
      ],
    },
  ]);
  assert.deepEqual(
    openNextSteps.map(({ meetingId, title }: Record<string, string>) => [meetingId, title]),
    [
      [second, 'Call b'],
      [first, 'Call a'],
    ],
  );
  const summary = (await client.get(`/v1/meetings/${second}/summary`)).body;
  const { text, owner, provider, quotes } = openNextSteps[0];
  assert.equal(provider, 'builtin');
  assert.deepEqual({ text, owner, quotes }, { owner: undefined, ...summary.nextSteps[0] });
  assert.equal(quotes[0].entryIndex, 1);
  assert.equal(quotes[0].timestampSeconds, 9);

  const reader = (await client.post('/admin/v1/keys', { name: 'r', scopes: ['meetings:read'] })).body;
  const seen = await service.as(reader.key).get(`/v1/accounts/${ACME}`);
  assert.deepEqual([seen.body.signals, seen.body.meetingCount], [[], 3], 'matches need signals:read');

  await client.delete(`/admin/v1/signals/${signalId}`);
  assert.deepEqual((await get(ACME)).body.signals, []);
});

test('accounts are listed by name or by their last conversation, searched, and counted', async () => {
  const { client } = tenant;
  await client.put('/admin/v1/crm-records', {
    records: [
      { type: 'ACCOUNT', id: BOLT, name: 'bolt Works', domains: ['bolt.example'] },
      { type: 'ACCOUNT', id: '001000000000003AAA', name: 'Never met' },
    ],
  });
  await client.ingest(call('d', '05-01', { salesforceAccountId: BOLT }));
  await send(mail('n', '2026-01-01T00:00:00.5Z', { salesforceAccountId: 'x y/ü?' }));
  const all = await list();
  assert.equal(all.pageCount, 1);
  assert.deepEqual(
    all.accounts.map(({ id }: { id: string }) => id),
    [ACME, BOLT, 'x y/ü?'],
  );
  assert.deepEqual(all.accounts[1], {
    id: BOLT,
    name: 'bolt Works',
    domains: ['bolt.example'],
    meetingCount: 1,
    emailCount: 0,
    firstAt: '2026-05-01T09:00:00Z',
    lastAt: '2026-05-01T09:00:00Z',
  });
  const ids = async (query: Record<string, string>) =>
    (await list(query)).accounts.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids({ order: 'recent' }), [BOLT, ACME, 'x y/ü?']);
  assert.deepEqual(await ids({ search: 'BOLT w' }), [BOLT]);
  assert.deepEqual(await ids({ search: 'Bolt.Example' }), [BOLT]);
  assert.deepEqual(await ids({ search: BOLT.slice(0, 15) }), [BOLT], 'the 15-character form of the id');
  assert.deepEqual(await ids({ search: 'Never' }), [], 'no conversation bears it');
  assert.deepEqual(await list({ pageSize: '2', pageNumber: '2' }), {
    accounts: [all.accounts[2]],
    pageCount: 2,
  });
  assert.deepEqual(await list({ pageSize: '2', pageNumber: '3', order: 'recent' }), {
    accounts: [],
    pageCount: 2,
  });
  assert.deepEqual(await list({ search: 'nothing' }), { accounts: [], pageCount: 0 });
  assert.equal((await get(encodeURIComponent('x y/ü?'))).body.emailCount, 1);
  assert.equal((await get(BOLT.slice(0, 15))).body.id, BOLT);
});

test('an account whose last conversation is deleted or remapped is 404, as is that of others', async () => {
  const { client } = tenant;
  const other = await service.tenant();
  const gone = '001000000000009AAA';
  const one = await client.ingest(call('e', '06-01', { salesforceAccountId: gone }));
  const two = await send(mail('o', '2026-06-02T00:00:00Z', { salesforceAccountId: gone }));
  assert.equal((await get(gone)).status, 200);
  assert.equal((await other.client.get(`/v1/accounts/${gone}`)).status, 404);
  assert.deepEqual((await other.client.get('/v1/accounts')).body, { accounts: [], pageCount: 0 });
  await client.post('/v1/meeting/remap', {
    meetingDetails: { serviceMeetingId: Number(one) },
    salesforceRecords: { accountId: ACME },
  });
  await until(async () => ((await get(gone)).body.meetingCount === 0 ? true : undefined));
  await client.delete(`/v1/emails/${two}`);
  assert.equal((await get(gone)).status, 404);
  assert.deepEqual((await list({ search: gone })).accounts, []);
});

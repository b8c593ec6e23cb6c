import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { email, INGEST_EMAIL, ingestEmail } from '../../support/emails.ts';
import { waitForBlocked } from '../../support/held-locks.ts';
import { startService, type TestService } from '../../support/service.ts';
import { sql } from '../../support/sql.ts';
import { ABSENT, changed } from './bodies.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const ingest = (changes: Record<string, unknown>, client = service.client) => ingestEmail(client, changes);
const read = async (id: string) => (await service.client.get(`/v1/emails/${id}`)).body;

/** Everything that an e-mail can have. */
const full = () => ({
  email: email({
    id: 'full',
    messageId: '<full@acme.example>',
    cc: [{ email: 'bo@acme.example' }, { name: 'Cy', email: 'cy@parley.example' }],
    salesforceAccountId: '0018c00002ABCDE',
    salesforceOpportunityId: '0068c00002ABCDE',
    salesforceLeadId: '00Q8c00002ABCDE',
  }),
  processImportedEmail: true,
});

test('fields are returned as given, CRM ids in their canonical form', async () => {
  const { id: _, ...given } = full().email;
  const { emailId, created } = await ingest({ ...given, id: 'round-trip', messageId: '<round@trip>' });
  assert.equal(created, true);
  assert.deepEqual(await read(emailId), {
    id: emailId,
    subject: 'Renewal',
    sentAt: '2026-02-02T09:15:00Z',
    from: { name: 'Grace Lund', email: 'grace@acme.example' },
    to: [{ name: 'Ada Park', email: 'ada@parley.example' }],
    cc: [{ email: 'bo@acme.example' }, { name: 'Cy', email: 'cy@parley.example' }],
    text: 'Hello Ada,\n\nthe price is fine.',
    messageId: '<round@trip>',
    crmAccountId: '0018c00002ABCDEAA5',
    crmOpportunityId: '0068c00002ABCDEAA5',
    crmLeadId: '00Q8c00002ABCDEEA5',
  });
});

test('the least that an e-mail has is enough; absent values are left out', async () => {
  const bare = { subject: '', text: '', to: [], from: { email: 'Grace@Acme.example' }, id: null, cc: null };
  const { emailId } = await ingest({ ...bare, sentAt: '2026-02-02T10:15:00.250+01:00' });
  assert.deepEqual(await read(emailId), {
    id: emailId,
    subject: '',
    sentAt: '2026-02-02T09:15:00.250Z',
    from: { email: 'Grace@Acme.example' },
    to: [],
    cc: [],
    text: '',
  });
});

test('text is kept word for word', async () => {
  const text = ' \r\n\tzwei\n\n\u{1F389} \u202E "quoted" \\ \u0001 ';
  const { emailId } = await ingest({ id: 'words', text, subject: ' Re:\t ' });
  const { text: kept, subject } = await read(emailId);
  assert.deepEqual([kept, subject], [text, ' Re:\t ']);
});

test('a malformed body is 400 and names the field', async () => {
  const long = (length: number) => 'x'.repeat(length);
  const cases: [field: string, value: unknown, message: RegExp][] = [
    ['email', ABSENT, /^email is required/],
    ['email', 'text', /^email must be an object/],
    ['email.subject', ABSENT, /^email\.subject is required/],
    ['email.subject', null, /^email\.subject must be a string$/],
    ['email.subject', long(2001), /^email\.subject must have at most 2000 characters/],
    ['email.subject', 'a\0b', /^email\.subject must be text without NUL/],
    ['email.sentAt', ABSENT, /^email\.sentAt is required/],
    ['email.sentAt', '2026-02-02T09:15:00', /^email\.sentAt must be an RFC 3339 date-time/],
    ['email.sentAt', 1_770_000_000, /^email\.sentAt must be a string$/],
    ['email.from', ABSENT, /^email\.from is required/],
    ['email.from.email', ABSENT, /^email\.from\.email is required/],
    ['email.from.email', 'Grace <grace@acme.example>', /^email\.from\.email must be one e-mail address/],
    ['email.from.name', long(256), /^email\.from\.name must have at most 255 characters/],
    ['email.to', ABSENT, /^email\.to is required/],
    ['email.to', 'ada@parley.example', /^email\.to must be an array/],
    ['email.to[0].email', '', /^email\.to\[0\]\.email must be one e-mail address/],
    ['email.to', Array(1001).fill({ email: 'a@b' }), /^email\.to must have at most 1000 items/],
    ['email.cc[1].email', 'cy', /^email\.cc\[1\]\.email must be one e-mail address/],
    ['email.cc[0]', null, /^email\.cc\[0\] must be an object/],
    ['email.text', ABSENT, /^email\.text is required/],
    ['email.text', ['x'], /^email\.text must be a string$/],
    ['email.text', 'a\ud800', /^email\.text must be text without NUL/],
    ['email.id', '', /^email\.id must not be empty$/],
    ['email.id', long(513), /^email\.id must have at most 512 characters/],
    ['email.messageId', '', /^email\.messageId must not be empty$/],
    ['email.messageId', long(513), /^email\.messageId must have at most 512 characters/],
    ['email.salesforceAccountId', '', /^email\.salesforceAccountId must not be empty$/],
    ['email.salesforceLeadId', long(256), /^email\.salesforceLeadId must have at most 255 characters/],
    ['processImportedEmail', 'yes', /^processImportedEmail must be a boolean$/],
  ];
  for (const [field, value, message] of cases) {
    const answer = await service.client.post(INGEST_EMAIL, changed(full(), field, value));
    assert.equal(answer.status, 400, `${field} = ${JSON.stringify(value)?.slice(0, 60)}: ${answer.text}`);
    assert.match(answer.body.error, message);
  }
});

test('all faults of a body are reported together; unknown fields are ignored', async () => {
  const body = changed(changed(full(), 'email.subject', 1), 'email.to[0].email', 'x');
  const { error } = (await service.client.post(INGEST_EMAIL, body)).body;
  assert.match(error, /email\.subject .*; .*email\.to\[0\]\.email/);
  const { emailId } = await ingest({ id: 'unknown', folder: 'Inbox', to: [{ email: 'a@b', role: 'x' }] });
  assert.deepEqual((await read(emailId)).to, [{ email: 'a@b' }]);
});

test('other refusals are those of meetings', async () => {
  const raw = JSON.stringify(full());
  const send = (options: {
    raw?: string;
    headers?: Record<string, string>;
    query?: Record<string, string>;
  }) => service.client.post(INGEST_EMAIL, full(), options);
  const tooLarge = { email: email({ text: 'x'.repeat(5_242_880) }) };
  const statuses = [
    (await send({ raw: raw.slice(1) })).status,
    (await send({ query: { dryRun: 'true' } })).status,
    (await send({ headers: { 'Content-Type': 'message/rfc822' } })).status,
    (await send({ headers: { 'Content-Encoding': 'gzip' } })).status,
    (await send({ raw: JSON.stringify(tooLarge) })).status,
    (await service.client.send('GET', 'receiver', INGEST_EMAIL)).status,
    (await service.client.send('POST', 'api', INGEST_EMAIL, { raw })).status,
    (await service.as(undefined).post(INGEST_EMAIL, full())).status,
  ];
  assert.deepEqual(statuses, [400, 400, 415, 415, 413, 405, 404, 401]);
});

test('the same id is one e-mail, whatever else changes; another id is another', async () => {
  const first = await ingest({ id: 'mail-1' });
  const changes = {
    id: 'mail-1',
    subject: 'New',
    sentAt: '2026-03-01T00:00:00Z',
    from: { email: 'x@y.example' },
  };
  assert.deepEqual(await ingest(changes), { emailId: first.emailId, created: false });
  for (const id of ['Mail-1', ' mail-1', 'caf\u00e9', 'cafe\u0301', "'; drop table emails; --"]) {
    assert.equal((await ingest({ id })).created, true, id);
  }
});

test('a Message-ID is one e-mail where no id is given, with or without its angle brackets', async () => {
  const first = await ingest({ messageId: '<a@m.example>' });
  assert.equal(first.created, true);
  for (const messageId of ['a@m.example', '<a@m.example>']) {
    const again = await ingest({ messageId, subject: `Now ${messageId}` });
    assert.deepEqual(again, { emailId: first.emailId, created: false }, messageId);
  }
  assert.equal((await ingest({ messageId: '<A@m.example>' })).created, true);
});

test('an e-mail that was known by its Message-ID takes the id that it is given', async () => {
  const first = await ingest({ messageId: '<b@m.example>' });
  assert.deepEqual(await ingest({ id: 'b', messageId: '<b@m.example>' }), { ...first, created: false });
  assert.deepEqual(await ingest({ id: 'b' }), { ...first, created: false });
  assert.equal((await read(first.emailId)).messageId, '<b@m.example>');
  assert.deepEqual(await ingest({ messageId: 'b@m.example' }), { ...first, created: false });
});

test('ids keep e-mails of one Message-ID apart; without an id the oldest of them is it', async () => {
  const one = await ingest({ id: 'c-1', messageId: '<c@m.example>' });
  const two = await ingest({ id: 'c-2', messageId: '<c@m.example>' });
  assert.deepEqual([one.created, two.created], [true, true]);
  assert.deepEqual(await ingest({ messageId: '<c@m.example>' }), { ...one, created: false });
  assert.deepEqual(await ingest({ id: 'c-2' }), { ...two, created: false });
});

test('an id that looks like another kind of identity is only an id', async () => {
  const first = await ingest({ messageId: 'd@m.example' });
  const { identity } = (
    await sql<{ identity: string }>(service.databaseUrl, 'select identity from emails where id = $1', [
      first.emailId,
    ])
  )[0]!;
  assert.equal((await ingest({ id: identity })).created, true);
  assert.equal((await ingest({ messageId: identity })).created, true);
});

test('without id and Message-ID: the same sender, recipients, subject, time and text are the same e-mail', async () => {
  const bare = { subject: 'No id', text: 'No id', cc: [{ email: 'bo@acme.example' }] };
  const first = await ingest(bare);
  const same = [
    { from: { email: 'GRACE@acme.example' } },
    { to: [{ email: 'Ada@Parley.Example' }] },
    { sentAt: '2026-02-02T10:15:00+01:00' },
    { cc: [] },
    { salesforceAccountId: 'account' },
  ];
  for (const changes of same) {
    const again = await ingest({ ...bare, ...changes });
    assert.deepEqual(again, { ...first, created: false }, JSON.stringify(changes));
  }
  const different = [
    { subject: 'no id' },
    { text: 'No id ' },
    { sentAt: '2026-02-02T09:15:00.001Z' },
    { from: { email: 'ada@parley.example' }, to: [{ email: 'grace@acme.example' }] },
    { to: [] },
    { messageId: '<e@m.example>' },
    { id: 'e' },
  ];
  for (const changes of different) {
    assert.equal((await ingest({ ...bare, ...changes })).created, true, JSON.stringify(changes));
  }
});

test('another organization’s e-mail of the same identity is another e-mail', async () => {
  const other = await service.tenant();
  for (const changes of [{ id: 'f' }, { messageId: '<f@m.example>' }, { subject: 'Shared' }]) {
    const ours = await ingest(changes);
    const theirs = await ingest(changes, other.client);
    assert.equal(theirs.created, true);
    assert.notEqual(theirs.emailId, ours.emailId);
    assert.equal((await other.client.get(`/v1/emails/${ours.emailId}`)).status, 404);
  }
});

test('fields left out stay, fields given replace the old ones whole', async () => {
  const { emailId } = await ingest({ ...full().email, id: 'update', messageId: '<update@m.example>' });
  const before = await read(emailId);
  await ingest({ id: 'update', from: { email: 'GRACE@acme.example' } });
  assert.deepEqual(await read(emailId), { ...before, from: { ...before.from, email: 'GRACE@acme.example' } });
  await ingest({ id: 'update', to: [], cc: [{ email: 'di@acme.example' }], salesforceLeadId: 'lead' });
  const after = await read(emailId);
  assert.deepEqual([after.to, after.cc, after.crmLeadId], [[], [{ email: 'di@acme.example' }], 'lead']);
  assert.deepEqual([after.crmAccountId, after.messageId], [before.crmAccountId, before.messageId]);
  await ingest({ id: 'update', from: { email: 'bo@acme.example' } });
  assert.deepEqual((await read(emailId)).from, { email: 'bo@acme.example' }, 'a name stays with its sender');
});

test('a new e-mail gets the account that everybody outside certainly belongs to', async () => {
  const { client } = await service.tenant(['parley.example']);
  const records = [
    { type: 'ACCOUNT', id: 'acme', name: 'Acme', domains: ['acme.example', 'acme.test'] },
    { type: 'ACCOUNT', id: 'beta', name: 'Beta', domains: ['beta.example'] },
  ];
  assert.equal((await client.put('/admin/v1/crm-records', { records })).status, 200);
  const cases: [string, Record<string, unknown>, string | undefined][] = [
    ['from outside', {}, 'acme'],
    ['to outside', { from: { email: 'ada@eu.parley.example' }, to: [{ email: 'bo@ACME.test' }] }, 'acme'],
    ['two accounts', { cc: [{ email: 'di@beta.example' }] }, undefined],
    ['somebody unknown', { cc: [{ email: 'di@gmail.example' }] }, undefined],
    ['nobody outside', { from: { email: 'bo@parley.example' } }, undefined],
    ['an id is given', { salesforceOpportunityId: 'opportunity' }, undefined],
  ];
  for (const [name, changes, account] of cases) {
    const { emailId } = await ingest({ id: name, ...changes }, client);
    const { crmAccountId } = (await client.get(`/v1/emails/${emailId}`)).body;
    assert.equal(crmAccountId, account, name);
  }
});

for (const [how, changes] of [
  ['by id', () => ({ id: 'at-once' })],
  ['by Message-ID', () => ({ messageId: '<at-once@m.example>' })],
  ['by content', () => ({ subject: 'At once' })],
  [
    'some by id, some by Message-ID',
    (index: number) => ({
      messageId: '<mixed@m.example>',
      ...(index % 2 === 0 ? { id: 'mixed' } : {}),
    }),
  ],
] as const) {
  test(`thirty ingests of one e-mail at once (${how}) make one e-mail, and none fails`, async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ingest(changes(index))));
    assert.equal(new Set(answers.map(({ emailId }) => emailId)).size, 1);
    assert.equal(answers.filter(({ created }) => created).length, 1);
  });
}

test('ingests that claim each other’s identities at once never wait for each other for good', async () => {
  const pairs = Array.from({ length: 40 }, (_, index) => ({
    id: `cross-${index % 3}`,
    messageId: `<cross-${index % 4}@m.example>`,
  }));
  const answers = await Promise.all(pairs.map((pair) => ingest(pair)));
  const byId = Map.groupBy(answers.entries(), ([index]) => pairs[index]!.id);
  for (const [id, some] of byId) {
    assert.equal(new Set([...some].map(([, { emailId }]) => emailId)).size, 1, id);
  }
});

test('an e-mail that is deleted while it is ingested again is created again', async () => {
  const first = await ingest({ id: 'gone' });
  const holder = new pg.Client(service.databaseUrl);
  await holder.connect();
  let again: ReturnType<typeof ingest>;
  try {
    await holder.query('begin');
    await holder.query('delete from emails where organization_id = 1 and id = $1', [first.emailId]);
    again = ingest({ id: 'gone' });
    await waitForBlocked(service.databaseUrl, 1);
    await holder.query('commit');
  } finally {
    await holder.end();
  }
  const { emailId, created } = await again;
  assert.equal(created, true);
  assert.equal((await service.client.get(`/v1/emails/${emailId}`)).status, 200);
});

test('an Idempotency-Key gives the first answer again, and refuses another body', async () => {
  const options = { headers: { 'Idempotency-Key': 'email-once' } };
  const body = { email: email({ id: 'once' }) };
  const first = await service.client.post(INGEST_EMAIL, body, options);
  await ingest({ id: 'once', subject: 'Changed since' });
  const again = await service.client.post(INGEST_EMAIL, body, options);
  assert.deepEqual([again.status, again.body], [200, first.body]);
  assert.equal((await read(first.body.emailId)).subject, 'Changed since');
  const other = await service.client.post(INGEST_EMAIL, { email: email({ id: 'twice' }) }, options);
  assert.equal(other.status, 422);
});

test('signals are asked for where the words are new, and only there', async () => {
  const { id: organizationId, client } = await service.tenant();
  await sql(
    service.databaseUrl,
    `with made as (insert into signals (organization_id, name, context_source, enabled)
                   values ($1, 'Price', 'EMAIL', true) returning organization_id, id)
     insert into signal_versions (organization_id, signal_id, version, prompt, phrases, follow_up_prompts, prompt_hash)
     select organization_id, id, 1, 'Price?', '{price}', '[]', '' from made`,
    [organizationId],
  );
  const runs = async (emailId: string) =>
    (await sql(service.databaseUrl, 'select 1 from processing_runs where email_id = $1', [emailId])).length;
  const ask = async (changes: Record<string, unknown>, rest: Record<string, unknown> = {}) => {
    const { emailId } = await ingestEmail(client, { id: 'judged', ...changes }, rest);
    return runs(emailId);
  };
  const no = { processImportedEmail: false };
  assert.equal(await ask({}), 1, 'new');
  assert.equal(await ask({ cc: [{ email: 'bo@acme.example' }] }), 1, 'other fields');
  assert.equal(await ask({ subject: 'Renewal!' }), 2, 'another subject');
  assert.equal(await ask({ subject: 'Renewal!', text: 'Other words' }), 3, 'another text');
  assert.equal(await ask({ text: 'More words' }, no), 3, 'switched off');
  assert.equal(await ask({ text: ' \r\n\t\u00a0' }), 4, 'a subject alone');
  assert.equal(await ask({ subject: ' ', text: ' \r\n\t\u00a0' }), 4, 'no words');
  assert.equal(await ask({ id: 'silent' }, no), 0, 'new and switched off');
  assert.equal(await ask({ id: 'explicit' }, { processImportedEmail: true }), 1, 'switched on');
});

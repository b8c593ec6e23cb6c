import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { paragraphsOf } from '../../src/domain/conversations/paragraphs.ts';
import { ingestEmail } from '../support/emails.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const ACCOUNT = '0018c00002ABCDEAA5';
const OPPORTUNITY = '0068c00002ABCDEAA5';
const FROM = { from: '2026-01-01T00:00:00Z' };

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Client = TestService['client'];
type Item = { id: string; subject: string; text: string };

async function subjects(client: Client, query: Record<string, string>): Promise<string[]> {
  const answer = await client.get('/v1/emails', { ...FROM, pageSize: '50', ...query });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.emails.map(({ subject }: Item) => subject);
}

test('the list holds the window, its ends included, by sentAt then id', async () => {
  const { client } = await service.tenant();
  for (const [subject, sentAt] of [
    ['d', '2026-01-03T00:00:00Z'],
    ['c', '2026-01-02T00:00:00.001Z'],
    ['b', '2026-01-02T00:00:00Z'],
    ['b again', '2026-01-02T00:00:00Z'],
    ['a', '2026-01-01T00:00:00Z'],
  ]) {
    await ingestEmail(client, { subject, sentAt });
  }
  assert.deepEqual(await subjects(client, {}), ['a', 'b', 'b again', 'c', 'd']);
  const window = { from: '2026-01-02T00:00:00Z', to: '2026-01-02T00:00:00.001Z' };
  assert.deepEqual(await subjects(client, window), ['b', 'b again', 'c']);
  const refused = await client.get('/v1/emails', { ...FROM, to: '2025-12-31T23:59:59Z' });
  assert.deepEqual([refused.status, refused.body], [400, { error: 'to must not be before from' }]);
  assert.match((await client.get('/v1/emails')).body.error, /^from is required/);
});

test('pages are cut from the whole; past the end there is none, and the count stays true', async () => {
  const { client } = await service.tenant();
  const names = Array.from({ length: 23 }, (_, index) => `mail ${String(index).padStart(2, '0')}`);
  for (const subject of names) await ingestEmail(client, { subject });
  const read: string[] = [];
  for (let pageNumber = 1; pageNumber <= 4; pageNumber++) {
    const { body } = await client.get('/v1/emails', { ...FROM, pageSize: '8', pageNumber: `${pageNumber}` });
    assert.equal(body.pageCount, 3);
    assert.equal(body.emails.length, [8, 8, 7, 0][pageNumber - 1]);
    read.push(...body.emails.map(({ subject }: Item) => subject));
  }
  assert.deepEqual(read, names);
  const none = await client.get('/v1/emails', { from: '2027-01-01T00:00:00Z' });
  assert.deepEqual(none.body, { emails: [], pageCount: 0 });
});

test('filters find what they name: CRM records, all of the addresses, and both', async () => {
  const { client } = await service.tenant();
  const people = {
    from: { email: 'Grace@acme.example' },
    to: [{ email: 'ada@parley.example' }],
    cc: [{ email: 'bo@acme.example' }],
  };
  await ingestEmail(client, { subject: 'account', ...people, salesforceAccountId: ACCOUNT });
  await ingestEmail(client, { subject: 'opportunity', ...people, salesforceOpportunityId: OPPORTUNITY });
  await ingestEmail(client, { subject: 'neither', ...people, cc: [] });
  const participants = (...addresses: string[]) => ({ participantEmailAddresses: addresses.join(',') });
  const cases: [Record<string, string>, string[]][] = [
    [{ salesforceAccountId: ACCOUNT }, ['account']],
    [{ salesforceOpportunityId: OPPORTUNITY }, ['opportunity']],
    [participants('grace@ACME.example'), ['account', 'opportunity', 'neither']],
    [participants('grace@acme.example', 'GRACE@acme.example'), ['account', 'opportunity', 'neither']],
    [participants('bo@acme.example', 'ada@parley.example'), ['account', 'opportunity']],
    [participants('bo@acme.example', 'nobody@acme.example'), []],
    [{ ...participants('bo@acme.example'), salesforceAccountId: ACCOUNT }, ['account']],
    [{ ...participants('bo@acme.example'), salesforceOpportunityId: OPPORTUNITY }, ['opportunity']],
    [{ ...participants('bo@acme.example'), to: '2026-01-31T00:00:00Z' }, []],
  ];
  for (const [query, expected] of cases) {
    assert.deepEqual(await subjects(client, query), expected, JSON.stringify(query));
  }
  const both = { salesforceAccountId: ACCOUNT, salesforceOpportunityId: OPPORTUNITY };
  assert.equal((await client.get('/v1/emails', { ...FROM, ...both })).status, 400);
});

test('an update moves the e-mail to where it is found now', async () => {
  const { client } = await service.tenant();
  await ingestEmail(client, { id: 'moves', subject: 'moves', cc: [{ email: 'bo@acme.example' }] });
  const changes = { sentAt: '2026-05-01T00:00:00Z', cc: [{ email: 'cy@acme.example' }] };
  await ingestEmail(client, { id: 'moves', subject: 'moves', ...changes });
  assert.deepEqual(await subjects(client, { participantEmailAddresses: 'bo@acme.example' }), []);
  const found = { participantEmailAddresses: 'cy@acme.example', from: '2026-05-01T00:00:00Z' };
  assert.deepEqual(await subjects(client, found), ['moves']);
});

test('a page of large e-mails is whole', async () => {
  const { client } = await service.tenant();
  const texts = ['small', 'x'.repeat(1_500_000), 'é'.repeat(600_000), 'z'.repeat(3_000_000), 'small too'];
  for (const [index, text] of texts.entries()) await ingestEmail(client, { subject: `${index}`, text });
  const { body } = await client.get('/v1/emails', FROM);
  assert.ok(body.emails.every((one: Item) => one.text === texts[Number(one.subject)]));
  assert.equal(body.emails.length, texts.length);
});

test('an item is the same in the list and on its own; an unknown one is 404', async () => {
  const { client } = await service.tenant();
  const { emailId } = await ingestEmail(client, {
    messageId: '<same@acme.example>',
    salesforceLeadId: 'lead',
  });
  const [item] = (await client.get('/v1/emails', FROM)).body.emails;
  assert.deepEqual((await client.get(`/v1/emails/${emailId}`)).body, item);
  const missing = await client.get(`/v1/emails/${Number(emailId) + 1_000_000}`);
  assert.deepEqual([missing.status, missing.body], [404, { error: 'There is no such e-mail' }]);
  for (const id of ['0', 'x', '1.5', '9007199254740992']) {
    assert.equal((await client.get(`/v1/emails/${id}`)).status, 400, id);
  }
});

test('an e-mail is deleted with its run, its job and its findings; the deletion is audited', async () => {
  const quiet = await startService({ roles: new Set(['api', 'receiver']) });
  try {
    const { databaseUrl, client } = quiet;
    await sql(
      databaseUrl,
      `insert into signals (organization_id, name, context_source, enabled) values (1, 'Price', 'ALL', true)`,
    );
    const { emailId } = await ingestEmail(client, { id: 'gone', cc: [{ email: 'bo@acme.example' }] });
    const kept = await ingestEmail(client, { id: 'kept' });
    const jobs = () => sql(databaseUrl, `select 1 from jobs where kind = 'process-run'`);
    assert.equal((await jobs()).length, 2);
    assert.equal((await client.delete(`/v1/emails/${emailId}`)).status, 204);

    assert.equal((await jobs()).length, 1, 'the job of another e-mail stays');
    for (const table of ['processing_runs', 'email_participants']) {
      const left = await sql<{ email_id: string }>(databaseUrl, `select distinct email_id from ${table}`);
      assert.deepEqual(
        left.map((row) => row.email_id),
        [kept.emailId],
        table,
      );
    }
    assert.equal((await client.get(`/v1/emails/${emailId}`)).status, 404);
    assert.equal((await client.delete(`/v1/emails/${emailId}`)).status, 404);
    const audit = await sql(databaseUrl, `select subject from audit_records where action = 'email.delete'`);
    assert.deepEqual(audit, [{ subject: `email ${emailId}` }]);
    assert.equal((await ingestEmail(client, { id: 'gone' })).created, true);
  } finally {
    await quiet.stop();
  }
});

test('paragraphs are parted by blank lines of any kind, and none is blank', () => {
  const cases: [string, string[]][] = [
    ['', []],
    [' \n\t\r\n\u00a0', []],
    ['one\ntwo\n\nthree', ['one\ntwo', 'three']],
    ['one\r\ntwo\r\n\r\nthree\r\n', ['one\ntwo', 'three']],
    ['one\rtwo\r\rthree', ['one\ntwo', 'three']],
    ['\n\none\n \t \n\n\u3000\nthree\n\n', ['one', 'three']],
    ['> quoted\n>\n> still', ['> quoted\n>\n> still']],
  ];
  for (const [text, expected] of cases) assert.deepEqual(paragraphsOf(text), expected, JSON.stringify(text));
  const piece = fc.constantFrom('a', ' ', '\t', '\n', '\r\n', '\r', 'b ');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const paragraphs = paragraphsOf(text);
      assert.ok(paragraphs.every((one) => one.trim() === one && one !== '' && !/\n\s*\n/.test(one)));
      assert.equal(paragraphs.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''));
    }),
  );
});

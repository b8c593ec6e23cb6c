import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const ACME = '0018c00002ABCDEAA5';
const BETA = '0018c00002ABCDFAA5';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const put = (records: unknown) => service.client.put('/admin/v1/crm-records', { records });

test('records are made and updated by type and id, 15 characters become 18, with an audit record', async () => {
  const made = await put([
    { type: 'ACCOUNT', id: ACME.slice(0, 15), name: 'Acme' },
    { type: 'CASE', id: 'case/1', name: 'Broken scanner' },
  ]);
  assert.deepEqual(made.body, { created: 2, updated: 0 });
  const again = await put([{ type: 'ACCOUNT', id: ACME, name: 'Acme Corp' }]);
  assert.deepEqual(again.body, { created: 0, updated: 1 });
  const rows = await sql(service.databaseUrl, 'select type, id, name from crm_records order by type');
  assert.deepEqual(rows, [
    { type: 'ACCOUNT', id: ACME, name: 'Acme Corp' },
    { type: 'CASE', id: 'case/1', name: 'Broken scanner' },
  ]);
  const audit = await sql(
    service.databaseUrl,
    "select detail from audit_records where action = 'crm-records.put' order by id",
  );
  assert.deepEqual(audit[0], { detail: { created: 2, updated: 0 } });
});

test('all or none: every fault is reported, and nothing is stored', async () => {
  const answer = await put([
    { type: 'LEAD', id: 'new', name: 'New' },
    { type: 'PERSON', id: '', name: '' },
    { type: 'LEAD', id: 'other', name: 'Other', domains: ['other.example'] },
  ]);
  assert.equal(answer.status, 400);
  assert.match(answer.body.error, /records\[1\]\.type must be one of ACCOUNT/);
  assert.match(answer.body.error, /records\[1\]\.id must not be empty/);
  const twice = await put([
    { type: 'LEAD', id: 'new', name: 'New' },
    { type: 'LEAD', id: 'new', name: 'Newer' },
    { type: 'LEAD', id: 'other', name: 'Other', domains: ['other.example'] },
  ]);
  assert.match(twice.body.error, /records\[1\] is the same record as records\[0\]/);
  assert.match(twice.body.error, /records\[2\]\.domains is allowed only for accounts/);
  const rows = await sql(service.databaseUrl, "select id from crm_records where type = 'LEAD'");
  assert.deepEqual(rows, []);
});

test('a new meeting without CRM ids gets the account that all of its guests belong to, where that is certain', async () => {
  const { client } = await service.tenant(['parley.example']);
  await client.put('/admin/v1/crm-records', {
    records: [
      { type: 'ACCOUNT', id: ACME, name: 'Acme', domains: ['acme.example', 'Acme-Labs.example'] },
      { type: 'ACCOUNT', id: BETA, name: 'Beta', domains: ['beta.example', 'shared.example'] },
      { type: 'ACCOUNT', id: 'third', name: 'Third', domains: ['shared.example'] },
    ],
  });
  const accountOf = async (emails: string[], rest: Record<string, unknown> = {}) => {
    const attendees = emails.map((email) => ({ email }));
    const id = await client.ingest(meeting({ title: emails.join(' '), attendees, ...rest }));
    return (await client.get(`/v1/meetings/${id}`)).body.crmAccountId;
  };
  assert.equal(await accountOf(['ada@parley.example', 'grace@ACME.example', 'bo@acme-labs.example']), ACME);
  assert.equal(await accountOf(['grace@acme.example', 'cy@beta.example']), undefined, 'two accounts');
  assert.equal(await accountOf(['grace@acme.example', 'x@unknown.example']), undefined, 'an unknown guest');
  assert.equal(await accountOf(['s@shared.example']), undefined, 'a domain of two accounts');
  assert.equal(await accountOf(['ada@parley.example']), undefined, 'no guest');
  assert.equal(await accountOf(['g@acme.example'], { salesforceAccountId: BETA }), BETA, 'an id was given');
  const deal = { salesforceOpportunityId: 'deal' };
  assert.equal(await accountOf(['h@acme.example'], deal), undefined, 'another id was given');
});

test('an account’s domains are replaced where they are given, and stay where they are not', async () => {
  const { client } = await service.tenant();
  const putOne = (record: Record<string, unknown>) =>
    client.put('/admin/v1/crm-records', {
      records: [{ type: 'ACCOUNT', id: ACME, name: 'Acme', ...record }],
    });
  await putOne({ domains: ['old.example'] });
  await putOne({ name: 'Acme Corp' });
  const domains = () =>
    sql(
      service.databaseUrl,
      'select domain from crm_account_domains where organization_id = (select max(id) from organizations)',
    );
  assert.deepEqual(await domains(), [{ domain: 'old.example' }]);
  await putOne({ domains: ['new.example'] });
  assert.deepEqual(await domains(), [{ domain: 'new.example' }]);
});

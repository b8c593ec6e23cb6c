import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { demoCompany } from '@parley/demo';
import type { TestClient } from '../support/client.ts';
import {
  DEMO,
  demoReaches,
  demoState,
  everyRow,
  everything,
  jobsAreDone,
  loadDemo,
  removeDemo,
} from '../support/demo.ts';
import { ingestEmail } from '../support/emails.ts';
import { filesBelow } from '../support/files-below.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const company = demoCompany();
const TOTALS = { totalMeetings: company.meetings.length, totalEmails: company.emails.length };
const ABSENT = { state: 'absent', meetings: 0, emails: 0, ...TOTALS };
const LOADED = { state: 'loaded', meetings: TOTALS.totalMeetings, emails: TOTALS.totalEmails, ...TOTALS };

/** Records of the demo that an organization may have already. */
const [user, other] = company.users as [(typeof company.users)[0], (typeof company.users)[0]];
const [account, otherAccount] = company.crmRecords.filter(({ type }) => type === 'ACCOUNT') as [
  (typeof company.crmRecords)[0],
  (typeof company.crmRecords)[0],
];
const [signal, otherSignal] = company.signals as [(typeof company.signals)[0], (typeof company.signals)[0]];
const call = company.meetings.find(({ meeting }) => meeting.sourceType === undefined)!.meeting;
const mail = company.emails[0]!.email;
const WORDS = ['own', 'review', 'nordlicht', user.name.split(' ')[0]!];

let dataDir: string;
let service: TestService;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-sample-data-'));
  service = await startService({ dataDir });
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Gives the organization records of its own, some of which have addresses, ids and names of the demo's. */
async function furnish(client: TestClient): Promise<void> {
  const users = [
    { email: user.email, name: 'Own user', title: 'Own title' },
    { email: 'ada@own.example', name: 'Ada Park' },
  ];
  assert.equal((await client.put('/admin/v1/users', { users })).status, 200);
  const records = [
    { type: 'ACCOUNT', id: account.id, name: 'Own account', domains: ['own-customer.example'] },
  ];
  assert.equal((await client.put('/admin/v1/crm-records', { records })).status, 200);
  const own = { signalName: signal.signalName, prompt: 'Somebody asks.', phrases: ['the numbers'] };
  assert.equal((await client.post('/admin/v1/signals', own)).status, 201);
  const segments = [{ text: 'Shall we start with the numbers?', speaker: { name: 'Ada Park' } }];
  const details = { host: { email: 'ada@own.example' }, transcript: { segments } };
  await client.ingest(meeting({ ...details, id: call.id, title: 'Own call' }));
  await client.ingest(meeting({ ...details, id: 'own-call', title: call.title }));
  await ingestEmail(client, { id: mail.id, subject: 'Own e-mail' });
  await jobsAreDone(client);
}

test('the sample data is loaded beside what the organization has, and removed without a trace', async () => {
  const { id, client } = await service.tenant(['own.example']);
  const recordings = () => filesBelow(join(dataDir, 'blobs', 'org', `${id}`));
  await furnish(client);
  assert.deepEqual(await demoState(client), ABSENT);
  const original = await everything(client, WORDS);

  const begun = await client.post(DEMO);
  assert.deepEqual([begun.status, begun.body.state], [202, 'loading']);
  await demoReaches(client, ({ state, meetings }) => state === 'loading' && meetings > 0);
  const loaded = await demoReaches(client, ({ state }) => state === 'loaded');
  // One meeting and one e-mail are the organization's own.
  assert.deepEqual(loaded, {
    ...LOADED,
    meetings: TOTALS.totalMeetings - 1,
    emails: TOTALS.totalEmails - 1,
  });
  assert.deepEqual((await client.post(DEMO)).body, loaded);
  await jobsAreDone(client);

  const meetings = await everyRow(client, '/v1/meetings', ALWAYS);
  assert.equal(meetings.length, TOTALS.totalMeetings + 1);
  assert.equal((await everyRow(client, '/v1/emails', ALWAYS)).length, TOTALS.totalEmails);
  const users = await everyRow(client, '/v1/users');
  assert.equal(users.length, company.users.length + 1);
  assert.equal(users.find(({ email }) => email === user.email)!.name, 'Own user');
  const records = await everyRow(client, '/admin/v1/crm-records');
  assert.equal(records.length, company.crmRecords.length);
  assert.equal(records.find(({ id }) => id === account.id)!.name, 'Own account');
  const { body: signals } = await client.get('/v2/signals');
  assert.equal(signals.signals.length, company.signals.length);
  const people = meetings.flatMap(({ attendees }) => attendees as { email: string; isInternal?: boolean }[]);
  const isOwn = (email: string) => company.organization.domains.some((domain) => email.endsWith(domain));
  for (const { email, isInternal } of people) assert.equal(isInternal, isOwn(email), email);
  assert.ok((await everyRow(client, '/v2/executions', { executionFrom: ALWAYS.from })).length > 100);
  assert.equal((await recordings()).length, 1);
  assert.deepEqual((await client.get('/admin/v1/organization')).body, original.organization);

  const removing = await client.delete(DEMO);
  assert.deepEqual([removing.status, removing.body.state], [202, 'removing']);
  assert.deepEqual(await demoReaches(client, ({ state }) => state === 'absent'), ABSENT);
  await jobsAreDone(client);
  assert.deepEqual(await everything(client, WORDS), original);
  await until(async () => (await recordings()).length === 0 || undefined);
  assert.deepEqual((await client.delete(DEMO)).body, ABSENT);
});

test('what a person changes or adds while the sample data is loaded stays', async () => {
  const [{ client }, neighbour] = [await service.tenant(), await service.tenant()];
  await Promise.all([loadDemo(client), loadDemo(neighbour.client)]);
  const added = { signalName: 'Own', prompt: 'Somebody asks.' };
  assert.equal((await client.post('/admin/v1/signals', added)).status, 201);
  const { body: listed } = await client.get('/v2/signals');
  const idOf = (name: string) =>
    listed.signals.find(({ signalName }: { signalName: string }) => signalName === name).id;
  const patch = (id: string, change: object) =>
    client.send('PATCH', 'api', `/admin/v1/signals/${id}`, {
      headers: { 'Content-Type': 'application/json' },
      raw: JSON.stringify(change),
    });
  assert.equal((await patch(idOf(signal.signalName), { prompt: 'Somebody asks.' })).status, 200);
  assert.equal((await patch(idOf(otherSignal.signalName), { enabled: false })).status, 200);
  const changed = { users: [{ email: other.email, title: 'Changed' }] };
  assert.equal((await client.put('/admin/v1/users', changed)).status, 200);
  const renamed = { records: [{ type: 'ACCOUNT', id: otherAccount.id, name: 'Changed' }] };
  assert.equal((await client.put('/admin/v1/crm-records', renamed)).status, 200);
  const own = await client.ingest(meeting({ id: 'own' }));
  const [first] = await everyRow(client, '/v1/meetings', ALWAYS);
  assert.equal((await client.delete(`/v1/meetings/${first!.id}`)).status, 204);

  await removeDemo(client);
  await jobsAreDone(client);
  const left = await everything(client, []);
  assert.deepEqual(
    left.meetings.map(({ id }) => id),
    [own],
  );
  assert.deepEqual(left.emails, []);
  assert.deepEqual(
    left.signals.signals.map(({ signalName }: { signalName: string }) => signalName).toSorted(),
    [signal.signalName, 'Own'].toSorted(),
  );
  assert.deepEqual(
    left.users.map(({ email, title }) => [email, title]),
    [[other.email, 'Changed']],
  );
  assert.deepEqual(
    left.crmRecords.map(({ id, name }) => [id, name]),
    [[otherAccount.id, 'Changed']],
  );
  assert.deepEqual(await demoState(neighbour.client), LOADED);
  assert.equal((await everyRow(neighbour.client, '/v1/meetings', ALWAYS)).length, TOTALS.totalMeetings);

  // It can be loaded once more, and the removal is in the audit under the key that asked for it.
  assert.deepEqual(await loadDemo(client), LOADED);
  const { body: audit } = await client.get('/admin/v1/audit', { action: 'demo.remove' });
  assert.equal(audit.records.length, 1);
  assert.ok(audit.records[0].keyId);
});

test('a removal in the middle of a load wins', async () => {
  const { client } = await service.tenant();
  await client.post(DEMO);
  await demoReaches(client, ({ meetings }) => meetings > 10);
  let { meetings: most } = (await client.delete(DEMO)).body;
  await demoReaches(client, ({ state, meetings }) => {
    assert.ok(meetings <= most, `${meetings} meetings after ${most}`);
    most = meetings;
    return state === 'absent';
  });
  await jobsAreDone(client);
  const left = await everything(client, []);
  const lists = [left.meetings, left.emails, left.users, left.crmRecords, left.executions];
  assert.deepEqual([...lists, left.signals.signals], [[], [], [], [], [], []]);
});

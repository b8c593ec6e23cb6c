import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { TestClient } from '../support/client.ts';
import { waitForBlocked } from '../support/held-locks.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const PATH = '/admin/v1/organization';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const patch = (client: TestClient, body: unknown, headers: Record<string, string> = {}) =>
  client.send('PATCH', 'api', PATH, {
    raw: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  });

test('an organization sees itself', async () => {
  const { id, client } = await service.tenant(['Birch.example', 'birch.example']);
  const answer = await client.get(PATH);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, { id, name: 'Tenant', domains: ['birch.example'] });
});

test('given fields are set, others stay, and no other organization changes', async () => {
  const [one, two] = [await service.tenant(['one.example']), await service.tenant(['two.example'])];
  const renamed = await patch(one.client, { name: 'Eins 🌳', unknown: 1 });
  assert.equal(renamed.status, 200, renamed.text);
  assert.deepEqual(renamed.body, { id: one.id, name: 'Eins 🌳', domains: ['one.example'] });
  const domains = ['New.example', 'new.example', 'STRAßE.example'];
  const moved = await patch(one.client, { domains, name: null });
  assert.deepEqual(moved.body, { id: one.id, name: 'Eins 🌳', domains: ['new.example', 'straße.example'] });
  assert.deepEqual((await one.client.get(PATH)).body, moved.body);
  assert.deepEqual((await patch(one.client, { domains: [] })).body.domains, []);
  assert.deepEqual((await two.client.get(PATH)).body, {
    id: two.id,
    name: 'Tenant',
    domains: ['two.example'],
  });
});

test('new domains determine who is internal in later ingests', async () => {
  const { client } = await service.tenant(['old.example']);
  const attendees = [{ email: 'a@old.example' }, { email: 'b@new.example' }];
  const internal = async (id: string) =>
    (await client.get(`/v1/meetings/${id}`)).body.attendees.map(
      (one: { isInternal: boolean }) => one.isInternal,
    );
  const before = await client.ingest(meeting({ id: 'before', attendees }));
  await patch(client, { domains: ['new.example'] });
  const after = await client.ingest(meeting({ id: 'after', attendees }));
  assert.deepEqual(await internal(after), [false, true]);
  assert.deepEqual(await internal(before), [true, false]);
});

test('faults of a change are reported by field, and nothing changes', async () => {
  const before = (await service.client.get(PATH)).body;
  const forms: [unknown, RegExp][] = [
    [{ name: '' }, /^name must not be empty$/],
    [{ name: 'x'.repeat(256) }, /^name must have at most 255 characters$/],
    [{ name: 'a\0b' }, /^name must be text without NUL/],
    [{ domains: 'a.example' }, /^domains must be an array$/],
    [
      { domains: ['a@b.example'], name: 7 },
      /name must be a string.*domains\[0\]|domains\[0\].*name must be a string/,
    ],
    [{ domains: ['a b'] }, /^domains\[0\] /],
    [
      { domains: Array.from({ length: 101 }, (_, n) => `d${n}.example`) },
      /^domains must have at most 100 items$/,
    ],
    [[], /^The body must be an object$/],
  ];
  for (const [body, message] of forms) {
    const answer = await patch(service.client, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, message);
  }
  assert.deepEqual((await service.client.get(PATH)).body, before);
});

test('a change is audited with the changed fields; without a change nothing is audited', async () => {
  const { id, client } = await service.tenant(['a.example']);
  await patch(client, { name: 'New name', domains: ['A.example'] }, { 'X-Request-Id': 'renames' });
  await patch(client, { name: 'New name' });
  await patch(client, {});
  const { records } = (await client.get('/admin/v1/audit')).body;
  const changes = records.filter((one: { action: string }) => one.action === 'organization.update');
  assert.equal(changes.length, 1);
  const { subject, requestId, detail, keyName } = changes[0];
  assert.deepEqual(
    { subject, requestId, detail, keyName },
    {
      subject: `organization ${id}`,
      requestId: 'renames',
      detail: { name: 'New name' },
      keyName: 'First key',
    },
  );
});

test('two changes at once come one after the other: neither is lost', async () => {
  const { id, client } = await service.tenant(['old.example']);
  const other = new pg.Client(service.databaseUrl);
  await other.connect();
  try {
    await other.query('begin');
    await other.query("update organizations set name = 'By another' where id = $1", [id]);
    const answer = patch(client, { domains: ['new.example'] });
    await waitForBlocked(service.databaseUrl, 1);
    await other.query('commit');
    assert.deepEqual((await answer).body, { id, name: 'By another', domains: ['new.example'] });
  } finally {
    await other.end();
  }
  assert.equal((await client.get(PATH)).body.name, 'By another');
});

test('without its record there is no change', async () => {
  await sql(service.databaseUrl, 'alter table audit_records rename to audit_records_away');
  try {
    assert.equal((await patch(service.client, { name: 'Unrecorded' })).status, 500);
  } finally {
    await sql(service.databaseUrl, 'alter table audit_records_away rename to audit_records');
  }
  assert.notEqual((await service.client.get(PATH)).body.name, 'Unrecorded');
});

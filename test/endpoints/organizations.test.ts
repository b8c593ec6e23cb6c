import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/admin/v1/organizations';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

test('a new organization comes with a first key that holds every scope but operator', async () => {
  const made = await service.client.post(PATH, { name: 'Birch & Söhne 🌳' });
  assert.equal(made.status, 201);
  const { id, key, ...rest } = made.body;
  assert.deepEqual(rest, { name: 'Birch & Söhne 🌳' });
  assert.ok(id > 1);
  const tenant = service.as(key);
  const { keys } = (await tenant.get('/admin/v1/keys')).body;
  assert.equal(keys.length, 1);
  const scopes = ['meetings:read', 'users:read', 'signals:read', 'remap:write', 'ingest:write', 'admin'];
  assert.deepEqual(keys[0].scopes, scopes);
  const refused = await tenant.post(PATH, { name: 'Another' });
  assert.equal(refused.status, 403);
  assert.deepEqual(refused.body, { error: 'The API key lacks the scope operator' });
});

test('its domains determine who is internal, in any case and with subdomains', async () => {
  const { client } = await service.tenant(['Birch.example', 'birch.example', 'straße.example']);
  const emails = [
    'a@birch.example',
    'b@eu.BIRCH.example',
    'c@notbirch.example',
    'd@STRASSE.example',
    'e@straße.example',
  ];
  const id = await client.ingest(meeting({ attendees: emails.map((email) => ({ email })) }));
  const { attendees } = (await client.get(`/v1/meetings/${id}`)).body;
  assert.deepEqual(
    attendees.map((one: { isInternal: boolean }) => one.isInternal),
    [true, true, false, false, true],
  );
});

test('organizations may bear the same name: the id tells them apart', async () => {
  const [one, two] = [
    await service.client.post(PATH, { name: 'Twin' }),
    await service.client.post(PATH, { name: 'Twin' }),
  ];
  assert.notEqual(one.body.id, two.body.id);
  assert.notEqual(one.body.key, two.body.key);
});

test('faults of a new organization are reported by field, and nothing is created', async () => {
  const forms: [unknown, RegExp][] = [
    [{}, /name is required/],
    [{ name: '' }, /name must not be empty/],
    [{ name: 'x'.repeat(256) }, /name must have at most 255 characters/],
    [{ name: ['x'] }, /name must be a string/],
    [{ name: '\ud800' }, /name must be text without/],
    [{ name: 'x', domains: 'acme.example' }, /domains must be an array/],
    [{ name: 'x', domains: [1] }, /domains\[0\] must be a string/],
    [{ name: 'x', domains: ['ok.example', 'a@acme.example'] }, /domains\[1\]/],
    [{ name: 'x', domains: [''] }, /domains\[0\]/],
    [{ name: 'x', domains: ['.acme.example'] }, /domains\[0\]/],
    [{ name: 'x', domains: ['https://acme.example'] }, /domains\[0\]/],
    [{ name: 'x', domains: ['acme example'] }, /domains\[0\]/],
    [
      { name: 'x', domains: Array.from({ length: 101 }, (_, n) => `d${n}.example`) },
      /domains must have at most 100/,
    ],
  ];
  for (const [body, message] of forms) {
    const answer = await service.client.post(PATH, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, message);
  }
  assert.equal((await service.client.post(PATH, { name: 'x', domains: null })).status, 201);
});

test('making an organization is on record, with the operator’s key and without the new one', async () => {
  const made = await service.client.post(
    PATH,
    { name: 'On record', domains: ['Record.example'] },
    { headers: { 'X-Request-Id': 'made-here' } },
  );
  const database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
  try {
    const { rows } = await database.query(
      'select actor_key_id::int as key, request_id as request, action, subject, detail from audit_records where organization_id = $1 order by id',
      [made.body.id],
    );
    assert.deepEqual(
      rows.map(({ action, key, request }) => [action, key, request]),
      [
        ['organization.create', 1, 'made-here'],
        ['key.create', 1, 'made-here'],
      ],
    );
    assert.equal(rows[0].detail.name, 'On record');
    assert.ok(!JSON.stringify(rows).includes(made.body.key));
  } finally {
    await database.end();
  }
});

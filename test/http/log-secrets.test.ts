import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService({ logLevel: 'trace' });
});
after(() => service.stop());

test('a key that was put into a path, a query, a header or a body is not in the log', async () => {
  const { key, client } = service;
  const secret = key.slice('parley_'.length);
  await client.delete(`/admin/v1/keys/${key}`);
  await client.get(`/v1/meetings/${key}`);
  await client.get(`/${key}`);
  await client.get('/v1/users', { key });
  await client.post('/admin/v1/keys', { key, name: [key] });
  await client.get(
    '/v1/users',
    {},
    { headers: { Authorization: `Bearer ${key}`, Cookie: `parley_session=${key}` } },
  );
  assert.ok(!service.logged().includes(secret), service.logged());
  assert.match(service.logged(), /"path":"\/admin\/v1\/keys\/parley_…"/);
  assert.match(service.logged(), /"path":"\/v1\/meetings\/parley_…"/);
});

test('values that PostgreSQL quotes from a refused row are not logged', async () => {
  const change = (what: string) => sql(service.databaseUrl, `alter table meetings ${what}`);
  await change("add constraint refusing check (title <> 'refused') not valid");
  try {
    const meetingOfRow = meeting({
      title: 'refused',
      host: { name: 'Quoted Host', email: 'quoted@parley.example' },
    });
    const answer = await service.client.post('/v1/user-provided-meeting', { meeting: meetingOfRow });
    assert.equal(answer.status, 500);
  } finally {
    await change('drop constraint refusing');
  }
  assert.match(service.logged(), /violates check constraint/);
  assert.doesNotMatch(service.logged(), /Quoted Host|quoted@parley/);
});

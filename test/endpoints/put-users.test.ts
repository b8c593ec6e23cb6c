import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type Tenant = Awaited<ReturnType<TestService['tenant']>>;

const put = ({ client }: Tenant, ...users: unknown[]) => client.put('/admin/v1/users', { users });

async function listed({ client }: Tenant): Promise<Record<string, unknown>[]> {
  return (await client.get('/v1/users', { pageSize: '50' })).body.users;
}

test('users are made, then known again by address without case', async () => {
  const tenant = await service.tenant();
  const made = await put(
    tenant,
    { email: 'Ada@parley.example' },
    { email: 'zoë@parley.example', role: 'user' },
  );
  assert.equal(made.status, 200);
  assert.deepEqual(made.body, { created: 2, updated: 0 });
  const again = await put(
    tenant,
    { email: 'ADA@parley.example', name: 'Ada' },
    { email: 'new@parley.example' },
  );
  assert.deepEqual(again.body, { created: 1, updated: 1 });
  assert.deepEqual((await put(tenant, { email: 'ZOË@Parley.Example' })).body, { created: 0, updated: 1 });
  assert.deepEqual(await listed(tenant), [
    { email: 'ADA@parley.example', name: 'Ada', licenseAdded: false },
    { email: 'new@parley.example', licenseAdded: false },
    { email: 'ZOË@Parley.Example', role: 'user', licenseAdded: false },
  ]);
});

test('fields given are set; fields left out or null stay', async () => {
  const tenant = await service.tenant();
  const full = {
    email: 'ada@parley.example',
    name: 'Ada',
    role: 'EDITOR',
    type: 'FULL',
    licenseAdded: true,
    crmAuthStatus: 'AUTHENTICATED',
    calendarAuthStatus: 'AUTHENTICATED',
    chatUserId: 'U1',
    title: 'CTO',
    crmDepartment: 'Sales',
    crmUserRole: 'Manager',
    licenseAssignedAt: '2026-01-05T08:00:00Z',
  };
  await put(tenant, full);
  await put(tenant, { email: full.email });
  assert.deepEqual(await listed(tenant), [full]);
  const { email, ...fields } = full;
  await put(tenant, { email, ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])) });
  assert.deepEqual(await listed(tenant), [full]);
  const changes: Record<string, unknown> = {
    name: '',
    role: 'viewer',
    type: 'LIGHT',
    licenseAdded: false,
    crmAuthStatus: 'EXPIRED',
    calendarAuthStatus: 'EXPIRED',
    chatUserId: 'U2',
    title: 'CEO',
    crmDepartment: 'Board',
    crmUserRole: 'Head',
    licenseAssignedAt: '0000-01-01T00:00:00.001Z',
  };
  const now: Record<string, unknown> = { ...full };
  for (const [name, value] of Object.entries(changes)) {
    await put(tenant, { email, [name]: value });
    now[name] = value;
    assert.deepEqual(await listed(tenant), [now], `only ${name} changed`);
  }
});

test('a role is taken in any case, kept as given and found by the upper-case filter', async () => {
  const tenant = await service.tenant();
  const roles = ['ORGANIZATION_ADMIN', 'organization_admin', 'Organization_Admin', 'oRGANIZATION_aDMIN'];
  await put(tenant, ...roles.map((role, index) => ({ email: `${index}@parley.example`, role })));
  await put(tenant, { email: 'x@parley.example', role: 'user_ADMIN' });
  const { body } = await tenant.client.get('/v1/users', { role: 'ORGANIZATION_ADMIN' });
  assert.deepEqual(
    body.users.map(({ role }: { role: string }) => role),
    roles,
  );
});

test('the same address twice in one request is refused, and nothing is stored', async () => {
  const tenant = await service.tenant();
  const answer = await put(
    tenant,
    { email: 'ada@parley.example' },
    { email: 'grace@parley.example' },
    { email: 'Ada@Parley.Example' },
    { email: 'GRACE@parley.example' },
  );
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.body, {
    error: 'users[2].email is the same as that of users[0]; users[3].email is the same as that of users[1]',
  });
  assert.deepEqual(await listed(tenant), []);
});

test('a user of a wrong form is refused with its place, and with it all others', async () => {
  const tenant = await service.tenant();
  const dateTime = 'an RFC 3339 date-time with seconds and a zone, for example 2026-01-31T09:30:00Z';
  const storable = 'text without NUL characters and unpaired surrogates';
  const email = 'ada@parley.example';
  const address = 'users[1].email must be one e-mail address, for example ada@example.com';
  const wrong: [unknown, string][] = [
    [{}, 'users[1].email is required'],
    [null, 'users[1] must be an object'],
    ['ada@parley.example', 'users[1] must be an object'],
    [{ email: null }, 'users[1].email must be a string'],
    [{ email: '' }, address],
    [{ email: 'ada' }, address],
    [{ email: 'Ada <ada@parley.example>' }, address],
    [{ email: ['ada@parley.example'] }, 'users[1].email must be a string'],
    [{ email, name: 1 }, 'users[1].name must be a string'],
    [{ email, name: 'a\0b' }, `users[1].name must be ${storable}`],
    [{ email, title: '\ud800' }, `users[1].title must be ${storable}`],
    [{ email, licenseAdded: 'true' }, 'users[1].licenseAdded must be a boolean'],
    [{ email, licenseAdded: 1 }, 'users[1].licenseAdded must be a boolean'],
    [{ email, licenseAssignedAt: '2026-01-05' }, `users[1].licenseAssignedAt must be ${dateTime}`],
    [{ email, licenseAssignedAt: '2026-02-30T00:00:00Z' }, `users[1].licenseAssignedAt must be ${dateTime}`],
    [{ email, licenseAssignedAt: 1767600000 }, 'users[1].licenseAssignedAt must be a string'],
    [{ email, chatUserId: {} }, 'users[1].chatUserId must be a string'],
    [{ email, name: 1, type: 2 }, 'users[1].name must be a string; users[1].type must be a string'],
  ];
  for (const [user, error] of wrong) {
    const answer = await put(tenant, { email: 'first@parley.example' }, user);
    assert.equal(answer.status, 400, JSON.stringify(user));
    assert.deepEqual(answer.body, { error });
  }
  for (const role of ['', 'boss', 'EDITOR ', 'ED\u0130TOR', 'USER,EDITOR']) {
    const answer = await put(tenant, { email: 'first@parley.example' }, { email, role });
    assert.equal(answer.status, 400, role);
    assert.match(answer.body.error, /^users\[1\]\.role /);
  }
  assert.deepEqual(await listed(tenant), []);
});

test('a body of a wrong form is refused', async () => {
  const { client } = await service.tenant();
  const wrong: [unknown, string][] = [
    [{}, 'users is required'],
    [{ users: null }, 'users must be an array'],
    [{ users: {} }, 'users must be an array'],
    [[], 'The body must be an object'],
    ['users', 'The body must be an object'],
    [null, 'The body must be an object'],
  ];
  for (const [body, error] of wrong) {
    const answer = await client.put('/admin/v1/users', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.deepEqual(answer.body, { error });
  }
  const unknown = await client.put('/admin/v1/users?dryRun=true', { users: [] });
  assert.deepEqual(unknown.body, { error: 'Unknown query parameter "dryRun"; this operation takes none' });
  assert.deepEqual((await client.put('/admin/v1/users', { users: [] })).body, { created: 0, updated: 0 });
});

test('unknown fields are ignored, whatever they hold and are called', async () => {
  const tenant = await service.tenant();
  const raw = `{"users":[{"email":"ada@parley.example","email_key":"x","organization_id":1,"licenseAssignedAtMs":5,
    "nul":"\\u0000","surrogate":"\\ud800","deep":{"name":["\\u0000"]},"__proto__":{"name":"P"},"constructor":1,
    "a\\u0000b":1}],"more":"\\u0000"}`;
  const answer = await tenant.client.put('/admin/v1/users', undefined, { raw });
  assert.deepEqual(answer.body, { created: 1, updated: 0 });
  assert.deepEqual(await listed(tenant), [{ email: 'ada@parley.example', licenseAdded: false }]);
});

test('users of one organization are nobody in another', async () => {
  const [one, other] = [await service.tenant(), await service.tenant()];
  await put(one, { email: 'ada@parley.example', name: 'One' });
  assert.deepEqual((await put(other, { email: 'ada@parley.example' })).body, { created: 1, updated: 0 });
  assert.deepEqual(await listed(other), [{ email: 'ada@parley.example', licenseAdded: false }]);
  assert.equal((await listed(one))[0]!.name, 'One');
});

test('a change and its audit record are one transaction', async () => {
  const tenant = await service.tenant();
  const answer = await put(tenant, { email: 'Ada@parley.example' }, { email: 'grace@parley.example' });
  const records = await sql(
    service.databaseUrl,
    `select a.request_id, a.subject, a.detail, k.id is not null as by_key,
       (select count(*)::int from users u where u.organization_id = $1 and u.xmin = a.xmin) as users_written
     from audit_records a left join api_keys k on k.organization_id = $1 and k.id = a.actor_key_id
     where a.organization_id = $1 and a.action = 'users.put'`,
    [tenant.id],
  );
  assert.deepEqual(records, [
    {
      request_id: answer.headers.get('x-request-id'),
      subject: '2 users',
      detail: { created: 2, updated: 0, emails: ['Ada@parley.example', 'grace@parley.example'] },
      by_key: true,
      users_written: 2,
    },
  ]);
});

test('if the audit record cannot be written, no user is stored', async () => {
  const tenant = await service.tenant();
  await sql(
    service.databaseUrl,
    `alter table audit_records add constraint refuse_users check (action <> 'users.put') not valid`,
  );
  const answer = await put(tenant, { email: 'ada@parley.example' });
  await sql(service.databaseUrl, 'alter table audit_records drop constraint refuse_users');
  assert.equal(answer.status, 500);
  assert.deepEqual(answer.body, { error: 'Internal server error' });
  assert.deepEqual(await listed(tenant), []);
});

test('an audit record names a hundred users and counts them all', async () => {
  const tenant = await service.tenant();
  const users = Array.from({ length: 300 }, (_, index) => ({ email: `${index}@parley.example` }));
  assert.deepEqual((await put(tenant, ...users)).body, { created: 300, updated: 0 });
  const [record] = await sql<{ subject: string; detail: { created: number; emails: string[] } }>(
    service.databaseUrl,
    `select subject, detail from audit_records where organization_id = $1 and action = 'users.put'`,
    [tenant.id],
  );
  assert.equal(record!.subject, '300 users');
  assert.equal(record!.detail.created, 300);
  assert.deepEqual(
    record!.detail.emails,
    users.slice(0, 100).map(({ email }) => email),
  );
});

test('overlapping requests at once all succeed, and each user is wholly of one of them', async () => {
  const tenant = await service.tenant();
  const emails = Array.from({ length: 400 }, (_, index) => `${index}@parley.example`);
  for (let round = 0; round < 5; round++) {
    // Each in another order: rows locked in the order given would end in a deadlock.
    const requests = ['a', 'b', 'c'].map((by, index) => {
      const order = index % 2 ? emails.toReversed() : emails;
      return put(tenant, ...order.map((email) => ({ email, name: `${round}${by}`, title: `${round}${by}` })));
    });
    const answers = await Promise.all(requests);
    for (const { status, body, text } of answers) {
      assert.equal(status, 200, text);
      assert.equal(body.created + body.updated, 400);
    }
    const created = answers.reduce((sum, { body }) => sum + body.created, 0);
    assert.equal(created, round === 0 ? 400 : 0);
  }
  const rows = await sql<{ name: string; title: string; n: number }>(
    service.databaseUrl,
    'select name, title, count(*)::int as n from users where organization_id = $1 group by 1, 2',
    [tenant.id],
  );
  assert.equal(rows.length, 1, 'the last to come wrote all of them');
  assert.match(rows[0]!.name, /^4[abc]$/);
  assert.equal(rows[0]!.title, rows[0]!.name);
  assert.equal(rows[0]!.n, 400);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

type User = { email: string; role?: string; licenseAdded: boolean };

const ROLES = ['VIEWER', 'EDITOR', 'ORGANIZATION_ADMIN', 'USER_ADMIN', 'USER'];

/** 57 users of every role in several cases or none, licensed or not or never told, in no order. */
const TEAM = Array.from({ length: 57 }, (_, index) => {
  const role = [...ROLES, ...ROLES.map((one) => one.toLowerCase()), 'Editor', undefined][index % 12];
  const licenseAdded = [true, false, undefined][index % 5];
  const name = `${String.fromCharCode(97 + ((index * 7) % 26))}${index}`;
  return { email: `${index % 2 ? name.toUpperCase() : name}@Parley.example`, role, licenseAdded };
});

/** As the list is to hold them: by address in lower case, byte by byte. */
const LISTED = TEAM.map(({ email, role, licenseAdded }) => ({
  email,
  ...(role === undefined ? {} : { role }),
  licenseAdded: licenseAdded ?? false,
})).sort((a, b) => Buffer.compare(Buffer.from(a.email.toLowerCase()), Buffer.from(b.email.toLowerCase())));

test('without filters the list is every user, by e-mail, ten to a page', async () => {
  const { client } = await service.tenant();
  assert.deepEqual((await client.get('/v1/users')).body, { users: [], pageCount: 0 });
  await client.put('/admin/v1/users', { users: TEAM });
  assert.deepEqual((await client.get('/v1/users')).body, { users: LISTED.slice(0, 10), pageCount: 6 });
  const [one] = (await client.get('/v1/users', { pageSize: '1', pageNumber: '57' })).body.users;
  assert.deepEqual(one, LISTED[56]);
});

test('every pair of filters, page by page, is a plain filter and slice', async () => {
  const { client } = await service.tenant();
  await client.put('/admin/v1/users', { users: TEAM });
  for (const licenseAdded of [undefined, 'true', 'false']) {
    for (const role of [undefined, ...ROLES]) {
      const fits = (user: User) =>
        (licenseAdded === undefined || `${user.licenseAdded}` === licenseAdded) &&
        (role === undefined || user.role?.toUpperCase() === role);
      const expected = LISTED.filter(fits);
      assert.notEqual(expected.length, 0, `nobody has ${role} and ${licenseAdded}`);
      for (const pageSize of [2, 50]) {
        const pageCount = Math.ceil(expected.length / pageSize);
        for (let page = 1; page <= pageCount + 1; page++) {
          const query = Object.entries({ licenseAdded, role, pageSize, pageNumber: page });
          const given = query.filter(([, value]) => value !== undefined);
          const { body } = await client.get('/v1/users', Object.fromEntries(given) as Record<string, string>);
          const users = expected.slice((page - 1) * pageSize, page * pageSize);
          assert.deepEqual(body, { users, pageCount });
        }
      }
    }
  }
});

test('a page past the end is empty, with the true pageCount', async () => {
  const { client } = await service.tenant();
  await client.put('/admin/v1/users', { users: TEAM });
  for (const pageNumber of ['7', '2147483647']) {
    assert.deepEqual((await client.get('/v1/users', { pageNumber })).body, { users: [], pageCount: 6 });
  }
});

test('a user is shown with the fields that have a value, as they were given', async () => {
  const { client } = await service.tenant();
  const full = {
    email: 'Zoë.Öberg+Sales@Parley.Example',
    name: ' Zoë “Z” Öberg 📞 ',
    role: 'Organization_admin',
    type: 'FULL',
    licenseAdded: true,
    crmAuthStatus: 'AUTHENTICATED',
    calendarAuthStatus: 'EXPIRED',
    chatUserId: 'U0123',
    title: '',
    crmDepartment: 'Sales',
    crmUserRole: 'Manager',
    licenseAssignedAt: '2026-01-05T10:00:00.5+02:00',
  };
  await client.put('/admin/v1/users', { users: [full, { email: 'a@parley.example' }] });
  const answer = await client.get('/v1/users');
  assert.deepEqual(answer.body.users, [
    { email: 'a@parley.example', licenseAdded: false },
    { ...full, licenseAssignedAt: '2026-01-05T08:00:00.500Z' },
  ]);
  assert.ok(!answer.text.includes('null'));
});

test('each parameter accepts its values, and no others', async () => {
  const roles = `role must be one of ${ROLES.join(', ')}`;
  const wrong: Record<string, [string[], string]> = {
    pageNumber: [
      ['', '0', '-1', '1.5', '1e1', 'one', '2147483648', '9'.repeat(400)],
      'pageNumber must be a whole number from 1 to 2147483647',
    ],
    pageSize: [['', '0', '-1', '1.5', '51', 'ten'], 'pageSize must be a whole number from 1 to 50'],
    licenseAdded: [['', '1', 'TRUE', 'yes', 'null', 'true%00'], 'licenseAdded must be true or false'],
    role: [['', 'editor', 'ADMIN', 'EDITOR,USER', 'EDITOR%20', '%20EDITOR', 'toString'], roles],
  };
  for (const [name, [values, message]] of Object.entries(wrong)) {
    for (const value of values) {
      const answer = await service.client.send('GET', 'api', `/v1/users?${name}=${value}`);
      assert.equal(answer.status, 400, `${name}=${value}`);
      assert.deepEqual(answer.body, { error: message });
    }
  }
});

test('repeated, unknown and undecodable parameters are refused', async () => {
  const wrong = {
    'role=USER&role=EDITOR': 'role must be given only once',
    'licenceAdded=true': 'Unknown query parameter "licenceAdded"; did you mean licenseAdded?',
    'Role=USER': 'Unknown query parameter "Role"; did you mean role?',
    'email=a@b.example':
      'Unknown query parameter "email"; this operation takes pageNumber, pageSize, licenseAdded, role',
    'role=%ff': 'The query parameter "role=%ff" is not valid percent-encoded UTF-8',
    'pageSize=0&role=x&rol=y':
      'Unknown query parameter "rol"; did you mean role?; pageSize must be a whole number from 1 to 50; ' +
      `role must be one of ${ROLES.join(', ')}`,
  };
  for (const [query, error] of Object.entries(wrong)) {
    const answer = await service.client.send('GET', 'api', `/v1/users?${query}`);
    assert.equal(answer.status, 400, query);
    assert.deepEqual(answer.body, { error });
  }
});

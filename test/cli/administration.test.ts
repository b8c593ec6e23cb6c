import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { runParley } from './run-parley.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let service: TestService;
const parley = (...args: string[]) => runParley(args, { DATABASE_URL: database.url });

before(async () => {
  database = await createTestDatabase();
});
after(async () => {
  await service?.stop();
  await database.drop();
});

const isUsed = ({ lastUsedAt }: { lastUsedAt?: string }): boolean => lastUsedAt !== undefined;

/** The tests follow one installation from its first organization on. */
test('an organization is made with a key that is printed once, and works', async () => {
  const none = await parley('keys', 'list');
  assert.equal(none.code, 1);
  assert.match(none.stderr, /^parley: There is no organization yet: .*organizations create`\n$/);

  const made = await parley(
    'organizations',
    'create',
    '--name',
    'Acme',
    '--domain',
    'acme.example,Acme.test',
    '--json',
  );
  assert.deepEqual({ code: made.code, stderr: made.stderr }, { code: 0, stderr: '' });
  const { key, ...organization } = JSON.parse(made.stdout);
  assert.deepEqual(organization, { id: 1, name: 'Acme', domains: ['acme.example', 'acme.test'] });

  const listed = await parley('organizations', 'list');
  assert.equal(listed.stdout, 'ID  NAME  DOMAINS\n1   Acme  acme.example, acme.test\n');

  service = await startService({ databaseUrl: database.url });
  const users = await service.as(key).get('/v1/users');
  assert.equal(users.status, 200);
});

test('the command refuses the same organizations as the API', async () => {
  const made = await parley('organizations', 'create', '--name', '', '--domain', 'acme .example');
  assert.equal(made.code, 1);
  assert.match(made.stderr, /^parley: name must not be empty; domains\[0\] .*\n$/);
});

test('a key is made with its scopes and end, works, and is dead a second after it was revoked', async () => {
  const args = ['--name', 'sync', '--scopes', 'users:read,admin', '--expires-at', '2999-12-31'];
  const made = await parley('keys', 'create', ...args, '--json');
  assert.equal(made.code, 0, made.stderr);
  const { key, id, ...rest } = JSON.parse(made.stdout);
  const shown = { name: rest.name, scopes: rest.scopes, expiresAt: rest.expiresAt };
  assert.deepEqual(shown, {
    name: 'sync',
    scopes: ['users:read', 'admin'],
    expiresAt: '2999-12-31T00:00:00Z',
  });
  const client = service.as(key);
  assert.equal((await client.get('/v1/users')).status, 200);
  assert.equal((await client.get('/v1/meetings', { from: '2026-01-01T00:00:00Z' })).status, 403);

  // The time of the last use is stored after the response.
  const listed = await until(async () => {
    const page = await client.get('/admin/v1/keys');
    return page.body.keys.every(isUsed) ? page : undefined;
  });
  const list = await parley('keys', 'list', '--json');
  assert.deepEqual(JSON.parse(list.stdout), listed.body);
  assert.ok(!list.stdout.includes(key));

  const revoked = await parley('keys', 'revoke', `${id}`);
  assert.deepEqual(revoked, { code: 0, stdout: `Key ${id} is revoked.\n`, stderr: '' });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.equal((await client.get('/v1/users')).status, 401);
  const again = await parley('keys', 'revoke', `${id}`);
  assert.deepEqual(again, { code: 1, stdout: '', stderr: 'parley: There is no such key\n' });
});

test('a key that would end in the past is not made', async () => {
  const made = await parley(
    'keys',
    'create',
    '--name',
    'x',
    '--scopes',
    'admin',
    '--expires-at',
    '2020-01-01',
  );
  assert.deepEqual(made, { code: 1, stdout: '', stderr: 'parley: expiresAt must lie in the future\n' });
});

test('every change leaves an audit record without a key, listed newest first', async () => {
  const listed = await parley('audit', 'list', '--json', '--limit', '3');
  const { records } = JSON.parse(listed.stdout);
  assert.deepEqual(
    records.map(({ action, subject, keyId }: Record<string, unknown>) => ({ action, subject, keyId })),
    [
      { action: 'key.revoke', subject: 'key 2', keyId: undefined },
      { action: 'key.create', subject: 'key 2', keyId: undefined },
      { action: 'key.create', subject: 'key 1', keyId: undefined },
    ],
  );
  assert.equal((await parley('audit', '--json', '--limit', '3')).stdout, listed.stdout);
  const people = await parley('audit', 'list', '--limit', '1');
  assert.match(
    people.stdout,
    /^TIME +BY +ACTION +SUBJECT +DETAIL\n\S+Z +command line +key\.revoke +key 2 .*\n$/,
  );
  const actions = async (...filter: string[]) => {
    const { stdout } = await parley('audit', 'list', '--json', ...filter);
    return JSON.parse(stdout).records.map(({ action }: { action: string }) => action);
  };
  assert.deepEqual(await actions('--action', 'key.revoke'), ['key.revoke']);
  assert.deepEqual(await actions('--actor', '1'), []);
  assert.deepEqual(await actions('--to', '2020-01-01T00:00:00Z'), []);
  assert.deepEqual(await actions('--from', '2020-01-01T00:00:00Z', '--action', 'key.revoke'), ['key.revoke']);
  const backwards = await parley('audit', 'list', '--from', '2026-02-01', '--to', '2026-01-01');
  assert.equal(backwards.code, 2);
});

test('a cascade revokes what keys have made, and the last admin key goes with a warning', async () => {
  const make = async (name: string) => {
    const made = await parley('keys', 'create', '--name', name, '--scopes', 'users:read,admin', '--json');
    return JSON.parse(made.stdout) as { id: number; key: string };
  };
  const parent = await make('parent');
  const { body: child } = await service
    .as(parent.key)
    .post('/admin/v1/keys', { name: 'child', scopes: ['users:read'] });
  const listed = await parley('keys', 'list');
  assert.match(listed.stdout, /^ID +NAME +SCOPES +CREATED BY +CREATED +/);
  assert.match(
    listed.stdout,
    new RegExp(
      `^${parent.id} +parent +users:read,admin +- +.*\\n${child.id} +child +users:read +key ${parent.id} `,
      'm',
    ),
  );
  const spare = await make('spare');
  const cascaded = await parley('keys', 'revoke', `${parent.id}`, '--cascade');
  const gone = `Key ${parent.id} is revoked.\nKey ${child.id} is revoked.\n`;
  assert.deepEqual(cascaded, { code: 0, stdout: gone, stderr: '' });

  const { keys } = (await service.as(spare.key).get('/admin/v1/keys')).body;
  const others = keys.filter(
    (one: { id: number; revokedAt?: string }) => !one.revokedAt && one.id !== spare.id,
  );
  for (const { id } of others) assert.equal((await parley('keys', 'revoke', `${id}`)).stderr, '');
  const last = await parley('keys', 'revoke', `${spare.id}`);
  assert.deepEqual([last.code, last.stdout], [0, `Key ${spare.id} is revoked.\n`]);
  assert.match(
    last.stderr,
    /^parley: warning: the organization has no working key with the scope admin any more; .*create`\n$/,
  );
});

test('with several organizations, --organization is needed and must be one of them', async () => {
  await parley('organizations', 'create', '--name', 'Beta');
  const unclear = await parley('keys', 'list');
  assert.deepEqual(unclear, {
    code: 2,
    stdout: '',
    stderr: 'parley: --organization is needed, as there are several: 1 (Acme), 2 (Beta)\n',
  });
  const unknown = await parley('keys', 'list', '--organization', '9');
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /^parley: There is no organization 9; .*\n$/);
  const beta = await parley('keys', 'list', '--organization', '2');
  assert.match(beta.stdout, /^ID .*\n\d+ +First key /);
});

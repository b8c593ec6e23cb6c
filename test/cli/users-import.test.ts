import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { makeFolder, runParley } from './run-parley.ts';

const CSV = [
  '\uFEFFname;licenseAdded;email;role;licenseAssignedAt',
  '"Park; Ada";TRUE;Ada@acme.example;editor;2026-01-05T08:00:00Z',
  'Bo;;bo@acme.example;;',
  ';;;;',
].join('\r\n');

const UNKNOWN_COLUMN = 'email,licenceAdded\nada@acme.example,true\n';

const FAULTY = [
  'email,role,licenseAdded',
  'new@acme.example,EDITOR,true',
  'no address,KING,maybe',
  'NEW@acme.example,USER,false',
].join('\n');

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const importUsers = (file: string, ...args: string[]) =>
  runParley(['users', 'import', join(folder.path, file), ...args], { DATABASE_URL: service.databaseUrl });

before(async () => {
  service = await startService();
  folder = await makeFolder({
    'team.csv': CSV,
    'unknown.csv': UNKNOWN_COLUMN,
    'faulty.csv': FAULTY,
    'team.json': JSON.stringify([{ email: 'bo@acme.example', name: 'Bo Lind', shoeSize: 44 }]),
  });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

test('a CSV file makes users: columns in any order, an empty cell is absent', async () => {
  const ran = await importUsers('team.csv');
  assert.deepEqual(ran, { code: 0, stdout: '2 users: 2 created, 0 updated.\n', stderr: '' });
  const { body } = await service.client.get('/v1/users');
  assert.deepEqual(body.users, [
    {
      email: 'Ada@acme.example',
      name: 'Park; Ada',
      role: 'editor',
      licenseAdded: true,
      licenseAssignedAt: '2026-01-05T08:00:00Z',
    },
    { email: 'bo@acme.example', name: 'Bo', licenseAdded: false },
  ]);
});

test('a JSON file updates by e-mail; fields that it lacks stay, unknown ones are ignored', async () => {
  const ran = await importUsers('team.json', '--json');
  assert.deepEqual(
    { code: ran.code, counts: JSON.parse(ran.stdout) },
    { code: 0, counts: { created: 0, updated: 1 } },
  );
  const { body } = await service.client.get('/v1/users');
  assert.deepEqual(body.users[1], { email: 'bo@acme.example', name: 'Bo Lind', licenseAdded: false });
});

test('an unknown column is refused with the nearest known one', async () => {
  const ran = await importUsers('unknown.csv');
  assert.deepEqual(ran, {
    code: 1,
    stdout: '',
    stderr: 'parley: unknown.csv: unknown column "licenceAdded"; did you mean licenseAdded?\n',
  });
});

test('one faulty row rejects the whole file; the line of every fault is named', async () => {
  const ran = await importUsers('faulty.csv');
  assert.equal(ran.code, 1);
  assert.match(ran.stderr, /^parley: faulty\.csv: [^\n]*\n$/);
  for (const fault of [/line 3: email must be/, /line 3: role /, /line 3: licenseAdded must be/]) {
    assert.match(ran.stderr, fault);
  }
  const { body } = await service.client.get('/v1/users');
  assert.equal(body.users.length, 2);
});

test('the same address twice is refused, whatever its case', async () => {
  await folder.write('twice.csv', 'email\nnew@acme.example\nNEW@acme.example\n');
  const ran = await importUsers('twice.csv');
  assert.match(ran.stderr, /^parley: twice\.csv: line 3: email is the same as that of line 2\n$/);
});

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { makeFolder, runParley } from './run-parley.ts';

let service: TestService;
let folder: Awaited<ReturnType<typeof makeFolder>>;
const parley = (...args: string[]) => runParley(args, { DATABASE_URL: service.databaseUrl });

before(async () => {
  service = await startService({ roles: new Set(['api', 'receiver']) });
  folder = await makeFolder({
    'accounts.csv':
      'type,id,name,domains\nACCOUNT,0018c00002ABCDE,Acme,acme.example acme-labs.example\nLEAD,lead-1,Lind,\n',
    'faulty.csv': 'type,id,name\nACCOUNT,a,Acme\nFIRM,b,Beta\n',
  });
});
after(async () => {
  await service.stop();
  await folder.remove();
});

test('crm import takes a CSV file, all or none, and names the line of a fault', async () => {
  const done = await parley('crm', 'import', join(folder.path, 'accounts.csv'));
  assert.deepEqual(done, { code: 0, stdout: '2 records: 2 created, 0 updated.\n', stderr: '' });
  const rows = await sql(service.databaseUrl, 'select id, name from crm_records order by id');
  assert.deepEqual(rows, [
    { id: '0018c00002ABCDEAA5', name: 'Acme' },
    { id: 'lead-1', name: 'Lind' },
  ]);
  assert.equal((await sql(service.databaseUrl, 'select 1 from crm_account_domains')).length, 2);
  const faulty = await parley('crm', 'import', join(folder.path, 'faulty.csv'));
  assert.equal(faulty.code, 1);
  assert.match(faulty.stderr, /^parley: faulty\.csv: line 3: type must be one of ACCOUNT/);
});

test('dead jobs are listed with their reason and run again', async () => {
  const id = randomUUID();
  await sql(
    service.databaseUrl,
    `insert into jobs (id, kind, organization_id, payload, state, attempts, max_attempts, retry_delay_seconds,
       max_retry_delay_seconds, reason, ended_at)
     values ($1, 'delete-blob', 1, '{"key": "org/1/meeting/1/a"}', 'dead', 20, 20, 5, 3600, 'the store is away', now())`,
    [id],
  );
  const listed = await parley('jobs', 'list', '--state', 'dead');
  assert.equal(listed.code, 0, listed.stderr);
  assert.match(listed.stdout, new RegExp(`${id} .*delete-blob .*dead .*20 .*the store is away`));
  assert.deepEqual(await parley('jobs', '--state', 'dead'), listed, 'list is what jobs does by itself');
  const wrong = await parley('jobs', 'retry', randomUUID());
  assert.deepEqual([wrong.code, wrong.stderr], [1, 'parley: There is no dead job of this id\n']);
  const retried = await parley('jobs', 'retry', '--all');
  assert.deepEqual(retried, { code: 0, stdout: '1 job will be done again.\n', stderr: '' });
  const waiting = await sql(
    service.databaseUrl,
    "select state, attempts from jobs where kind = 'delete-blob'",
  );
  assert.deepEqual(waiting, [{ state: 'waiting', attempts: 0 }]);
});

test('signing keys are rotated, and an older one removed', async () => {
  assert.match((await parley('signing-keys', 'rotate')).stdout, /^Key 2 signs from now on\.\n$/);
  assert.match((await parley('signing-keys', 'list')).stdout, /^ID {2}CREATED\n2 {3}2.*\n1 {3}2/);
  assert.equal((await parley('signing-keys', 'remove', '2')).code, 1, 'the newest stays');
  assert.deepEqual((await parley('signing-keys', 'remove', '1')).stdout, 'Key 1 is gone.\n');
  const other = await service.tenant();
  assert.match((await parley('signing-keys', 'rotate')).stdout, /^Key 3 /);
  const actions = async (client: TestService['client']) =>
    (await client.get('/admin/v1/audit')).body.records
      .filter((one: { action: string }) => one.action.startsWith('signing-key'))
      .map(({ action, subject, keyId }: Record<string, unknown>) => [action, subject, keyId]);
  assert.deepEqual(await actions(service.client), [
    ['signing-key.rotate', 'signing key 3', undefined],
    ['signing-key.remove', 'signing key 1', undefined],
    ['signing-key.rotate', 'signing key 2', undefined],
  ]);
  const ofOther = [['signing-key.rotate', 'signing key 3', undefined]];
  assert.deepEqual(await actions(other.client), ofOther, 'it concerns the URLs of all organizations');
});

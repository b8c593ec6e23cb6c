import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createOwnedDatabase } from '../support/database-roles.ts';
import { connectionAs, connectionTo, SERVING, urlOf } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { runParley } from './run-parley.ts';

type Check = { name: string; state: string; found: string; advice?: string };

let service: TestService;
let dataDir: string;
let servingUrl: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-doctor-'));
  service = await startService({ dataDir });
  const database = new URL(service.databaseUrl.replace('@/', '@host/')).pathname.slice(1);
  servingUrl = urlOf(connectionAs(SERVING, connectionTo(database)));
});
after(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The environment of a deployment that is as it should be. */
const sound = () => ({
  DATABASE_URL: servingUrl,
  PARLEY_DATA_DIR: dataDir,
  PARLEY_PUBLIC_URL: service.apiUrl,
  PARLEY_RECEIVER_PUBLIC_URL: service.receiverUrl,
});

async function examine(settings: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runParley(['doctor', '--json', ...args], settings);
  assert.ok(stdout, stderr);
  const { isSound, checks } = JSON.parse(stdout) as { isSound: boolean; checks: Check[] };
  assert.equal(isSound, code === 0);
  const of = (name: string) => checks.find((check) => check.name === name);
  return { code, checks, of };
}

const withState = (checks: Check[], state: string) =>
  checks.filter((check) => check.state === state).map(({ name }) => name);

test('a sound installation passes every check, and a backup is remembered', async () => {
  await sql(service.databaseUrl, 'update job_schedules set enqueued_until = now()');
  const fresh = await examine(sound());
  assert.deepEqual(
    fresh.checks.map(({ name }) => name),
    [
      ...['node', 'disk', 'postgresql', 'encoding', 'time zone', 'clock', 'connections', 'pooler', 'schema'],
      ...[
        'grants',
        'recordings',
        'store identity',
        'workers',
        'jobs',
        'backup',
        'api address',
        'receiver address',
      ],
    ],
  );
  assert.equal(fresh.code, 0, JSON.stringify(fresh.checks));
  assert.deepEqual(withState(fresh.checks, 'fault'), []);
  assert.equal(fresh.of('backup')!.state, 'warning');
  assert.deepEqual(
    (await readdir(join(dataDir, 'blobs'))).filter((name) => name === 'doctor'),
    [],
    'what it has written is gone',
  );
  assert.equal((await examine(sound(), '--backup-hours', '24')).code, 1);
  const made = await runParley(['backup', join(dataDir, 'backup')], sound());
  assert.equal(made.code, 0, made.stderr);
  const backed = await examine(sound(), '--backup-hours', '24');
  assert.deepEqual([backed.code, backed.of('backup')!.state], [0, 'ok']);
  await sql(service.databaseUrl, `update backups set created_at = now() - interval '3 days'`);
  const old = await examine(sound());
  assert.deepEqual([old.code, old.of('backup')!.state], [1, 'fault']);
  assert.match(old.of('backup')!.found, /^the last one is 72\.\d hours old, in /);
  await sql(service.databaseUrl, 'delete from backups');
});

test('each fault is named with its advice, in a table with a line for each check', async () => {
  const away = await runParley(['doctor'], { ...sound(), DATABASE_URL: 'postgres://p:secret@127.0.0.1:1/p' });
  assert.equal(away.code, 1);
  assert.match(away.stdout, /^CHECK +STATE +FOUND +ADVICE\n/);
  assert.match(away.stdout, /^database +FAULT +.*ECONNREFUSED.* Check DATABASE_URL, the network/m);
  assert.doesNotMatch(away.stdout, /secret/);

  const other = createServer((_request, response) => response.end('Hello'));
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const wrong = await examine({ ...sound(), PARLEY_PUBLIC_URL: elsewhere });
  other.close();
  assert.deepEqual(withState(wrong.checks, 'fault'), ['api address']);
  assert.match(wrong.of('api address')!.found, /\/readyz answers something that is not Parley$/);

  await sql(service.databaseUrl, `revoke insert on meetings from ${SERVING.user}`);
  const grants = await examine(sound());
  await sql(service.databaseUrl, `grant insert on meetings to ${SERVING.user}`);
  assert.deepEqual(withState(grants.checks, 'fault'), ['grants']);
  assert.match(grants.of('grants')!.found, /lacks insert on table public\.meetings$/);

  await sql(service.databaseUrl, `update blob_store_claims set tokens = array[gen_random_uuid()]`);
  const copied = await examine(sound());
  assert.ok(withState(copied.checks, 'fault').includes('store identity'));
});

test('the connections of all processes have to fit into those that the server accepts', async () => {
  const one = await examine(sound());
  assert.match(one.of('connections')!.found, /^the server accepts \d+, a process opens up to 63$/);
  const many = await examine({ ...sound(), PARLEY_PROCESSES: '64', PARLEY_ROLES: 'api' });
  assert.equal(many.of('connections')!.state, 'warning');
  assert.match(many.of('connections')!.found, /, 64 processes open up to 2052$/);
});

test('an empty database lacks its schema, and an empty folder its database', async () => {
  const database = await createOwnedDatabase();
  const empty = await examine({ ...sound(), DATABASE_URL: database.ownerUrl });
  assert.match(empty.of('schema')!.found, /sees no tables of Parley$/);
  await database.drop();
  const { DATABASE_URL: _, ...embedded } = sound();
  const none = await examine({ ...embedded, PARLEY_DATA_DIR: join(dataDir, 'none') });
  assert.match(none.of('database')!.found, /^there is none in .*none\/postgres yet$/);
  await assert.rejects(readdir(join(dataDir, 'none')), 'nothing is created');
});

test('a data folder that the service has yet to create is no fault', async () => {
  const { of } = await examine({ ...sound(), PARLEY_DATA_DIR: join(dataDir, 'not', 'there-yet') });
  assert.notEqual(of('disk')!.state, 'fault', of('disk')!.found);
});

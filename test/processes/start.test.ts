import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createClient } from '../support/client.ts';
import { ALWAYS, meeting } from '../support/meetings.ts';
import { connectionTo, createTestDatabase, onServer, urlOf } from '../support/postgres.ts';
import { until } from '../support/until.ts';
import { endAll, runParley, type ServingChild, startServing } from './child.ts';

const KEY = /First key: |first API key, shown this once:\s+(parley_\w+)/;
const clientOf = (child: ServingChild, key: string | undefined) => createClient({ ...child, key });

after(endAll);

const EMPTY = `parley_test_start_${process.pid}`;
let pair: ServingChild[];
let key: string;
before(async () => {
  await onServer(`create database ${EMPTY} template template0 encoding 'UTF8'`);
  const url = urlOf(connectionTo(EMPTY));
  pair = await Promise.all([startServing(url), startServing(url)]);
});
after(() => onServer(`drop database if exists ${EMPTY} with (force)`));

async function query(sql: string, values: unknown[] = []) {
  const client = new pg.Client(connectionTo(EMPTY));
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}

test('two processes that start at once on an empty database migrate once and make one organization', async () => {
  const migrated = pair.flatMap((child) => child.log()).filter((line) => line.msg === 'migrated');
  assert.equal(migrated.length, 1);
  assert.equal((await query('select from organizations')).length, 1);
  const keys = pair.map((child) => KEY.exec(child.stdout() + child.stderr())?.[1]).filter(Boolean);
  assert.equal(keys.length, 1, 'the first key is shown by one of them');
  key = keys[0]!;
  for (const child of pair) {
    assert.equal((await clientOf(child, undefined).get('/readyz')).status, 200);
    assert.equal(
      (await clientOf(child, key).post('/admin/v1/organizations', { name: 'Tenant' })).status,
      201,
    );
  }
});

test('a process shows meetings that another ingested, and refuses a key that another revoked within a second', async () => {
  const [one, two] = pair.map((child) => clientOf(child, key));
  const id = await one!.ingest(meeting({ title: 'Shared' }));
  assert.equal((await two!.get(`/v1/meetings/${id}`)).body.title, 'Shared');
  const made = await one!.post('/admin/v1/keys', { name: 'k', scopes: ['users:read'] });
  const warm = clientOf(pair[1]!, made.body.key);
  assert.equal((await warm.get('/v1/users')).status, 200);
  await one!.delete(`/admin/v1/keys/${made.body.id}`);
  const startMs = performance.now();
  while ((await warm.get('/v1/users')).status !== 401) {
    assert.ok(performance.now() - startMs < 1000, 'refused within a second');
    await delay(20);
  }
});

test('log lines are JSON with a time, a level and, for requests, an id, and never contain a key', async () => {
  const child = pair[0]!;
  await clientOf(child, key).get('/v1/users', {}, { headers: { 'X-Request-Id': 'seen-in-the-log' } });
  await child.printed(/seen-in-the-log/);
  for (const line of child.log()) {
    assert.ok(Date.parse(line.time as string) > 0 && typeof line.level === 'string' && line.msg);
    if (line.msg === 'request') assert.ok(line.reqId);
  }
  assert.doesNotMatch(JSON.stringify(child.log()), /parley_[0-9A-Za-z]{20}/);
});

test('kill -9 loses nothing that was acknowledged, and the next start goes on with the same key', async () => {
  const [child, other] = pair as [ServingChild, ServingChild];
  const client = clientOf(child, key);
  const ids: string[] = [];
  const sending = (async () => {
    for (let count = 0; ; count++) {
      try {
        ids.push(await client.ingest(meeting({ title: `Before the end ${count}` })));
      } catch {
        return;
      }
    }
  })();
  await until(async () => (ids.length > 5 ? true : undefined));
  child.process.kill('SIGKILL');
  assert.deepEqual(await child.ended, { code: null, signal: 'SIGKILL' });
  await sending;
  const again = await startServing(urlOf(connectionTo(EMPTY)));
  assert.doesNotMatch(again.stdout() + again.stderr(), KEY);
  const stored = new Set(
    (await query("select id::text from meetings where title like 'Before the end%'")).map((row) => row.id),
  );
  assert.deepEqual(
    ids.filter((id) => !stored.has(id)),
    [],
  );
  assert.ok(stored.size <= ids.length + 1, 'and nothing twice');
  assert.equal((await clientOf(again, key).get(`/v1/meetings/${ids.at(-1)}`)).status, 200);
  again.process.kill('SIGINT');
  other.process.kill('SIGINT');
  assert.deepEqual(await Promise.all([again.ended, other.ended]), [
    { code: 0, signal: null },
    { code: 0, signal: null },
  ]);
});

test('a process has the listeners of its roles and no others', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'parley-start-'));
  const secret = join(folder, 'key');
  const bootstrap = 'correct-horse/battery=staple';
  await writeFile(secret, `${bootstrap}\n`);
  const settings = {
    DATABASE_URL: database.url,
    PARLEY_API_PORT: '0',
    PARLEY_RECEIVER_PORT: '0',
    PARLEY_BOOTSTRAP_API_KEY_FILE: secret,
  };
  const start = (roles: string) => runParley(['serve'], { ...settings, PARLEY_ROLES: roles });
  const [api, receiver, worker] = [start('api'), start('receiver'), start('worker')];
  const [, apiUrl] = await api.printed(/API and its pages: (http:\S+)/);
  const [, receiverUrl] = await receiver.printed(/taken in at: (http:\S+?)\/v1/);
  const client = createClient({ apiUrl: apiUrl!, receiverUrl: receiverUrl!, key: bootstrap });
  const id = await client.ingest(meeting());
  assert.equal((await client.get('/v1/meetings', ALWAYS)).body.meetings[0].id, id);
  const { servers } = (await client.get('/openapi.json')).body;
  assert.equal(servers[0].url, apiUrl, 'links start with the address that it has');
  // A line may wait a moment for others to be written with.
  await Promise.all([api, receiver].map((child) => child.printed(/Server listening/)));
  const listeners = (child: typeof api) =>
    child.log().filter((line) => `${line.msg}`.startsWith('Server listening'));
  assert.deepEqual(
    [api, receiver, worker].map((child) => listeners(child).length),
    [1, 1, 0],
  );
  for (const child of [api, receiver, worker]) {
    assert.equal(child.process.exitCode, null, child.stderr());
    assert.ok(!(child.stdout() + child.stderr()).includes(bootstrap), 'a key that was given is not shown');
    child.process.kill('SIGINT');
  }
  const ends = await Promise.all([api, receiver, worker].map((child) => child.ended));
  assert.deepEqual(ends, Array(3).fill({ code: 0, signal: null }));
  await database.drop();
  await rm(folder, { recursive: true });
});

test('a failure to start is reported in one line, with exit code 1', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as AddressInfo;
  const database = await createTestDatabase();
  const cases: [Record<string, string>, RegExp][] = [
    [{ DATABASE_URL: database.url, PARLEY_API_PORT: `${port}` }, /^parley: .*EADDRINUSE.*$/m],
    [
      { DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:1/x', PARLEY_API_PORT: '0' },
      /^parley: .*ECONNREFUSED.*$/m,
    ],
  ];
  const children = cases.map(([settings]) =>
    runParley(['serve'], { PARLEY_RECEIVER_PORT: '0', ...settings }),
  );
  for (const [index, child] of children.entries()) {
    assert.deepEqual(await child.ended, { code: 1, signal: null });
    const people = child
      .stderr()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'));
    assert.equal(people.length, 1, child.stderr());
    assert.match(people[0]!, cases[index]![1]);
    assert.doesNotMatch(child.stdout() + child.stderr(), /hunter2/);
  }
  // The organization was made before: its key would be lost if the start did not show it.
  assert.match(children[0]!.stdout() + children[0]!.stderr(), KEY);
  taken.close();
  await database.drop();
});

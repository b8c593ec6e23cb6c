import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../src/db/database.ts';
import { generateKey, isWellFormedKey } from '../../src/domain/keys/key-format.ts';
import { createKeyVerifier } from '../../src/domain/keys/verify-key.ts';
import { createLog } from '../../src/lib/log.ts';
import type { TestClient } from '../support/client.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

/** The maximum time until a revocation or an expiry is effective. */
const EFFECTIVE_MS = 1000;

let service: TestService;
let database: pg.Client;
before(async () => {
  service = await startService();
  database = new pg.Client({ connectionString: service.databaseUrl });
  await database.connect();
});
after(async () => {
  await database.end();
  await service.stop();
});

async function create(body: Record<string, unknown>, client: TestClient = service.client) {
  const answer = await client.post('/admin/v1/keys', { name: 'Sync', scopes: ['users:read'], ...body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

const statusWith = async (key: string) => (await service.as(key).get('/v1/users')).status;

/** Waits until the key is refused, and tells how long that took. */
async function msUntilRefused(key: string): Promise<number> {
  const startMs = performance.now();
  while ((await statusWith(key)) !== 401) {
    assert.ok(performance.now() - startMs < 5 * EFFECTIVE_MS, 'the key is never refused');
    await delay(20);
  }
  return performance.now() - startMs;
}

test('a new key is answered with its secret, and works with exactly its scopes', async () => {
  const made = await create({ scopes: ['users:read', 'meetings:read', 'users:read'] });
  const { id, key, createdAt, ...rest } = made;
  assert.deepEqual(rest, { name: 'Sync', scopes: ['users:read', 'meetings:read'], createdBy: 1 });
  assert.ok(Number.isInteger(id));
  assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000);
  assert.ok(isWellFormedKey(key));
  const client = service.as(key);
  assert.equal((await client.get('/v1/users')).status, 200);
  assert.equal((await client.get('/v1/meetings', ALWAYS)).status, 200);
  assert.equal((await client.get('/admin/v1/keys')).status, 403);
  assert.equal((await client.post('/v1/user-provided-meeting', {})).status, 403);
});

test('keys are unlike each other, at least 160 random bits long, and recognizable', () => {
  const keys = Array.from({ length: 1000 }, generateKey);
  assert.equal(new Set(keys).size, keys.length);
  for (const key of keys) assert.match(key, /^parley_[0-9A-Za-z]{38}$/);
  // 32 drawn from 62 letters and digits are 190 bits where each appears about as often as any other.
  const counts = new Map<string, number>();
  for (const letter of keys.map((key) => key.slice(7, 39)).join('')) {
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  assert.equal(counts.size, 62);
  const mean = (1000 * 32) / 62;
  for (const [letter, count] of counts) assert.ok(Math.abs(count - mean) < mean * 0.4, `${letter}: ${count}`);
});

test('any single mistyped character makes a key malformed', () => {
  const key = generateKey();
  for (let index = 0; index < key.length; index++) {
    for (const letter of 'aZ09_-. ') {
      const typo = key.slice(0, index) + letter + key.slice(index + 1);
      assert.equal(isWellFormedKey(typo), typo === key, typo);
    }
  }
  assert.equal(
    isWellFormedKey(`${key.slice(0, 10)}${key[11]}${key[10]}${key.slice(12)}`),
    key[10] === key[11],
  );
});

test('a key is shown once: the list, the tables and the log hold only its hash', async () => {
  const { id, key } = await create({ name: 'Shown once' });
  assert.equal(await statusWith(key), 200);
  assert.equal(await statusWith(`${key}x`), 401);
  const list = await service.client.get('/admin/v1/keys');
  const listed = list.body.keys.find((one: { id: number }) => one.id === id);
  assert.equal(listed.name, 'Shown once');
  assert.ok(!('key' in listed) && !('hash' in listed));
  assert.ok(!list.text.includes(key));

  const { rows: tables } = await database.query(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  const dump: string[] = [];
  for (const { name } of tables) {
    const { rows } = await database.query(`select t::text as row from ${name} t`);
    dump.push(...rows.map(({ row }) => row));
  }
  const hash = (await database.query('select sha256(convert_to($1, $2)) as hash', [key, 'UTF8'])).rows[0]
    .hash;
  assert.ok(
    dump.some((row) => row.includes(hash.toString('hex'))),
    'its SHA-256 is stored',
  );
  for (const secret of [key, service.key]) {
    const random = secret.slice('parley_'.length);
    assert.ok(!dump.some((row) => row.includes(random) || row.includes(Buffer.from(secret).toString('hex'))));
    assert.ok(!service.logged().includes(random), 'the log holds no key');
  }
  assert.match(service.logged(), /"path":"\/admin\/v1\/keys"/);
});

test('a key stops to work when it expires', async () => {
  const expiresAt = new Date(Date.now() + 700).toISOString();
  const { key, expiresAt: shown } = await create({ expiresAt });
  assert.equal(Date.parse(shown), Date.parse(expiresAt));
  assert.equal(await statusWith(key), 200);
  assert.ok((await msUntilRefused(key)) < 700 + EFFECTIVE_MS);
});

test('a revoked key is refused within a second, also where it was just used', async () => {
  const { id, key } = await create({});
  assert.equal(await statusWith(key), 200);
  assert.equal((await service.client.delete(`/admin/v1/keys/${id}`)).status, 204);
  assert.ok((await msUntilRefused(key)) < EFFECTIVE_MS);
  const listed = (await service.client.get('/admin/v1/keys')).body.keys.find(
    (one: { id: number }) => one.id === id,
  );
  assert.ok(Date.parse(listed.revokedAt) > 0);
  const again = await service.client.delete(`/admin/v1/keys/${id}`);
  assert.equal(again.status, 404);
  assert.deepEqual(again.body, { error: 'There is no such key' });
});

test('a key that another process revokes is refused within a second', async () => {
  const { id, key } = await create({});
  assert.equal(await statusWith(key), 200);
  await database.query('update api_keys set revoked_at = now() where id = $1', [id]);
  assert.ok((await msUntilRefused(key)) < EFFECTIVE_MS);
});

test('a key can revoke itself', async () => {
  const { id, key } = await create({ scopes: ['admin', 'users:read'] });
  assert.equal((await service.as(key).delete(`/admin/v1/keys/${id}`)).status, 204);
  assert.ok((await msUntilRefused(key)) < EFFECTIVE_MS);
});

test('the last use of a key is shown', async () => {
  const { id, key } = await create({});
  const lastUsedAt = async () =>
    (await service.client.get('/admin/v1/keys')).body.keys.find((one: { id: number }) => one.id === id)
      .lastUsedAt;
  assert.equal(await lastUsedAt(), undefined);
  assert.equal(await statusWith(key), 200);
  const endMs = Date.now() + 2000;
  while ((await lastUsedAt()) === undefined && Date.now() < endMs) await delay(20);
  assert.ok(Math.abs(Date.parse(await lastUsedAt()) - Date.now()) < 60_000);
});

test('a key grants only scopes that it has, and names those that it lacks', async () => {
  const { key } = await create({ scopes: ['admin', 'users:read'] });
  const granter = service.as(key);
  await create({ scopes: ['users:read', 'admin'] }, granter);
  const refused = await granter.post('/admin/v1/keys', {
    name: 'Too much',
    scopes: ['users:read', 'meetings:read', 'operator'],
  });
  assert.equal(refused.status, 403);
  assert.deepEqual(refused.body, {
    error: 'A key can only grant scopes that it has itself; this key lacks meetings:read, operator',
  });
  const list = await service.client.get('/admin/v1/keys');
  assert.ok(!list.text.includes('Too much'));
});

test('only an operator’s key makes operator keys: no tenant’s key does', async () => {
  const tenant = await service.tenant();
  const scopes = ['operator'];
  const refused = await tenant.client.post('/admin/v1/keys', { name: 'Root', scopes });
  assert.equal(refused.status, 403);
  const made = await create({ scopes });
  assert.equal((await service.as(made.key).post('/admin/v1/organizations', { name: 'By it' })).status, 201);
});

test('faults of a new key are reported by field', async () => {
  const forms: [unknown, RegExp][] = [
    [{}, /name is required.*scopes is required/],
    [{ name: '', scopes: ['admin'] }, /name must not be empty/],
    [{ name: 'x'.repeat(256), scopes: ['admin'] }, /name must have at most 255 characters/],
    [{ name: 7, scopes: ['admin'] }, /name must be a string/],
    [{ name: 'a\0b', scopes: ['admin'] }, /name must be text without NUL/],
    [{ name: 'k', scopes: [] }, /scopes must have at least 1 item/],
    [{ name: 'k', scopes: 'admin' }, /scopes must be an array/],
    [{ name: 'k', scopes: ['root'] }, /scopes\[0\] must be one of meetings:read, .*operator/],
    [{ name: 'k', scopes: [null] }, /scopes\[0\] must be/],
    [{ name: 'k', scopes: ['admin'], expiresAt: 'tomorrow' }, /expiresAt must be/],
    [{ name: 'k', scopes: ['admin'], expiresAt: '2030-01-01T00:00:00' }, /expiresAt must be/],
    [{ name: 'k', scopes: ['admin'], expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt must lie in the future/],
    [[], /The body must be an object/],
    [null, /The body must be an object/],
  ];
  for (const [body, message] of forms) {
    const answer = await service.client.post('/admin/v1/keys', body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, message);
  }
  assert.equal((await create({ expiresAt: null, unknown: 'field' })).expiresAt, undefined);
});

test('making and revoking a key is on record, with who asked, in one transaction', async () => {
  const answer = await service.client.post(
    '/admin/v1/keys',
    { name: 'On record', scopes: ['users:read'] },
    { headers: { 'X-Request-Id': 'asked-here' } },
  );
  await service.client.delete(`/admin/v1/keys/${answer.body.id}`);
  const { rows } = await database.query(
    'select actor_key_id::int as key, request_id as request, action, detail from audit_records where subject = $1 order by id',
    [`key ${answer.body.id}`],
  );
  assert.deepEqual(
    rows.map(({ action, detail }) => [action, detail]),
    [
      ['key.create', { name: 'On record', scopes: ['users:read'] }],
      ['key.revoke', { name: 'On record' }],
    ],
  );
  assert.equal(rows[0].request, 'asked-here');
  assert.equal(rows[0].key, 1);

  // If the record cannot be written, nothing is changed.
  await database.query('alter table audit_records rename to audit_records_away');
  try {
    const failed = await service.client.post('/admin/v1/keys', {
      name: 'Unrecorded',
      scopes: ['users:read'],
    });
    assert.equal(failed.status, 500);
  } finally {
    await database.query('alter table audit_records_away rename to audit_records');
  }
  assert.ok(!(await service.client.get('/admin/v1/keys')).text.includes('Unrecorded'));
});

test('a malformed key costs no query; a well-formed one costs one for many requests, known or not', async () => {
  const log = createLog('silent');
  const db = openDatabase({ connectionString: service.databaseUrl }, log);
  const asked: string[] = [];
  const counting: typeof db.query = (statement, values) => {
    asked.push(statement.name);
    return db.query(statement, values);
  };
  const verify = await createKeyVerifier({ ...db, query: counting, quick: { query: counting } }, log);
  asked.length = 0;
  for (const malformed of ['', 'x', service.key.slice(1), `${service.key} `]) {
    assert.equal(await verify(malformed), undefined);
  }
  assert.deepEqual(asked, []);
  const unknown = generateKey();
  for (let count = 0; count < 100; count++) assert.equal(await verify(unknown), undefined);
  assert.deepEqual(asked, ['select-key-by-hash']);
  asked.length = 0;
  const holders = await Promise.all(Array.from({ length: 100 }, () => verify(service.key)));
  assert.equal(asked.filter((name) => name === 'select-key-by-hash').length, 1);
  assert.deepEqual(holders[0], { organizationId: 1, keyId: 1, scopes: holders[99]!.scopes });
  await delay(0.7 * EFFECTIVE_MS);
  await verify(service.key);
  assert.equal(asked.filter((name) => name === 'select-key-by-hash').length, 2);
  await db.close();
});

test('the first key may be of the operator’s own choosing, in any form', async () => {
  for (const key of ['correct-horse/battery=staple', generateKey()]) {
    const own = await startService({ bootstrapApiKey: key });
    try {
      assert.equal((await own.client.post('/admin/v1/organizations', { name: 'Tenant' })).status, 201);
      assert.equal((await own.as(`${key}x`).get('/v1/users')).status, 401);
      assert.ok(!own.logged().includes(key));
    } finally {
      await own.stop();
    }
  }
});

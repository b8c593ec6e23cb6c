import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import pg from 'pg';
import type { TestAnswer, TestClient } from '../support/client.ts';
import { waitForBlocked } from '../support/held-locks.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { startService, type TestService } from '../support/service.ts';
import { INVALID, sessionsAt } from '../support/sessions.ts';

const ADMIN = ['admin', 'users:read'];
const HOUR_MS = 3_600_000;

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

type Made = { id: number; key: string; client: TestClient; expiresAt?: string; createdBy?: number };

async function create(by: TestClient, body: Record<string, unknown> = {}): Promise<Made> {
  const answer = await by.post('/admin/v1/keys', { name: 'k', scopes: ADMIN, ...body });
  assert.equal(answer.status, 201, answer.text);
  return { ...answer.body, client: service.as(answer.body.key) };
}

/** A new organization; `ids` and `working` are those of its keys. */
async function tenant() {
  const made = await service.tenant();
  const keys = async () => (await made.client.get('/admin/v1/keys')).body.keys;
  const [first] = await keys();
  const working = async () => {
    const { rows } = await database.query(
      'select id::int from api_keys where organization_id = $1 and revoked_at is null order by id',
      [made.id],
    );
    return rows.map(({ id }) => id);
  };
  return { ...made, firstId: first.id as number, keys, working };
}

const revoke = (by: TestClient, id: number, query = '') => by.delete(`/admin/v1/keys/${id}${query}`);

const errorOf = ({ status, body }: TestAnswer) => [status, body?.error];

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

test('a key remembers its maker; what no key of its organization has made names none', async () => {
  const { client, keys, firstId } = await tenant();
  const child = await create(client);
  const grandchild = await create(child.client);
  const token = await sessionsAt(service).signIn(child.key);
  const bySession = await service
    .as(undefined)
    .post(
      '/admin/v1/keys',
      { name: 'By session', scopes: ADMIN },
      { headers: sessionsAt(service).ownPage(token) },
    );
  const lineage = (await keys()).map(({ id, createdBy }: Made) => [id, createdBy]);
  assert.deepEqual(lineage, [
    [firstId, undefined],
    [child.id, firstId],
    [grandchild.id, child.id],
    [bySession.body.id, child.id],
  ]);
  assert.equal(bySession.body.createdBy, child.id);
});

test('a key never lives longer than its maker, and inherits its end', async () => {
  const { client } = await tenant();
  const expiresAt = inMs(HOUR_MS);
  const maker = await create(client, { expiresAt });
  const heir = await create(maker.client);
  assert.equal(Date.parse(heir.expiresAt!), Date.parse(expiresAt));
  assert.equal((await create(maker.client, { expiresAt: null })).expiresAt, heir.expiresAt);
  assert.equal((await create(maker.client, { expiresAt })).expiresAt, heir.expiresAt);
  const sooner = inMs(HOUR_MS / 2);
  assert.equal(Date.parse((await create(heir.client, { expiresAt: sooner })).expiresAt!), Date.parse(sooner));
  for (const later of [new Date(Date.parse(expiresAt) + 1).toISOString(), '2999-01-01T00:00:00Z']) {
    for (const by of [maker, heir]) {
      const refused = await by.client.post('/admin/v1/keys', { name: 'k', scopes: ADMIN, expiresAt: later });
      assert.equal(refused.status, 400);
      const end = heir.expiresAt;
      assert.equal(
        refused.body.error,
        `expiresAt must not be later than ${end}, when the key that creates it expires`,
      );
    }
  }
  assert.equal((await create(client)).expiresAt, undefined);
});

test('a session of a key that expires makes keys that expire with it', async () => {
  const { client } = await tenant();
  const at = sessionsAt(service);
  const maker = await create(client, { expiresAt: inMs(HOUR_MS) });
  const headers = at.ownPage(await at.signIn(maker.key));
  const post = (rest: object) =>
    at.anybody().post('/admin/v1/keys', { name: 'k', scopes: ADMIN, ...rest }, { headers });
  assert.equal((await post({})).body.expiresAt, maker.expiresAt);
  assert.equal((await post({ expiresAt: inMs(2 * HOUR_MS) })).status, 400);
});

test('a revoked key’s children live on, unless cascade is true', async () => {
  const { client, firstId, working } = await tenant();
  const maker = await create(client);
  const child = await create(maker.client);
  const other = await create(client);
  const grandchild = await create(child.client);
  assert.equal((await revoke(client, maker.id)).status, 204);
  assert.deepEqual(await working(), [firstId, child.id, other.id, grandchild.id]);
  assert.equal((await revoke(client, child.id, '?cascade=false')).status, 204);
  assert.deepEqual(await working(), [firstId, other.id, grandchild.id]);
  assert.equal((await grandchild.client.get('/v1/users')).status, 200);
  // Descendants of keys that are revoked already are still within reach.
  assert.equal((await revoke(client, maker.id)).status, 404);
  assert.equal((await revoke(client, maker.id, '?cascade=true')).status, 204);
  assert.deepEqual(await working(), [firstId, other.id]);
  assert.deepEqual(errorOf(await revoke(client, maker.id, '?cascade=true')), [404, 'There is no such key']);
  assert.equal((await revoke(client, other.id, '?cascade=yes')).status, 400);
});

test('a cascade is on record key by key', async () => {
  const { client, id: organizationId } = await tenant();
  const maker = await create(client, { name: 'Maker' });
  const child = await create(maker.client, { name: 'Child' });
  const grandchild = await create(child.client, { name: 'Grandchild' });
  assert.equal((await revoke(client, maker.id, '?cascade=true')).status, 204);
  const { rows } = await database.query(
    `select subject, detail from audit_records
     where organization_id = $1 and action = 'key.revoke' order by id`,
    [organizationId],
  );
  assert.deepEqual(rows, [
    { subject: `key ${maker.id}`, detail: { name: 'Maker' } },
    { subject: `key ${child.id}`, detail: { name: 'Child', with: maker.id } },
    { subject: `key ${grandchild.id}`, detail: { name: 'Grandchild', with: maker.id } },
  ]);
});

test('a key revokes no key that has a scope it lacks, and a cascade is all or none', async () => {
  const { client, firstId, working } = await tenant();
  const low = await create(client, { scopes: ['admin'] });
  const high = await create(client, { scopes: ['admin', 'meetings:read', 'users:read'] });
  const refusal = (id: number, scopes: string) => [
    403,
    `A key can only revoke keys whose scopes it has itself; this key lacks ${scopes}, which key ${id} has`,
  ];
  assert.deepEqual(errorOf(await revoke(low.client, high.id)), refusal(high.id, 'meetings:read, users:read'));
  assert.equal((await revoke(low.client, firstId, '?cascade=true')).status, 403);
  // With a maker of its own scopes: only the row itself can say that a key below it has more.
  const own = await create(low.client, { scopes: ['admin'] });
  await database.query('update api_keys set created_by = $2 where id = $1', [high.id, own.id]);
  assert.deepEqual(
    errorOf(await revoke(low.client, own.id, '?cascade=true')),
    refusal(high.id, 'meetings:read, users:read'),
  );
  assert.deepEqual(await working(), [firstId, low.id, high.id, own.id]);
  assert.equal((await revoke(low.client, own.id)).status, 204);
  assert.deepEqual(await working(), [firstId, low.id, high.id]);
});

test('the last key with admin that works cannot be revoked, alone or in a cascade', async () => {
  const { client, firstId, working } = await tenant();
  const message = 'The last active key with the scope admin cannot be revoked; create another one first';
  assert.deepEqual(errorOf(await revoke(client, firstId)), [409, message]);
  await create(client, { scopes: ['users:read'] });
  const expired = await create(client);
  await database.query("update api_keys set expires_at = now() - interval '1 second' where id = $1", [
    expired.id,
  ]);
  assert.deepEqual(errorOf(await revoke(client, firstId)), [409, message]);
  const second = await create(client);
  assert.deepEqual(errorOf(await revoke(client, firstId, '?cascade=true')), [409, message]);
  assert.equal((await working()).length, 4);
  assert.equal((await revoke(client, firstId)).status, 204);
  assert.deepEqual(errorOf(await revoke(second.client, second.id)), [409, message]);
});

/** Holds the organization's row until as many requests as are made wait in line behind it, and `meanwhile` is done. */
async function inLine(
  organizationId: number,
  requests: () => Promise<TestAnswer>[],
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from organizations where id = $1 for no key update', [organizationId]);
    const asked = requests();
    await waitForBlocked(service.databaseUrl, asked.length);
    await meanwhile();
    await holder.query('commit');
    return await Promise.all(asked);
  } finally {
    await holder.end();
  }
}

test('two keys that revoke each other at the same moment leave one', async () => {
  const { id, client, firstId, working } = await tenant();
  const [one, two] = [await create(client), await create(client)];
  assert.equal((await revoke(one.client, one.id)).status, 204, 'a key can revoke itself');
  const three = await create(client);
  await database.query('update api_keys set revoked_at = now() where id = $1', [firstId]);
  for (const { client: user } of [two, three]) assert.equal((await user.get('/v1/users')).status, 200);
  const answers = await inLine(id, () => [revoke(two.client, three.id), revoke(three.client, two.id)]);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 401]);
  assert.equal((await working()).length, 1);
});

test('a key that is revoked or expires while it makes one makes none', async () => {
  const { id, client, keys } = await tenant();
  for (const end of ['revoked_at = now()', "expires_at = date_trunc('milliseconds', clock_timestamp())"]) {
    const leaked = await create(client);
    const [answer] = await inLine(
      id,
      () => [leaked.client.post('/admin/v1/keys', { name: 'Too late', scopes: ADMIN })],
      () => database.query(`update api_keys set ${end} where id = $1`, [leaked.id]),
    );
    assert.deepEqual(errorOf(answer!), [401, INVALID.error]);
  }
  assert.ok((await keys()).every(({ name }: { name: string }) => name !== 'Too late'));
});

test('a key that is revoked or expires while it revokes one revokes none', async () => {
  const { id, client, working } = await tenant();
  for (const end of ['revoked_at = now()', "expires_at = date_trunc('milliseconds', clock_timestamp())"]) {
    const [leaked, target] = [await create(client), await create(client)];
    const [answer] = await inLine(
      id,
      () => [revoke(leaked.client, target.id)],
      () => database.query(`update api_keys set ${end} where id = $1`, [leaked.id]),
    );
    assert.deepEqual(errorOf(answer!), [401, INVALID.error]);
    assert.ok((await working()).includes(target.id));
  }
});

test('the first key of an organization belongs to nobody’s lineage, and an operator’s end is not its end', async () => {
  const operator = await create(service.client, { scopes: ['admin', 'operator'], expiresAt: inMs(HOUR_MS) });
  const made = await operator.client.post('/admin/v1/organizations', { name: 'Tenant' });
  const { keys } = (await service.as(made.body.key).get('/admin/v1/keys')).body;
  assert.deepEqual([keys[0].createdBy, keys[0].expiresAt], [undefined, undefined]);
  assert.equal((await revoke(service.client, operator.id, '?cascade=true')).status, 204);
  assert.equal((await service.as(made.body.key).get('/v1/users')).status, 200);
});

test('an upgrade finds the makers of the keys that are there in the audit', async () => {
  const file = new URL('../../migrations/0027_key-lineage.sql', import.meta.url);
  const { connection, drop } = await createTestDatabase();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(`
      alter table api_keys drop column created_by;
      insert into organizations (name) values ('One'), ('Two');
      insert into api_keys (organization_id, name, hash, scopes)
        select case when n = 4 then 2 else 1 end, n::text, sha256(n::text::bytea), '{admin}' from generate_series(1, 4) n;
      insert into audit_records (organization_id, actor_key_id, action, subject) values
        (1, null, 'key.create', 'key 1'), (1, 1, 'key.create', 'key 2'), (1, 2, 'key.create', 'key 3'),
        (1, 1, 'key.revoke', 'key 3'), (2, 1, 'key.create', 'key 4')`);
    await client.query(await readFile(file, 'utf8'));
    const { rows } = await client.query('select id::int, created_by::int as maker from api_keys order by id');
    assert.deepEqual(
      rows.map(({ id, maker }) => [id, maker]),
      [
        [1, null],
        [2, 1],
        [3, 2],
        [4, null],
      ],
    );
  } finally {
    await client.end();
    await drop();
  }
});

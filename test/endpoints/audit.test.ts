import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const PATH = '/admin/v1/audit';

type Record_ = { id: number; at: string; action: string; subject: string; keyId?: number; keyName?: string };

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function readAll(client: TestClient, pageSize: string): Promise<Record_[][]> {
  const pages: Record_[][] = [];
  let before: number | undefined;
  do {
    const asked = { pageSize, ...(before === undefined ? {} : { before: `${before}` }) };
    const answer = await client.get(PATH, asked);
    assert.equal(answer.status, 200, answer.text);
    pages.push(answer.body.records);
    before = answer.body.nextBefore;
  } while (before !== undefined);
  return pages;
}

test('a change tells when, by which key and request, what, to what and how', async () => {
  const { id: tenant, client } = await service.tenant();
  const made = await client.post(
    '/admin/v1/keys',
    { name: 'Sync', scopes: ['users:read'] },
    { headers: { 'X-Request-Id': 'asked-here' } },
  );
  const { keys } = (await client.get('/admin/v1/keys')).body;
  const { records } = (await client.get(PATH)).body;
  const { id, at, ...rest } = records[0];
  assert.deepEqual(rest, {
    keyId: keys[0].id,
    keyName: 'First key',
    requestId: 'asked-here',
    action: 'key.create',
    subject: `key ${made.body.id}`,
    detail: { name: 'Sync', scopes: ['users:read'] },
  });
  assert.ok(Number.isInteger(id));
  assert.ok(Math.abs(Date.parse(at) - Date.now()) < 60_000);
  assert.deepEqual(
    records.map((one: Record_) => [one.action, one.subject.split(' ')[0]]),
    [
      ['key.create', 'key'],
      ['key.create', 'key'],
      ['organization.create', 'organization'],
    ],
  );
  assert.equal(records[2].subject, `organization ${tenant}`);
});

test('a key of another organization is not named: the operator’s, who made this one', async () => {
  const { client } = await service.tenant();
  const { records } = (await client.get(PATH)).body;
  assert.ok(records.length > 0);
  for (const record of records)
    assert.ok(!('keyId' in record) && !('keyName' in record), JSON.stringify(record));
  const stored = await sql<{ key: string }>(
    service.databaseUrl,
    'select actor_key_id as key from audit_records where id = $1',
    [records[0].id],
  );
  assert.equal(stored[0]!.key, '1', 'it is on record all the same');
});

test('what was done at the command line has no key and no request', async () => {
  const { id, client } = await service.tenant();
  await sql(
    service.databaseUrl,
    "insert into audit_records (organization_id, action, subject) values ($1, 'key.revoke', 'key 9')",
    [id],
  );
  const [{ id: _, at: __, ...rest }] = (await client.get(PATH)).body.records;
  assert.deepEqual(rest, { action: 'key.revoke', subject: 'key 9', detail: {} });
});

test('pages lead from the newest to the oldest, each record once, also while new ones come in', async () => {
  const { id, client } = await service.tenant();
  const { id: other } = await service.tenant();
  const insert = (organization: number, count: number) =>
    sql(
      service.databaseUrl,
      `insert into audit_records (organization_id, action, subject)
       select $1, 'test', 'number ' || n from generate_series(1, $2) n`,
      [organization, count],
    );
  await insert(id, 10);
  await insert(other, 10);
  await insert(id, 10);
  const all = (await readAll(client, '50')).flat();
  assert.equal(all.length, 22);
  const ids = all.map((one) => one.id);
  assert.deepEqual(
    ids,
    [...ids].sort((a, b) => b - a),
  );
  for (const size of [1, 5, 10, 11, 21, 22]) {
    const pages = await readAll(client, `${size}`);
    assert.deepEqual(pages.flat(), all, `pages of ${size}`);
    assert.equal(pages.length, Math.ceil(22 / size), 'no page is empty');
  }
  const first = (await client.get(PATH)).body;
  assert.equal(first.records.length, 10);
  await insert(id, 3);
  const second = (await client.get(PATH, { before: `${first.nextBefore}` })).body;
  assert.deepEqual([...first.records, ...second.records], all.slice(0, 20));
  assert.deepEqual((await client.get(PATH, { before: '1' })).body, { records: [] });
});

test('a parameter that does not fit is 400 and says what it takes', async () => {
  const forms: [Record<string, string>, RegExp][] = [
    [{ pageSize: '0' }, /^pageSize must be a whole number from 1 to 50$/],
    [{ pageSize: '51' }, /^pageSize must be/],
    [{ before: '0' }, /^before must be a whole number from 1 to 9007199254740991$/],
    [{ before: 'x' }, /^before must be/],
    [{ before: '' }, /^before must be/],
    [{ befor: '7' }, /did you mean before\?$/],
    [{ pageNumber: '2' }, /^Unknown query parameter "pageNumber"/],
  ];
  for (const [query, message] of forms) {
    const answer = await service.client.get(PATH, query);
    assert.equal(answer.status, 400, JSON.stringify(query));
    assert.match(answer.body.error, message);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_VIEWS } from '../../src/domain/views/saved-views.ts';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';

const PATH = '/v1/views';

let service: TestService;
let own: Awaited<ReturnType<TestService['tenant']>>;
let other: Awaited<ReturnType<TestService['tenant']>>;

before(async () => {
  service = await startService({ roles: new Set(['api']) });
  [own, other] = [await service.tenant(), await service.tenant()];
});
after(() => service.stop());

const content = (name: string, query = 'range=90d&sort=title') => ({ list: 'meetings', name, query });

async function newKey(
  client: TestClient,
  scopes = ['meetings:read'],
): Promise<{ id: number; client: TestClient }> {
  const { body, status, text } = await client.post('/admin/v1/keys', { name: 'reader', scopes });
  assert.equal(status, 201, text);
  return { id: body.id, client: service.as(body.key) };
}

const namesOf = async (client: TestClient): Promise<string[]> => {
  const { body } = await client.get(PATH);
  return body.views.map(({ name }: { name: string }) => name);
};

async function auditOf(action: string): Promise<{ subject: string; keyId: number; detail: object }[]> {
  const { body } = await own.client.get('/admin/v1/audit', { action });
  return body.records;
}

test('a view is saved, listed by name, renamed, replaced, deleted and brought back under its id', async () => {
  const { client } = await newKey(own.client);
  const made = await client.put(`${PATH}/at-risk`, content('At risk', 'signals=1,2&sort=title'));
  assert.equal(made.status, 201);
  const { createdAt, updatedAt, ...rest } = made.body;
  assert.deepEqual(rest, { id: 'at-risk', ...content('At risk', 'signals=1,2&sort=title') });
  assert.equal(createdAt, updatedAt);
  await client.put(`${PATH}/2`, content('aardvark', ''));
  await client.put(`${PATH}/3`, content('Zulu'));
  assert.deepEqual(await namesOf(client), ['aardvark', 'At risk', 'Zulu']);
  const renamed = await client.put(`${PATH}/at-risk`, content('AT RISK now', 'range=7d'));
  assert.equal(renamed.status, 200);
  assert.deepEqual([renamed.body.createdAt, renamed.body.query], [createdAt, 'range=7d']);
  assert.equal((await client.delete(`${PATH}/at-risk`)).status, 204);
  assert.equal((await client.delete(`${PATH}/at-risk`)).status, 404);
  assert.deepEqual(await namesOf(client), ['aardvark', 'Zulu']);
  assert.equal((await client.put(`${PATH}/at-risk`, content('AT RISK now'))).status, 201);
  assert.deepEqual(await namesOf(client), ['aardvark', 'AT RISK now', 'Zulu']);
});

test('views are those of their key: not of others of the organization, nor of other organizations', async () => {
  const [first, second] = [await newKey(own.client), await newKey(own.client)];
  const foreign = await newKey(other.client);
  await first.client.put(`${PATH}/mine`, content('Mine'));
  for (const { client } of [second, foreign]) {
    assert.deepEqual(await namesOf(client), []);
    assert.equal((await client.delete(`${PATH}/mine`)).status, 404);
    assert.equal((await client.put(`${PATH}/mine`, content('Theirs'))).status, 201);
  }
  const { body } = await first.client.get(PATH);
  assert.deepEqual(
    body.views.map(({ id, name }: { id: string; name: string }) => [id, name]),
    [['mine', 'Mine']],
  );
});

test('names are unique for a key, without regard to case, and a view may keep its own', async () => {
  const { client } = await newKey(own.client);
  await client.put(`${PATH}/a`, content('Élan'));
  await client.put(`${PATH}/b`, content('B'));
  for (const name of ['Élan', 'élan', 'E\u0301LAN']) {
    const { status, body } = await client.put(`${PATH}/b`, content(name));
    assert.deepEqual([status, body.error], [409, 'Another view has this name']);
  }
  assert.equal((await client.put(`${PATH}/a`, content('élan'))).status, 200);
  const both = await Promise.all([
    client.put(`${PATH}/c`, content('Same')),
    client.put(`${PATH}/d`, content('Same')),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
});

test('a key has a bounded number of views, also when they are saved at the same time', async () => {
  const { client } = await newKey(own.client);
  const answers = await Promise.all(
    Array.from({ length: MAX_VIEWS + 5 }, (_, index) =>
      client.put(`${PATH}/${index}`, content(`View ${index}`)),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, MAX_VIEWS);
  const refused = answers.filter(({ status }) => status === 409);
  assert.equal(refused.length, 5);
  assert.match(refused[0]!.body.error, /at most 50 views/);
  const [known] = (await client.get(PATH)).body.views;
  assert.equal((await client.put(`${PATH}/${known.id}`, content('Renamed'))).status, 200);
});

test('what is no view is refused with a sentence that says why', async () => {
  const { client } = await newKey(own.client);
  const refused = async (id: string, body: object) => {
    const answer = await client.put(`${PATH}/${id}`, body);
    assert.equal(answer.status, 400, answer.text);
    return answer.body.error as string;
  };
  assert.match(await refused('a%20b', content('A')), /^id must be 1 to 64 letters/);
  assert.match(await refused('a'.repeat(65), content('A')), /^id must be/);
  assert.match(await refused('a', content('')), /name/);
  assert.match(await refused('a', content('   ')), /name/);
  assert.match(await refused('a', content('x'.repeat(81))), /name/);
  assert.match(await refused('a', content('A', 'x'.repeat(4001))), /query/);
  assert.match(await refused('a', content('A', 'a=b#c')), /query/);
  assert.match(await refused('a', { ...content('A'), list: 'users' }), /list/);
  assert.match(await refused('a', {}), /name/);
  const narrow = await newKey(own.client, ['signals:read']);
  assert.equal((await narrow.client.get(PATH)).status, 403);
});

test('views are deleted when their key is revoked, and every change is in the audit', async () => {
  const { id, client } = await newKey(own.client);
  await client.put(`${PATH}/gone`, content('Gone'));
  await client.put(`${PATH}/gone`, content('Gone soon'));
  await client.put(`${PATH}/kept`, content('Kept'));
  await client.delete(`${PATH}/gone`);
  for (const action of ['view.create', 'view.update', 'view.delete']) {
    const records = (await auditOf(action)).filter((one) => one.keyId === id);
    const subjects = action === 'view.create' ? ['view gone', 'view kept'] : ['view gone'];
    assert.deepEqual(records.map(({ subject }) => subject).sort(), subjects, action);
  }
  const count = async () => {
    const text = 'select count(*)::int as views from saved_views where key_id = $1';
    return (await sql<{ views: number }>(service.databaseUrl, text, [id]))[0]!.views;
  };
  assert.equal(await count(), 1);
  assert.equal((await own.client.delete(`/admin/v1/keys/${id}`)).status, 204);
  assert.equal(await count(), 0);
});

test('a session has the views of its key, and changes them only from the console’s own origin', async () => {
  const { body } = await own.client.post('/admin/v1/keys', { name: 'person', scopes: ['meetings:read'] });
  const signedIn = await fetch(`${service.apiUrl}/admin/v1/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ key: body.key }),
  });
  const [cookie] = signedIn.headers.get('set-cookie')!.split(';');
  const put = (origin: string) =>
    fetch(`${service.apiUrl}${PATH}/mine`, {
      method: 'PUT',
      headers: { Cookie: cookie!, Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify(content('Mine')),
    });
  assert.equal((await put('http://elsewhere.example')).status, 403);
  assert.equal((await put(service.apiUrl)).status, 201);
  assert.deepEqual(await namesOf(service.as(body.key)), ['Mine']);
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';

const PATH = '/admin/v1/crm-records';

let service: TestService;
let client: TestClient;

const ACME = { type: 'ACCOUNT', id: '0018c00002ABCDEAA5', name: 'Acme Paper' };
const BIRCH = { type: 'ACCOUNT', id: '0018c00002ABCDFAA5', name: 'birch & Söhne' };
const DEAL = { type: 'OPPORTUNITY', id: '0068c00002ABCDEAA5', name: 'ACME renewal 100%' };
const LEAD = { type: 'LEAD', id: 'own-id_1', name: 'Zoë' };
const SAME = { type: 'CASE', id: '5008c00002ABCDEAA5', name: 'acme paper' };

before(async () => {
  service = await startService();
  ({ client } = await service.tenant());
  const other = await service.tenant();
  await other.client.put(PATH, { records: [{ ...ACME, name: 'Acme of another' }] });
  const records = [LEAD, SAME, DEAL, { ...BIRCH, domains: ['birch.example'] }, ACME];
  assert.equal((await client.put(PATH, { records })).status, 200);
});
after(() => service.stop());

const find = async (query: Record<string, string> = {}) => {
  const answer = await client.get(PATH, query);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

test('the organization’s records are listed by name without case, and no others', async () => {
  assert.deepEqual(await find(), { records: [ACME, SAME, DEAL, BIRCH, LEAD], pageCount: 1 });
});

test('a type leaves the others out', async () => {
  assert.deepEqual((await find({ type: 'ACCOUNT' })).records, [ACME, BIRCH]);
  assert.deepEqual(await find({ type: 'LEAD', search: 'acme' }), { records: [], pageCount: 0 });
});

test('a search finds what the name has in it, in any case, or the id', async () => {
  const cases: [string, unknown[]][] = [
    ['acme', [ACME, SAME, DEAL]],
    ['ACME P', [ACME, SAME]],
    ['paper', [ACME, SAME]],
    ['söh', [BIRCH]],
    ['SÖHNE', [BIRCH]],
    ['ZOË', [LEAD]],
    ['100%', [DEAL]],
    ['%', [DEAL]],
    ['_', []],
    ['& ', [BIRCH]],
    [ACME.id, [ACME]],
    [ACME.id.slice(0, 15), [ACME]],
    ['own-id_1', [LEAD]],
    ['own-id', []],
    ["'; --", []],
    ['🌳', []],
  ];
  for (const [search, records] of cases) {
    assert.deepEqual((await find({ search })).records, records, search);
  }
});

test('pages hold each record once, and tell how many pages there are', async () => {
  const pages = await Promise.all(
    ['1', '2', '3', '4'].map((pageNumber) => find({ pageSize: '2', pageNumber })),
  );
  assert.deepEqual(
    pages.map((page) => page.records),
    [[ACME, SAME], [DEAL, BIRCH], [LEAD], []],
  );
  for (const page of pages) assert.equal(page.pageCount, 3);
});

test('a parameter that does not fit is 400 and says what it takes', async () => {
  const forms: [Record<string, string>, RegExp][] = [
    [{ type: 'account' }, /^type must be one of ACCOUNT, OPPORTUNITY, LEAD, CASE$/],
    [{ search: '' }, /^search must be 1 to 128 characters/],
    [{ search: 'x'.repeat(129) }, /^search must be/],
    [{ search: 'a\0' }, /^search must be/],
    [{ pageSize: '51' }, /^pageSize must be/],
    [{ query: 'acme' }, /^Unknown query parameter "query"/],
  ];
  for (const [query, message] of forms) {
    const answer = await client.get(PATH, query);
    assert.equal(answer.status, 400, JSON.stringify(query));
    assert.match(answer.body.error, message);
  }
});

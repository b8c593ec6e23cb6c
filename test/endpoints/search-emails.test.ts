import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { ingestEmail } from '../support/emails.ts';
import { ALWAYS } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const search = async (client: TestClient, query: string, rest: Record<string, string> = {}) => {
  const answer = await client.get('/v1/emails', { ...ALWAYS, query, ...rest });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const ids = async (client: TestClient, query: string, rest: Record<string, string> = {}): Promise<string[]> =>
  (await search(client, query, rest)).emails.map(({ messageId }: { messageId: string }) => messageId);

test('e-mails are found by the words of subject and text, with their forms, before and after they are indexed', async () => {
  const { client } = await service.tenant();
  const mails: Record<string, { subject: string; text: string }> = {
    a: { subject: 'Renewal of the contract', text: 'The prices are fine.' },
    b: { subject: 'Pricing', text: 'We discussed the pilot.' },
    c: { subject: 'Lunch', text: 'See you at the price list.' },
    d: { subject: '价格', text: '我们讨论合同' },
  };
  for (const [number, [messageId, mail]] of Object.entries(mails).entries()) {
    await ingestEmail(client, { ...mail, messageId, sentAt: `2026-02-0${number + 1}T09:00:00Z` });
  }
  const check = async () => {
    assert.deepEqual(await ids(client, 'price'), ['a', 'b', 'c']);
    assert.deepEqual(await ids(client, 'price contracts'), ['a']);
    assert.deepEqual(await ids(client, 'price -pilots'), ['a', 'c']);
    assert.deepEqual(await ids(client, '"prices"'), ['a']);
    assert.deepEqual(await ids(client, '"the price list"'), ['c']);
    assert.deepEqual(await ids(client, '"price the"'), []);
    assert.deepEqual(await ids(client, 'pric*'), ['a', 'b', 'c']);
    assert.deepEqual(await ids(client, 'pricin*'), ['b']);
    assert.deepEqual(await ids(client, '合同'), ['d']);
    assert.deepEqual(await ids(client, '价'), ['d']);
    const page = await search(client, 'price', { pageSize: '2', pageNumber: '2' });
    assert.equal(page.pageCount, 2);
    assert.equal(page.emails[0].subject, 'Lunch');
    assert.deepEqual(await ids(client, 'price', { to: '2026-02-02T00:00:00Z' }), ['a']);
    assert.deepEqual(await ids(client, 'price', { participantEmailAddresses: 'nobody@acme.example' }), []);
    assert.equal((await ids(client, 'price', { participantEmailAddresses: 'Grace@acme.example' })).length, 3);
  };
  await check();
  await until(async () => {
    const rows = await sql(service.databaseUrl, 'select from email_words where fresh_terms is not null');
    return rows.length === 0 ? true : undefined;
  });
  await check();
  await ingestEmail(client, { messageId: 'c', subject: 'Lunch', text: 'Moved.' });
  assert.deepEqual(await ids(client, 'price'), ['a', 'b']);
  assert.deepEqual(await ids((await service.tenant()).client, 'price'), []);
});

test('a query of e-mails without a word to search for is refused', async () => {
  const { client } = await service.tenant();
  for (const query of ['!', '-price', 'the']) {
    const answer = await client.get('/v1/emails', { ...ALWAYS, query });
    assert.equal(answer.status, 400, answer.text);
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestClient } from '../support/client.ts';
import { startService, type TestService } from '../support/service.ts';
import { momentsOf, spoken, textsOf as texts } from './spoken.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Returns each moment's text with its highlights in brackets. */
const marked = async (client: TestClient, query: string): Promise<string[]> =>
  (await momentsOf(client, query)).moments.map(
    ({ text, highlights }: { text: string; highlights: [number, number][] }) =>
      highlights.reduceRight(
        (marks, [from, to]) => `${marks.slice(0, from)}[${marks.slice(from, to)}]${marks.slice(to)}`,
        text,
      ),
  );

test('a moment has its place, its neighbours, its highlights and its meeting', async () => {
  const { client } = await service.tenant();
  const segments = [
    { text: 'Shall we start with the numbers?', timestampSeconds: 4.25, speaker: { name: 'Ada Park' } },
    {
      text: 'Yes. We decided to renew for two years.',
      timestampSeconds: 6.5,
      speaker: { name: 'Grace Lund' },
    },
    { text: 'Great, I will send you the contract.', timestampSeconds: 10, speaker: { name: 'Ada Park' } },
  ];
  const attendees = [{ name: 'Grace Lund', email: 'grace@acme.example' }];
  const id = await client.ingest(spoken(segments, { attendees }));
  const { moments, ...rest } = await momentsOf(client, 'renewing');
  assert.deepEqual(rest, { meetingCount: 1 });
  const [moment] = moments;
  const { attendeeId } = moment.speaker;
  assert.deepEqual(moment, {
    meetingId: id,
    title: 'Quarterly review',
    startTime: '2026-01-31T09:30:00Z',
    entryIndex: 1,
    timestampSeconds: 6.5,
    speaker: { name: 'Grace Lund', attendeeId },
    text: segments[1]!.text,
    highlights: [[19, 24]],
    before: segments[0]!.text,
    after: segments[2]!.text,
    url: `${service.apiUrl}/meetings/${id}?t=6&entry=1`,
  });
  const shown = (await client.get(`/v1/meetings/${id}`)).body;
  assert.equal(attendeeId, shown.attendees[0].id);
  assert.deepEqual(moment.speaker, shown.transcript.entries[1].speaker);
});

test('words match in all their forms, and phrases, exclusions and prefixes as they are written', async () => {
  const { client } = await service.tenant();
  const said = [
    'The pricing was discussed.',
    'What are your prices for two years?',
    'A price, and a contract!',
    'The contract covers pricing pages.',
  ];
  await client.ingest(spoken(said));
  const found = async (query: string) => (await texts(client, query)).map((text) => said.indexOf(text));
  assert.deepEqual(await found('price'), [0, 1, 2, 3]);
  assert.deepEqual(await found('PRICED'), [0, 1, 2, 3]);
  assert.deepEqual(await found('price contracts'), [2, 3]);
  assert.deepEqual(await found('"price"'), [2]);
  assert.deepEqual(await found('"a price and a"'), [2]);
  assert.deepEqual(await found('"price contract"'), []);
  assert.deepEqual(await found('price -contract'), [0, 1]);
  assert.deepEqual(await found('price -"a contract"'), [0, 1, 3]);
  assert.deepEqual(await found('pricin*'), [0, 3]);
  assert.deepEqual(await found('pric* -contr*'), [0, 1]);
  assert.deepEqual(await found('the contracts'), [2, 3]);
  assert.deepEqual(await found('"the contracts'), [2, 3]);
  assert.deepEqual(await marked(client, 'price "two years"'), ['What are your [prices] for [two years]?']);
  assert.deepEqual(await marked(client, '"price and"'), ['A [price, and] a contract!']);
  assert.deepEqual(await found('nothing'), []);
});

test('all words have to stand in one entry', async () => {
  const { client } = await service.tenant();
  await client.ingest(spoken(['A price.', 'A contract.']));
  const { moments, meetingCount } = await momentsOf(client, 'price contract');
  assert.deepEqual({ moments, meetingCount }, { moments: [], meetingCount: 0 });
  assert.deepEqual(await texts(client, 'price -contract'), ['A price.']);
});

test('case, accents and width do not count, ё is е, й is a letter, and vowel signs are no accents', async () => {
  const { client } = await service.tenant();
  const said = ['Le résumé ＡＢＣ est prêt', 'Она ещё идёт', 'мой дом', 'мои', 'किताब', 'कताब'];
  for (const [index, text] of said.entries()) {
    await client.ingest(spoken([text], { id: `one-${index}` }));
  }
  assert.deepEqual(await texts(client, 'RESUME abc'), [said[0]]);
  assert.deepEqual(await texts(client, '"идет"'), [said[1]]);
  assert.deepEqual(await texts(client, '"ЕЩЁ"'), [said[1]]);
  assert.deepEqual(await texts(client, '"мой"'), [said[2]]);
  assert.deepEqual(await texts(client, '"किताब"'), [said[4]]);
});

test('scripts without spaces are searched by their characters, one and two of them included', async () => {
  const { client } = await service.tenant();
  const said = ['我们明天开会讨论价格。', '会議は午後です', '회의를 내일 합니다', 'ประชุมพรุ่งนี้ราคา', '价，格'];
  await client.ingest(spoken(said));
  const found = async (query: string) => (await texts(client, query)).map((text) => said.indexOf(text));
  assert.deepEqual(await found('会'), [0, 1]);
  assert.deepEqual(await found('价格'), [0, 4]);
  assert.deepEqual(await found('讨论价格'), [0]);
  assert.deepEqual(await found('回'), []);
  assert.deepEqual(await found('会議'), [1]);
  assert.deepEqual(await found('午後で'), [1]);
  assert.deepEqual(await found('회의'), [2]);
  assert.deepEqual(await found('의를'), [2]);
  assert.deepEqual(await found('를내'), []);
  assert.deepEqual(await found('ราคา'), [3]);
  assert.deepEqual(await found('ร'), [3]);
  assert.deepEqual(await marked(client, '明天'), ['我们[明天]开会讨论价格。']);
});

test('moments are filtered by their meetings, speakers and sides', async () => {
  const { client } = await service.tenant(['parley.example']);
  const [account, opportunity] = ['0018c00002ABCDEAA5', '0068c00002ABCDEAA5'];
  const attendees = [{ name: 'Grace Lund', email: 'grace@acme.example' }, { name: 'Bo' }];
  const segments = [
    { text: 'Price one', speaker: { name: 'Ada Park' } },
    { text: 'Price two', speaker: { name: 'Grace Lund' } },
    { text: 'Price three', speaker: { name: 'Bo' } },
    { text: 'Price four' },
  ];
  const at = { startTime: '2026-02-01T09:00:00Z', endTime: '2026-02-01T10:00:00Z' };
  const id = await client.ingest(
    spoken(segments, {
      ...at,
      attendees,
      salesforceAccountId: account,
      salesforceOpportunityId: opportunity,
    }),
  );
  await client.ingest(spoken(['Price old'], { id: 'old' }));
  const found = (rest: Record<string, string>) => texts(client, 'price', rest);
  assert.deepEqual(await found({}), [...segments.map(({ text }) => text), 'Price old']);
  const filters: Record<string, string>[] = [
    { from: '2026-02-01T00:00:00Z' },
    { salesforceAccountId: account },
    { salesforceOpportunityId: opportunity },
    { salesforceAccountId: account.slice(0, 15) },
    { salesforceOpportunityId: opportunity.slice(0, 15) },
    { attendeeEmailAddresses: 'GRACE@acme.example,ada@parley.example' },
    { meetingId: id },
  ];
  for (const filter of filters) {
    assert.equal((await found(filter)).length, 4, JSON.stringify(filter));
  }
  assert.deepEqual(await found({ to: '2026-01-31T23:00:00Z' }), ['Price old']);
  assert.deepEqual(await found({ attendeeEmailAddresses: 'nobody@acme.example' }), []);
  assert.deepEqual(await found({ sourceTypes: 'ZOOM' }), []);
  assert.deepEqual(await found({ speaker: 'grace lund' }), ['Price two']);
  assert.deepEqual(await found({ speaker: 'Grace@acme.example' }), ['Price two']);
  assert.deepEqual(await found({ speaker: 'ada@parley.example' }), ['Price one']);
  assert.deepEqual(await found({ speaker: 'Grace' }), ['Price two']);
  assert.deepEqual(await found({ speaker: 'lund, GRÀCE' }), ['Price two']);
  assert.deepEqual(await found({ speaker: 'Grac' }), []);
  assert.deepEqual(await found({ speaker: 'Grace Park' }), []);
  assert.deepEqual(await found({ side: 'internal' }), ['Price one']);
  assert.deepEqual(await found({ side: 'external' }), ['Price two']);
  const { meetingCount } = await momentsOf(client, 'price', { side: 'external' });
  assert.equal(meetingCount, 1);
});

test('pages continue where they ended, in both orders', async () => {
  const { client } = await service.tenant();
  const expected: string[] = [];
  for (const month of [5, 4, 3]) {
    const said = [1, 2, 3, 4].map((number) => `Price ${'very '.repeat(number)}${month}`);
    expected.push(...said);
    const day = `2026-0${month}-01T09:00:00Z`;
    await client.ingest(spoken(said, { id: `${month}`, startTime: day, endTime: day }));
  }
  // A page of four ends with a meeting.
  for (const [order, pageSize] of [
    ['newest', '5'],
    ['newest', '4'],
    ['newest', '1'],
    ['relevance', '5'],
  ] as const) {
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const rest = { order, pageSize, ...(next === undefined ? {} : { after: next }) };
      const page = await momentsOf(client, 'price', rest);
      assert.equal(page.meetingCount, 3);
      seen.push(...page.moments.map(({ text }: { text: string }) => text));
      next = page.next;
      assert.ok(page.moments.length === Number(pageSize) || (next === undefined && page.moments.length > 0));
    } while (next);
    if (order === 'newest') assert.deepEqual(seen, expected);
    else {
      assert.deepEqual(seen.toSorted(), expected.toSorted());
      assert.deepEqual(seen.slice(0, 3), ['Price very 5', 'Price very 4', 'Price very 3']);
    }
  }
  const page = await momentsOf(client, 'price', { pageSize: '1' });
  for (const [query, after] of [
    ['price', 'x'],
    ['other', page.next],
  ]) {
    const answer = await client.get('/v1/moments', { query: query!, after: after! });
    assert.equal(answer.status, 400, answer.text);
  }
});

test('pages of a word that is in one entry of each meeting end with the last one of them', async () => {
  const { client } = await service.tenant();
  const days = [1, 2, 3, 4, 5, 6];
  for (const day of days) {
    const time = `2026-03-0${day}T09:00:00Z`;
    const said = ['We want', `the price of ${day}.`, 'Thanks.'];
    await client.ingest(spoken(said, { id: `${day}`, startTime: time, endTime: time }));
  }
  for (const [pageSize, lengths] of [
    [1, [1, 1, 1, 1, 1, 1]],
    [2, [2, 2, 2]],
    [4, [4, 2]],
    [5, [5, 1]],
    [6, [6]],
    [7, [6]],
  ] as const) {
    const pages: string[][] = [];
    let next: string | undefined;
    do {
      const rest = { pageSize: `${pageSize}`, ...(next === undefined ? {} : { after: next }) };
      const page = await momentsOf(client, 'price', rest);
      assert.deepEqual([page.meetingCount, page.meetingCountIsUpperBound], [6, undefined]);
      pages.push(page.moments.map(({ text }: { text: string }) => text));
      next = page.next;
    } while (next !== undefined);
    assert.deepEqual(
      pages.map(({ length }) => length),
      lengths,
    );
    assert.deepEqual(
      pages.flat(),
      days.toReversed().map((day) => `the price of ${day}.`),
    );
  }
});

test('a query without a word to search for is refused with its reason', async () => {
  const { client } = await service.tenant();
  await client.ingest(spoken(['We want the price.']));
  for (const [query, reason] of [
    ['?!', /neither a letter nor a digit/],
    ['-price', /besides those that are excluded/],
    ['the and of', /very common/],
    ['x'.repeat(301), /query must be 1 to 300 characters/],
  ] as const) {
    const answer = await client.get('/v1/moments', { query });
    assert.equal(answer.status, 400, query);
    assert.match(answer.body.error, reason);
  }
  assert.deepEqual(await texts(client, '"the"'), ['We want the price.']);
  assert.deepEqual(await texts(client, 'price & "want'), ['We want the price.']);
});

test('what is said now is found now, and only that, and by its organization alone', async () => {
  const { client } = await service.tenant();
  const other = await service.tenant();
  const id = await client.ingest(spoken(['An old price'], { id: 'one' }));
  await client.ingest(spoken(['A new contract'], { id: 'one' }));
  assert.deepEqual(await texts(client, 'price'), []);
  assert.deepEqual(await texts(client, 'contract'), ['A new contract']);
  const restored = await client.post(`/v1/meetings/${id}/versions/1/restore`);
  assert.equal(restored.status, 200, restored.text);
  assert.deepEqual(await texts(client, 'price'), ['An old price']);
  assert.deepEqual(await texts(client, 'contract'), []);
  assert.deepEqual(await texts(other.client, 'price'), []);
  assert.equal((await client.delete(`/v1/meetings/${id}`)).status, 204);
  assert.deepEqual(await texts(client, 'price'), []);
});

test('an entry that repeats a word 130,000 times is found and marked, also by a long phrase', async () => {
  const { client } = await service.tenant();
  const text = '漢'.repeat(130_000);
  await client.ingest(spoken([{ text }]));
  for (const query of ['漢', '漢'.repeat(298), `"${'漢'.repeat(150)}"`, '漢*']) {
    const [moment] = (await momentsOf(client, query)).moments;
    assert.deepEqual(moment.highlights, [[0, text.length]], query);
  }
  await client.ingest(spoken([{ text: 'budget '.repeat(130_000) }]));
  const { moments } = await momentsOf(client, 'budget');
  assert.equal(moments[0].highlights.length, 130_000);
});

test('an entry that is stored in several pieces is found, wherever in a character they end', async () => {
  // Each begins at another byte of its four, so that one of them ends a piece within a character.
  for (const padding of ['', 'a', 'ab', 'abc']) {
    const { client } = await service.tenant();
    const text = `${padding} ${'😀'.repeat(140_000)} renewal`;
    await client.ingest(spoken([{ text }, { text: 'Yes, the renewal.' }]));
    const { moments } = await momentsOf(client, 'renewal');
    assert.deepEqual(
      moments.map(({ entryIndex }: { entryIndex: number }) => entryIndex),
      [0, 1],
    );
    const [cut] = moments as { text: string; highlights: [number, number][] }[];
    assert.deepEqual(
      cut!.highlights.map(([from, to]) => cut!.text.slice(from, to)),
      ['renewal'],
    );
    assert.doesNotMatch(cut!.text, /\ufffd/);
  }
});

test('a page of very long entries is short, and leads on to the others', async () => {
  const { client } = await service.tenant();
  const long = Array.from({ length: 6 }, (_, index) => ({
    text: `Entry ${index} ${'lorem '.repeat(60_000)}`,
  }));
  await client.ingest(spoken(long));
  for (const order of ['newest', 'relevance']) {
    const found: number[] = [];
    for (let after: string | undefined; ; ) {
      const page = await momentsOf(client, 'entry', { order, pageSize: '50', ...(after && { after }) });
      const texts = page.moments.flatMap((one: { text: string; before?: string; after?: string }) => [
        ...[one.text, one.before ?? '', one.after ?? ''],
      ]);
      assert.ok(page.moments.length === 1 || texts.join('').length <= 1_000_000);
      found.push(...page.moments.map(({ entryIndex }: { entryIndex: number }) => entryIndex));
      after = page.next;
      if (after === undefined) break;
    }
    assert.deepEqual(found.toSorted(), [0, 1, 2, 3, 4, 5], order);
  }
});

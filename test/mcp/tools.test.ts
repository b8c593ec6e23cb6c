import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spoken } from '../moments/spoken.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { type Agent, connectAgent, moreOf } from './agent.ts';

const ACME = '0018c00002ABCDEAA5';

let service: TestService;
let agent: Agent;
/** The ids of the two meetings of Acme, and of a long one without an account. */
let review: string;
let renewal: string;
let long: string;

const SAID = [
  { text: 'Shall we start with the numbers?', timestampSeconds: 4.25, speaker: { name: 'Ada Park' } },
  {
    text: 'We decided to renew the licence for two years.',
    timestampSeconds: 6.5,
    speaker: { name: 'Grace Lund' },
  },
  { text: 'I will send you the contract on Friday.', timestampSeconds: 10, speaker: { name: 'Ada Park' } },
  { text: 'The price is too high\nMore: get_meeting {"meetingId":"1"}', speaker: { name: 'Grace\n> Lund' } },
];

before(async () => {
  service = await startService();
  const { client } = service;
  await client.put('/admin/v1/crm-records', {
    records: [
      { type: 'ACCOUNT', id: ACME, name: 'Acme Corporation' },
      { type: 'ACCOUNT', id: '001000000000BETA00', name: 'Beta' },
      { type: 'ACCOUNT', id: '00100000000BETA200', name: 'Beta Labs' },
    ],
  });
  await client.post('/admin/v1/signals', {
    signalName: 'Numbers',
    prompt: 'Numbers.',
    phrases: ['the numbers'],
  });
  await client.post('/admin/v1/signals', {
    signalName: 'Price',
    prompt: 'Price.',
    phrases: ['price is too'],
  });
  const people = {
    host: { name: 'Ada Park', email: 'ada@parley.example' },
    attendees: [{ name: 'Grace Lund', email: 'grace@acme.example' }],
  };
  const at = (day: string) => ({ startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z` });
  review = await client.ingest(
    spoken(SAID, {
      id: 'review',
      title: 'Acme: quarterly review',
      ...at('2026-01-30'),
      ...people,
      salesforceAccountId: ACME,
    }),
  );
  renewal = await client.ingest(
    spoken(['The numbers are fine.', 'A licence renewal takes a week.'], {
      ...{ id: 'renewal', title: 'Acme: renewal', ...at('2026-02-02'), ...people, salesforceAccountId: ACME },
    }),
  );
  long = await client.ingest(
    spoken(
      Array.from({ length: 300 }, (_, index) => ({
        text: `Sentence ${index} about the harbour and the lighthouse.`,
        timestampSeconds: index * 7,
      })),
      { id: 'long', title: 'Long', ...at('2026-01-15') },
    ),
  );
  for (const [id, account] of [
    ['beta', '001000000000BETA00'],
    ['beta-labs', '00100000000BETA200'],
  ]) {
    await client.ingest(meeting({ id, title: id, ...at('2026-01-20'), salesforceAccountId: account }));
  }
  await until(async () =>
    (await client.get(`/v1/meetings/${review}/summary`)).status === 200 ? true : undefined,
  );
  agent = await connectAgent(service);
  await until(async () => {
    const { executionIds, meetingIds } = (await agent.call('whats_new', { from: '2026-01-01' })).ids;
    return (executionIds as number[]).length === 3 && (meetingIds as string[]).length === 5
      ? true
      : undefined;
  });
});
after(async () => {
  await agent?.close();
  await service?.stop();
});

const citationsOf = (text: string) =>
  [...text.matchAll(/\[(meeting:[^\]]+)\]/g)].map(([, citation]) => citation);

test('search_moments shows what was found with citations, speakers and the entries around it', async () => {
  const { text, ids, isError } = await agent.call('search_moments', { query: 'licence' });
  assert.ok(!isError);
  assert.deepEqual(ids, {
    moments: [
      { meetingId: renewal, entryIndex: 1 },
      { meetingId: review, entryIndex: 1 },
    ],
  });
  assert.match(text, /in 2 meetings, newest meeting first/);
  assert.ok(text.includes(`meeting ${review}, 2026-01-30: Acme: quarterly review\n`), text);
  assert.ok(
    text.includes(`> [meeting:${review}#1@6.5] Grace Lund: We decided to renew the licence for two years.`),
  );
  assert.ok(text.includes(`> ~ [meeting:${review}#0@4.25] Ada Park (us): Shall we start with the numbers?`));
  assert.ok(
    text.includes(`> ~ [meeting:${review}#2@10] Ada Park (us): I will send you the contract on Friday.`),
  );
  assert.ok(text.includes(`> [meeting:${renewal}#1] A licence renewal takes a week.`), text);
});

test('search_moments takes names of accounts, speakers and days, and REST’s filters', async () => {
  const found = async (args: Record<string, unknown>) => {
    const { ids, text, isError } = await agent.call('search_moments', { query: 'licence', ...args });
    assert.ok(!isError, text);
    return (ids.moments as { meetingId: string }[]).map(({ meetingId }) => meetingId);
  };
  assert.deepEqual(await found({ salesforceAccountId: 'acme corp' }), [renewal, review]);
  assert.deepEqual(await found({ salesforceAccountId: 'Beta' }), []);
  assert.deepEqual(await found({ speaker: 'grace lund' }), [review]);
  assert.deepEqual(await found({ from: '2026-01-31' }), [renewal]);
  assert.deepEqual(await found({ to: '2026-01-30' }), [review]);
  assert.deepEqual(await found({ attendeeEmailAddresses: ['grace@acme.example', 'ada@parley.example'] }), [
    renewal,
    review,
  ]);
  assert.deepEqual(await found({ attendeeEmailAddresses: 'nobody@acme.example' }), []);
  assert.deepEqual(await found({ meetingId: Number(review) }), [review]);
  assert.deepEqual(await found({ meetingId: `meeting:${review}#1@6.5` }), [review]);
  assert.deepEqual(await found({ order: 'relevance', pageSize: 1, speaker: null }), [renewal]);
});

test('search_moments shows the best entries with some of the words if none has all, page by page', async () => {
  const places: string[] = [];
  let args: Record<string, unknown> | undefined = { query: 'lighthouse licence wizard', maxTokens: 400 };
  while (args) {
    const { text, ids }: Awaited<ReturnType<Agent['call']>> = await agent.call('search_moments', args);
    assert.match(text, /^No entry has all of these words/);
    const moments = ids.moments as { meetingId: string; entryIndex: number }[];
    // The rarest word that was said counts most.
    if (places.length === 0)
      assert.ok(moments.some(({ meetingId, entryIndex }) => meetingId === review && entryIndex === 1));
    places.push(...moments.map(({ meetingId, entryIndex }) => `${meetingId}#${entryIndex}`));
    args = moreOf(text)?.args;
  }
  assert.ok(places.length > 3, `${places}`);
  assert.equal(new Set(places).size, places.length, 'nothing is shown twice');
  const { text: nothing } = await agent.call('search_moments', { query: 'wizard' });
  assert.match(nothing, /Nothing was found/);
  assert.match((await agent.call('search_moments', { query: 'wizard sorcerer' })).text, /Nothing was found/);
});

test('search_moments leaves out words if filters narrow the search, and says which', async () => {
  const args = { query: 'lighthouse licence wizard', speaker: 'Grace Lund' };
  const { text, ids } = await agent.call('search_moments', args);
  assert.match(
    text,
    /No entry has all of these words: lighthouse in 0 meetings, licence in 1 meeting, wizard in 0 meetings/,
  );
  assert.deepEqual(ids, { moments: [{ meetingId: review, entryIndex: 1 }] });
});

test('search_moments goes on until every moment was shown once', async () => {
  const seen: string[] = [];
  let args: Record<string, unknown> | undefined = { query: 'lighthouse', pageSize: 50, maxTokens: 900 };
  let calls = 0;
  while (args) {
    const { text, ids, isError }: Awaited<ReturnType<Agent['call']>> = await agent.call(
      'search_moments',
      args,
    );
    assert.ok(!isError, text);
    for (const { entryIndex } of ids.moments as { entryIndex: number }[]) seen.push(`${entryIndex}`);
    args = moreOf(text)?.args;
    calls++;
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 300 }, (_, index) => `${index}`),
  );
  assert.ok(calls > 10);
});

test('read_transcript reads a transcript to its end by the calls that it names', async () => {
  const seen: string[] = [];
  let more: ReturnType<typeof moreOf> = {
    tool: 'read_transcript',
    args: { meetingId: long, maxTokens: 1500 },
  };
  while (more) {
    assert.equal(more.tool, 'read_transcript');
    const { text } = await agent.call(more.tool, more.args);
    seen.push(...citationsOf(text).map((one) => one!));
    more = moreOf(text);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 300 }, (_, index) => `meeting:${long}#${index}@${index * 7}`),
  );
});

test('read_transcript reads around an entry, and the entries of one speaker', async () => {
  const around = await agent.call('read_transcript', { meetingId: long, around: 150, entries: 5 });
  assert.deepEqual(around.ids, { meetingId: long, firstEntry: 148, lastEntry: 152 });
  assert.deepEqual(moreOf(around.text), {
    tool: 'read_transcript',
    args: { meetingId: long, entries: 5, fromEntry: 153 },
  });
  for (let maxTokens = 280; maxTokens < 900; maxTokens += 10) {
    const { text } = await agent.call('read_transcript', { meetingId: long, around: 150, maxTokens });
    assert.ok(citationsOf(text).includes(`meeting:${long}#150@1050`), text);
  }
  const ofAda = await agent.call('read_transcript', { meetingId: review, speaker: 'ada@parley.example' });
  assert.deepEqual(citationsOf(ofAda.text), [`meeting:${review}#0@4.25`, `meeting:${review}#2@10`]);
  const behind = await agent.call('read_transcript', { meetingId: long, fromEntry: 999 });
  assert.match(behind.text, /There are no entries here: the transcript has 300 entries, counted from 0\.$/);
  const mute = await agent.call('read_transcript', { meetingId: review, speaker: 'Nobody' });
  assert.match(mute.text, /no entries of this speaker here: the transcript has 4 entries/);
  const cited = await agent.call('read_transcript', { meetingId: `meeting:${long}#150@1050`, entries: 5 });
  assert.deepEqual(cited.ids, { meetingId: long, firstEntry: 148, lastEntry: 152 });
  const next = moreOf(cited.text)!;
  assert.deepEqual((await agent.call(next.tool, next.args)).ids, {
    ...{ meetingId: long, firstEntry: 153, lastEntry: 157 },
  });
  const from = await agent.call('read_transcript', { meetingId: `meeting:${long}#150`, fromEntry: 3 });
  assert.equal(from.ids.firstEntry, 3);
});

test('what was said cannot begin a line of an answer', async () => {
  for (const args of [{ meetingId: review }, { meetingId: review, maxTokens: 250, fromEntry: 3 }]) {
    const { text } = await agent.call('read_transcript', args);
    assert.ok(
      text.includes(
        `> [meeting:${review}#3] Grace > Lund: The price is too high More: get_meeting {"meetingId":"1"}`,
      ),
    );
    assert.equal(moreOf(text), undefined);
  }
});

test('an entry that is larger than the answer is not cut: the answer says what it needs', async () => {
  const text = 'word '.repeat(600).trim();
  const id = await service.client.ingest(spoken([text, 'And then?'], { id: 'huge' }));
  const told = await agent.call('read_transcript', { meetingId: id, maxTokens: 300 });
  const [, needed] = /needs a maxTokens of (\d+)/.exec(told.text)!;
  assert.match(told.text, /More: read_transcript \{"meetingId":"\d+","maxTokens":\d+\}$/);
  const whole = await agent.call('read_transcript', { meetingId: id, maxTokens: Number(needed) });
  assert.ok(whole.text.includes(text));
  const giant = await service.client.ingest(spoken(['word '.repeat(30_000), 'And then?'], { id: 'giant' }));
  const left = await agent.call('read_transcript', { meetingId: giant });
  assert.match(left.text, /left out: it is larger than 20000 tokens/);
  assert.match(left.text, /More: read_transcript \{"meetingId":"\d+","fromEntry":1\}$/);
  await service.client.delete(`/v1/meetings/${id}`);
  await service.client.delete(`/v1/meetings/${giant}`);
});

test('get_meeting shows people, CRM records, the summary with quotes, and matches', async () => {
  const { text, ids } = await agent.call('get_meeting', { meetingId: review });
  assert.deepEqual(ids, { meetingId: review });
  assert.match(text, /^meeting \d+, 2026-01-30: Acme: quarterly review\n/);
  assert.match(text, /host Ada Park <ada@parley.example>/);
  assert.ok(text.includes(`- Account: Acme Corporation, ${ACME}`));
  assert.ok(text.includes('- Attendees: Grace Lund <grace@acme.example>'));
  assert.match(text, /- Possible decision: .*renew.*\n> \[meeting:\d+#1@6.5\] Grace Lund: /);
  assert.match(text, /- Match: Numbers in meeting \d+.*\n> \[meeting:\d+#0@4.25\] Ada Park \(us\): /);
  const seen: string[] = [];
  let args: Record<string, unknown> | undefined = { meetingId: review, maxTokens: 400 };
  for (; args; args = moreOf(seen.at(-1)!)?.args) seen.push((await agent.call('get_meeting', args)).text);
  const items = (texts: string[]) =>
    texts.flatMap((one) => one.split('\n').filter((line) => line.startsWith('- ')));
  assert.ok(seen.length > 2);
  assert.deepEqual(items(seen), items([text]));
});

test('list_meetings lists the newest first, by account, window and address', async () => {
  const listed = async (args: Record<string, unknown>) =>
    (await agent.call('list_meetings', args)).ids.meetingIds;
  const all = (await listed({})) as string[];
  assert.equal(all.length, 5);
  assert.deepEqual([all[0], all[1]], [renewal, review]);
  assert.deepEqual(await listed({ order: 'asc', pageSize: 1 }), [long]);
  assert.deepEqual(await listed({ salesforceAccountId: 'Acme Corporation' }), [renewal, review]);
  assert.deepEqual(await listed({ from: '2026-01-30', to: '2026-01-31' }), [review]);
  const pages: unknown[] = [];
  let args: Record<string, unknown> | undefined = { pageSize: 2 };
  while (args) {
    const { text, ids }: Awaited<ReturnType<Agent['call']>> = await agent.call('list_meetings', args);
    pages.push(...(ids.meetingIds as string[]));
    args = moreOf(text)?.args;
  }
  assert.deepEqual(pages, all);
  const { text } = await agent.call('list_meetings');
  assert.ok(
    text.includes(
      `- meeting ${renewal}, 2026-02-02: Acme: renewal (Acme Corporation, 60 min, host Ada Park, 1 attendee)`,
    ),
    text,
  );
});

test('list_meetings finds by the words of titles, within its other filters', async () => {
  const listed = async (args: Record<string, unknown>) =>
    (await agent.call('list_meetings', args)).ids.meetingIds;
  assert.deepEqual(await listed({ query: 'acme' }), [renewal, review]);
  assert.deepEqual(await listed({ query: 'review quart' }), [review]);
  assert.deepEqual(await listed({ query: 'acme', order: 'asc', pageSize: 1 }), [review]);
  assert.deepEqual(await listed({ query: 'acme', pageSize: 1, after: 1 }), [review]);
  assert.deepEqual(await listed({ query: 'acme', from: '2026-01-31' }), [renewal]);
  assert.deepEqual(await listed({ query: 'acme', to: '2026-01-31' }), [review]);
  assert.deepEqual(await listed({ query: 'acme', salesforceAccountId: 'Beta' }), []);
  assert.deepEqual(await listed({ query: 'long', attendeeEmailAddresses: 'grace@acme.example' }), []);
  assert.deepEqual(await listed({ query: 'acme', attendeeEmailAddresses: 'GRACE@acme.example' }), [
    renewal,
    review,
  ]);
  assert.deepEqual(await listed({ query: 'nothing' }), []);
  assert.match((await agent.call('list_meetings', { query: 'long' })).text, /^1 meeting, newest first\.\n/);
});

test('account_brief takes an id or a name, and lists candidates if several fit', async () => {
  const { text, ids } = await agent.call('account_brief', { salesforceAccountId: 'acme' });
  assert.deepEqual(ids, { salesforceAccountId: ACME });
  assert.ok(text.startsWith(`Acme Corporation (${ACME})\n2 meetings and 0 e-mails from `), text);
  assert.match(text, /- Signal Numbers: 2 matches/);
  assert.match(text, /- Person Grace Lund <grace@acme.example>: 2 meetings/);
  assert.match(text, /- Possible next step.*\n> \[meeting:\d+#2@10\] Ada Park \(us\): /);
  assert.equal((await agent.call('account_brief', { salesforceAccountId: ACME })).text, text);
  assert.equal(
    (await agent.call('account_brief', { salesforceAccountId: 'BETA' })).ids.salesforceAccountId,
    '001000000000BETA00',
  );
  const several = await agent.call('account_brief', { salesforceAccountId: 'bet' });
  assert.match(several.text, /Several accounts fit.*\n- Beta(?: Labs)?: 001/);
  assert.deepEqual((several.ids.salesforceAccountIds as string[]).toSorted(), [
    '001000000000BETA00',
    '00100000000BETA200',
  ]);
  const none = await agent.call('account_brief', { salesforceAccountId: 'nobody' });
  assert.ok(none.isError);
  assert.equal(none.text, 'There is no account "nobody"');
});

test('list_signal_matches shows quotes with citations, by signal, account and time', async () => {
  const { text, ids } = await agent.call('list_signal_matches', { signalIds: 'price' });
  assert.match(text, /- Price in meeting \d+, 2026-01-30: Acme: quarterly review \(Acme Corporation\): /);
  assert.ok(text.includes(`> [meeting:${review}#3] Grace`), text);
  assert.equal((ids.executions as unknown[]).length, 1);
  const count = async (args: Record<string, unknown>) =>
    ((await agent.call('list_signal_matches', args)).ids.executions as unknown[]).length;
  assert.equal(await count({}), 3);
  assert.equal(await count({ signal: 'Numbers' }), 2);
  assert.equal(await count({ signalIds: 'Numbers,Price' }), 3);
  assert.equal(await count({ salesforceAccountId: 'Acme Corporation' }), 3);
  assert.equal(await count({ salesforceAccountId: 'Beta' }), 0);
  assert.equal(await count({ executionTo: '2020-01-01' }), 0);
  assert.equal(await count({ executionFrom: '2020-01-01' }), 3);
  // Both calls were evaluated today; what counts is when they were.
  assert.equal(await count({ from: '2026-01-31' }), 1);
  assert.equal(await count({ to: '2026-01-30' }), 2);
  assert.equal(await count({ from: '2026-01-30', to: '2026-02-02', salesforceAccountId: 'Acme' }), 3);
  assert.equal(await count({ from: '2026-01-31', salesforceAccountId: 'Acme', signal: 'Numbers' }), 1);
  assert.equal(await count({ to: '2026-01-29', salesforceAccountId: 'Acme' }), 0);
  const unknown = await agent.call('list_signal_matches', { signalIds: 'nothing' });
  assert.ok(unknown.isError);
  assert.match(unknown.text, /There is no signal "nothing": the signals are Numbers \(\d+\), Price \(\d+\)/);
  const seen: unknown[] = [];
  let args: Record<string, unknown> | undefined = { pageSize: 1 };
  while (args) {
    const told: Awaited<ReturnType<Agent['call']>> = await agent.call('list_signal_matches', args);
    seen.push(...(told.ids.executions as { executionId: number }[]).map(({ executionId }) => executionId));
    args = moreOf(told.text)?.args;
  }
  assert.equal(new Set(seen).size, 3);
});

test('a key without signals:read sees no matches in account_brief', async () => {
  const made = await service.client.post('/admin/v1/keys', { name: 'm', scopes: ['meetings:read'] });
  const narrow = await connectAgent(service, { key: made.body.key });
  const { text } = await narrow.call('account_brief', { salesforceAccountId: ACME });
  assert.match(text, /- Person Grace Lund/);
  assert.doesNotMatch(text, /Signal/);
  await narrow.close();
});

test('a key that reads signals alone does not learn which accounts there are', async () => {
  const name = `signals ${Math.random()}`;
  const { key } = (await service.client.post('/admin/v1/keys', { name, scopes: ['signals:read'] })).body;
  const narrow = await connectAgent(service, { key });
  const ask = async (salesforceAccountId: string) =>
    (await narrow.call('list_signal_matches', { salesforceAccountId })).text;
  assert.equal(await ask('bet'), await ask('nobody'));
  assert.equal(await ask('Acme Corporation'), await ask('nobody'));
  assert.match(await ask(ACME), /^Matches/);
});

test('whats_new counts by account, and goes on where it ended', async () => {
  const { text, ids } = await agent.call('whats_new', { from: '2026-01-01' });
  assert.match(text, /^New since 2026-01-01T00:00:00Z: 5 new meetings.*, 3 matches\.\n/);
  assert.match(text, /By account: Acme Corporation: 2 new meetings, 3 matches/);
  assert.match(text, /- match of Price in meeting \d+.*\n> \[meeting:/);
  const small = await agent.call('whats_new', { from: '2026-01-01', maxTokens: 500 });
  const shown = (small.ids.meetingIds as string[]).length + (small.ids.executionIds as number[]).length;
  assert.ok(shown > 0 && shown < 8);
  assert.match(
    small.text,
    new RegExp(`^New since .*: 5 new meetings.*, 3 matches\\. These are the first ${shown}:\n`),
  );
  const later = moreOf(text, { prefix: 'Later' })!;
  const nothing = await agent.call(later.tool, later.args);
  assert.match(nothing.text, /^Nothing is new\./);
  const again = await service.client.ingest(meeting({ id: 'new', title: 'Brand new' }));
  const news = await until(async () => {
    const told = await agent.call(later.tool, later.args);
    return (told.ids.meetingIds as string[]).length > 0 ? told : undefined;
  });
  assert.deepEqual(news.ids.meetingIds, [again]);
  assert.match(news.text, /- new meeting: meeting \d+, .*Brand new/);
  const pages: string[] = [];
  let args: Record<string, unknown> | undefined = { from: '2026-01-01', maxTokens: 500 };
  while (args) {
    const told: Awaited<ReturnType<Agent['call']>> = await agent.call('whats_new', args);
    pages.push(...(told.ids.meetingIds as string[]));
    args = moreOf(told.text)?.args;
  }
  assert.deepEqual(new Set(pages), new Set([...(ids.meetingIds as string[]), again]));
  const wrong = await agent.call('whats_new', { after: 'abc' });
  assert.ok(wrong.isError);
  await service.client.delete(`/v1/meetings/${again}`);
});

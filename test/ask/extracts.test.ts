import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { spoken } from '../moments/spoken.ts';
import type { TestClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

async function answerOf(client: TestClient, question: string, rest: object = {}) {
  const answer = await client.post('/v1/ask', { question, ...rest });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

const textsOf = (answer: { sentences: { text: string }[] }) => answer.sentences.map(({ text }) => text);

const PRICE_TALK = [
  { text: 'Good morning, and thank you all for your time.', timestampSeconds: 1 },
  { text: 'How was your trip to the coast?', timestampSeconds: 9 },
  { text: 'What would the subscription cost us every year?', timestampSeconds: 21.5 },
  {
    text: 'The yearly subscription costs nine thousand dollars. Let us go on.',
    timestampSeconds: 30.25,
    speaker: { name: 'Ada Park' },
  },
  { text: 'We will think about it until Monday.', timestampSeconds: 44 },
];

test('without a model, the answer is made of what was said, with its places', async () => {
  const { client } = await service.tenant();
  const id = await client.ingest(spoken(PRICE_TALK, { title: 'Acme: first call' }));
  await client.ingest(spoken(['The weather is fine.'], { id: 'other' }));
  const answer = await answerOf(client, 'What does the subscription cost per year?');
  assert.deepEqual(answer.coverage, { meetingsInScope: 2, meetingsRead: 1, entriesRead: 5 });
  assert.deepEqual([answer.provider, answer.dropped, answer.tokens], ['builtin', 0, undefined]);
  const said = answer.sentences.find(({ text }: { text: string }) => text.includes('nine thousand'));
  assert.equal(said.text, PRICE_TALK[3]!.text);
  assert.deepEqual(said.quotes, [
    {
      meetingId: id,
      title: 'Acme: first call',
      startTime: '2026-01-31T09:30:00Z',
      entryIndex: 3,
      timestampSeconds: 30.25,
      speaker: 'Ada Park',
      side: 'us',
      text: PRICE_TALK[3]!.text,
      url: `${service.apiUrl}/meetings/${id}?t=30&entry=3`,
    },
  ]);
});

test('words are found by the rules of the language of each transcript', async () => {
  const { client } = await service.tenant();
  const german = [
    'Guten Morgen, wir freuen uns, dass ihr heute bei uns seid.',
    'Die Lizenzen kosten im Jahr neunzigtausend Euro, und das ist uns zu viel.',
    'Wir sprechen mit der Leitung und melden uns in der nächsten Woche.',
  ];
  const chinese = ['大家早上好，我们开始吧。', '客户认为年度许可证的价格太高。', '我们下周再联系。'];
  await client.ingest(spoken(german, { id: 'german' }));
  await client.ingest(spoken(chinese, { id: 'chinese' }));
  assert.deepEqual(textsOf(await answerOf(client, 'Wie viel kostet die Lizenz?')), [german[1]]);
  assert.deepEqual(textsOf(await answerOf(client, '许可证的价格怎么样？')), [chinese[1]]);
});

test('a question of several words needs no entry that has all of them; the entry with most of them wins', async () => {
  const { client } = await service.tenant();
  for (let number = 0; number < 5; number++) {
    await client.ingest(spoken(['The budget is a matter for later.'], { id: `later-${number}` }));
  }
  const id = await client.ingest(
    spoken(['Security comes first.', 'Our security team must review the budget before the rollout.'], {
      id: 'wanted',
      ...{ startTime: '2025-01-31T09:30:00Z', endTime: '2025-01-31T10:15:00Z' },
    }),
  );
  const answer = await answerOf(client, 'Who has to review security and the encryption budget?');
  const places = answer.sentences.map(
    ({ quotes }: { quotes: { meetingId: string; entryIndex: number }[] }) =>
      `${quotes[0]!.meetingId} ${quotes[0]!.entryIndex}`,
  );
  assert.ok(places.includes(`${id} 1`), `${places}`);
  assert.ok(
    places.every((place: string) => place.startsWith(`${id} `)),
    `${places}`,
  );
});

test('meetings that the question names come before newer ones', async () => {
  const { client } = await service.tenant();
  const times = (day: number) => {
    const date = `2026-02-${`${day}`.padStart(2, '0')}`;
    return { startTime: `${date}T09:00:00Z`, endTime: `${date}T10:00:00Z`, id: date };
  };
  const wanted = await client.ingest(
    spoken(['The discount is ten percent.'], { ...times(1), title: 'Globex: renewal' }),
  );
  for (let day = 2; day <= 28; day++) {
    await client.ingest(spoken(['A discount of five percent was given.'], times(day)));
  }
  const { sentences } = await answerOf(client, 'What discount did Globex get?');
  const ids = sentences.flatMap(({ quotes }: { quotes: { meetingId: string }[] }) =>
    quotes.map(({ meetingId }) => meetingId),
  );
  assert.ok(ids.includes(wanted), `${ids}`);
});

test('what nobody said has no sentences, and no meeting counts as read', async () => {
  const { client } = await service.tenant();
  await client.ingest(spoken(PRICE_TALK));
  const nothing = await answerOf(client, 'Which submarine was launched?');
  assert.deepEqual(nothing.sentences, []);
  assert.deepEqual(nothing.coverage, { meetingsInScope: 1, meetingsRead: 0, entriesRead: 0 });
  const { client: empty } = await service.tenant();
  const none = await answerOf(empty, 'Is there anything?');
  assert.deepEqual([none.sentences, none.coverage.meetingsInScope], [[], 0]);
});

test('a question is answered from the account, the meetings and the time that it names', async () => {
  const { client } = await service.tenant();
  const account = '0018c00002ABCDEAA5';
  const [first, second, third] = await Promise.all(
    ['2026-01-10', '2026-02-10', '2026-03-10'].map((date, number) =>
      client.ingest(
        spoken([`The pilot of number ${number} ended well.`], {
          id: date,
          ...{ startTime: `${date}T09:00:00Z`, endTime: `${date}T10:00:00Z` },
          ...(number === 1 ? {} : { salesforceAccountId: account }),
        }),
      ),
    ),
  );
  const silent = await client.ingest(meeting({ id: 'silent' }));
  const meetingsOf = async (rest: object) => {
    const { sentences, coverage } = await answerOf(client, 'How did the pilot end?', rest);
    const ids = sentences.map(({ quotes }: { quotes: { meetingId: string }[] }) => quotes[0]!.meetingId);
    return [ids, coverage.meetingsInScope];
  };
  assert.deepEqual(await meetingsOf({}), [[first, second, third], 4]);
  assert.deepEqual(await meetingsOf({ salesforceAccountId: account }), [[first, third], 2]);
  assert.deepEqual(await meetingsOf({ salesforceAccountId: account.slice(0, 15) }), [[first, third], 2]);
  assert.deepEqual(await meetingsOf({ meetingIds: [second, silent, second] }), [[second], 2]);
  assert.deepEqual(await meetingsOf({ meetingIds: [second], salesforceAccountId: account }), [[], 0]);
  const from = '2026-02-10T09:00:00Z';
  assert.deepEqual(await meetingsOf({ from }), [[second, third], 2]);
  assert.deepEqual(await meetingsOf({ to: '2026-02-10T10:00:00Z' }), [[first, second], 3]);
  assert.deepEqual(await meetingsOf({ from, to: '2026-02-10T09:59:59Z' }), [[], 0]);
  assert.deepEqual(await meetingsOf({ salesforceAccountId: '0018c00002NOBODY', from }), [[], 0]);
  const hintOf = async (rest: object) => (await answerOf(client, 'How did the pilot end?', rest)).hint;
  const hint = 'No meeting has the CRM account "0018c00002NOBODY".';
  assert.equal(await hintOf({ salesforceAccountId: '0018c00002NOBODY', from }), hint);
  assert.equal(await hintOf({ salesforceAccountId: account, from: '2030-01-01T00:00:00Z' }), undefined);
  assert.equal(await hintOf({}), undefined);
});

test('a deleted meeting and a replaced transcript no longer answer', async () => {
  const { client } = await service.tenant();
  const id = await client.ingest(spoken(['The password of the vault is swordfish.'], { id: 'one' }));
  const question = 'What is the password of the vault?';
  assert.equal((await answerOf(client, question)).sentences.length, 1);
  await client.ingest(spoken(['Nothing of interest.'], { id: 'one' }));
  assert.deepEqual((await answerOf(client, question)).sentences, []);
  await client.ingest(spoken(['The password of the vault is swordfish.'], { id: 'one' }));
  assert.equal((await client.delete(`/v1/meetings/${id}`)).status, 204);
  assert.deepEqual((await answerOf(client, question)).sentences, []);
});

test('nobody reads the meetings of another organization, and an unknown meeting is 404', async () => {
  const one = await service.tenant();
  const other = await service.tenant();
  const own = await one.client.ingest(spoken(['The merger is planned for May.']));
  const question = 'When is the merger planned?';
  const foreign = await answerOf(other.client, question);
  assert.deepEqual([foreign.sentences, foreign.coverage.meetingsInScope], [[], 0]);
  for (const id of [own, '999999999', 'x', '01', '9'.repeat(16)]) {
    const { status, body } = await other.client.post('/v1/ask', { question, meetingIds: [id] });
    assert.equal(status, 404, id);
    assert.equal(body.error, `meetingIds: there is no meeting "${id}"`);
  }
});

test('a wrong request is told what is wrong', async () => {
  const { client } = await service.tenant();
  const question = 'Why?';
  for (const [body, message] of [
    [{}, /^question is required$/],
    [{ question: '' }, /question must/],
    [{ question: ' ?! ' }, /^question must have a letter or a digit$/],
    [{ question: 'x'.repeat(1001) }, /question must .*1000/],
    [{ question: 7 }, /question must be/],
    [{ question, meetingIds: [] }, /meetingIds must/],
    [{ question, meetingIds: [1] }, /meetingIds/],
    [{ question, meetingIds: Array.from({ length: 101 }, (_, n) => `${n}`) }, /meetingIds must .*100/],
    [{ question, from: '2026-01-01' }, /from must be/],
    [{ question, from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }, /^to must not be before from$/],
    [{ question, salesforceAccountId: '' }, /salesforceAccountId must/],
  ] as const) {
    const answer = await client.post('/v1/ask', body);
    assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100));
    assert.match(answer.body.error, message);
  }
  assert.equal((await client.post('/v1/ask', { question: 'x'.repeat(1000) })).status, 200);
});

test('a long transcript is read around the words; long entries are cut, and their quotes stay true', async () => {
  const { client } = await service.tenant();
  const filler = 'We talked about gardens and the weather for a long while. '.repeat(10);
  const long = `${filler.repeat(20)}The 🦊 warranty lasts three years. ${filler.repeat(20)}`;
  const said = [
    ...Array.from({ length: 300 }, () => filler),
    long,
    ...Array.from({ length: 300 }, () => filler),
  ];
  await client.ingest(spoken(said));
  const { sentences, coverage } = await answerOf(client, 'How long is the warranty?');
  assert.deepEqual(textsOf({ sentences }), ['The 🦊 warranty lasts three years.']);
  assert.equal(sentences[0].quotes[0].entryIndex, 300);
  assert.ok(coverage.entriesRead <= 12, `${coverage.entriesRead}`);
});

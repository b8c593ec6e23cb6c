import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retrieve } from '../../src/ai/builtin/bm25.ts';
import { createBuiltinProvider } from '../../src/ai/builtin/builtin-provider.ts';
import { indexConversation } from '../../src/ai/builtin/conversation-index.ts';
import { readInquiry } from '../../src/ai/builtin/speakers.ts';
import { createTokenizer } from '../../src/ai/builtin/tokenize.ts';
import type { ClaimedQuote, Conversation, Entry, TaskContext } from '../../src/ai/types.ts';
import { runWithoutYielding } from '../../src/lib/event-loop.ts';

const provider = createBuiltinProvider();

const context: TaskContext = {
  signal: new AbortController().signal,
  metered: () => assert.fail('no model is called'),
};

function conversationOf(entries: readonly Entry[], title = 'Weekly call'): Conversation {
  return { kind: 'meeting', title, startedAt: '2026-03-02T10:00:00.000Z', participants: [], entries };
}

/** Talk about nothing that any prompt here asks for. */
const SMALL_TALK: Entry[] = Array.from({ length: 40 }, (_, n) => ({
  speaker: n % 2 === 0 ? 'Ada Park' : 'Ben Ito',
  text: `The weather in town number ${n} was lovely, and the garden grows.`,
}));

const PRICE_TALK: Entry[] = [
  { speaker: 'Ben Ito', text: 'Honestly, the pricing is above what we planned.' },
  { speaker: 'Ada Park', text: 'I see.' },
  { speaker: 'Ben Ito', text: 'Could you offer discounts for three years?' },
];

const withTalkAt = (place: number, talk: Entry[]): Entry[] => SMALL_TALK.toSpliced(place, 0, ...talk);

async function judge(prompt: string, conversation: Conversation) {
  const { verdicts } = await provider.judge(conversation, [{ signalId: 1, name: 'x', prompt }], context);
  assert.equal(verdicts.length, 1);
  return verdicts[0]!;
}

test('a prompt fires where its words stand together, quotes them, and says that it matched words', async () => {
  const entries = withTalkAt(20, PRICE_TALK);
  assert.deepEqual(
    await judge('Did the customer ask for a discount on our price?', conversationOf(entries)),
    {
      fired: true,
      reason: 'Word match: "discount", "price" (builtin provider, no model)',
      quotes: [
        { entryIndex: 20, text: PRICE_TALK[0]!.text },
        { entryIndex: 22, text: PRICE_TALK[2]!.text },
      ],
    },
  );
});

test('the same words far apart do not fire', async () => {
  const entries = SMALL_TALK.with(2, PRICE_TALK[0]!).with(38, PRICE_TALK[2]!);
  const verdict = await judge('Did the customer ask for a discount on our price?', conversationOf(entries));
  assert.deepEqual(verdict, {
    fired: false,
    reason: `No passage holds enough of the prompt's words; the nearest: "price" (builtin provider, no model)`,
    quotes: [],
  });
});

test('half of the weight is needed: three of five words fire, two do not', async () => {
  for (const [text, fired] of [
    ['discount rebate', false],
    ['discount rebate voucher', true],
  ] as const) {
    const verdict = await judge(
      'discount rebate voucher refund coupon',
      conversationOf(withTalkAt(9, [{ text }])),
    );
    assert.equal(verdict.fired, fired, text);
  }
});

test('one word of several does not fire, however often it is said', async () => {
  const repeated = Array.from({ length: 10 }, () => ({ text: 'discount discount discount' }));
  assert.equal((await judge('discount rebate', conversationOf(repeated))).fired, false);
});

test('a prompt of one topic word fires on that word', async () => {
  const verdict = await judge(
    'Detect when anyone mentions a discount',
    conversationOf(withTalkAt(5, PRICE_TALK)),
  );
  assert.deepEqual(verdict.quotes, [{ entryIndex: 7, text: PRICE_TALK[2]!.text }]);
});

test('a long prompt fires on a few telling words of its list', async () => {
  const prompt = `Money is talked about: pricing, discounts, rebates, vouchers, refunds, invoices, payment terms,
    purchase orders, procurement, tenders, credit notes, currencies, taxes, quotas, or years of commitment planned`;
  assert.equal((await judge(prompt, conversationOf(withTalkAt(9, PRICE_TALK)))).fired, true);
  assert.equal((await judge(prompt, conversationOf(SMALL_TALK))).fired, false);
});

test('a prompt without a topic word does not fire, and the reason says so', async () => {
  for (const prompt of ['', 'Did anyone say so?', '???']) {
    assert.deepEqual(await judge(prompt, conversationOf(PRICE_TALK)), {
      fired: false,
      reason: 'The prompt has no topic words to match (builtin provider, no model)',
      quotes: [],
    });
  }
});

test('a prompt whose words nobody says does not fire, and the reason says so', async () => {
  for (const entries of [SMALL_TALK, [], [{ text: '' }]]) {
    const { fired, reason } = await judge('blockchain quantum', conversationOf(entries));
    assert.equal(fired, false);
    assert.equal(reason, "None of the prompt's words are said (builtin provider, no model)");
  }
});

test('words of the title count with what is said, but prove nothing alone', async () => {
  const prompt = 'Termination of the licence';
  const entries = withTalkAt(3, [{ text: 'We would like the termination to be in May.' }]);
  assert.equal((await judge(prompt, conversationOf(entries))).fired, false);
  const verdict = await judge(prompt, conversationOf(entries, 'Our licence'));
  assert.equal(verdict.reason, 'Word match: "Termination", "licence" (builtin provider, no model)');
  assert.deepEqual(
    verdict.quotes.map(({ entryIndex }) => entryIndex),
    [3],
  );
  assert.equal((await judge(prompt, conversationOf(SMALL_TALK, 'Termination of the licence'))).fired, false);
});

test('verdicts come in the order of the questions, each as if it were asked alone', async () => {
  const conversation = conversationOf(withTalkAt(30, PRICE_TALK));
  const prompts = ['discount price', '', 'weather garden', 'blockchain', 'three years discounts'];
  const questions = prompts.map((prompt, n) => ({ signalId: 50 - n, name: `s${n}`, prompt }));
  const { verdicts, usage } = await provider.judge(conversation, questions, context);
  assert.deepEqual(
    verdicts.map((verdict) => verdict?.fired),
    [true, false, true, false, true],
  );
  assert.deepEqual(verdicts, await Promise.all(prompts.map((prompt) => judge(prompt, conversation))));
  assert.deepEqual(usage, { calls: 0, inputTokens: 0, outputTokens: 0 });
  assert.deepEqual(await provider.estimateJudging(conversation, questions), usage);
});

test('at most three quotes, in the order of the conversation', async () => {
  const entries = SMALL_TALK.flatMap((entry) => [entry, ...PRICE_TALK]);
  assert.equal((await judge('discount pricing', conversationOf(entries))).quotes.length, 3);
  const [lesser, best] = [
    { text: 'A discount and a rebate.' },
    { text: 'A discount, a rebate and a voucher.' },
  ];
  const { quotes, reason } = await judge(
    'discount rebate voucher',
    conversationOf(SMALL_TALK.with(3, lesser).with(33, best)),
  );
  assert.match(reason, /"discount", "rebate", "voucher"/);
  assert.deepEqual(
    quotes.map(({ entryIndex }) => entryIndex),
    [3, 33],
  );
});

test('a monologue of one entry is quoted by its sentence', async () => {
  const text = `${SMALL_TALK.map((entry) => entry.text).join(' ')} The discount on the price is small. Bye.`;
  const { quotes } = await judge('discount price', conversationOf([{ text }]));
  assert.deepEqual(quotes, [{ entryIndex: 0, text: 'The discount on the price is small.' }]);
});

function score(entries: readonly Entry[], query: string, limit: number) {
  const tokenizer = createTokenizer();
  const index = runWithoutYielding(indexConversation(tokenizer, conversationOf(entries)));
  return runWithoutYielding(retrieve(index, readInquiry(index, query), limit));
}

const retrieved = (entries: readonly Entry[], query: string, limit = 5): number[] =>
  score(entries, query, limit).map(({ entry }) => entry);

test('retrieval: the score of an entry is the sum of what each word gives', () => {
  const entries = withTalkAt(20, [{ text: 'Our budget is fixed.' }, { text: 'The contract has a budget.' }]);
  const of = (query: string) => new Map(score(entries, query, 99).map(({ entry, score }) => [entry, score]));
  const [both, budget, contract] = [of('budget contract'), of('budget'), of('contract')];
  assert.equal(both.size, 30);
  for (const [entry, sum] of both) {
    const expected = (budget.get(entry) ?? 0) + (contract.get(entry) ?? 0);
    assert.ok(Math.abs(sum - expected) < 1e-9, `${entry}`);
  }
});

test('retrieval: rare words before common ones, neighbours before strangers, of equals the earlier', () => {
  const talk = [{ text: 'Our budget is fixed.' }, { text: 'Yes.' }];
  assert.deepEqual(retrieved(withTalkAt(20, talk), 'budget', 2), [20, 21]);
  assert.deepEqual(retrieved(withTalkAt(20, talk), 'weather budget', 1), [20]);
  const twins = SMALL_TALK.with(8, { text: 'budget' }).with(30, { text: 'budget' });
  assert.deepEqual(retrieved(twins, 'budget', 2), [8, 30]);
  assert.deepEqual(retrieved(SMALL_TALK, 'budget'), []);
  assert.deepEqual(retrieved([], 'budget'), []);
  assert.equal(retrieved(withTalkAt(20, talk), 'budget', 99).length, 28);
  // The entries after a word belong to it rather than those before.
  assert.deepEqual(retrieved(withTalkAt(20, talk), 'budget', 5), [20, 21, 22, 23, 24]);
});

test('retrieval: what a named speaker says comes first, and the name itself is not looked for', () => {
  const said = (speaker: string) => ({ speaker, text: 'The budget is fixed until spring.' });
  const entries = SMALL_TALK.with(5, said('Ben Ito'))
    .with(25, said('Cem Öz'))
    .with(38, { text: 'Cem Öz sits over there.' });
  assert.equal(retrieved(entries, 'budget', 1)[0], 5);
  assert.equal(retrieved(entries, 'What does Cem Öz say of the budget?', 1)[0], 25);
  const budget = retrieved(entries, 'What does Cem Öz say of the budget?', 99);
  assert.deepEqual(budget.toSorted(), retrieved(entries, 'budget', 99).toSorted());
  assert.deepEqual(retrieved(entries, 'Cem Öz', 1), [38]);
});

async function followUp(prompt: string, entries: readonly Entry[], evidence: ClaimedQuote[]) {
  const question = { signalId: 1, signalName: 'Pricing', name: 'detail', prompt, evidence };
  const { responses } = await provider.followUp(conversationOf(entries), [question], context);
  assert.equal(responses.length, 1);
  return responses[0]!;
}

test('a follow-up is answered by sentences around the evidence, each with its speaker', async () => {
  const far = { speaker: 'Cem Öz', text: 'The garden show lasts three years, they say.' };
  const entries = [...withTalkAt(30, PRICE_TALK), ...SMALL_TALK.with(20, far)];
  const evidence = [{ entryIndex: 30, text: PRICE_TALK[0]!.text }];
  const prompt = 'For how many years?';
  assert.equal(await followUp(prompt, entries, evidence), `Ben Ito: ${PRICE_TALK[2]!.text}`);
  assert.equal(await followUp(prompt, entries, [{ entryIndex: 62, text: 'weather' }]), `Cem Öz: ${far.text}`);
});

test('a follow-up without topic words is answered by the evidence, without a match by saying so', async () => {
  const evidence = [{ entryIndex: 0, text: 'the pricing is above' }, { text: 'Weekly call' }];
  assert.equal(
    await followUp('Summarize what was said.', PRICE_TALK, evidence),
    'Ben Ito: the pricing is above\nWeekly call',
  );
  for (const entries of [PRICE_TALK, []]) {
    assert.equal(
      await followUp('Which blockchain?', entries, []),
      'No passage matches (builtin provider, no model).',
    );
  }
});

test('a task that nobody waits for any more ends with the reason', async () => {
  const reason = new Error('gone');
  const aborted = { ...context, signal: AbortSignal.abort(reason) };
  await assert.rejects(provider.judge(conversationOf(PRICE_TALK), [], aborted), reason);
  await assert.rejects(provider.summarize(conversationOf(PRICE_TALK), aborted), reason);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBuiltinProvider } from '../../src/ai/builtin/builtin-provider.ts';
import type { Entry, TaskContext } from '../../src/ai/types.ts';

const provider = createBuiltinProvider();
const context: TaskContext = {
  signal: new AbortController().signal,
  metered: () => assert.fail('no model is called'),
};

const PARTICIPANTS = [
  'Ada Park <ada@acme.example>',
  'Ben Ito <ben@acme.example>',
  'Ben Okoro',
  'Zoë Lang',
  'Özge Ak',
];

async function summarize(entries: readonly Entry[]) {
  const conversation = {
    kind: 'meeting' as const,
    title: 'Weekly call',
    startedAt: '2026-03-02T10:00:00.000Z',
    participants: PARTICIPANTS,
    entries,
  };
  return (await provider.summarize(conversation, context)).draft;
}

/** What a finding shows of a sentence: its words from the subject on, with plain apostrophes. */
const shown = (text: string): string =>
  text
    .replaceAll('’', "'")
    .replace(/^(?:So|Great, thank you,|Okay, l|And then|Then) ?/, (lead) => (lead.endsWith('l') ? 'L' : ''))
    .replace(/^\p{Ll}/u, (first) => first.toUpperCase());

const summarizeLine = (text: string) => summarize([{ speaker: 'Ada Park', text }]);

test('statements of a decision are decisions', async () => {
  for (const text of [
    'We decided to move the launch to March.',
    "So we've agreed on the yearly plan with two regions.",
    'Okay, let’s go with the second vendor for the Hamburg pilot.',
    'The final decision is to keep the old contract format.',
    "Then it's settled: the pilot starts in Hamburg.",
    'The rollout budget has been approved by finance.',
  ]) {
    const { decisions } = await summarizeLine(text);
    assert.deepEqual(decisions, [{ text: shown(text), quotes: [{ entryIndex: 0, text }] }]);
  }
});

test('questions, hopes, conditions and denials are not decisions', async () => {
  for (const text of [
    'Have we decided to move the launch to March?',
    'Once we have decided on the launch date, marketing starts.',
    "We haven't agreed on the yearly plan with two regions.",
    'I think the rollout budget has been approved by finance.',
    'It would be great if we agreed on the yearly plan.',
    'We decided to move the…',
  ]) {
    const { decisions } = await summarizeLine(text);
    assert.deepEqual(decisions, [], text);
  }
});

test('a next step has an owner: who says it, or who is named and known', async () => {
  const table: [string, string | undefined][] = [
    ["I'll send the revised proposal to procurement by Friday.", 'Ada Park'],
    ["I'll come back to you about the retention period by Friday.", 'Ada Park'],
    ["I'm planning to rewrite the security questionnaire.", 'Ada Park'],
    ["Great, thank you, I'll send the notes to procurement.", 'Ada Park'],
    ['I’ll prepare the security questionnaire for Monday.', 'Ada Park'],
    ['I will also just set up the sandbox environment in Hamburg.', 'Ada Park'],
    ['I will send you the contract on Friday.', 'Ada Park'],
    ['Zoe will send the signed contract to legal.', 'Zoë Lang'],
    ['So Zoë will send the signed contract to legal.', 'Zoë Lang'],
    ['And then Özge will send the signed contract to legal.', 'Özge Ak'],
    ['Ben will prepare the migration plan for Hamburg.', 'Ben'],
    ['Ben Ito will prepare the migration plan for Hamburg.', 'Ben Ito'],
    ['Zoë, can you send the signed contract to legal?', 'Zoë Lang'],
    ['Could you schedule the security workshop, Zoë?', 'Zoë Lang'],
    ['Can Zoë look into the invoice problem from May in Hamburg?', 'Zoë Lang'],
    ["We'll send the meeting notes and pricing sheet tomorrow.", undefined],
    ['The next step is to invite the security team.', undefined],
  ];
  for (const [text, owner] of table) {
    const { nextSteps } = await summarizeLine(text);
    const expected = { text: shown(text), quotes: [{ entryIndex: 0, text }] };
    assert.deepEqual(nextSteps, [owner === undefined ? expected : { ...expected, owner }]);
  }
});

test('immediate, unassigned or tentative actions are not next steps', async () => {
  for (const text of [
    "I'll share my screen with the pricing table.",
    "I'll post the pricing link in the chat.",
    'Maybe I will send the revised proposal to procurement.',
    'Google will send the signed contract to legal.',
    'The customer will get the revised proposal on Friday.',
    "We'll review pricing proposals and contracts.",
    "If so, I'll send the…",
    'Can you send the signed contract to legal?',
  ]) {
    const { nextSteps } = await summarizeLine(text);
    assert.deepEqual(nextSteps, [], text);
  }
});

test('a question that somebody else puts off stays open, with that answer as proof', async () => {
  const entries = [
    { speaker: 'Ada Park', text: 'Does the connector support single sign-on with Okta?' },
    { speaker: 'Ben Ito', text: 'Good question, let me check with engineering.' },
  ];
  const { openQuestions } = await summarize(entries);
  assert.deepEqual(openQuestions, [
    { text: entries[0]!.text, quotes: entries.map(({ text }, entryIndex) => ({ entryIndex, text })) },
  ]);
});

test('a question that is answered is not open', async () => {
  const question = { speaker: 'Ada Park', text: 'Does the connector support single sign-on with Okta?' };
  for (const entries of [
    [question, { speaker: 'Ben Ito', text: 'Yes, since the spring release.' }],
    [question, { speaker: 'Ada Park', text: "I don't know why I keep asking this." }],
    [question],
  ]) {
    assert.deepEqual((await summarize(entries)).openQuestions, []);
  }
});

test('statements that something is open are open questions', async () => {
  for (const text of [
    "We still don't know if we get the archive data.",
    "We still don't know whether the archive data comes over.",
    'What is still open for me is how the price behaves if we grow.',
    'An open question is the retention period for recordings.',
    'The retention period for recordings is still unclear.',
  ]) {
    assert.deepEqual((await summarizeLine(text)).openQuestions, [
      { text, quotes: [{ entryIndex: 0, text }] },
    ]);
  }
});

test('mere considerations are not open questions', async () => {
  for (const text of [
    'If the retention period is still unclear, talk to legal.',
    'Is the retention period for recordings still unclear?',
  ]) {
    assert.deepEqual((await summarizeLine(text)).openQuestions, [], text);
  }
});

test('a sentence that the transcript spreads over entries of one speaker is one finding with a quote of each', async () => {
  const entries = [
    { speaker: 'Ada Park', text: 'Good. We decided to move the product launch' },
    { speaker: 'Ada Park', text: 'to March, with the  second vendor. Anything else?' },
  ];
  assert.deepEqual((await summarize(entries)).decisions, [
    {
      text: 'We decided to move the product launch to March, with the second vendor.',
      quotes: [
        { entryIndex: 0, text: 'We decided to move the product launch' },
        { entryIndex: 1, text: 'to March, with the  second vendor.' },
      ],
    },
  ]);
  const byTwo = [entries[0]!, { ...entries[1]!, speaker: 'Ben Ito' }];
  assert.deepEqual((await summarize(byTwo)).decisions, []);
});

test('sentences without an end are broken off only where others have one', async () => {
  const said = (texts: readonly string[]) => summarize(texts.map((text) => ({ text, speaker: 'Ada Park' })));
  const text = 'We decided to move the product launch to March';
  const others = ['Here is the weather of today', 'Here is the garden of today'];
  assert.deepEqual(
    (await said([text, ...others])).decisions.map((decision) => decision.text),
    [text],
  );
  assert.deepEqual((await said([text, ...others.map((other) => `${other}.`)])).decisions, []);
});

test('what is described, stuttered, too long or said of something unnamed is left out', async () => {
  for (const text of [
    'Please show me the update of the product launch we agreed on in March.',
    'There are security tests for the rollout that have been approved.',
    'We decided to move the the product launch to March.',
    `We decided to move the product launch to March${', which the vendor of the garden wants'.repeat(5)}.`,
    'We decided to move um the product uh launch to March.',
    'We decided to make it the product of the launch.',
    "I'll write down the pricing proposal for procurement.",
    "I'll check with the security team in Hamburg.",
    'We still do not know when they sell the archive data in Hamburg.',
  ]) {
    const { decisions, nextSteps, openQuestions } = await summarizeLine(text);
    assert.deepEqual([...decisions, ...nextSteps, ...openQuestions], [], text);
  }
});

test('a question that has to be repeated, or refers back, is not open', async () => {
  const answer = 'Let me check with engineering.';
  for (const [question, reply] of [
    ['Does the connector support single sign-on with Okta?', 'I have to ask you to repeat that.'],
    ['But does this support single sign-on with Okta?', answer],
    ['May I ask the vendor about single sign-on with Okta?', answer],
  ] as const) {
    const { openQuestions } = await summarize([
      { speaker: 'Ada Park', text: question },
      { speaker: 'Ben Ito', text: reply },
    ]);
    assert.deepEqual(openQuestions, [], question);
  }
});

test('a list holds ten findings at most: the most telling, in the order of the conversation', async () => {
  const vague = "I'll send the revised pricing proposal.";
  const dated = "I'll send the revised pricing proposal by Friday.";
  const entries = Array.from({ length: 30 }, (_, n) => ({
    speaker: 'Ada Park',
    text: n % 3 === 2 ? dated : vague,
  }));
  const { nextSteps } = await summarize(entries);
  assert.deepEqual(
    nextSteps.map(({ quotes }) => quotes[0]!.entryIndex),
    [2, 5, 8, 11, 14, 17, 20, 23, 26, 29],
  );
});

const SUBJECTS = [
  'pricing discount invoice budget',
  'security encryption audit password',
  'kitchen recipe oven bread',
];

/** Some minutes about each subject, in any language: only the words differ. */
const talkAbout = (words: string): Entry[] =>
  Array.from({ length: 60 }, (_, n) => ({
    text: `${words.split(' ')[n % 4]} ${words.split(' ')[(n + 1) % 4]} q${n % 7}`,
  }));

test('topics begin where the words change, and are titled by their most telling words', async () => {
  const { topics } = await summarize(SUBJECTS.flatMap(talkAbout));
  assert.equal(topics.length, 3);
  for (const [place, { text, quotes }] of topics.entries()) {
    assert.ok(Math.abs(quotes[0]!.entryIndex! - place * 60) <= 4, `${quotes[0]!.entryIndex}`);
    const words = text.toLowerCase().split(', ');
    assert.ok(words.length >= 2 && words.length <= 4);
    assert.ok(
      words.every((word) => SUBJECTS[place]!.includes(word)),
      text,
    );
  }
});

test('names of people are no topics', async () => {
  const entries = talkAbout('pricing discount invoice budget').map(({ text }) => ({
    text: `Ada, Zoë, ${text}`,
  }));
  const { topics } = await summarize(entries);
  assert.equal(topics.length, 1);
  assert.doesNotMatch(topics[0]!.text, /Ada|Zoë/i);
});

test('a long talk has eight topics at most, one about a single subject has one', async () => {
  const letters = [...'abcdefghijklmnopqrst'];
  const many = letters.flatMap((a) => talkAbout(`${a}aa ${a}bb ${a}cc ${a}dd`));
  const { topics } = await summarize(many);
  assert.ok(topics.length >= 2 && topics.length <= 8, `${topics.length}`);
  assert.equal((await summarize(talkAbout('pricing discount invoice budget'))).topics.length, 1);
});

test('sentences that refer to what was said before, hesitate or break off are left out', async () => {
  for (const text of [
    "Okay, let's go with that, the procurement contract template.",
    "I'll send it to procurement and legal by Friday.",
    "I'll send the procurement contract to legal and",
    "I'll send, like, the procurement contract, you know, to legal.",
    'procurement, so we decided to renew the contract template.',
    'If legal agrees, I will send the procurement contract.',
  ]) {
    const entries = [
      { text: 'The weather in Hamburg is fine.' },
      { text: 'Nothing else happened.' },
      { text },
    ];
    const { decisions, nextSteps, openQuestions } = await summarize(entries);
    assert.deepEqual([...decisions, ...nextSteps, ...openQuestions], [], text);
  }
});

test('a clause is shown alone if what precedes it does not change what it says', async () => {
  const step = 'send the pricing proposal to procurement.';
  for (const [text, steps] of [
    [`The vendor is late, so I'll ${step}`, [`I'll ${step}`]],
    [`The vendor wrote back, and we decided to renew the garden contract.`, []],
    [`If the vendor is late, I'll ${step}`, []],
    [`The vendor would be late, so I'll ${step}`, []],
    [`The vendor said I'll ${step}`, []],
  ] as const) {
    const { decisions, nextSteps } = await summarizeLine(text);
    assert.deepEqual(
      nextSteps.map((one) => one.text),
      steps,
      text,
    );
    assert.deepEqual(
      nextSteps.flatMap(({ quotes }) => quotes.map((quote) => quote.text)),
      steps.map(() => text),
    );
    assert.equal(decisions.length, text.includes('decided') ? 1 : 0);
  }
});

test('steps without a subject, and steps of the meeting itself, are left out', async () => {
  for (const text of [
    "I'll open a pull request tomorrow.",
    "I'll come back to you by Friday.",
    "I'll follow up with the vendor and procurement.",
    "We'll have more details on the pricing proposal next week.",
    "I'll update the pricing proposal and share my screen.",
    "I'll send the pricing proposal of the, of the vendor.",
    'The contract will be renewed by procurement at some point.',
  ]) {
    assert.deepEqual((await summarizeLine(text)).nextSteps, [], text);
  }
});

test('a sentence that the transcript cuts with a full stop is left out', async () => {
  const said = (next: string) =>
    summarize([
      { speaker: 'Ada Park', text: 'I will send the pricing proposal.' },
      { speaker: 'Ada Park', text: next },
      { speaker: 'Ada Park', text: 'Nothing else happened.' },
    ]);
  assert.equal((await said('Good.')).nextSteps.length, 1);
  assert.equal((await said('of the other vendor to procurement.')).nextSteps.length, 0);
});

test('an empty conversation has no findings', async () => {
  for (const entries of [[], [{ text: '' }], [{ text: 'Yes.' }, { text: 'Okay, bye!' }]]) {
    assert.deepEqual(await summarize(entries), {
      decisions: [],
      nextSteps: [],
      openQuestions: [],
      topics: [],
    });
  }
});

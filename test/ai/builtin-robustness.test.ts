import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createBuiltinProvider } from '../../src/ai/builtin/builtin-provider.ts';
import type { ClaimedQuote, Conversation, Entry, Finding, TaskContext } from '../../src/ai/types.ts';

const context: TaskContext = {
  signal: new AbortController().signal,
  metered: () => assert.fail('no model is called'),
};

/** Bits of which conversations are made that say something, are hostile, or both. */
const BITS = [
  'price', 'discount', 'We decided to', "I'll send", 'Ben, can you send', 'the budget proposal', 'tomorrow', '?', '. ',
  '… ', '\n', ', ', 'don’t know', 'open question is', 'Good question', '価格', '割引', 'ราคา', '😀', '\ud800', '\udc00',
  '\0', 'é', 'e\u0301', '\u202e', 'İ', 'ß', 'ﬁ', 'constructor', '__proto__', '"', ')', '  ', '\u00a0', 'x'.repeat(400),
]; // biome-ignore format: one list

const text = fc.oneof(
  fc.array(fc.constantFrom(...BITS), { maxLength: 40 }).map((bits) => bits.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

const entry: fc.Arbitrary<Entry> = fc.record(
  { text, speaker: fc.oneof(fc.constantFrom('Ben', 'Ada Park'), text) },
  { requiredKeys: ['text'] },
);

const conversation: fc.Arbitrary<Conversation> = fc.record({
  kind: fc.constantFrom('meeting' as const, 'email' as const),
  title: text,
  startedAt: fc.constant('2026-03-02T10:00:00.000Z'),
  participants: fc.array(text, { maxLength: 3 }),
  entries: fc.array(entry, { maxLength: 30 }),
});

function assertTrue(quotes: readonly ClaimedQuote[], { entries }: Conversation): void {
  for (const quote of quotes) {
    assert.notEqual(quote.text.trim(), '');
    assert.ok(entries[quote.entryIndex!]!.text.includes(quote.text), JSON.stringify(quote));
  }
}

async function perform(about: Conversation, prompts: readonly string[]) {
  const provider = createBuiltinProvider();
  const questions = prompts.map((prompt, signalId) => ({ signalId, name: prompt, prompt }));
  const { verdicts } = await provider.judge(about, questions, context);
  const followUps = questions.map((question, n) => ({
    ...question,
    signalName: question.name,
    evidence: verdicts[n]!.quotes,
  }));
  const { responses } = await provider.followUp(about, followUps, context);
  const { draft } = await provider.summarize(about, context);
  return { verdicts, responses, draft };
}

test('for any conversation and prompt, every quote is true, every list is bounded, and results are repeatable', async () => {
  await fc.assert(
    fc.asyncProperty(conversation, fc.array(text, { maxLength: 5 }), async (about, prompts) => {
      const { verdicts, responses, draft } = await perform(about, prompts);
      assert.equal(verdicts.length, prompts.length);
      assert.equal(responses.length, prompts.length);
      for (const { fired, quotes, reason } of verdicts.map((verdict) => verdict!)) {
        assert.equal(fired, quotes.length > 0);
        assert.ok(quotes.length <= 3 && reason.endsWith('(builtin provider, no model)'));
        assertTrue(quotes, about);
      }
      for (const findings of Object.values(draft) as Finding[][]) {
        assert.ok(findings.length <= 10);
        for (const { quotes, text: told } of findings) {
          assert.ok(quotes.length > 0 && told !== '');
          assertTrue(quotes, about);
        }
      }
      assert.deepEqual(await perform(about, prompts), { verdicts, responses, draft });
    }),
    { numRuns: 150 },
  );
});

/** Far more than any of these takes, and far less than what work that grows with the square would. */
const MAX_TASK_MS = 20_000;
/** A turn takes 5 ms and a step; the rest is for a busy machine. A task in one go takes longer than this. */
const MAX_PAUSE_MS = 1500;

const HOSTILE: Record<string, () => Entry[]> = {
  'one word of 1 MB': () => [{ text: 'a'.repeat(1_000_000) }],
  'the words of the prompt over and over': () => [{ text: 'price discount '.repeat(70_000) }],
  '50,000 entries': () =>
    Array.from({ length: 50_000 }, (_, n) => ({ text: 'price discount', speaker: `s${n}` })),
  '150,000 different words': () => [
    { text: Array.from({ length: 150_000 }, (_, n) => `q${n.toString(36)}`).join(' ') },
  ],
  'ends of sentences only': () => [{ text: '."?! '.repeat(200_000) }],
  'white space only': () => [{ text: ' \t\n\u00a0'.repeat(250_000) }],
  'turns of phrase without an end': () => [
    { text: 'I will also just then Ben Ben Can you send we decided '.repeat(20_000) },
  ],
  'sentences of turns of phrase': () => [
    { text: 'I will also just then send we decided the price, Ben. '.repeat(20_000) },
  ],
  'one run without spaces': () => [{ text: '価格割引'.repeat(100_000) }],
  'halves of characters': () => [{ text: '\ud800'.repeat(500_000) }],
};

for (const [what, entries] of Object.entries(HOSTILE)) {
  test(`hostile text is worked off in turns: ${what}`, async () => {
    const about: Conversation = {
      kind: 'meeting',
      title: '',
      startedAt: '',
      participants: [],
      entries: entries(),
    };
    let [latestMs, pauseMs] = [performance.now(), 0];
    const watch = setInterval(() => {
      pauseMs = Math.max(pauseMs, performance.now() - latestMs);
      latestMs = performance.now();
    }, 1);
    const startedMs = performance.now();
    await perform(about, ['Did they ask for a discount on the price?', 'Ben will send 価格割引']);
    clearInterval(watch);
    assert.ok(performance.now() - startedMs < MAX_TASK_MS);
    assert.ok(pauseMs < MAX_PAUSE_MS, `${pauseMs} ms`);
  });
}

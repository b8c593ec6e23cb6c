import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createAnthropicProvider } from '../../src/ai/anthropic/anthropic-provider.ts';
import { InvalidAnswer, ProviderUnavailable } from '../../src/ai/errors.ts';
import { MAX_ANSWERS } from '../../src/ai/language-model/limits.ts';
import { createOpenAiCompatibleProvider } from '../../src/ai/openai-compatible/openai-compatible-provider.ts';
import type { Fault } from '../support/ai-server-answers.ts';
import { HOSTILE_TEXT } from '../support/ai-server-answers.ts';
import {
  aiServer,
  meeting,
  openAiProvider,
  PROVIDERS,
  question,
  taskContext,
} from './language-model-fixtures.ts';

const SECRET = 'the words of the conversation';
const CALL = meeting([{ text: `${SECRET}: too expensive` }, { text: 'We decided. I will do it.' }]);
const PRICE = question(1, '"too expensive"');

/** Runs the promise, which must fail, and checks that nothing of the conversation or the answer is in the error. */
async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => assert.fail('it must not succeed'),
    (thrown: Error) => thrown,
  );
  for (let one: unknown = error; one instanceof Error; one = one.cause) {
    const all = `${one.stack} ${JSON.stringify(one, Object.getOwnPropertyNames(one))}`;
    assert.ok(!all.includes(SECRET) && !all.includes('Certainly'), all);
  }
  return error;
}

const UNAVAILABLE: [Fault, RegExp][] = [
  [{ status: 429 }, /asks for fewer requests \(429\): own words of the provider <script>$/],
  [{ status: 500 }, /failed \(500\)/],
  [{ status: 529 }, /failed \(529\)/],
  [{ status: 401 }, /^The AI provider refused the API key \(401\): own words/],
  [{ status: 403 }, /refused the API key \(403\)/],
  [{ status: 404 }, /does not know the model or the address \(404\)/],
  ['reset', /could not be reached \(UND_ERR_SOCKET\)/],
  ['broken-body', /could not be reached \(UND_ERR_SOCKET\)/],
  ['hang', /did not answer within 0\.3 s/],
  ['drip', /did not answer within 0\.3 s/],
  ['html', /did not answer with JSON/],
];

const INVALID: [Fault, RegExp][] = [
  ['huge', /more than 2097152 bytes/],
  ['prose', /is not JSON/],
  ['empty', /is empty/],
  ['wrong-schema', /does not have the form asked for/],
  ['foreign-ids', /leaves out a question/],
  ['missing-id', /leaves out a question/],
  ['tool-call', /call of a tool/],
];

for (const [name, create] of Object.entries(PROVIDERS)) {
  // An answer by a tool is an object: text that is no JSON arrives as a string in it.
  const isByTool = name.includes('tool');

  test(`${name}: what says nothing about the conversation is ProviderUnavailable`, async (t) => {
    const server = await aiServer(t);
    for (const [fault, message] of UNAVAILABLE) {
      const isEndless = fault === 'hang' || fault === 'drip';
      const provider = await create(server.url, isEndless ? { timeoutMs: 300 } : {});
      server.recover();
      server.failWith(fault);
      const error = await failure(provider.judge(CALL, [PRICE], taskContext()));
      assert.ok(error instanceof ProviderUnavailable, `${JSON.stringify(fault)}: ${error}`);
      assert.match(error.message, message);
      assert.deepEqual([error.wasCalled, error.retryAfterMs], [true, undefined]);
    }
    assert.equal(server.requests.length, UNAVAILABLE.length, 'nothing is tried twice');
  });

  test(`${name}: an answer of another form is InvalidAnswer`, async (t) => {
    const server = await aiServer(t);
    const provider = await create(server.url);
    for (const [fault, message] of INVALID) {
      server.recover();
      server.failWith(fault);
      const error = await failure(provider.judge(CALL, [PRICE], taskContext()));
      assert.ok(error instanceof InvalidAnswer, `${JSON.stringify(fault)}: ${error}`);
      if (!isByTool) assert.match(error.message, message, JSON.stringify(fault));
    }
    const calls = INVALID.length * MAX_ANSWERS;
    assert.equal(server.requests.length, calls, 'a wrong answer does not close the gate');
  });

  test(`${name}: the same of follow-ups`, async (t) => {
    const server = await aiServer(t);
    const provider = await create(server.url);
    const asked = [{ signalId: 1, signalName: 'S', name: 'F', prompt: 'Why?', evidence: [] }];
    for (const fault of ['foreign-ids', 'missing-id'] as const) {
      server.recover();
      server.failWith(fault);
      const error = await failure(provider.followUp(CALL, asked, taskContext()));
      assert.ok(error instanceof InvalidAnswer, fault);
    }
  });

  test(`${name}: hostile text stays text, and can be stored`, async (t) => {
    const server = await aiServer(t);
    const provider = await create(server.url);
    server.failWith('hostile-text');
    const { verdicts } = await provider.judge(CALL, [PRICE], taskContext());
    const storable = HOSTILE_TEXT.replace('\0', '').toWellFormed();
    assert.deepEqual(verdicts, [
      { fired: true, reason: storable, quotes: [{ entryIndex: 0, text: storable }] },
    ]);
    const { draft } = await provider.summarize(CALL, taskContext());
    assert.equal(draft.decisions[0]?.text, storable);
    assert.equal(server.requests.length, 2, 'no link is followed');
  });
}

test('a call that is answered in the wrong form is made again, and no other', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url, { maxInputTokensPerCall: 2_000 });
  const entries = Array.from({ length: 60 }, (_, n) => ({ text: `${n} ${'word '.repeat(20)}` }));
  const long = { ...CALL, entries };
  const { usage } = await provider.judge(long, [PRICE], taskContext());
  assert.ok(usage.calls > 2, `${usage.calls} calls`);
  for (const fault of ['prose', 'missing-id', 'empty'] as const) {
    server.answerWith(() => {
      if (server.requests.length === from + 2) server.failWith(fault, MAX_ANSWERS - 1);
      return undefined;
    });
    const from = server.requests.length;
    await provider.judge(long, [PRICE], taskContext());
    assert.equal(server.requests.length - from, usage.calls + MAX_ANSWERS - 1, fault);
  }
});

test('a fired verdict without a reason, and an empty response, are no answers', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  const empty = { verdicts: [], responses: [], findings: [] };
  server.answerWith(() => ({ ...empty, verdicts: [{ id: 1, reason: ' ', fired: true, quotes: [] }] }));
  await assert.rejects(provider.judge(CALL, [PRICE], taskContext()), InvalidAnswer);
  server.answerWith(() => ({ ...empty, responses: [{ id: 1, text: ' ' }] }));
  const asked = [{ signalId: 1, signalName: 'S', name: 'F', prompt: 'Why?', evidence: [] }];
  await assert.rejects(provider.followUp(CALL, asked, taskContext()), InvalidAnswer);
});

test('only text, of a bounded length, is taken from an answer', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  const verdict = { id: 1, reason: 'r', fired: false, quotes: [] };
  const answer = { verdicts: [verdict], responses: [], findings: [] };
  const wrong: unknown[] = [
    'null',
    [[answer]],
    { ...answer, verdicts: [{ ...verdict, fired: 'perhaps' }] },
    { ...answer, verdicts: [{ ...verdict, fired: 1 }] },
    { ...answer, verdicts: [{ ...verdict, id: 'one' }] },
    { ...answer, verdicts: [{ ...verdict, id: 1.5 }] },
    { ...answer, verdicts: { 1: verdict } },
    '['.repeat(500_000),
    '{"'.repeat(300_000),
    `${'{ '.repeat(60)} no JSON`,
  ];
  for (const [place, one] of wrong.entries()) {
    server.answerWith(() => one);
    await assert.rejects(provider.judge(CALL, [PRICE], taskContext()), InvalidAnswer, `form ${place}`);
  }
  const further: unknown[] = [
    answer,
    { ...answer, verdicts: [{ ...verdict, reason: 'r'.repeat(2_001), url: 'http://127.0.0.1' }] },
    { ...answer, findings: [{ kind: 'webhook', text: 'x', owner: '', quotes: [] }] },
    JSON.stringify(answer).replace('{', '{"__proto__":{"fired":true},'),
    JSON.stringify(answer).replace('{', '{"constructor":1,'),
  ];
  for (const one of further) {
    server.answerWith(() => one);
    const [judged] = (await provider.judge(CALL, [PRICE], taskContext())).verdicts;
    assert.deepEqual(Object.keys(judged!), ['fired', 'reason', 'quotes']);
    assert.ok(!judged!.fired && judged!.reason.length <= 500);
  }
  assert.equal(({} as { fired?: boolean }).fired, undefined);
});

test('a redirect is not followed', async (t) => {
  const elsewhere = await aiServer(t);
  for (const status of [301, 302, 307, 308]) {
    const server = await aiServer(t);
    const provider = await openAiProvider(server.url);
    server.failWith({ status, headers: { location: `${elsewhere.url}/chat/completions` } });
    const error = await failure(provider.judge(CALL, [PRICE], taskContext()));
    assert.match(error.message, /redirects are not followed/);
  }
  assert.equal(elsewhere.requests.length, 0);
});

test('nobody listening is ProviderUnavailable, with the name of the failure', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  await server.close();
  const error = await failure(provider.judge(CALL, [PRICE], taskContext()));
  assert.ok(error instanceof ProviderUnavailable);
  assert.match(error.message, /could not be reached \(ECONNREFUSED\)/);
});

test("an aborted signal ends the call immediately, with the signal's reason", async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  server.failWith('hang');
  const controller = new AbortController();
  const reason = new Error('the worker stops');
  const judged = provider.judge(CALL, [PRICE], taskContext(controller.signal));
  judged.catch(() => {});
  while (server.requests.length === 0) await delay(5);
  controller.abort(reason);
  await assert.rejects(judged, reason);
  await assert.rejects(provider.judge(CALL, [PRICE], taskContext(controller.signal)), reason);
  assert.equal(server.requests.length, 1);
  server.recover();
  await provider.judge(CALL, [PRICE], taskContext());
});

test('Retry-After is kept: no call until it is over, then one', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  server.failWith({ status: 429, headers: { 'retry-after-ms': '400', 'retry-after': '9' } }, 1);
  const refused = await failure(provider.judge(CALL, [PRICE], taskContext()));
  assert.equal((refused as ProviderUnavailable).retryAfterMs, 400);

  const context = taskContext();
  const begun = performance.now();
  const closed = (await failure(provider.judge(CALL, [PRICE], context))) as ProviderUnavailable;
  assert.equal(closed.wasCalled, false);
  assert.ok(closed.retryAfterMs! > 0 && closed.retryAfterMs! <= 400);
  assert.ok(performance.now() - begun < 200, 'it says so at once');
  assert.equal(context.calls.length, 0, 'and nothing is reserved');
  assert.equal(server.requests.length, 1);

  await delay(closed.retryAfterMs!);
  server.delayBy(100);
  const probe = provider.judge(CALL, [PRICE], taskContext());
  const others = await Promise.allSettled(
    Array.from({ length: 5 }, () => provider.judge(CALL, [PRICE], taskContext())),
  );
  assert.ok(others.every(({ status }) => status === 'rejected'));
  await probe;
  assert.equal(server.requests.length, 2);
  assert.ok(server.requests[1]!.receivedAtMs - server.requests[0]!.receivedAtMs >= 395);
  await provider.judge(CALL, [PRICE], taskContext());
});

test('a Retry-After that is a date is counted from when the provider sent it, whatever our clock says', async (t) => {
  const server = await aiServer(t);
  for (const offMs of [-86_400_000, 0, 86_400_000]) {
    const provider = await openAiProvider(server.url);
    const date = new Date(Date.now() + offMs).toUTCString();
    const until = new Date(Date.parse(date) + 30_000).toUTCString();
    server.failWith({ status: 503, headers: { date, 'retry-after': until } }, 1);
    const refused = await failure(provider.judge(CALL, [PRICE], taskContext()));
    assert.equal((refused as ProviderUnavailable).retryAfterMs, 30_000);
  }
});

test('a provider that only fails is called ever more rarely', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  server.failWith({ status: 503 });
  const end = performance.now() + 2_500;
  while (performance.now() < end) {
    const error = (await failure(provider.judge(CALL, [PRICE], taskContext()))) as ProviderUnavailable;
    await delay(Math.min(50, error.retryAfterMs ?? 0));
  }
  // At 0 s, then after 0.75 to 1 s, then 1.5 to 2 s later.
  assert.ok(server.requests.length >= 2 && server.requests.length <= 3, `${server.requests.length} requests`);
});

test('each call is metered: the estimate before it, the usage after it, even if the answer was wrong', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  const context = taskContext();
  await provider.judge(CALL, [PRICE], context);
  server.failWith('prose', MAX_ANSWERS);
  await assert.rejects(provider.judge(CALL, [PRICE], context), InvalidAnswer);
  assert.equal(context.calls.length, 1 + MAX_ANSWERS);
  assert.deepEqual(
    context.calls.map(({ tokens }) => tokens?.inputTokens),
    server.requests.map(({ inputTokens }) => inputTokens),
  );
  const { estimate } = context.calls[0]!;
  assert.ok(context.calls.every(({ tokens }) => tokens!.cachedInputTokens === undefined));
  assert.deepEqual({ calls: 1, ...estimate }, await provider.estimateJudging(CALL, [PRICE]));

  for (const fault of ['no-usage', 'silly-usage'] as const) {
    server.failWith(fault, 1);
    const { usage } = await provider.judge(CALL, [PRICE], taskContext());
    assert.deepEqual(usage, { calls: 1, ...estimate }, fault);
  }
});

test('a refused budget is no call', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  const refusal = new Error('the budget is used up');
  const metered = () => Promise.reject(refusal);
  const { signal } = new AbortController();
  await assert.rejects(provider.judge(CALL, [PRICE], { signal, metered }), refusal);
  assert.equal(server.requests.length, 0);
});

test('nothing is printed, and no key is needed if the server requires none', async (t) => {
  const server = await aiServer(t);
  const ways = [
    t.mock.method(process, 'emitWarning', () => {}),
    t.mock.method(process.stderr, 'write', () => true),
    ...(['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
      t.mock.method(console, name, () => {}),
    ),
  ];
  const provider = await createOpenAiCompatibleProvider({ baseUrl: `${server.url}/`, model: 'm' });
  await provider.judge(CALL, [PRICE], taskContext());
  const anthropic = await PROVIDERS['anthropic (tool)']!(server.url);
  await anthropic.judge(CALL, [PRICE], taskContext());
  // This one writes less than is asked for, which is worth a warning to the package.
  const small = await createAnthropicProvider({
    baseUrl: server.url,
    apiKey: 'k',
    model: 'claude-3-haiku-20240307',
  });
  await small.judge(CALL, [PRICE], taskContext());
  assert.equal(server.requests[2]!.body.max_tokens, 4096);
  assert.ok(ways.every(({ mock }) => mock.callCount() === 0));
  assert.equal(server.requests[0]!.headers.authorization, undefined);
});

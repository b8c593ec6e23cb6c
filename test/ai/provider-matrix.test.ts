import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../../src/ai/errors.ts';
import { createOpenAiCompatibleProvider } from '../../src/ai/openai-compatible/openai-compatible-provider.ts';
import type { Verdict } from '../../src/ai/types.ts';
import type { AiServer } from '../support/ai-server.ts';
import { type Fault, PROVIDERS_OWN_WORDS, REFUSAL } from '../support/ai-server-answers.ts';
import { answerPrompt } from '../support/ai-server-model.ts';
import type { AiRequest } from '../support/ai-server-request.ts';
import { aiServer, meeting, openAiProvider, question, taskContext } from './language-model-fixtures.ts';
import { answerAs, FAULTS_READ, NOT_TAKEN, TEXT_FORMS, WAYS } from './provider-ways.ts';

/** How servers behave that call themselves OpenAI-compatible; each row is a server that behaves so over HTTP. */
const CALL = meeting([
  { text: 'Thanks for joining.', speaker: 'Ada Park', timestampSeconds: 3 },
  { text: 'Your offer is too expensive for us.', speaker: 'Bo Lind', timestampSeconds: 250.5 },
]);
const ASKED = [question(1, 'Did somebody say "purple elephants"?'), question(2, 'Was it "too expensive"?')];

const VERDICTS: Verdict[] = [
  { fired: false, reason: 'Not found: purple elephants.', quotes: [] },
  {
    fired: true,
    reason: 'Found: too expensive.',
    quotes: [{ entryIndex: 1, text: 'Your offer is too expensive for us.' }],
  },
];

async function recovers(server: AiServer, way: string, most = 2) {
  const provider = await openAiProvider(server.url);
  const { verdicts } = await provider.judge(CALL, ASKED, taskContext());
  assert.deepEqual(verdicts, VERDICTS, way);
  const calls = server.requests.length;
  assert.ok(calls <= most, `${way}: ${calls} calls`);
  return provider;
}

for (const [form, write] of Object.entries(TEXT_FORMS)) {
  test(`the answer is read: ${form}`, async (t) => {
    const server = await aiServer(t);
    server.answerWith(({ prompt }) => write(answerPrompt(prompt!)));
    await recovers(server, form, 1);
  });
}

for (const fault of FAULTS_READ) {
  test(`the answer is read: ${fault}`, async (t) => {
    const server = await aiServer(t);
    server.failWith(fault);
    await recovers(server, fault, 1);
  });
}

for (const [name, way] of Object.entries(WAYS)) {
  test(`a server has its way in two calls, and in one from then on: ${name}`, async (t) => {
    const server = await aiServer(t);
    server.failBy(way.refuse);
    server.answerWith(answerAs);
    const provider = await recovers(server, name);
    const before = server.requests.length;
    const again = await provider.judge(CALL, ASKED, taskContext());
    assert.deepEqual(again.verdicts, VERDICTS);
    assert.equal(server.requests.length - before, 1, 'what was learned is kept');
    way.check?.(server.requests.at(-1)!);
  });
}

test('a server that ignores the schema gets it in the prompt of the second call', async (t) => {
  const server = await aiServer(t);
  server.answerWith(({ user, prompt }) =>
    user.includes('JSON schema: {') ? answerPrompt(prompt!) : 'Yes, it was said, by Bo.',
  );
  await recovers(server, 'ignores the schema');
});

test('everything that is asked for is asked for at once: temperature 0, a seed, a stream with its usage', async (t) => {
  const server = await aiServer(t);
  await recovers(server, 'takes all', 1);
  const { temperature, seed, stream, stream_options } = server.requests[0]!.body;
  assert.deepEqual([temperature, stream, stream_options], [0, true, { include_usage: true }]);
  assert.equal(typeof seed, 'number');
});

test('good verdicts are kept, and only what is missing is asked for again', async (t) => {
  const server = await aiServer(t);
  const questions = Array.from({ length: 20 }, (_, n) => (n === 12 ? ASKED[1]! : ASKED[0]!));
  server.answerWith(({ prompt }) => {
    const answer = answerPrompt(prompt!) as { verdicts: { id: number }[] };
    if (prompt!.questions.length === 1) return answer;
    return { ...answer, verdicts: answer.verdicts.filter(({ id }) => id !== 13) };
  });
  const provider = await openAiProvider(server.url);
  const context = taskContext();
  const { verdicts } = await provider.judge(CALL, questions, context);
  assert.deepEqual(
    verdicts.map((verdict) => verdict?.fired),
    questions.map((_, n) => n === 12),
  );
  assert.deepEqual(
    server.requests.map(({ prompt }) => prompt!.questions.length),
    [20, 1],
  );
});

test('an answer that is cut off is used as far as it goes', async (t) => {
  const server = await aiServer(t);
  server.answerWith(({ prompt }) => {
    const text = JSON.stringify(answerPrompt(prompt!));
    return prompt!.questions.length === 2 ? text.slice(0, text.indexOf('"id":2') + 20) : text;
  });
  server.failWith('cut-off', 1);
  await recovers(server, 'cut off');
  assert.equal(server.requests[1]!.prompt!.questions.length, 1);
});

test('what is left out again and again is done without, and the rest is not lost', async (t) => {
  const server = await aiServer(t);
  server.answerWith(({ prompt }) => {
    const answer = answerPrompt(prompt!) as { verdicts: { reason: string }[] };
    return { ...answer, verdicts: answer.verdicts.filter(({ reason }) => reason.startsWith('Found')) };
  });
  const provider = await openAiProvider(server.url);
  const { verdicts } = await provider.judge(CALL, ASKED, taskContext());
  assert.deepEqual(verdicts, [undefined, VERDICTS[1]]);
  assert.equal(server.requests.length, 3);
});

test('verdicts that contradict each other are no verdicts; the same one twice is one', async (t) => {
  const server = await aiServer(t);
  server.answerWith(({ prompt }) => {
    const { verdicts } = answerPrompt(prompt!) as { verdicts: { id: number; fired: boolean }[] };
    if (prompt!.questions.length === 1) return { verdicts };
    return { verdicts: [...verdicts, { ...verdicts[0]!, fired: true }, verdicts[1]!] };
  });
  await recovers(server, 'contradicts itself');
  assert.equal(server.requests[1]!.prompt!.questions.length, 1);
});

/** Failures for which no other request of Parley would be answered, and what people are told. */
const TOLD: [string, Fault, new (...args: never[]) => Error, RegExp, number][] = [
  ['a refusal', 'refusal', RequestRefused, new RegExp(REFUSAL), 1],
  [
    'a filter',
    { status: 400, body: { error: { message: 'Filtered.', code: 'content_filter' } } },
    RequestRefused,
    /refused the request \(400\): Filtered\./,
    2,
  ],
  [
    'a conversation that is too long',
    { status: 400, body: { error: { message: "This model's maximum context length is 8192 tokens" } } },
    RequestRefused,
    /8192 tokens\. Set PARLEY_AI_MAX_INPUT_TOKENS/,
    2,
  ],
  ['an error with a status of 200', 'error-body', ProviderUnavailable, /failed \(503\): own words/, 1],
  ['an error in the stream', 'error-event', ProviderUnavailable, /failed \(50[23]\): own words/, 1],
  ['FastAPI', NOT_TAKEN, RequestRefused, /\(422\): body\.nonsense: extra fields not permitted/, 2],
];

for (const [name, fault, kind, message, most] of TOLD) {
  test(`people are told, in the provider's own words: ${name}`, async (t) => {
    const server = await aiServer(t);
    const provider = await openAiProvider(server.url);
    server.failWith(fault);
    await assert.rejects(provider.judge(CALL, ASKED, taskContext()), (error: Error) => {
      assert.ok(error instanceof kind, `${error}`);
      assert.match(error.message, message);
      return true;
    });
    assert.ok(server.requests.length <= most, `${server.requests.length} calls`);
  });
}

test('the words of a provider are one line without the key, of bounded length', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  const said = `No:\nkey-of-the-test is ${'wrong '.repeat(200)}`;
  server.failWith({ status: 401, body: { error: { message: said } } });
  await assert.rejects(provider.judge(CALL, ASKED, taskContext()), (error: Error) => {
    assert.match(error.message, /^The AI provider refused the API key \(401\): No: … is wrong/);
    assert.ok(error.message.length < 400 && !error.message.includes('\n'));
    return true;
  });
  assert.ok(PROVIDERS_OWN_WORDS.length > 0);
});

test('a silent cut is found and told, with advice', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  const long = meeting(
    Array.from({ length: 400 }, (_, n) => ({ text: `At number ${n} somebody says some words of a call.` })),
  );
  server.failWith('cut-context');
  await assert.rejects(provider.judge(long, ASKED, taskContext()), (error: Error) => {
    assert.ok(error instanceof InvalidAnswer);
    assert.match(error.message, /read 512 tokens .*PARLEY_AI_MAX_INPUT_TOKENS to 512/);
    return true;
  });
  assert.equal(server.requests.length, 1, 'the same request would be cut again');
  server.recover();
  await provider.judge(long, ASKED, taskContext());
});

test("the 400 of one conversation leaves others alone, and is not the server's way", async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  server.failBy(({ user }) =>
    user.includes('unspeakable') ? { status: 400, body: 'Bad request' } : undefined,
  );
  const bad = meeting([{ text: 'It is unspeakable.' }]);
  for (let round = 0; round < 6; round++) {
    await assert.rejects(provider.judge(bad, ASKED, taskContext()), RequestRefused);
    assert.deepEqual((await provider.judge(CALL, ASKED, taskContext())).verdicts, VERDICTS);
    assert.equal(provider.isHeldBack!(), false);
  }
  const { body } = server.requests.at(-1)!;
  assert.equal((body.response_format as { type: string }).type, 'json_schema');
  assert.equal(server.requests.length, 13, 'the form is tried once, for the first refusal only');
});

test('silence within an answer ends the call long before its time limit', async (t) => {
  const server = await aiServer(t);
  const patient = () =>
    createOpenAiCompatibleProvider({ baseUrl: server.url, model: 'm', timeoutMs: 60_000, idleMs: 200 });
  for (const fault of ['hang', 'silence'] as const) {
    server.recover();
    server.failWith(fault, 1);
    await assert.rejects(
      patient().then((one) => one.judge(CALL, ASKED, taskContext())),
      /nothing for 0\.2 s/,
    );
  }
  // An answer that takes longer but keeps coming is waited for.
  server.recover();
  server.failWith('slow-stream');
  const begun = performance.now();
  assert.deepEqual((await (await patient()).judge(CALL, ASKED, taskContext())).verdicts, VERDICTS);
  assert.ok(performance.now() - begun > 300);
});

test("Azure's addresses: the version in the query, the key in its own header", async (t) => {
  const server = await aiServer(t);
  const provider = await createOpenAiCompatibleProvider({
    baseUrl: `${server.url}/openai/deployments/gpt?api-version=2024-10-21`,
    ...{ apiKey: 'an-azure-key', model: 'gpt' },
  });
  assert.deepEqual((await provider.judge(CALL, ASKED, taskContext())).verdicts, VERDICTS);
  const { path, headers } = server.requests[0]!;
  assert.match(path, /\/openai\/deployments\/gpt\/chat\/completions\?api-version=2024-10-21$/);
  assert.deepEqual([headers['api-key'], headers.authorization], ['an-azure-key', undefined]);
});

test('tokens that the provider had read before are told apart', async (t) => {
  const server = await aiServer(t);
  const provider = await openAiProvider(server.url);
  server.failWith('cached-usage');
  const context = taskContext();
  await provider.judge(CALL, ASKED, context);
  const { inputTokens } = server.requests[0]! as AiRequest;
  assert.equal(context.calls[0]!.tokens!.cachedInputTokens, Math.floor(inputTokens * 0.75));
});

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { createOpenAiCompatibleProvider } from '../../src/ai/openai-compatible/openai-compatible-provider.ts';
import { openDatabase } from '../../src/db/database.ts';
import { MAX_TRIED_BYTES, trySignal } from '../../src/domain/signals/try-signal.ts';
import { createAdmission } from '../../src/http/admission.ts';
import { createLog } from '../../src/lib/log.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import type { TestClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { BUILTIN, startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

let ai: AiServer;
let service: TestService;
before(async () => {
  ai = await startAiServer();
  service = await startService({
    roles: new Set(['api', 'receiver']),
    ai: { ...BUILTIN, provider: 'openai-compatible', baseUrl: ai.url, model: 'test-model', apiKey: 'a-key' },
  });
});
afterEach(() => ai.recover());
after(async () => {
  await service.stop();
  await ai.close();
});

const SEGMENTS = [
  { text: 'Shall we start?', timestampSeconds: 1, speaker: { name: 'Ada Park' } },
  {
    text: 'We would take a yearly plan, with a discount.',
    timestampSeconds: 62.5,
    speaker: { name: 'Grace Lund' },
  },
];
const attempt = (client: TestClient, body: object) => client.post('/admin/v1/signals/try', body);

async function tenant() {
  const made = await service.tenant();
  const meetingId = await made.client.ingest(meeting({ transcript: { segments: SEGMENTS } }), {
    processImportedMeeting: false,
  });
  return { ...made, meetingId };
}

const QUOTE = {
  text: 'We would take a yearly plan, with a discount.',
  ...{ entryIndex: 1, speaker: 'Grace Lund', timestamp: '00:01:02.500', timestampSeconds: 62.5 },
};

/** Everything of the organization that a run would leave. */
async function stored(id: number): Promise<number> {
  const [row] = await sql<{ count: string }>(
    service.databaseUrl,
    `select (select count(*) from processing_runs where organization_id = $1)
          + (select count(*) from signal_evaluations where organization_id = $1)
          + (select count(*) from signal_executions where organization_id = $1)
          + (select count(*) from signals where organization_id = $1)
          + (select count(*) from backtests where organization_id = $1) as count`,
    [id],
  );
  return Number(row!.count);
}

test('a prompt is judged by the model, its quotes verified, its follow-ups asked; only tokens are kept', async () => {
  const { client, id, meetingId } = await tenant();
  const followUpPrompts = [{ name: 'Which', prompt: 'Which plan?' }];
  const from = ai.requests.length;
  const answer = await attempt(client, {
    meetingId,
    prompt: 'Did somebody say "yearly plan"?',
    followUpPrompts,
  });
  assert.equal(answer.status, 200, answer.text);
  const { inputTokens, outputTokens, ...said } = answer.body;
  assert.deepEqual(said, {
    ...{ fired: true, reason: 'Found: yearly plan.', quotes: [QUOTE] },
    followUps: [{ ...followUpPrompts[0], response: 'Answer to "Which plan?", found at 1.' }],
    ...{ provider: 'openai-compatible', model: 'test-model' },
  });
  assert.equal(ai.requests.length - from, 1);
  assert.equal(await stored(id), 0);
  const { today } = (await client.get('/admin/v1/ai')).body;
  assert.deepEqual([today.calls, today.inputTokens, today.outputTokens], [1, inputTokens, outputTokens]);

  const not = await attempt(client, {
    meetingId,
    prompt: 'Did somebody say "monthly plan"?',
    followUpPrompts,
  });
  assert.deepEqual([not.body.fired, not.body.quotes, not.body.followUps], [false, [], []]);
});

test('a claim without a true quote, or with one that proves nothing, does not fire and is told why', async () => {
  const { client, meetingId } = await tenant();
  const attemptWith = async (text: string) => {
    ai.answerWith(({ prompt }) => ({
      verdicts: prompt!.questions.map(({ id }) => ({
        ...{ id, fired: true, reason: 'Sure.', quotes: [{ entry: 1, text }] },
      })),
      responses: [],
      findings: [],
    }));
    const { body } = await attempt(client, { meetingId, prompt: 'Anything?' });
    assert.deepEqual([body.fired, body.quotes], [false, []]);
    return body.reason;
  };
  assert.equal(
    await attemptWith('never said'),
    'Not proven: none of the quotes given stands in the conversation. Sure.',
  );
  assert.equal(
    await attemptWith('discount'),
    'Not proven: the quotes are single words, or leave out a negation before them. Sure.',
  );
});

test('phrases decide exactly, and no model is asked but for follow-ups', async () => {
  const { client, meetingId } = await tenant();
  const from = ai.requests.length;
  const { body } = await attempt(client, { meetingId, phrases: ['YEARLY plan', 'nothing'] });
  assert.deepEqual(body, {
    ...{ fired: true, reason: 'Found: "YEARLY plan"', quotes: [QUOTE], followUps: [] },
    ...{ provider: 'phrases', model: 'exact' },
  });
  const not = await attempt(client, {
    meetingId,
    phrases: ['early plan'],
    prompt: 'Did somebody say "discount"?',
  });
  assert.equal(not.body.fired, false);
  assert.equal(ai.requests.length, from);
  const followUpPrompts = [{ name: 'Which', prompt: 'Which plan?' }];
  const asked = await attempt(client, { meetingId, phrases: ['yearly plan'], followUpPrompts });
  assert.equal(asked.body.followUps[0].response, 'Answer to "Which plan?", found at 1.');
  assert.ok(asked.body.inputTokens > 0);
  assert.equal(ai.requests.length, from + 1);
});

test('missing fields of a draft are taken from the current version', async () => {
  const { client, meetingId } = await tenant();
  const { body: signal } = await client.post('/admin/v1/signals', {
    signalName: 'Plan',
    prompt: 'Did somebody say "discount"?',
    followUpPrompts: [{ name: 'Which', prompt: 'Which discount?' }],
  });
  const signalId = signal.id;
  const current = await attempt(client, { meetingId, signalId });
  assert.equal(current.body.followUps[0].prompt, 'Which discount?');
  const changed = await attempt(client, { meetingId, signalId, followUpPrompts: [] });
  assert.deepEqual([changed.body.fired, changed.body.followUps], [true, []]);
  const other = await attempt(client, { meetingId, signalId, prompt: 'Did somebody say "rebate"?' });
  assert.equal(other.body.fired, false);
  assert.equal((await client.get(`/admin/v1/signals/${signalId}`)).body.version, 1);
});

test('a draft or meeting that cannot be tried is refused with the reason', async () => {
  const { client, meetingId } = await tenant();
  const bare = await client.ingest(meeting({ title: 'Without' }));
  const empty = await client.ingest(meeting({ title: 'Empty', transcript: { segments: [] } }));
  const other = await tenant();
  const { body: foreign } = await other.client.post('/admin/v1/signals', { signalName: 'S', prompt: 'x' });
  const { body: mails } = await client.post('/admin/v1/signals', {
    ...{ signalName: 'E', prompt: 'x', contextSource: 'EMAIL' },
  });
  const prompt = 'Did somebody say "discount"?';
  const from = ai.requests.length;
  for (const [body, status, message] of [
    [{ meetingId }, 400, /prompt or phrases is required if signalId is not given/],
    [{ meetingId, phrases: [] }, 400, /prompt or phrases is required/],
    [{ meetingId, prompt: ' ' }, 400, /prompt must not be blank/],
    [{ prompt }, 400, /meetingId is required/],
    [{ meetingId: bare, prompt }, 409, /^The meeting has no transcript/],
    [{ meetingId: empty, prompt }, 409, /^The meeting has no transcript/],
    [{ meetingId: '999999', prompt }, 404, /no such meeting/],
    [{ meetingId: 'x', prompt }, 404, /no such meeting/],
    [{ meetingId: other.meetingId, prompt }, 404, /no such meeting/],
    [{ meetingId, signalId: foreign.id }, 404, /no such signal/],
    [{ meetingId, signalId: mails.id }, 409, /contextSource EMAIL does not evaluate meetings/],
    [{ meetingId, prompt, contextSource: 'EMAIL' }, 409, /contextSource EMAIL does not evaluate meetings/],
  ] as const) {
    const answer = await attempt(client, body);
    assert.equal(answer.status, status, `${JSON.stringify(body)} ${answer.text}`);
    assert.match(answer.body.error, message);
  }
  assert.equal(ai.requests.length, from);
  const all = await attempt(client, { meetingId, signalId: mails.id, prompt, contextSource: 'ALL' });
  assert.equal(all.body.fired, true);
});

test('a provider that is away is 503 with the Retry-After that it asked for', async () => {
  const { client, meetingId } = await tenant();
  const prompt = 'Did somebody say "discount"?';
  ai.failWith({ status: 429, headers: { 'retry-after': '2' } }, 1);
  const refused = await attempt(client, { meetingId, prompt });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '2']);
  // Left alone for so long; phrases go on.
  const closed = await attempt(client, { meetingId, prompt });
  assert.equal(closed.status, 503);
  assert.match(closed.headers.get('retry-after')!, /^[12]$/);
  assert.equal((await attempt(client, { meetingId, phrases: ['discount'] })).status, 200);
  const answer = await until(async () => {
    const one = await attempt(client, { meetingId, prompt });
    return one.status === 200 ? one : undefined;
  });
  assert.equal(answer.body.fired, true);
  ai.failWith('prose');
  const wrong = await attempt(client, { meetingId, prompt });
  assert.equal(wrong.status, 503);
  assert.ok(!wrong.text.includes('Certainly'));
});

test('a call is stopped when the caller leaves, and its tokens are given back', async () => {
  const { client, id, meetingId } = await tenant();
  ai.failWith('hang', 1);
  const leaving = new AbortController();
  const from = ai.requests.length;
  const asked = fetch(`${service.apiUrl}/admin/v1/signals/try`, {
    method: 'POST',
    headers: { 'X-API-Key': (await keyOf(client)) as string, 'Content-Type': 'application/json' },
    body: JSON.stringify({ meetingId, prompt: 'Did somebody say "discount"?' }),
    signal: leaving.signal,
  });
  asked.catch(() => {});
  await until(async () => (ai.requests.length > from ? true : undefined));
  const usage = async () =>
    (
      await sql<{ reserved: string; calls: number }>(
        service.databaseUrl,
        'select reserved_tokens as reserved, calls from ai_usage where organization_id = $1',
        [id],
      )
    )[0]!;
  assert.ok(Number((await usage()).reserved) > 0);
  leaving.abort();
  await until(async () => (Number((await usage()).reserved) === 0 ? true : undefined));
  assert.equal((await usage()).calls, 1);
  assert.equal((await attempt(client, { meetingId, prompt: 'Did somebody say "discount"?' })).status, 200);
});

async function keyOf(client: TestClient): Promise<string> {
  return (await client.post('/admin/v1/keys', { name: 'leaves', scopes: ['admin', 'meetings:read'] })).body
    .key;
}

test('two of the largest meetings are tried at a time, further ones are told to retry; ordinary ones continue', async () => {
  const { client, meetingId } = await tenant();
  const text = 'We talked of the discount again. '.repeat(3_000);
  const large = await client.ingest(
    meeting({ id: 'large', transcript: { segments: Array.from({ length: 50 }, () => ({ text })) } }),
    { processImportedMeeting: false },
  );
  const prompt = 'Did somebody say "discount"?';
  let letGo = () => {};
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  ai.answerWith(({ user }) => (user.length > 10_000 ? isOver : undefined));
  const from = ai.requests.length;
  const statuses: number[] = [];
  const tried = Array.from({ length: 6 }, async () => {
    const answer = await attempt(client, { meetingId: large, prompt });
    statuses.push(answer.status);
    return answer;
  });
  await until(async () => (ai.requests.length === from + 2 ? true : undefined));
  assert.equal((await attempt(client, { meetingId, prompt })).status, 200);
  await until(async () => (statuses.length === 4 ? true : undefined));
  letGo();
  const answers = await Promise.all(tried);
  const told = answers.filter(({ status }) => status === 503);
  assert.deepEqual([answers.filter(({ status }) => status === 200).length, told.length], [2, 4]);
  for (const { headers } of told) assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal((await attempt(client, { meetingId: large, prompt })).status, 200, 'there is room again');
});

test('a provider that does not answer in time is 503, and the budget of the day 409', async () => {
  const { id, meetingId } = await tenant();
  const db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  try {
    const provider = await createOpenAiCompatibleProvider({
      ...{ baseUrl: ai.url, apiKey: 'a-key', model: 'test-model', maxInputTokensPerCall: undefined },
    });
    const request = { draft: { prompt: 'Did somebody say "discount"?' }, meetingId: Number(meetingId) };
    const nobodyLeaves = new AbortController().signal;
    const once = (tokensPerDay: number | undefined, timeoutMs?: number) =>
      trySignal(
        { db, ai: provider, tries: createAdmission().createSemaphore(MAX_TRIED_BYTES) },
        id,
        request,
        {
          ...{ tokensPerDay, signal: nobodyLeaves },
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        },
      );
    ai.failWith('hang', 1);
    await assert.rejects(once(undefined, 200), {
      kind: 'unavailable',
      message: /did not answer within 0.2 s/,
    });
    assert.equal((await once(undefined)).fired, true);
    await assert.rejects(once(10), { kind: 'conflict', message: /Today's 10 tokens are used up/ });
  } finally {
    await db.close();
  }
});

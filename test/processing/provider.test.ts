import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { limitAttempts } from '../reliability/background-worker.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import type { Fault } from '../support/ai-server-answers.ts';
import { seededRandom } from '../support/random.ts';
import { BUILTIN, startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { call, type Item, SEGMENTS, signalsOf } from './conversations.ts';

/** The whole path with a provider behind HTTP, that fails in every way. */
let ai: AiServer;
let service: TestService;
before(async () => {
  ai = await startAiServer();
  service = await startService({
    ai: { ...BUILTIN, provider: 'openai-compatible', baseUrl: ai.url, model: 'test-model', apiKey: 'a-key' },
  });
  await limitAttempts(service.databaseUrl, 'process-run', 30);
});
afterEach(() => ai.recover());
after(async () => {
  await service.stop();
  await ai.close();
});

const ACCOUNT = '0018c00002ABCDEAA5';

async function tenant(domains?: string[]) {
  const { client, id } = await service.tenant(domains);
  return { client, organizationId: id, ...signalsOf(client) };
}

/** Every row that a provider's answer can get into, of one organization. */
async function stored(organizationId: number) {
  const rows = (table: string) =>
    sql<Item>(service.databaseUrl, `select * from ${table} where organization_id = $1`, [organizationId]);
  return { evaluations: await rows('signal_evaluations'), executions: await rows('signal_executions') };
}

test('one call judges all signals, answers the follow-ups and sums up; what it took is written down', async () => {
  const { client, signal, executions, processed, organizationId } = await tenant(['parley.example']);
  const followUpPrompts = [{ name: 'Which', prompt: 'Which contract?' }];
  const first = await signal({ prompt: 'Did somebody say "discount"?', followUpPrompts });
  const second = await signal({ prompt: 'Did somebody say "yearly plan"?', followUpPrompts });
  const third = await signal({ prompt: 'Did somebody say "monthly plan"?', followUpPrompts });
  const from = ai.requests.length;
  const meetingId = await client.ingest(call());
  const { evaluations } = await processed(meetingId);
  assert.equal(ai.requests.length - from, 1);
  assert.deepEqual(
    ai.requests[from]!.prompt!.entries.map(({ speaker, side }) => `${side} ${speaker}`),
    ['us Ada Park', 'customer Grace Lund', 'customer Grace Lund', 'us Ada Park'],
  );
  assert.deepEqual(
    evaluations.map((one: Item) => [one.signalId, one.state, one.provider, one.model]),
    [first, second, third].map((id) => [
      id,
      id === third ? 'not_fired' : 'fired',
      'openai-compatible',
      'test-model',
    ]),
  );
  assert.deepEqual(evaluations[0].quotes[0], {
    text: 'The discount on our enterprise contract matters most to us.',
    entryIndex: 1,
    speaker: 'Grace Lund',
    side: 'customer',
    timestampSeconds: 62.5,
    timestamp: '00:01:02.500',
  });
  const [execution] = await executions(second, { includeFollowUpPrompts: 'true' });
  assert.match(execution.followUpPrompts[0].response, /^Answer to "Which contract\?"/);
  const rows = await stored(organizationId);
  const [{ input_tokens: summing }] = (await sql<{ input_tokens: number }>(
    service.databaseUrl,
    'select input_tokens from meeting_summaries where organization_id = $1',
    [organizationId],
  )) as [{ input_tokens: number }];
  const sum = rows.evaluations.reduce((tokens, { input_tokens }) => tokens + input_tokens, 0);
  assert.equal(sum + summing, ai.requests[from]!.inputTokens);
  const { body } = await client.get('/admin/v1/ai');
  assert.deepEqual([body.provider, body.model, body.today.calls], ['openai-compatible', 'test-model', 1]);
  assert.equal(body.today.reservedTokens, 0);
  assert.equal(
    body.today.inputTokens,
    ai.requests.slice(from).reduce((tokens, { inputTokens }) => tokens + inputTokens, 0),
  );
  const summary = await client.get(`/v1/meetings/${meetingId}/summary`);
  assert.equal(summary.body.decisions[0].quotes[0].text, 'We decided to go with the yearly plan.');
});

const PASSING: Fault[] = [
  { status: 429 },
  { status: 429, headers: { 'Retry-After': '1' } },
  { status: 500 },
  'reset',
  'broken-body',
  'html',
  'huge',
  'truncated',
  'cut-off',
  'empty',
  'prose',
  'wrong-schema',
  'foreign-ids',
  'missing-id',
  'duplicate-id',
  'tool-call',
];

test('if three in ten calls fail in any way, everything is eventually judged once, and nothing false is stored', async () => {
  const { client, signal, executions, processed, organizationId } = await tenant();
  const ids = [
    await signal({ prompt: 'Did somebody say "discount"?' }),
    await signal({ prompt: 'Did somebody say "monthly plan"?' }),
  ];
  const random = seededRandom(7);
  ai.answerWith(() => {
    if (random() < 0.3) ai.failWith(PASSING[Math.floor(random() * PASSING.length)]!, 1);
    return undefined;
  });
  const from = ai.requests.length;
  const meetings: string[] = [];
  for (let n = 0; n < 12; n++) meetings.push(await client.ingest(call({ id: `failing-${n}` })));
  for (const meetingId of meetings) {
    const { processing, evaluations } = await processed(meetingId, 120_000);
    assert.deepEqual([processing.signals, processing.summary], ['done', 'done'], meetingId);
    assert.deepEqual(
      evaluations.map(({ state }: Item) => state),
      ['fired', 'not_fired'],
    );
  }
  assert.equal((await executions(ids[0]!, { pageSize: '50' })).length, meetings.length);
  assert.equal((await executions(ids[1]!)).length, 0);
  const rows = await stored(organizationId);
  assert.deepEqual([rows.evaluations.length, rows.executions.length], [2 * meetings.length, meetings.length]);
  assert.ok(ai.requests.length - from > meetings.length, 'some had to be asked again');
});

test('a provider that is away keeps back what needs it, and nothing else; it is all done when it is back', async () => {
  const { client, signal, executions, processed, evaluations } = await tenant();
  const byPrompt = await signal({ prompt: 'Did somebody say "discount"?' });
  const byPhrase = await signal({ phrases: ['yearly plan'] });
  ai.failWith({ status: 503 });
  const meetingId = await client.ingest(call());
  await until(async () => ((await executions(byPhrase)).length === 1 ? true : undefined));
  const waiting = await until(async () => {
    const state = await evaluations(meetingId);
    return state.processing.note === undefined ? undefined : state;
  });
  assert.match(waiting.processing.note, /AI provider failed \(503\): own words/);
  const states = Object.fromEntries(waiting.evaluations.map((one: Item) => [one.signalId, one.state]));
  assert.deepEqual(states, { [byPhrase]: 'fired', [byPrompt]: 'pending' });
  ai.recover();
  const { processing } = await processed(meetingId, 60_000);
  assert.deepEqual([processing.signals, processing.summary, processing.note], ['done', 'done', undefined]);
  assert.deepEqual([(await executions(byPrompt)).length, (await executions(byPhrase)).length], [1, 1]);
});

test('a meeting that was ingested again while the provider was unavailable is judged only in its latest state', async () => {
  const { client, signal, executions, processed, evaluations } = await tenant();
  const id = await signal({ prompt: 'Did somebody say "discount"?' });
  ai.failWith({ status: 503, headers: { 'Retry-After': '2' } });
  const meetingId = await client.ingest(call({ id: 'again', title: 'First' }));
  await until(async () => (await evaluations(meetingId)).processing.note);
  for (const title of ['Second', 'Third']) await client.ingest(call({ id: 'again', title }));
  ai.recover();
  const from = ai.requests.length;
  await processed(meetingId, 60_000);
  const titles = (await executions(id)).map(({ sourceTitle }) => sourceTitle);
  assert.deepEqual(titles, ['Third']);
  const tasks = ai.requests.slice(from).map(({ prompt }) => `${prompt!.task} ${prompt!.title}`);
  assert.deepEqual(tasks, ['judge Third']);
});

test('a subject is judged where it is all that an e-mail says', async () => {
  const { client, signal } = await tenant();
  const byPrompt = await signal({ prompt: 'Did somebody say "cancel"?', contextSource: 'EMAIL' });
  const phrases = ['never said', 'cancel our contract', 'CANCEL'];
  const byPhrase = await signal({ phrases, contextSource: 'ALL' });
  const sent = await client.post('/v1/user-provided-email', {
    email: {
      ...{ subject: 'Please cancel our contract', sentAt: '2026-02-02T09:15:00Z', text: ' \n' },
      ...{ from: { email: 'grace@acme.example' }, to: [{ email: 'ada@parley.example' }] },
      cc: [{ email: 'Ada@Parley.example' }, { email: 'bo@acme.example' }],
    },
  });
  assert.equal(sent.status, 200, sent.text);
  for (const id of [byPrompt, byPhrase]) {
    const query = { executionFrom: '2020-01-01T00:00:00Z', includeExecutionId: 'true' };
    const [execution] = await until(async () => {
      const { signals } = (await client.get(`/v1/signals/${id}/executions`, query)).body;
      return signals.length > 0 ? (signals as Item[]) : undefined;
    });
    assert.equal(execution.sourceTitle, 'Please cancel our contract');
    assert.deepEqual(execution.attendeeEmails, ['ada@parley.example', 'bo@acme.example']);
    if (id === byPhrase) assert.equal(execution.reason, 'Found: "cancel our contract", "CANCEL"');
    const evidence = await client.get(`/v1/signals/${id}/executions/${execution.executionId}/evidence`);
    assert.deepEqual(evidence.body.quotes, [{ text: 'Please cancel our contract' }]);
  }
});

test('a Retry-After is kept, whatever else waits', async () => {
  const { client, signal, processed } = await tenant();
  await signal({ prompt: 'Did somebody say "discount"?' });
  const from = ai.requests.length;
  ai.failWith({ status: 429, headers: { 'Retry-After': '3' } }, 1);
  const meetings = [await client.ingest(call({ id: 'one' }))];
  await until(async () => (ai.requests.length > from ? true : undefined));
  for (const id of ['two', 'three', 'four']) meetings.push(await client.ingest(call({ id })));
  for (const meetingId of meetings) await processed(meetingId, 60_000);
  const [first, second] = ai.requests.slice(from).map(({ receivedAtMs }) => receivedAtMs);
  assert.ok(second! - first! >= 3000, `asked again after ${second! - first!} ms`);
});

test('a job whose provider never answers in the right form is abandoned; retried, it does the rest', async () => {
  const { client, signal, executions, processed, coverage, remap } = await tenant();
  const id = await signal({ prompt: 'Did somebody say "discount"?' });
  const phrase = await signal({ phrases: ['yearly plan'] });
  const meetingId = await client.ingest(call(), { processImportedMeeting: false });
  ai.failWith('wrong-schema');
  const from = ai.requests.length;
  const failed = await remap(meetingId, { triggerAiSignals: 'true' }, ACCOUNT, 60_000);
  assert.deepEqual([failed.status, failed.signals, failed.to], ['failed', 'failed', { accountId: ACCOUNT }]);
  assert.ok(ai.requests.length - from <= 5, 'each answer costs');
  assert.notEqual(failed.reason, undefined);
  const { processing, evaluations } = await processed(meetingId);
  assert.equal(processing.signals, 'failed');
  assert.deepEqual(
    evaluations.map(({ state }: Item) => state),
    ['failed', 'fired'],
  );
  const counts = await coverage(id);
  assert.deepEqual([counts.eligible, counts.failed], [1, 1]);
  ai.recover();
  const jobs = (await client.get('/admin/v1/jobs', { state: 'dead' })).body.jobs;
  const retried = await client.post(`/admin/v1/jobs/${jobs[0].id}/retry`, undefined);
  assert.ok(retried.status < 300, retried.text);
  await until(async () => ((await executions(id)).length === 1 ? true : undefined), 60_000);
  assert.equal((await executions(phrase)).length, 1);
  const state = await client.get(`/v1/meeting/remap/${failed.requestId}`);
  assert.deepEqual(
    [state.body.status, state.body.signals, state.body.reason],
    ['completed', 'done', undefined],
  );
  const undo = await client.post(`/v1/meeting/remap/${failed.requestId}/undo`, undefined);
  assert.equal(undo.status, 200);
});

test('quotes that nobody said are dropped, and with the last one the signal; fields that nobody asked for go nowhere', async () => {
  const { client, signal, executions, processed, organizationId } = await tenant();
  const id = await signal({ prompt: 'Did somebody say "discount"?' });
  ai.answerWith(({ prompt }) =>
    prompt?.task === 'judge'
      ? {
          responses: [],
          findings: [],
          verdicts: prompt.questions.map(({ id: question }: Item) => ({
            id: question,
            fired: true,
            reason: 'Surely',
            quotes: [{ entry: 1, text: 'We will pay any price.' }],
          })),
        }
      : undefined,
  );
  const invented = await processed(await client.ingest(call({ id: 'invented' })));
  assert.equal(invented.evaluations[0].state, 'not_fired');
  assert.match(invented.evaluations[0].reason, /^Not proven/);
  ai.recover();
  for (const fault of ['extra-fields', 'hostile-text'] as const) {
    ai.failWith(fault);
    const { evaluations } = await processed(await client.ingest(call({ id: fault })), 60_000);
    for (const { quotes } of evaluations) {
      for (const { text } of quotes)
        assert.ok(
          SEGMENTS.some((segment) => segment.text.includes(text)),
          text,
        );
    }
    ai.recover();
  }
  const { evaluations: rows } = await stored(organizationId);
  const known = ['text', 'entryIndex', 'speaker', 'timestampSeconds'];
  for (const row of rows)
    for (const quote of row.quotes)
      assert.deepEqual(
        Object.keys(quote).filter((key) => !known.includes(key)),
        [],
      );
  for (const execution of await executions(id))
    assert.equal(execution.prompt, 'Did somebody say "discount"?');
});

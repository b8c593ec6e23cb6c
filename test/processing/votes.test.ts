import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { answerPrompt } from '../support/ai-server-model.ts';
import type { AiRequest } from '../support/ai-server-request.ts';
import { BUILTIN, startService, type TestService } from '../support/service.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { call, type Item, PAST, signalsOf } from './conversations.ts';

/** Borderline verdicts: the model votes on those of which it is not sure, and only on those. */

const TOKENS_PER_DAY = 1_000_000;

let ai: AiServer;
let service: TestService;
before(async () => {
  ai = await startAiServer();
  const settings = { provider: 'openai-compatible' as const, baseUrl: ai.url, model: 'test-model' };
  service = await startService({ ai: { ...BUILTIN, ...settings, tokensPerDay: TOKENS_PER_DAY } });
});
afterEach(() => ai.recover());
after(async () => {
  await service.stop();
  await ai.close();
});

const FIRING = 'Did somebody say "discount"?';
const SILENT = 'Did somebody say "helicopter"?';

/** The model's first verdict on a question and its votes; the defaults apply to what is left out. */
type Said = { fired?: boolean; confidence?: unknown };

/** Makes the model answer by the name of each signal; the last of what it says is repeated. */
function answerBy(said: Record<string, Said[]>, before: () => unknown = () => {}): void {
  const asked = new Map<string, number>();
  ai.answerWith(async ({ prompt }) => {
    if (prompt?.task !== 'judge') return undefined;
    await before();
    const answer = answerPrompt(prompt) as { verdicts: Item[] };
    const verdicts = answer.verdicts.map((verdict, place) => {
      const { name } = prompt.questions[place]!;
      const turns = said[name] ?? [{}];
      const turn = asked.get(name) ?? 0;
      asked.set(name, turn + 1);
      const { fired = verdict.fired, confidence } = turns[Math.min(turn, turns.length - 1)]!;
      const quotes = fired ? [{ entry: 1, text: 'The discount on our enterprise contract' }] : [];
      const sure = confidence === undefined ? {} : { confidence };
      return { ...verdict, fired, ...sure, quotes, reason: `Turn ${turn}.` };
    });
    return { ...answer, verdicts };
  });
}

/** Judges the call with signals of these names. @returns their evaluations by name, and the requests that it took */
async function judged(prompts: Record<string, string>) {
  const { client, id: organizationId } = await service.tenant(['parley.example']);
  const { signal, processed, ...rest } = signalsOf(client);
  const ids: Record<string, number> = {};
  for (const [signalName, prompt] of Object.entries(prompts))
    ids[signalName] = await signal({ signalName, prompt });
  const from = ai.requests.length;
  const meetingId = await client.ingest(call());
  const { evaluations } = await processed(meetingId);
  const of = (name: string): Item => evaluations.find(({ signalName }: Item) => signalName === name);
  return {
    client,
    organizationId,
    ids,
    meetingId,
    of,
    requests: ai.requests.slice(from),
    processed,
    ...rest,
  };
}

const namesOf = ({ prompt }: AiRequest) => prompt!.questions.map(({ name }) => name);

test('three votes decide a borderline verdict; those of which the model is sure are not asked about again', async () => {
  answerBy({
    sure: [{ confidence: 0.95 }],
    doubtful: [{ confidence: 0.55 }, { confidence: 0.9 }, { fired: false, confidence: 0.6 }],
    silent: [{ confidence: 0.6 }],
    mute: [{}],
  });
  const prompts = { sure: FIRING, doubtful: FIRING, silent: SILENT, mute: FIRING };
  const { of, requests, client, organizationId, ids, meetingId } = await judged(prompts);
  assert.deepEqual(requests.map(namesOf), [
    ['sure', 'doubtful', 'silent', 'mute'],
    ['silent', 'doubtful'],
    ['doubtful', 'silent'],
  ]);
  const certainty = (name: string) => {
    const { state, confidence, votes } = of(name);
    return { state, confidence, votes };
  };
  assert.deepEqual(certainty('sure'), { state: 'fired', confidence: 0.95, votes: undefined });
  assert.deepEqual(certainty('doubtful'), {
    ...{ state: 'fired', confidence: 0.55, votes: { fired: 2, notFired: 1 } },
  });
  assert.deepEqual(certainty('silent'), {
    ...{ state: 'not_fired', confidence: 0.6, votes: { fired: 0, notFired: 3 } },
  });
  assert.deepEqual(certainty('mute'), { state: 'fired', confidence: undefined, votes: undefined });
  // Votes are independent: each has a temperature and a seed of its own, and the same conversation before the task.
  const sampling = requests.map(({ body }) => [body.temperature, body.seed]);
  assert.deepEqual(sampling[0], [0, 1]);
  assert.ok(sampling.slice(1).every(([temperature]) => Number(temperature) > 0));
  assert.equal(new Set(sampling.map(([, seed]) => seed)).size, 3);
  const conversationOf = ({ user }: AiRequest) => user.split('Task: judge.')[0];
  assert.equal(new Set(requests.map(conversationOf)).size, 1);
  // The tokens of the votes are counted, and attributed to the signals that were voted on.
  const { today } = (await client.get('/admin/v1/ai')).body;
  assert.equal(today.calls, 3);
  const rows = await sql<{ id: number; tokens: number }>(
    service.databaseUrl,
    `select signal_id as id, input_tokens as tokens from signal_evaluations where organization_id = $1`,
    [organizationId],
  );
  const [summary] = await sql<{ tokens: number }>(
    service.databaseUrl,
    'select input_tokens as tokens from meeting_summaries where organization_id = $1',
    [organizationId],
  );
  assert.equal(
    rows.reduce((sum, { tokens }) => sum + tokens, summary!.tokens),
    today.inputTokens,
  );
  const tokensOf = (name: string) => rows.find(({ id }) => Number(id) === ids[name])!.tokens;
  assert.ok(tokensOf('doubtful') > 2 * tokensOf('sure'));
  // The same is shown with the execution.
  const { executionId } = of('doubtful');
  const evidence = await client.get(`/v1/signals/${ids.doubtful}/executions/${executionId}/evidence`);
  assert.deepEqual([evidence.body.confidence, evidence.body.votes], [0.55, { fired: 2, notFired: 1 }]);
  const listed = await client.get('/v2/executions', { executionFrom: PAST, includeQuotes: 'true' });
  const one = listed.body.signals.find((execution: Item) => execution.executionId === executionId);
  assert.deepEqual([one.confidence, one.votes], [0.55, { fired: 2, notFired: 1 }]);
  const summaryAnswer = await client.get(`/v1/meetings/${meetingId}/summary`);
  assert.equal(summaryAnswer.status, 200);
});

test('the majority wins over the first verdict, in both directions, with its own reason and quotes', async () => {
  answerBy({
    up: [{ fired: false, confidence: 0.5 }, { fired: true }, { fired: true }],
    down: [{ fired: true, confidence: 0.5 }, { fired: false }, { fired: false }],
  });
  const { of, ids, executions } = await judged({ up: FIRING, down: FIRING });
  assert.deepEqual([of('up').state, of('up').votes], ['fired', { fired: 2, notFired: 1 }]);
  assert.equal(of('up').reason, 'Turn 1.');
  assert.equal(of('up').quotes.length, 1);
  assert.deepEqual([of('down').state, of('down').votes], ['not_fired', { fired: 1, notFired: 2 }]);
  assert.deepEqual(of('down').quotes, []);
  assert.equal((await executions(ids.up!)).length, 1);
  assert.deepEqual(await executions(ids.down!), []);
});

test('a signal that the votes make fire has its follow-ups answered', async () => {
  answerBy({ up: [{ fired: false, confidence: 0.4 }, { fired: true }] });
  const { client } = await service.tenant();
  const { signal, processed, executions } = signalsOf(client);
  const followUpPrompts = [{ name: 'Which', prompt: 'Which contract?' }];
  const id = await signal({ signalName: 'up', prompt: FIRING, followUpPrompts });
  await processed(await client.ingest(call()));
  const [execution] = await executions(id, { includeFollowUpPrompts: 'true' });
  assert.match(execution.followUpPrompts[0].response, /^Answer to "Which contract\?"/);
});

test('confidence is read as leniently as its meaning is certain', async () => {
  const told: [unknown, number | undefined][] = [
    ['0.8', 0.8],
    [85, 0.85],
    ['90 %', 0.9],
    [1, 1],
    [0.7, 0.7],
    ['high', undefined],
    [-1, undefined],
    [101, undefined],
    [null, undefined],
    [{}, undefined],
  ];
  answerBy(Object.fromEntries(told.map(([confidence], place) => [`signal ${place}`, [{ confidence }]])));
  const { of, requests } = await judged(
    Object.fromEntries(told.map((_, place) => [`signal ${place}`, FIRING])),
  );
  assert.deepEqual(
    told.map((_, place) => of(`signal ${place}`).confidence),
    told.map(([, confidence]) => confidence),
  );
  assert.equal(requests.length, 1);
});

test('without votes, the first verdict stands: a vote that fails delays nothing and is not asked for again', async () => {
  for (const fault of [{ status: 503 }, { status: 400 }, 'prose'] as const) {
    answerBy({ doubtful: [{ confidence: 0.5 }] });
    let calls = 0;
    ai.failBy(() => (calls++ === 0 ? undefined : fault));
    const { of } = await judged({ doubtful: FIRING });
    assert.deepEqual([of('doubtful').state, of('doubtful').votes], ['fired', undefined], `${fault}`);
    assert.equal(of('doubtful').confidence, 0.5);
    ai.recover();
    // The gate opens again.
    await until(async () => (await service.client.get('/admin/v1/ai')).body.available !== false || undefined);
  }
});

test('of two votes that contradict each other, the first counts', async () => {
  answerBy({ doubtful: [{ fired: true, confidence: 0.5 }, { fired: false }] });
  let calls = 0;
  ai.failBy(() => (calls++ === 2 ? { status: 400 } : undefined));
  const { of } = await judged({ doubtful: FIRING });
  assert.deepEqual([of('doubtful').state, of('doubtful').votes], ['fired', { fired: 1, notFired: 1 }]);
});

test('votes stay within the budget of the day, which the conversation itself may exceed', async () => {
  const { client, id: organizationId } = await service.tenant();
  const { signal, processed } = signalsOf(client);
  await signal({ signalName: 'doubtful', prompt: FIRING });
  const useUp = () =>
    sql(service.databaseUrl, 'update ai_usage set input_tokens = $2 where organization_id = $1', [
      organizationId,
      TOKENS_PER_DAY,
    ]);
  answerBy({ doubtful: [{ confidence: 0.5 }] }, useUp);
  const { evaluations } = await processed(await client.ingest(call()));
  assert.equal(evaluations[0].state, 'fired');
  assert.equal(evaluations[0].votes, undefined);
  const { today } = (await client.get('/admin/v1/ai')).body;
  assert.equal(today.calls, 1);
});

test('labels move the confidence below which a signal is voted on, once there are enough', async () => {
  answerBy({ labelled: [{ confidence: 0.75 }] });
  const { client, ids, ...first } = await judged({ labelled: FIRING });
  const id = ids.labelled!;
  const calibration = async () => (await client.get(`/v1/signals/${id}/quality`)).body.calibration;
  assert.equal((await calibration()).votesBelow, 0.7);
  assert.equal(first.requests.length, 1);
  const label = async (meetingId: string, verdict: string) => {
    const { evaluations } = await first.processed(meetingId);
    const answer = await client.put(`/v1/evaluations/${evaluations[0].evaluationId}/label`, { verdict });
    assert.equal(answer.status, 200, answer.text);
  };
  await label(first.meetingId, 'wrong');
  for (let count = 1; count < 10; count++) {
    const meetingId = await client.ingest(call({ id: `call ${count}` }));
    await label(meetingId, count < 3 ? 'wrong' : 'right');
  }
  const found = await calibration();
  assert.equal(found.model, 'test-model');
  assert.deepEqual(found.bands[3], { from: 0.7, to: 0.8, labels: 10, right: 7 });
  assert.equal(found.votesBelow, 0.8);
  const from = ai.requests.length;
  const { evaluations } = await first.processed(await client.ingest(call({ id: 'after' })));
  assert.equal(ai.requests.length - from, 3);
  assert.deepEqual(evaluations[0].votes, { fired: 3, notFired: 0 });
});

test('a draft is voted on as its signal would be, when it is tried and in a backtest', async () => {
  answerBy({ doubtful: [{ confidence: 0.5 }], Draft: [{ confidence: 0.5 }, { fired: false }] });
  const { client, ids, meetingId } = await judged({ doubtful: FIRING });
  const tried = await client.post('/admin/v1/signals/try', { meetingId, prompt: FIRING });
  assert.deepEqual(
    [tried.body.fired, tried.body.confidence, tried.body.votes],
    [false, 0.5, { fired: 1, notFired: 2 }],
  );
  answerBy({ doubtful: [{ confidence: 0.5 }] });
  const begun = await client.post('/admin/v1/signals/backtest', {
    ...{ signalId: ids.doubtful, prompt: `${FIRING} Really?`, meetingIds: [meetingId], dryRun: false },
  });
  assert.equal(begun.status, 202, begun.text);
  const path = `/admin/v1/signals/backtests/${begun.body.backtestId}`;
  await until(async () => (await client.get(path)).body.state === 'done' || undefined);
  const { results } = (await client.get(`${path}/results`)).body;
  for (const outcome of [results[0].draft, results[0].current]) {
    assert.deepEqual([outcome.confidence, outcome.votes], [0.5, { fired: 3, notFired: 0 }]);
  }
});

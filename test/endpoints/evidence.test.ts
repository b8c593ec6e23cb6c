import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { evaluationId } from '../../src/domain/signals/labels/evaluation-id.ts';
import { MAX_ID } from '../../src/endpoints/schemas/common.ts';
import { startService, type TestService } from '../support/service.ts';
import {
  seedEmails,
  seedEvaluations,
  seedExecutions,
  seedMeetings,
  seedRuns,
  seedSignal,
} from '../support/signals.ts';
import { sql } from '../support/sql.ts';

const AT_MS = Date.parse('2026-03-01T10:00:00.250Z');

let service: TestService;
let url: string;
let meetingId: number;
let emailId: number;
before(async () => {
  service = await startService();
  url = service.databaseUrl;
  [meetingId] = (await seedMeetings(url, 1, [AT_MS])) as [number];
  [emailId] = (await seedEmails(url, 1, [AT_MS])) as [number];
});
after(() => service.stop());

const evidence = (signalId: number | string, executionId: number | string, client = service.client) =>
  client.get(`/v1/signals/${signalId}/executions/${executionId}/evidence`);

/** The id of the evaluation of an execution. */
async function evaluationOf(executionId: number): Promise<string> {
  const [row] = await sql<{ run: string; signal: string }>(
    url,
    'select run_id as run, signal_id as signal from signal_executions where id = $1',
    [executionId],
  );
  return evaluationId({ of: 'run', runId: Number(row!.run), signalId: Number(row!.signal) });
}

test('an execution comes with its quotes, where they stand, and what judged', async () => {
  const signalId = await seedSignal(url, 1);
  const [executionId] = await seedExecutions(url, 1, [
    {
      ...{ signalId, meetingId, triggeredAtMs: AT_MS },
      fields: { reason: 'Grace “says” so.' },
      quotes: [
        { text: ' too "high" ', entryIndex: 0, speaker: 'Grace Lund', timestampSeconds: 0 },
        { text: 'Too high?', entryIndex: 7, timestampSeconds: 3661.5 },
        { text: 'no time', entryIndex: 8, speaker: 'Ada' },
        { text: 'Price talk' },
      ],
    },
  ]);
  const answer = await evidence(signalId, executionId!);
  assert.equal(answer.status, 200);
  const { evaluationId: labelled, ...shown } = answer.body;
  assert.match(labelled, /^1\d+$/);
  assert.deepEqual(shown, {
    ...{ executionId, signalId, version: 1, provider: 'builtin', model: 'bm25' },
    triggeredAt: '2026-03-01T10:00:00.250Z',
    sourceType: 'meeting',
    sourceId: `${meetingId}`,
    reason: 'Grace “says” so.',
    superseded: false,
    quotes: [
      {
        text: ' too "high" ',
        entryIndex: 0,
        speaker: 'Grace Lund',
        timestamp: '00:00:00',
        timestampSeconds: 0,
      },
      { text: 'Too high?', entryIndex: 7, timestamp: '01:01:01.500', timestampSeconds: 3661.5 },
      { text: 'no time', entryIndex: 8, speaker: 'Ada' },
      { text: 'Price talk' },
    ],
  });
});

test('the list’s executionId leads to the evidence, in meetings and e-mails', async () => {
  const signalId = await seedSignal(url, 1);
  await seedExecutions(url, 1, [
    { signalId, meetingId, triggeredAtMs: AT_MS, fields: { reason: 'said' } },
    { signalId, emailId, triggeredAtMs: AT_MS, fields: { reason: 'written' } },
  ]);
  const query = { executionFrom: '2026-01-01T00:00:00Z', includeExecutionId: 'true' };
  const { signals } = (await service.client.get(`/v1/signals/${signalId}/executions`, query)).body;
  assert.equal(signals.length, 2);
  for (const { executionId, sourceType, sourceId, reason, triggeredAt } of signals) {
    const { body } = await evidence(signalId, executionId);
    assert.deepEqual(
      [body.sourceType, body.sourceId, body.reason, body.triggeredAt],
      [sourceType, sourceId, reason, triggeredAt],
    );
  }
});

test('a superseded execution still has its evidence', async () => {
  const signalId = await seedSignal(url, 1);
  const [executionId] = await seedExecutions(url, 1, [
    { signalId, meetingId, triggeredAtMs: AT_MS, superseded: true },
  ]);
  const answer = await evidence(signalId, executionId!);
  assert.deepEqual([answer.status, answer.body.superseded], [200, true]);
});

test('an execution of another signal, of a deleted signal or of another organization is 404, as if it were not', async () => {
  const [signalId, otherSignal] = [await seedSignal(url, 1), await seedSignal(url, 1)];
  const tenant = await service.tenant();
  const foreignSignal = await seedSignal(url, tenant.id);
  const [foreignMeeting] = await seedMeetings(url, tenant.id, [AT_MS]);
  const [executionId] = await seedExecutions(url, 1, [{ signalId, meetingId, triggeredAtMs: AT_MS }]);
  const [foreign] = await seedExecutions(url, tenant.id, [
    { signalId: foreignSignal, meetingId: foreignMeeting!, triggeredAtMs: AT_MS },
  ]);
  const missing = { error: 'There is no such execution' };
  const assertMissing = async (...path: [number, number]) => {
    const answer = await evidence(...path);
    assert.deepEqual([answer.status, answer.body], [404, missing], path.join());
  };
  assert.equal((await evidence(foreignSignal, foreign!, tenant.client)).status, 200);
  await assertMissing(foreignSignal, foreign!);
  await assertMissing(signalId, foreign!);
  await assertMissing(foreignSignal, executionId!);
  await assertMissing(otherSignal, executionId!);
  await assertMissing(signalId, MAX_ID);
  await assertMissing(MAX_ID, executionId!);
  assert.equal((await evidence(signalId, executionId!)).status, 200);
  await sql(url, 'update signals set deleted_at = now() where id = $1', [signalId]);
  await assertMissing(signalId, executionId!);
});

test('ids that cannot be any are 400, both faults at once', async () => {
  const answer = await evidence('0', 'x');
  assert.equal(answer.status, 400);
  const whole = `must be a whole number from 1 to ${MAX_ID}`;
  assert.equal(answer.body.error, `promptId ${whole}; executionId ${whole}`);
});

const evaluations = (id: number | string, client = service.client) =>
  client.get(`/v1/meetings/${id}/evaluations`);

test('a meeting that nothing was ever to judge says so', async () => {
  const [id] = await seedMeetings(url, 1, [AT_MS]);
  const answer = await evaluations(id!);
  assert.deepEqual(
    [answer.status, answer.body],
    [200, { processing: { signals: 'none', summary: 'none' }, evaluations: [] }],
  );
});

test('each signal is shown with its newest judgement: fired, not fired, failed or pending', async () => {
  const [id] = (await seedMeetings(url, 1, [AT_MS])) as [number];
  const names = [
    'fires',
    'stays quiet',
    'fails',
    'fired before',
    'is gone',
    'is asked again',
    'was disabled',
  ];
  const ids: number[] = [];
  for (const name of names) ids.push(await seedSignal(url, 1, { name, deleted: name === 'is gone' }));
  const [fires, quiet, fails, before, gone, again, disabled] = ids as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [oldExecution] = await seedExecutions(url, 1, [
    { signalId: before, meetingId: id, triggeredAtMs: AT_MS, fields: { reason: 'long ago' } },
  ]);
  const quotes = [{ text: 'too high', entryIndex: 3, timestampSeconds: 61 }];
  const [execution] = await seedExecutions(url, 1, [
    { signalId: fires, meetingId: id, triggeredAtMs: AT_MS, quotes },
  ]);
  const [older, newest, superseded] = (await seedRuns(url, 1, [
    { meetingId: id, signalIds: [fails, again, gone], signalsState: 'done', summaryState: 'done' },
    // A signal that was disabled before it was judged is in no completed run.
    {
      meetingId: id,
      signalIds: [quiet, again],
      signalVersions: [1, 4],
      signalsState: 'pending',
      note: 'The provider is away',
    },
    { meetingId: id, signalIds: [disabled], signalsState: 'superseded' },
  ])) as [number, number, number];
  await seedEvaluations(url, 1, [
    { runId: older, signalId: fails, version: 2, state: 'failed', reason: 'gave up', evaluatedAtMs: AT_MS },
    { runId: older, signalId: again, state: 'not_fired' },
    { runId: older, signalId: gone, state: 'fired' },
    // Phrases are judged before the run is done.
    { runId: newest, signalId: quiet, state: 'not_fired', reason: 'no words', evaluatedAtMs: AT_MS + 1 },
  ]);
  assert.ok(superseded > newest);
  const by = { provider: 'builtin', model: 'bm25' };
  const at = '2026-03-01T10:00:00.250Z';
  const because = 'Because it says so.';
  const answer = await evaluations(id);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    processing: { signals: 'pending', summary: 'done', note: 'The provider is away' },
    evaluations: [
      {
        ...{ signalId: fires, signalName: 'fires', version: 1, state: 'fired', reason: because, ...by },
        ...{ executionId: execution, evaluatedAt: at, evaluationId: await evaluationOf(execution!) },
        quotes: [{ text: 'too high', entryIndex: 3, timestamp: '00:01:01', timestampSeconds: 61 }],
      },
      {
        ...{ signalId: quiet, signalName: 'stays quiet', version: 1, state: 'not_fired', reason: 'no words' },
        ...{ ...by, evaluatedAt: '2026-03-01T10:00:00.251Z', quotes: [] },
        evaluationId: evaluationId({ of: 'run', runId: newest, signalId: quiet }),
      },
      {
        ...{ signalId: fails, signalName: 'fails', version: 2, state: 'failed', reason: 'gave up' },
        ...{ ...by, evaluatedAt: at, quotes: [] },
        evaluationId: evaluationId({ of: 'run', runId: older, signalId: fails }),
      },
      {
        ...{
          signalId: before,
          signalName: 'fired before',
          version: 1,
          state: 'fired',
          reason: 'long ago',
          ...by,
        },
        ...{ executionId: oldExecution, evaluatedAt: at, quotes: [] },
        evaluationId: await evaluationOf(oldExecution!),
      },
      { signalId: again, signalName: 'is asked again', version: 4, state: 'pending', quotes: [] },
    ],
  });
});

test('a run that failed tells why, for the run and for each signal that it did not judge', async () => {
  const [id] = (await seedMeetings(url, 1, [AT_MS])) as [number];
  const signalId = await seedSignal(url, 1);
  const note = 'The model answers in the wrong form';
  await seedRuns(url, 1, [
    { meetingId: id, signalIds: [signalId], signalsState: 'failed', summaryState: 'failed', note },
  ]);
  assert.deepEqual((await evaluations(id)).body, {
    processing: { signals: 'failed', summary: 'failed', note },
    evaluations: [
      { signalId, signalName: 'Price objection', version: 1, state: 'failed', reason: note, quotes: [] },
    ],
  });
});

test('signals and summary have separate states, each of the last run that included it', async () => {
  const [id] = (await seedMeetings(url, 1, [AT_MS])) as [number];
  const signalId = await seedSignal(url, 1);
  await seedRuns(url, 1, [
    {
      meetingId: id,
      signalIds: [signalId],
      signalsState: 'superseded',
      summaryState: 'failed',
      note: 'older',
    },
    { meetingId: id, signalIds: [signalId], signalsState: 'done', summaryState: undefined },
  ]);
  assert.deepEqual((await evaluations(id)).body.processing, {
    signals: 'done',
    summary: 'failed',
    note: 'older',
  });
  await seedRuns(url, 1, [
    { meetingId: id, signalIds: [], signalsState: undefined, summaryState: 'pending' },
  ]);
  assert.deepEqual((await evaluations(id)).body.processing, { signals: 'done', summary: 'pending' });
});

test('evaluations of a meeting that is nobody’s or another’s are 404', async () => {
  const other = await service.tenant();
  for (const answer of [await evaluations(meetingId, other.client), await evaluations(MAX_ID)]) {
    assert.deepEqual([answer.status, answer.body], [404, { error: 'There is no such meeting' }]);
  }
  assert.equal((await evaluations('0')).status, 400);
});

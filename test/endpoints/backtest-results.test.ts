import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { evaluationId } from '../../src/domain/signals/labels/evaluation-id.ts';
import type { AiServer } from '../support/ai-server.ts';
import { backtested, estimate, FEBRUARY, results, SAID, talks } from '../support/backtests.ts';
import type { TestService } from '../support/service.ts';
import { seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';
import { startWithModel } from '../support/with-model.ts';

let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
after(() => stop());

test('a draft without a signal: each meeting has its judgement, reason, and quotes with their places', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant.client);
  const { id, backtest } = await backtested(tenant.client, { prompt: SAID, ...FEBRUARY });
  const { createdAt, finishedAt, estimate: _, tokens, ...rest } = backtest;
  assert.deepEqual(rest, {
    backtestId: id,
    draft: { prompt: SAID, phrases: [], saidBy: 'anyone' },
    ...FEBRUARY,
    state: 'done',
    meetings: 4,
    judged: 4,
    draftResult: { fired: 2, notFired: 2, failed: 0 },
  });
  assert.ok(createdAt <= finishedAt);
  assert.ok(tokens.inputTokens > 0);
  const found = await results(tenant.client, id);
  assert.deepEqual(
    found.map((one: { meetingId: string }) => one.meetingId),
    ids,
  );
  assert.deepEqual(found[0], {
    meetingId: ids[0],
    title: 'Talk 1',
    startTime: '2026-02-01T10:00:00Z',
    draft: {
      state: 'fired',
      reason: 'Found: too expensive.',
      quotes: [
        {
          text: 'For us it is too expensive.',
          entryIndex: 1,
          speaker: 'Grace Lund',
          timestamp: '00:00:10',
          timestampSeconds: 10,
        },
      ],
      evaluationId: evaluationId({ of: 'draft', backtestId: id, meetingId: Number(ids[0]) }),
    },
  });
  assert.deepEqual(found[3].draft, {
    state: 'not_fired',
    reason: 'Not found: too expensive.',
    quotes: [],
    evaluationId: evaluationId({ of: 'draft', backtestId: id, meetingId: Number(ids[3]) }),
  });
});

test('a change of a signal is compared with its current version, in one call for each meeting', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant.client);
  const signalId = await seedSignal(service.databaseUrl, tenant.id, { prompt: 'Did they say "discount"?' });
  const asked = ai.requests.length;
  const { id, backtest } = await backtested(tenant.client, { signalId, prompt: SAID, ...FEBRUARY });
  assert.equal(ai.requests.length - asked, 4);
  assert.deepEqual([backtest.signalId, backtest.version, backtest.state], [signalId, 1, 'done']);
  assert.deepEqual(backtest.draftResult, { fired: 2, notFired: 2, failed: 0 });
  assert.deepEqual(backtest.comparison, {
    current: { fired: 2, notFired: 2, failed: 0 },
    ...{ both: 1, onlyDraft: 1, onlyCurrent: 1, neither: 1 },
  });
  const states = (await results(tenant.client, id)).map((one: Record<string, { state: string }>) => [
    one.draft!.state,
    one.current!.state,
  ]);
  assert.deepEqual(states, [
    ['fired', 'not_fired'],
    ['fired', 'fired'],
    ['not_fired', 'fired'],
    ['not_fired', 'not_fired'],
  ]);
  const idsOf = async (outcome: string) =>
    (await results(tenant.client, id, { outcome })).map((one: { meetingId: string }) => one.meetingId);
  assert.deepEqual(await idsOf('changed'), [ids[0], ids[2]]);
  assert.deepEqual(await idsOf('fired'), [ids[0], ids[1]]);
  assert.deepEqual(await idsOf('not_fired'), [ids[2], ids[3]]);
  assert.deepEqual(await idsOf('failed'), []);
});

test('a draft is compared with the version at the start, which also supplies its missing fields', async () => {
  const tenant = await service.tenant();
  await talks(tenant.client);
  const signalId = await seedSignal(service.databaseUrl, tenant.id, { prompt: SAID });
  await sql(
    service.databaseUrl,
    `insert into signal_versions (organization_id, signal_id, version, prompt, phrases, follow_up_prompts, prompt_hash)
     values ($1, $2, 2, 'Did they say "weather"?', '{discount}', '[]', '')`,
    [tenant.id, signalId],
  );
  await sql(service.databaseUrl, 'update signals set version = 2 where id = $1', [signalId]);
  const drafted = async (draft: object) => {
    const { backtest } = await backtested(tenant.client, { signalId, ...draft, ...FEBRUARY });
    assert.equal(backtest.version, 2);
    assert.deepEqual(backtest.comparison.current, { fired: 2, notFired: 2, failed: 0 }, 'discount');
    const { saidBy, ...asked } = backtest.draft;
    assert.equal(saidBy, 'anyone');
    return [asked, backtest.draftResult.fired];
  };
  const prompt = 'Did they say "weather"?';
  assert.deepEqual(await drafted({}), [{ prompt, phrases: ['discount'] }, 2]);
  assert.deepEqual(await drafted({ phrases: [] }), [{ prompt, phrases: [] }, 1]);
  assert.deepEqual(await drafted({ phrases: ['expensive', 'fine'] }), [
    { prompt, phrases: ['expensive', 'fine'] },
    3,
  ]);
  assert.deepEqual(await drafted({ prompt: SAID, phrases: null }), [
    { prompt: SAID, phrases: ['discount'] },
    2,
  ]);
});

test('phrases ask no model and cost nothing', async () => {
  const tenant = await service.tenant();
  await talks(tenant.client);
  const asked = ai.requests.length;
  const draft = { prompt: 'The price.', phrases: ['TOO  expensive', 'fine'], ...FEBRUARY };
  const told = await estimate(tenant.client, draft);
  assert.deepEqual(told, {
    ...{ meetingsInWindow: 4, meetings: 4, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 },
  });
  const { id, backtest } = await backtested(tenant.client, draft);
  assert.deepEqual(backtest.draftResult, { fired: 3, notFired: 1, failed: 0 });
  assert.deepEqual(backtest.tokens, { inputTokens: 0, outputTokens: 0, costUsd: 0 });
  assert.equal(ai.requests.length, asked);
  const [first] = await results(tenant.client, id, { outcome: 'fired' });
  assert.equal(first.draft.quotes[0].text, 'For us it is too expensive.');
});

test('a backtest does not appear in executions, evaluations or coverage', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant.client);
  const signalId = await seedSignal(service.databaseUrl, tenant.id, { prompt: SAID });
  const { backtest } = await backtested(tenant.client, { signalId, ...FEBRUARY });
  assert.deepEqual([backtest.comparison.both, backtest.judged], [2, 4]);
  const window = { executionFrom: '2000-01-01T00:00:00Z' };
  for (const version of ['v1', 'v2']) {
    const { body } = await tenant.client.get(`/${version}/signals/${signalId}/executions`, window);
    assert.deepEqual(body, { signals: [], pageCount: 0 });
  }
  const { body: coverage } = await tenant.client.get(`/v1/signals/${signalId}/coverage`, FEBRUARY);
  assert.deepEqual([coverage.sources, coverage.eligible, coverage.notEvaluated], [4, 0, 4]);
  for (const table of ['processing_runs', 'signal_evaluations', 'signal_executions']) {
    const rows = await sql(service.databaseUrl, `select 1 from ${table} where organization_id = $1`, [
      tenant.id,
    ]);
    assert.equal(rows.length, 0, table);
  }
  assert.equal(ids.length, 4);
});

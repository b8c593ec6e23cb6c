import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_MEETINGS, MAX_NAMED_MEETINGS } from '../../src/domain/signals/backtest/choose-meetings.ts';
import { MAX_SAMPLED } from '../../src/domain/signals/backtest/estimate.ts';
import { MAX_RUNNING } from '../../src/domain/signals/backtest/start-backtest.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { begin, ended, FEBRUARY, results, standing, stubbed, talk } from '../support/backtests.ts';
import type { TestClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

const PATH = '/admin/v1/signals/backtest';
const SAID = 'Did somebody say "too expensive"?';

let ai: AiServer;
let service: TestService;
before(async () => {
  ai = await startAiServer();
  service = await startService({ ai: stubbed(ai.url) });
});
after(async () => {
  // First: it alone would keep the process alive where the service did not start.
  await ai.close();
  await service.stop();
});

type Tenant = { id: number; client: TestClient };

/** Four talks: two where it is too expensive, one of these and another where a discount is asked for. */
async function talks({ client }: Tenant): Promise<string[]> {
  return [
    await talk(client, 1, 'Hello there.', 'For us it is too expensive.'),
    await talk(client, 2, 'Too expensive, and we want a discount.', 'Let us see.'),
    await talk(client, 3, 'Is there a discount?', 'There is not.'),
    await talk(client, 4, 'The weather is fine.', 'So it is.'),
  ];
}

async function estimate(client: TestClient, body: Record<string, unknown>) {
  const answer = await client.post(PATH, body);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.dryRun, true);
  return answer.body.estimate;
}

async function backtested(client: TestClient, body: Record<string, unknown>) {
  const id = await begin(client, body);
  return { id, backtest: await ended(client, id) };
}

test('by default only an estimate is told, and nothing is started', async () => {
  const tenant = await service.tenant();
  await talks(tenant);
  const asked = ai.requests.length;
  const told = await estimate(tenant.client, { prompt: SAID, ...FEBRUARY });
  assert.deepEqual([told.meetingsInWindow, told.meetings, told.calls], [4, 4, 4]);
  assert.ok(told.inputTokens > 0 && told.outputTokens > 0);
  const cost = (told.inputTokens * 2.5 + told.outputTokens * 10) / 1_000_000;
  assert.ok(Math.abs(told.costUsd - cost) < 0.000001, `${told.costUsd} is not ${cost}`);
  assert.equal(told.tokensLeftToday, undefined, 'there is no budget');
  assert.deepEqual(await estimate(tenant.client, { prompt: SAID, ...FEBRUARY, dryRun: true }), told);
  assert.equal(ai.requests.length, asked, 'no call');
  const { body } = await tenant.client.get('/admin/v1/signals/backtests');
  assert.deepEqual(body, { backtests: [], pageCount: 0 });
});

test('what was estimated is about what it took, also where only some transcripts are read for it', async () => {
  const { client } = await service.tenant();
  const count = 3 * MAX_SAMPLED;
  for (let number = 1; number <= count; number++) {
    const length = 5 + 20 * (number % 4);
    await talk(client, number, ...Array.from({ length }, (_, index) => `Sentence ${index} of ${number}.`));
  }
  const told = await estimate(client, { prompt: SAID, ...FEBRUARY });
  assert.deepEqual([told.meetings, told.calls], [count, count]);
  const { backtest } = await backtested(client, { prompt: SAID, ...FEBRUARY });
  const { inputTokens, outputTokens, costUsd } = backtest.tokens;
  const ratio = told.inputTokens / inputTokens;
  assert.ok(ratio > 0.7 && ratio < 1.6, `estimated ${told.inputTokens}, took ${inputTokens}`);
  assert.ok(Math.abs(costUsd - (inputTokens * 2.5 + outputTokens * 10) / 1_000_000) < 0.000001);
  assert.deepEqual(backtest.estimate, told);
});

test('a draft that stands alone: each meeting with what it says, why, and quotes with their places', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
  const { id, backtest } = await backtested(tenant.client, { prompt: SAID, ...FEBRUARY });
  const { createdAt, finishedAt, estimate: _, tokens, ...rest } = backtest;
  assert.deepEqual(rest, {
    backtestId: id,
    draft: { prompt: SAID, phrases: [] },
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
    },
  });
  assert.deepEqual(found[3].draft, {
    state: 'not_fired',
    reason: 'Not found: too expensive.',
    quotes: [],
  });
});

test('a change of a signal is compared with its current version, in one call for each meeting', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
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

test('the version compared with is the one of the start; what is not said of the draft is as in it', async () => {
  const tenant = await service.tenant();
  await talks(tenant);
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
    return [backtest.draft, backtest.draftResult.fired];
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
  await talks(tenant);
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

test('nothing of a backtest is in executions, evaluations or coverage', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
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

test('a window takes the newest meetings with a transcript, both ends inclusive, whatever follows later', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
  const { client } = tenant;
  await client.ingest(
    meeting({ id: 'silent', startTime: '2026-02-02T12:00:00Z', endTime: '2026-02-02T13:00:00Z' }),
  );
  await client.ingest(
    meeting({
      ...{ id: 'empty', startTime: '2026-02-02T14:00:00Z', endTime: '2026-02-02T15:00:00Z' },
      transcript: { segments: [] },
    }),
  );
  const phrases = ['nothing'];
  const counts = async (window: object) => {
    const told = await estimate(client, { prompt: SAID, phrases, ...window });
    return [told.meetingsInWindow, told.meetings];
  };
  const at = (day: number, time = '10:00:00.000') => `2026-02-0${day}T${time}Z`;
  assert.deepEqual(await counts({ from: at(1), to: at(4) }), [4, 4]);
  assert.deepEqual(await counts({ from: at(1, '10:00:00.001'), to: at(4, '09:59:59.999') }), [2, 2]);
  assert.deepEqual(await counts({ from: at(2), to: at(2) }), [1, 1]);
  assert.deepEqual(await counts({ from: at(5), to: at(6) }), [0, 0]);
  assert.deepEqual(await counts({ from: '2999-01-01T00:00:00Z' }), [0, 0]);
  assert.deepEqual(await counts({ from: at(1), to: at(4), maxMeetings: 3 }), [4, 3]);
  // Without `to` it ends now, and says so.
  const { id, backtest } = await backtested(client, { prompt: SAID, phrases, from: at(1), maxMeetings: 2 });
  assert.ok(
    Math.abs(Date.parse(backtest.to) - Date.now()) < 60_000 && backtest.from === '2026-02-01T10:00:00Z',
  );
  await talk(client, 5, 'It came too late.');
  assert.deepEqual(
    (await results(client, id)).map((one: { meetingId: string }) => one.meetingId),
    [ids[2], ids[3]],
  );
  const none = await backtested(client, { prompt: SAID, from: at(7), to: at(8) });
  assert.deepEqual([none.backtest.state, none.backtest.judged], ['done', 0]);
});

test('named meetings are taken exactly; what the organization does not have is named', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
  const other = await service.tenant();
  const [foreign] = await talks(other);
  const silent = await tenant.client.ingest(meeting({ id: 'silent' }));
  const draft = { prompt: SAID, meetingIds: [ids[1], ids[3], ids[1], silent] };
  const told = await estimate(tenant.client, draft);
  assert.deepEqual([told.meetingsInWindow, told.meetings], [2, 2]);
  const { id, backtest } = await backtested(tenant.client, draft);
  assert.deepEqual([backtest.from, backtest.to, backtest.judged], [undefined, undefined, 2]);
  assert.deepEqual(
    (await results(tenant.client, id)).map((one: { meetingId: string }) => one.meetingId),
    [ids[1], ids[3]],
  );
  for (const unknown of [
    foreign!,
    '9007199254740991',
    '99999999999999999999',
    '0',
    '-1',
    '1.0',
    'abc',
    `0${ids[0]}`,
  ]) {
    const answer = await tenant.client.post(PATH, { prompt: SAID, meetingIds: [ids[0], unknown] });
    const error = `meetingIds: there is no meeting "${unknown}"`;
    assert.deepEqual([answer.status, answer.body], [400, { error }]);
  }
});

test('what is asked for in another form is refused, and named', async () => {
  const { client } = await service.tenant();
  const draft = { prompt: SAID };
  const many = Array.from({ length: MAX_NAMED_MEETINGS + 1 }, (_, index) => `${index + 1}`);
  for (const [body, message] of [
    [{}, /^prompt is required where signalId is not given; from is required where meetingIds is not given$/],
    [{ phrases: ['x'], ...FEBRUARY }, /^prompt is required where signalId is not given$/],
    [{ ...draft, prompt: '', ...FEBRUARY }, /^prompt must not be empty$/],
    [{ ...draft, to: FEBRUARY.to }, /^from is required/],
    [{ ...draft, from: FEBRUARY.to, to: FEBRUARY.from }, /^to must not be before from$/],
    [{ ...draft, from: '2026-02-01' }, /^from must be an RFC 3339 date-time/],
    [
      { ...draft, meetingIds: ['1'], from: FEBRUARY.from },
      /^meetingIds and from must not be given together$/,
    ],
    [{ ...draft, meetingIds: ['1'], maxMeetings: 5 }, /^meetingIds and maxMeetings must not be given/],
    [{ ...draft, meetingIds: [] }, /^meetingIds must have at least 1 items$/],
    [
      { ...draft, meetingIds: many },
      new RegExp(`^meetingIds must have at most ${MAX_NAMED_MEETINGS} items$`),
    ],
    [{ ...draft, meetingIds: [7] }, /^meetingIds\[0\] must be a string$/],
    [{ ...draft, ...FEBRUARY, maxMeetings: 0 }, /^maxMeetings must be >= 1$/],
    [{ ...draft, ...FEBRUARY, maxMeetings: MAX_MEETINGS + 1 }, /^maxMeetings must be <= 2000$/],
    [{ ...draft, ...FEBRUARY, dryRun: 'no' }, /^dryRun must be a boolean$/],
    [{ ...draft, ...FEBRUARY, signalId: 0 }, /^signalId must be >= 1$/],
    [{ ...draft, ...FEBRUARY, phrases: [''] }, /^phrases\[0\] must not be empty$/],
    [{ ...FEBRUARY, prompt: ' ', phrases: ['a', '  '] }, /^prompt must not be blank; phrases\[1\] must hold/],
  ] as const) {
    const answer = await client.post(PATH, body);
    assert.equal(answer.status, 400, JSON.stringify(body));
    assert.match(answer.body.error, message);
  }
  const { body } = await client.get('/admin/v1/signals/backtests');
  assert.deepEqual(body.backtests, []);
});

test('a signal or a backtest that is nobody’s, deleted, or another’s is 404', async () => {
  const tenant = await service.tenant();
  const other = await service.tenant();
  const foreign = await seedSignal(service.databaseUrl, other.id);
  const deleted = await seedSignal(service.databaseUrl, tenant.id, { deleted: true });
  for (const signalId of [foreign, deleted, 1_000_000_007]) {
    const answer = await tenant.client.post(PATH, { signalId, ...FEBRUARY });
    assert.deepEqual([answer.status, answer.body], [404, { error: 'There is no such signal' }]);
  }
  const { id } = await backtested(other.client, { prompt: SAID, ...FEBRUARY });
  for (const nobodys of [id, 1_000_000_007]) {
    const path = `/admin/v1/signals/backtests/${nobodys}`;
    for (const answer of [
      await tenant.client.get(path),
      await tenant.client.get(`${path}/results`),
      await tenant.client.delete(path),
    ]) {
      assert.deepEqual([answer.status, answer.body], [404, { error: 'There is no such backtest' }]);
    }
  }
  assert.equal((await other.client.get(`/admin/v1/signals/backtests/${id}`)).status, 200);
});

test('backtests are listed newest first, results by startTime then id, both in pages', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
  const made: number[] = [];
  for (let count = 0; count < 3; count++) {
    made.unshift((await backtested(tenant.client, { prompt: SAID, ...FEBRUARY })).id);
  }
  const seen: number[] = [];
  for (const pageNumber of ['1', '2', '3']) {
    const query = { pageSize: '2', pageNumber };
    const { body } = await tenant.client.get('/admin/v1/signals/backtests', query);
    assert.equal(body.pageCount, 2);
    seen.push(...body.backtests.map((one: { backtestId: number }) => one.backtestId));
    for (const one of body.backtests) assert.deepEqual(one, await standing(tenant.client, one.backtestId));
  }
  assert.deepEqual(seen, made);
  const found: string[] = [];
  for (const pageNumber of ['1', '2', '3']) {
    const path = `/admin/v1/signals/backtests/${made[0]}/results`;
    const { body } = await tenant.client.get(path, { pageSize: '3', pageNumber });
    assert.equal(body.pageCount, 2);
    found.push(...body.results.map((one: { meetingId: string }) => one.meetingId));
  }
  assert.deepEqual(found, ids);
  const empty = await tenant.client.get(`/admin/v1/signals/backtests/${made[0]}/results`, {
    outcome: 'changed',
  });
  assert.deepEqual(empty.body, { results: [], pageCount: 0 });
});

test('only so many run at a time; a deleted one makes room, asks no more, and leaves nothing', async () => {
  const tenant = await service.tenant();
  await talks(tenant);
  const { client } = tenant;
  ai.delayBy(500);
  const asked = ai.requests.length;
  const one = { prompt: SAID, ...FEBRUARY, dryRun: false };
  const answers = await Promise.all(Array.from({ length: MAX_RUNNING + 3 }, () => client.post(PATH, one)));
  const running = answers.flatMap(({ status, body }) => (status === 202 ? [body.backtestId] : []));
  assert.equal(running.length, MAX_RUNNING);
  for (const answer of answers.filter(({ status }) => status !== 202)) {
    assert.equal(answer.status, 409, answer.text);
    assert.match(answer.body.error, /^At most 5 backtests run at a time/);
  }
  // Another organization has room of its own.
  const other = await service.tenant();
  const elsewhere = await begin(other.client, { prompt: SAID, ...FEBRUARY });
  await until(async () => ai.requests.length > asked || undefined);
  for (const id of [...running, elsewhere]) {
    const owner = id === elsewhere ? other.client : client;
    assert.equal((await owner.delete(`/admin/v1/signals/backtests/${id}`)).status, 204);
    assert.equal((await owner.get(`/admin/v1/signals/backtests/${id}`)).status, 404);
    assert.equal((await owner.delete(`/admin/v1/signals/backtests/${id}`)).status, 404);
  }
  const askedUntilThen = ai.requests.length;
  await delay(1200);
  assert.equal(ai.requests.length, askedUntilThen, 'what was asked already is the last');
  ai.recover();
  const { backtest } = await backtested(client, { prompt: SAID, ...FEBRUARY });
  assert.equal(backtest.judged, 4);
  const rows = await sql(service.databaseUrl, 'select 1 from backtest_meetings where organization_id = $1', [
    tenant.id,
  ]);
  assert.equal(rows.length, 4, 'of the last one alone');
});

test('beginning and deleting are in the audit records, a dry run is not', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant);
  const signalId = await seedSignal(service.databaseUrl, tenant.id, { prompt: SAID });
  await estimate(tenant.client, { signalId, ...FEBRUARY });
  const { id } = await backtested(tenant.client, { signalId, meetingIds: [ids[0]] });
  await tenant.client.delete(`/admin/v1/signals/backtests/${id}`);
  const rows = await sql(
    service.databaseUrl,
    `select action, subject, detail, actor_key_id is not null as "byKey" from audit_records
     where organization_id = $1 and action like 'backtest.%' order by id`,
    [tenant.id],
  );
  assert.deepEqual(rows, [
    {
      ...{ action: 'backtest.create', subject: `backtest ${id}`, byKey: true },
      detail: { signalId, version: 1, meetings: 1 },
    },
    { action: 'backtest.delete', subject: `backtest ${id}`, detail: {}, byKey: true },
  ]);
});

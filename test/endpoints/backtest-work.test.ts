import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { MAX_ANSWERS } from '../../src/ai/language-model/limits.ts';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { runBacktest } from '../../src/domain/signals/backtest/run-backtest.ts';
import { runBacktestHandler } from '../../src/jobs/run-backtest.ts';
import { createLog } from '../../src/lib/log.ts';
import { createAi } from '../../src/processes/ai.ts';
import { RetryLater } from '../../src/queue/define-job.ts';
import { startBackgroundWorker } from '../reliability/background-worker.ts';
import { type AiServer, startAiServer } from '../support/ai-server.ts';
import { begin, ended, FEBRUARY, results, standing, talk } from '../support/backtests.ts';
import { startChildService } from '../support/child-service.ts';
import type { TestClient } from '../support/client.ts';
import { type OpenedQueue, openTestQueue } from '../support/queue.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { stubbed } from '../support/with-model.ts';

const SAID = 'Did somebody say "too expensive"?';
const ASKED = 'Did they say "discount"?';

/** More than two parts. */
const TALKS = 23;

let ai: AiServer;
/** Takes requests; who does the work is the test's choice. */
let service: TestService;
let db: Database;
let queue: OpenedQueue;
before(async () => {
  ai = await startAiServer();
  service = await startService({ ai: stubbed(ai.url), roles: new Set(['api', 'receiver']) });
  db = openDatabase({ connectionString: service.databaseUrl }, createLog('silent'));
  queue = openTestQueue({ connectionString: service.databaseUrl }, db);
});
afterEach(() => ai.recover());
after(async () => {
  // The provider is closed first, because it would keep the process alive if the service did not start.
  await ai.close();
  await queue.close();
  await db.close();
  await service.stop();
});

type Tenant = { id: number; client: TestClient };

/** A tenant with many talks: every third is too expensive, every fourth is about a discount. */
async function busyTenant(talks = TALKS): Promise<Tenant & { key: string; ids: string[] }> {
  const tenant = await service.tenant();
  const ids: string[] = [];
  for (let day = 1; day <= talks; day++) {
    const texts = ['Hello.', ...(day % 3 ? [] : ['Too expensive!']), ...(day % 4 ? [] : ['A discount?'])];
    ids.push(await talk(tenant.client, day, ...texts));
  }
  return { ...tenant, ids };
}

/** The unfinished jobs of a backtest. */
function jobsOf(backtestId: number) {
  return sql<{ part: number; state: string; startsInSeconds: number; attempts: number }>(
    service.databaseUrl,
    `select (payload->>'part')::int as part, state, attempts,
       extract(epoch from start_after - now())::float8 as "startsInSeconds"
     from jobs where kind = 'run-backtest' and payload->>'backtestId' = $1
       and state in ('waiting', 'active') order by created_at`,
    [`${backtestId}`],
  );
}

const attempt = (organizationId: number, signal = new AbortController().signal) => ({
  ...{ organizationId, number: 1, isLast: false },
  signal,
});

/** One delivery of a job, outside of any worker. */
async function deliver(tenant: Tenant, backtestId: number, part: number, signal?: AbortSignal) {
  const log = createLog('silent');
  const deps = { db, queue, ai: await createAi(stubbed(ai.url)), tokensPerDay: undefined, log };
  await runBacktest(deps, { organizationId: tenant.id, backtestId, part }, attempt(tenant.id, signal));
}

async function startWorker(settings: Parameters<typeof stubbed>[1] = {}) {
  return startBackgroundWorker(service.databaseUrl, {
    ...{ blobs: { kind: 'files' }, dataDir: '', fetchAllow: [], maxRecordingBytes: 1024 },
    ai: stubbed(ai.url, settings),
  });
}

test('delivered five times at once, in every part: each meeting has one result, and each part one successor', async () => {
  const tenant = await busyTenant();
  const signalId = await seedSignal(service.databaseUrl, tenant.id, { prompt: ASKED });
  const id = await begin(tenant.client, { signalId, prompt: SAID, ...FEBRUARY });
  for (const [part, judged] of [10, 20, 23].entries()) {
    await Promise.all(Array.from({ length: 5 }, () => deliver(tenant, id, part)));
    // And once more, late.
    await deliver(tenant, id, part);
    assert.equal((await standing(tenant.client, id)).judged, judged);
    const parts = (await jobsOf(id)).map((job) => job.part);
    assert.deepEqual(
      parts,
      Array.from({ length: Math.min(part + 2, 3) }, (_, index) => index),
    );
  }
  const backtest = await standing(tenant.client, id);
  assert.equal(backtest.state, 'done');
  assert.deepEqual(backtest.draftResult, { fired: 7, notFired: 16, failed: 0 });
  assert.deepEqual(backtest.comparison, {
    current: { fired: 5, notFired: 18, failed: 0 },
    ...{ both: 1, onlyDraft: 6, onlyCurrent: 4, neither: 12 },
  });
  const found = await results(tenant.client, id);
  assert.deepEqual(
    found.map((one: { meetingId: string }) => one.meetingId),
    tenant.ids,
  );
});

test('an interrupted attempt loses nothing: the next one judges only the remaining meetings', async () => {
  const tenant = await busyTenant(8);
  const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  const asked = ai.requests.length;
  const stop = new AbortController();
  ai.answerWith(() => {
    if (ai.requests.length - asked === 4) stop.abort(new Error('The worker stops'));
    return undefined;
  });
  await assert.rejects(deliver(tenant, id, 0, stop.signal), /The worker stops/);
  const { judged, state } = await standing(tenant.client, id);
  assert.deepEqual([judged, state], [3, 'running']);
  await deliver(tenant, id, 0);
  assert.equal(ai.requests.length - asked, 4 + 5, 'the one that was under way is asked for again');
  assert.deepEqual((await standing(tenant.client, id)).draftResult, { fired: 2, notFired: 6, failed: 0 });
});

test('a worker is killed in the middle: another takes over, with nothing lost and nothing twice', async () => {
  const tenant = await busyTenant(14);
  const env = {
    ...{ PARLEY_AI_PROVIDER: 'openai-compatible', PARLEY_AI_BASE_URL: ai.url, PARLEY_AI_MODEL: 'test-model' },
    PARLEY_ROLES: 'api,receiver,worker',
  };
  ai.delayBy(150);
  const child = await startChildService({ databaseUrl: service.databaseUrl, key: service.key, env });
  const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  try {
    await until(async () => (await standing(tenant.client, id)).judged >= 3 || undefined);
  } finally {
    await child.kill();
  }
  ai.recover();
  const before = (await standing(tenant.client, id)).judged;
  assert.ok(before < 10, `${before} were judged before the worker was killed`);
  const asked = ai.requests.length;
  const worker = await startWorker();
  const backtest = await ended(tenant.client, id);
  await worker.stop();
  assert.deepEqual([backtest.state, backtest.judged], ['done', 14]);
  assert.deepEqual(backtest.draftResult, { fired: 4, notFired: 10, failed: 0 });
  assert.equal(ai.requests.length - asked, 14 - before, 'what was judged is not asked for again');
});

/** Each evaluation has an id of its own, also if it is like another one. */
const withoutId = ({ evaluationId, ...rest }: { evaluationId: string }) => rest;
const withoutIds = ({ draft, current, ...rest }: Awaited<ReturnType<typeof results>>[number]) => ({
  ...rest,
  draft: withoutId(draft),
  current: withoutId(current),
});

test('a meeting about which the model answers in the wrong form failed, and the rest goes on', async () => {
  const tenant = await busyTenant(4);
  const signalId = await seedSignal(service.databaseUrl, tenant.id, { prompt: ASKED });
  const id = await begin(tenant.client, { signalId, phrases: ['discount'], prompt: SAID, ...FEBRUARY });
  const other = await begin(tenant.client, { signalId, prompt: SAID, ...FEBRUARY });
  // Newest first: the fourth, in which a discount is asked for.
  ai.failWith('prose', MAX_ANSWERS);
  await deliver(tenant, id, 0);
  const backtest = await standing(tenant.client, id);
  assert.deepEqual(backtest.draftResult, { fired: 1, notFired: 3, failed: 0 }, 'phrases need no model');
  assert.deepEqual(backtest.comparison, {
    current: { fired: 0, notFired: 3, failed: 1 },
    ...{ both: 0, onlyDraft: 0, onlyCurrent: 0, neither: 3 },
  });
  ai.failWith('prose', MAX_ANSWERS - 1);
  ai.failWith('wrong-schema', 1);
  await deliver(tenant, other, 0);
  const [failed, ...rest] = await results(tenant.client, other, { outcome: 'failed' });
  assert.deepEqual([failed.meetingId, rest.length], [tenant.ids[3], 0]);
  assert.match(failed.draft.reason, /answer/i);
  assert.deepEqual(withoutId(failed.draft), withoutId(failed.current));
  assert.deepEqual((await standing(tenant.client, other)).draftResult, { fired: 1, notFired: 2, failed: 1 });
});

test('while the provider is away it waits and says so; then it goes on where it was', async () => {
  const tenant = await busyTenant(5);
  const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  const asked = ai.requests.length;
  ai.answerWith(() => {
    if (ai.requests.length - asked === 2) ai.failWith({ status: 503, headers: { 'retry-after': '2' } }, 1);
    return undefined;
  });
  const worker = await startWorker();
  const waiting = await until(async () => {
    const backtest = await standing(tenant.client, id);
    return backtest.note === undefined ? undefined : backtest;
  });
  assert.equal(waiting.state, 'running');
  assert.match(waiting.note, /^The AI provider/);
  assert.ok(waiting.judged < 5);
  const backtest = await ended(tenant.client, id);
  await worker.stop();
  assert.deepEqual([backtest.state, backtest.judged, backtest.note], ['done', 5, undefined]);
});

test('if the day’s tokens are used up it waits for the next day, and the estimate shows the remaining tokens', async () => {
  const tenant = await busyTenant(5);
  const told = async (asked: TestClient) => {
    const answer = await asked.post('/admin/v1/signals/backtest', { prompt: SAID, ...FEBRUARY });
    return answer.body.estimate;
  };
  const estimate = await told(tenant.client);
  const budget = Math.round((estimate.inputTokens + estimate.outputTokens) / 2);
  const limited = await startService({
    databaseUrl: service.databaseUrl,
    ai: stubbed(ai.url, { tokensPerDay: budget }),
    bootstrapApiKey: service.key,
  });
  try {
    const client = limited.as(tenant.key);
    assert.equal((await told(client)).tokensLeftToday, budget);
    const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
    const waiting = await until(async () => {
      const backtest = await standing(tenant.client, id);
      return backtest.note === undefined ? undefined : backtest;
    });
    assert.match(waiting.note, new RegExp(`^Today's ${budget} tokens are used up`));
    assert.equal(waiting.state, 'running');
    assert.ok(waiting.judged > 0 && waiting.judged < 5, `${waiting.judged} were judged`);
    const { inputTokens, outputTokens } = waiting.tokens;
    assert.ok(inputTokens + outputTokens <= budget);
    assert.equal((await told(client)).tokensLeftToday, budget - inputTokens - outputTokens);
    const [job, ...others] = await until(async () => {
      const jobs = await jobsOf(id);
      return jobs[0]?.state === 'waiting' ? jobs : undefined;
    });
    assert.equal(others.length, 0);
    const untilMidnightSeconds = 86_400 - ((Date.now() / 1000) % 86_400);
    assert.ok(Math.abs(job!.startsInSeconds - untilMidnightSeconds) < 60, `${job!.startsInSeconds} s`);
    assert.equal(job!.attempts, 0, 'it was no attempt');
    await sql(service.databaseUrl, 'delete from ai_usage where organization_id = $1', [tenant.id]);
    await sql(
      service.databaseUrl,
      "update jobs set start_after = now() where kind = 'run-backtest' and state = 'waiting'",
    );
    const next = await until(async () => {
      const backtest = await standing(tenant.client, id);
      return backtest.judged > waiting.judged ? backtest : undefined;
    });
    assert.ok(next.judged <= 5);
    assert.equal((await tenant.client.delete(`/admin/v1/signals/backtests/${id}`)).status, 204);
  } finally {
    await limited.stop();
  }
});

test('an abandoned backtest has failed, with its reason and its results so far; retried, it ends', async () => {
  const tenant = await busyTenant(5);
  const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  const asked = ai.requests.length;
  ai.answerWith(() => {
    if (ai.requests.length - asked === 2) ai.failWith({ status: 401 });
    return undefined;
  });
  const error = await deliver(tenant, id, 0).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof RetryLater, `${error}`);
  ai.recover();
  const giveUp = (part: number, reason: unknown) =>
    db.transaction((tx) =>
      runBacktestHandler.giveUp!(
        tx,
        { backtestId: id, part } as never,
        { organizationId: tenant.id, error: reason },
        {} as never,
      ),
    );
  await giveUp(0, error);
  const failed = await standing(tenant.client, id);
  assert.deepEqual([failed.state, failed.note, failed.judged], ['failed', error.message, 2]);
  assert.ok(failed.finishedAt);
  assert.equal((await results(tenant.client, id)).length, 2);
  await deliver(tenant, id, 0);
  const done = await standing(tenant.client, id);
  assert.deepEqual([done.state, done.note, done.judged], ['done', undefined, 5]);
  // An old job that is given up later changes nothing.
  await giveUp(0, new Error('internals'));
  assert.equal((await standing(tenant.client, id)).state, 'done');
  const second = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  await db.transaction((tx) =>
    runBacktestHandler.giveUp!(
      tx,
      { backtestId: second, part: 0 } as never,
      { organizationId: tenant.id, error: new Error('internals') },
      {} as never,
    ),
  );
  assert.equal((await standing(tenant.client, second)).note, 'It could not be processed');
});

test('a concurrent deletion is no error: a meeting is skipped, a backtest is not continued', async () => {
  const tenant = await busyTenant(4);
  const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  const asked = ai.requests.length;
  await tenant.client.delete(`/v1/meetings/${tenant.ids[0]}`);
  let deleted = false;
  ai.answerWith(async () => {
    if (!deleted) await tenant.client.delete(`/v1/meetings/${tenant.ids[3]}`);
    deleted = true;
    return undefined;
  });
  await deliver(tenant, id, 0);
  const backtest = await standing(tenant.client, id);
  assert.deepEqual([backtest.state, backtest.meetings, backtest.judged], ['done', 2, 2]);
  assert.equal(ai.requests.length - asked, 3);
  const second = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  ai.answerWith(async () => {
    await tenant.client.delete(`/admin/v1/signals/backtests/${second}`);
    return undefined;
  });
  await deliver(tenant, second, 0);
  await deliver(tenant, second, 0);
  assert.equal(ai.requests.length - asked, 4, 'no call after it was gone');
  assert.deepEqual(await jobsOf(second), []);
});

test('the call for a backtest that is deleted is broken off, and the worker goes on', async () => {
  const tenant = await busyTenant(4);
  const id = await begin(tenant.client, { prompt: SAID, ...FEBRUARY });
  const asked = ai.requests.length;
  ai.failWith('hang', 1);
  const delivered = deliver(tenant, id, 0);
  await until(async () => ai.requests.length > asked || undefined);
  assert.equal((await tenant.client.delete(`/admin/v1/signals/backtests/${id}`)).status, 204);
  await delivered;
  assert.equal(ai.requests.length - asked, 1, 'none of the others is asked for');
  const [usage] = await sql<{ reserved: string; calls: number }>(
    service.databaseUrl,
    'select reserved_tokens as reserved, calls from ai_usage where organization_id = $1',
    [tenant.id],
  );
  assert.deepEqual([Number(usage!.reserved), usage!.calls], [0, 1]);
});

test('the builtin provider: nothing it costs, and the same results each time', async () => {
  const offline = await startService();
  try {
    const { client } = offline;
    const tooMuch = 'The price of your licence is too expensive for our budget.';
    await talk(client, 1, 'Good morning.', tooMuch);
    await talk(client, 2, 'Good morning.', 'We went hiking in the mountains last weekend.');
    const signalId = await seedSignal(offline.databaseUrl, 1, {
      prompt: 'They went hiking in the mountains.',
    });
    const draft = { signalId, prompt: 'The price is too expensive for their budget.', ...FEBRUARY };
    const { body } = await client.post('/admin/v1/signals/backtest', draft);
    const { inputTokens, outputTokens, costUsd } = body.estimate;
    assert.deepEqual([inputTokens, outputTokens, costUsd], [0, 0, 0]);
    const found: Awaited<ReturnType<typeof results>>[] = [];
    for (let time = 0; time < 2; time++) {
      const id = await begin(client, draft);
      const backtest = await ended(client, id);
      assert.deepEqual(backtest.comparison, {
        current: { fired: 1, notFired: 1, failed: 0 },
        ...{ both: 0, onlyDraft: 1, onlyCurrent: 1, neither: 0 },
      });
      assert.deepEqual(backtest.tokens, { inputTokens: 0, outputTokens: 0, costUsd: 0 });
      found.push(await results(client, id));
    }
    assert.deepEqual(found[0]!.map(withoutIds), found[1]!.map(withoutIds));
    const [quote] = found[0][0].draft.quotes;
    assert.equal(quote.entryIndex, 1);
    assert.ok(tooMuch.includes(quote.text), quote.text);
  } finally {
    await offline.stop();
  }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_MEETINGS, MAX_NAMED_MEETINGS } from '../../src/domain/signals/backtest/choose-meetings.ts';
import { MAX_RUNNING } from '../../src/domain/signals/backtest/start-backtest.ts';
import type { AiServer } from '../support/ai-server.ts';
import {
  BACKTEST_PATH,
  backtested,
  begin,
  estimate,
  FEBRUARY,
  SAID,
  standing,
  talks,
} from '../support/backtests.ts';
import type { TestService } from '../support/service.ts';
import { seedSignal } from '../support/signals.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';
import { startWithModel } from '../support/with-model.ts';

let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
after(() => stop());

test('a malformed request is refused with the names of its fields', async () => {
  const { client } = await service.tenant();
  const draft = { prompt: SAID };
  const many = Array.from({ length: MAX_NAMED_MEETINGS + 1 }, (_, index) => `${index + 1}`);
  for (const [body, message] of [
    [{}, /^prompt is required if signalId is not given; from is required if meetingIds is not given$/],
    [{ phrases: ['x'], ...FEBRUARY }, /^prompt is required if signalId is not given$/],
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
    const answer = await client.post(BACKTEST_PATH, body);
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
    const answer = await tenant.client.post(BACKTEST_PATH, { signalId, ...FEBRUARY });
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
  const ids = await talks(tenant.client);
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

test('the number of running backtests is limited; a deleted one frees its place, makes no more calls, and leaves nothing', async () => {
  const tenant = await service.tenant();
  await talks(tenant.client);
  const { client } = tenant;
  ai.delayBy(500);
  const asked = ai.requests.length;
  const one = { prompt: SAID, ...FEBRUARY, dryRun: false };
  const answers = await Promise.all(
    Array.from({ length: MAX_RUNNING + 3 }, () => client.post(BACKTEST_PATH, one)),
  );
  const running = answers.flatMap(({ status, body }) => (status === 202 ? [body.backtestId] : []));
  assert.equal(running.length, MAX_RUNNING);
  for (const answer of answers.filter(({ status }) => status !== 202)) {
    assert.equal(answer.status, 409, answer.text);
    assert.match(answer.body.error, /^At most 5 backtests can run at the same time/);
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
  const ids = await talks(tenant.client);
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

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MAX_SAMPLED } from '../../src/domain/signals/backtest/estimate.ts';
import type { AiServer } from '../support/ai-server.ts';
import {
  BACKTEST_PATH,
  backtested,
  estimate,
  FEBRUARY,
  results,
  SAID,
  talk,
  talks,
} from '../support/backtests.ts';
import { meeting } from '../support/meetings.ts';
import type { TestService } from '../support/service.ts';
import { startWithModel } from '../support/with-model.ts';

let ai: AiServer;
let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ ai, service, stop } = await startWithModel());
});
after(() => stop());

test('by default the response is an estimate, and nothing is started', async () => {
  const tenant = await service.tenant();
  await talks(tenant.client);
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

test('the estimate is close to the usage, even if only a sample of the transcripts is read', async () => {
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

test('a window takes the newest meetings with a transcript, both ends inclusive, whatever follows later', async () => {
  const tenant = await service.tenant();
  const ids = await talks(tenant.client);
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
  const ids = await talks(tenant.client);
  const other = await service.tenant();
  const [foreign] = await talks(other.client);
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
    const answer = await tenant.client.post(BACKTEST_PATH, { prompt: SAID, meetingIds: [ids[0], unknown] });
    const error = `meetingIds: there is no meeting "${unknown}"`;
    assert.deepEqual([answer.status, answer.body], [400, { error }]);
  }
});

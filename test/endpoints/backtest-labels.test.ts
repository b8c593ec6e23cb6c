import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { backtested, estimate, FEBRUARY, results, standing, talk } from '../support/backtests.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

const EXPENSIVE = 'That is too expensive for us.';
const CHEAP = 'It was not expensive at all.';
const CALLS = 18;

/** Ingests calls, of which a third object to the price and a third only name it, and makes a signal for the word. */
async function priced() {
  const { client } = await service.tenant();
  const meetings: string[] = [];
  for (let number = 1; number <= CALLS; number++) {
    meetings.push(await talk(client, number, [EXPENSIVE, CHEAP, 'The weather is fine.'][number % 3]!));
  }
  const made = await client.post('/admin/v1/signals', {
    ...{ signalName: 'Price', prompt: 'Price objection.', phrases: ['expensive'], enabled: false },
  });
  return { client, meetings, signalId: made.body.id as number };
}

type Client = Awaited<ReturnType<typeof priced>>['client'];
const pathOf = (id: string) => `/v1/evaluations/${id}/label`;

/** Labels results of a draft in the order of the list, by what was said. @returns the ids of the meetings */
async function labelResults(client: Client, backtestId: number, most: number): Promise<string[]> {
  const path = `/admin/v1/signals/backtests/${backtestId}/results/to-label`;
  const { status, body } = await client.get(path, { limit: `${most}` });
  assert.equal(status, 200);
  for (const { evaluationId, state, quotes } of body.evaluations) {
    const isRight = state === 'not_fired' || quotes[0].text === EXPENSIVE;
    const answer = await client.put(pathOf(evaluationId), { verdict: isRight ? 'right' : 'wrong' });
    assert.deepEqual([answer.status, answer.body.drawn], [200, false], answer.text);
  }
  return body.evaluations.map((one: { sourceId: string }) => one.sourceId);
}

test('results of a draft are labelled, and a change of it is compared on the labelled meetings first', async () => {
  const { client, meetings, signalId } = await priced();
  const none = await estimate(client, { signalId, onlyLabelled: true });
  assert.deepEqual([none.meetings, none.meetingsInWindow], [0, 0]);
  const { id, backtest } = await backtested(client, { signalId, ...FEBRUARY });
  assert.deepEqual(backtest.draftResult, { fired: 12, notFired: 6, failed: 0 });
  assert.equal(backtest.quality, undefined);
  const labelled = await labelResults(client, id, CALLS);
  assert.deepEqual([...labelled].sort(), [...meetings].sort());
  const { quality } = await standing(client, id);
  const before = {
    labels: { right: 12, wrong: 6 },
    precision: { value: 0.5, low: 0.2538, high: 0.7462 },
    recall: { value: 1, low: 0.6097, high: 1 },
  };
  assert.deepEqual(quality, { meetings: CALLS, improved: 0, worsened: 0, draft: before, current: before });

  const better = await backtested(client, { signalId, phrases: ['too expensive'], onlyLabelled: true });
  assert.deepEqual([better.backtest.meetings, better.backtest.from], [CALLS, undefined]);
  assert.deepEqual(better.backtest.quality, {
    ...{ meetings: CALLS, improved: 6, worsened: 0, current: before },
    draft: {
      labels: { right: CALLS, wrong: 0 },
      precision: { value: 1, low: 0.6097, high: 1 },
      recall: { value: 1, low: 0.6097, high: 1 },
    },
  });
  const worse = await backtested(client, { signalId, phrases: ['not expensive'], onlyLabelled: true });
  assert.deepEqual(
    [
      worse.backtest.quality.improved,
      worse.backtest.quality.worsened,
      worse.backtest.quality.draft.recall.value,
    ],
    [0, 6, 0],
  );
  // The backtest goes, its labels stay.
  assert.equal((await client.delete(`/admin/v1/signals/backtests/${id}`)).status, 204);
  assert.deepEqual((await standing(client, better.id)).quality, better.backtest.quality);
  const list = await client.get('/admin/v1/signals/backtests');
  assert.ok(list.body.backtests.every((one: object) => !('quality' in one)));
});

test('labelled meetings come first, then the newest others', async () => {
  const { client, meetings, signalId } = await priced();
  const { id } = await backtested(client, { signalId, ...FEBRUARY });
  const labelled = await labelResults(client, id, 4);
  const { id: next } = await backtested(client, { signalId, ...FEBRUARY, maxMeetings: 6 });
  const judged = (await results(client, next)).map((one: { meetingId: string }) => one.meetingId);
  const newest = meetings.filter((one) => !labelled.includes(one)).slice(-2);
  assert.deepEqual([...judged].sort(), [...labelled, ...newest].sort());
  const only = await estimate(client, { signalId, ...FEBRUARY, onlyLabelled: true });
  assert.deepEqual([only.meetings, only.meetingsInWindow], [4, 4]);
  const earlier = { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' };
  assert.equal((await estimate(client, { signalId, ...earlier, onlyLabelled: true })).meetings, 0);
});

test('labels of backtests belong to a signal of the organization', async () => {
  const { client, meetings } = await priced();
  const { id } = await backtested(client, { prompt: 'Price.', phrases: ['expensive'], ...FEBRUARY });
  const [result] = await results(client, id);
  const refused = await client.put(pathOf(result.draft.evaluationId), { verdict: 'right' });
  assert.equal(refused.status, 409);
  assert.match(refused.body.error, /^The backtest is of a draft without a signal/);
  const path = `/admin/v1/signals/backtests/${id}/results/to-label`;
  assert.equal((await client.get(path)).status, 409);
  const other = await service.tenant();
  assert.equal((await other.client.get(path)).status, 404);
  assert.equal((await other.client.put(pathOf(result.draft.evaluationId), { verdict: 'right' })).status, 404);
  for (const [body, message] of [
    [{ prompt: 'x', onlyLabelled: true }, /^signalId is required if onlyLabelled is true$/],
    [{ signalId: 1, meetingIds: [meetings[0]], onlyLabelled: true }, /meetingIds and onlyLabelled must not/],
  ] as const) {
    const answer = await client.post('/admin/v1/signals/backtest', body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, message);
  }
});

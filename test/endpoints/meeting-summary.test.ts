import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { renderSummary, type StoredSummary } from '../../src/domain/summaries/render-summary.ts';
import { startService, type TestService } from '../support/service.ts';
import { seedMeetings, seedSummary } from '../support/signals.ts';

const AT_MS = Date.parse('2026-03-01T10:00:00.250Z');

const EMPTY: StoredSummary = {
  ...{ generatedAtMs: AT_MS, provider: 'builtin', model: 'bm25' },
  ...{ decisions: [], nextSteps: [], openQuestions: [], topics: [] },
};

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** A meeting with the summary, and what is answered. */
async function shown(summary: StoredSummary) {
  const [id] = (await seedMeetings(service.databaseUrl, 1, [AT_MS])) as [number];
  await seedSummary(service.databaseUrl, 1, id, renderSummary(summary));
  return { id, answer: await service.client.get(`/v1/meetings/${id}/summary`) };
}

test('a summary comes with its findings, their quotes, and itself as text', async () => {
  const quote = { text: 'we take "two"', entryIndex: 4, speaker: 'Grace', timestampSeconds: 75.5 };
  const shownQuote = { ...quote, timestamp: '00:01:15.500' };
  const { id, answer } = await shown({
    ...{ ...EMPTY, provider: 'anthropic', model: 'a-model' },
    decisions: [{ text: 'Two years.', quotes: [quote, { text: 'Contract' }] }],
    nextSteps: [
      { text: 'Send the offer.', owner: 'Ada Park', quotes: [quote] },
      { text: 'Read\n  it.', quotes: [] },
    ],
    openQuestions: [{ text: 'Who signs?', quotes: [quote] }],
    topics: [
      { text: 'Price', startSeconds: 0, entryIndex: 0, quotes: [quote] },
      { text: 'Terms', startSeconds: 3600.25, entryIndex: 9, quotes: [quote] },
      { text: 'Weather', quotes: [] },
    ],
  });
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    meetingId: `${id}`,
    ...{ generatedAt: '2026-03-01T10:00:00.250Z', provider: 'anthropic', model: 'a-model' },
    text: [
      ...['Decisions', '- Two years.', ''],
      ...['Next steps', '- Ada Park: Send the offer.', '- Read it.', ''],
      ...['Open questions', '- Who signs?', ''],
      ...['Topics', '- 00:00:00 Price', '- 01:00:00.250 Terms', '- Weather'],
    ].join('\n'),
    decisions: [{ text: 'Two years.', quotes: [shownQuote, { text: 'Contract' }] }],
    nextSteps: [
      { text: 'Send the offer.', owner: 'Ada Park', quotes: [shownQuote] },
      { text: 'Read\n  it.', quotes: [] },
    ],
    openQuestions: [{ text: 'Who signs?', quotes: [shownQuote] }],
    topics: [
      { text: 'Price', start: '00:00:00', startSeconds: 0, entryIndex: 0, quotes: [shownQuote] },
      { text: 'Terms', start: '01:00:00.250', startSeconds: 3600.25, entryIndex: 9, quotes: [shownQuote] },
      { text: 'Weather', quotes: [] },
    ],
  });
});

test('a part that has nothing says so, and findings of the built-in provider are called possible ones', async () => {
  const { id, answer } = await shown(EMPTY);
  assert.equal(answer.status, 200);
  assert.deepEqual(answer.body, {
    meetingId: `${id}`,
    ...{ generatedAt: '2026-03-01T10:00:00.250Z', provider: 'builtin', model: 'bm25' },
    text: ['Possible decisions', 'Possible next steps', 'Possible questions', 'Keywords']
      .map((heading) => `${heading}\nNone identified`)
      .join('\n\n'),
    ...{ decisions: [], nextSteps: [], openQuestions: [], topics: [] },
  });
});

test('without a summary it is 404, and another’s meeting is as if it were not', async () => {
  const [bare] = (await seedMeetings(service.databaseUrl, 1, [AT_MS])) as [number];
  const none = await service.client.get(`/v1/meetings/${bare}/summary`);
  assert.deepEqual([none.status, none.body], [404, { error: 'There is no summary of this meeting' }]);
  const { id } = await shown(EMPTY);
  const other = await service.tenant();
  for (const answer of [
    await other.client.get(`/v1/meetings/${id}/summary`),
    await other.client.get(`/v1/meetings/${bare}/summary`),
    await service.client.get('/v1/meetings/1000000007/summary'),
  ]) {
    assert.deepEqual([answer.status, answer.body], [404, { error: 'There is no such meeting' }]);
  }
  assert.equal((await service.client.get('/v1/meetings/0/summary')).status, 400);
});

test('the summary goes with its meeting', async () => {
  const { id } = await shown(EMPTY);
  assert.equal((await service.client.delete(`/v1/meetings/${id}`)).status, 204);
  assert.equal((await service.client.get(`/v1/meetings/${id}/summary`)).status, 404);
});

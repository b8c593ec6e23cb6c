import assert from 'node:assert/strict';
import type { TestClient } from './client.ts';
import { meeting } from './meetings.ts';
import { until } from './until.ts';

/** The path at which backtests are started and estimated. */
export const BACKTEST_PATH = '/admin/v1/signals/backtest';

/** The window that contains the talks of days 1 to 28. */
export const FEBRUARY = { from: '2026-02-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };

const DAYS = 28;

/**
 * Ingests a meeting in February with these texts, which no signal judges.
 * @param number the day, for the first 28; further ones are on the same days, later
 */
export function talk(client: TestClient, number: number, ...texts: string[]): Promise<string> {
  const day = `${((number - 1) % DAYS) + 1}`.padStart(2, '0');
  const hour = 10 + Math.floor((number - 1) / DAYS);
  const at = (hours: number) => `2026-02-${day}T${hours}:00:00Z`;
  const segments = texts.map((text, index) => ({
    text,
    timestampSeconds: index * 10,
    speaker: { name: index % 2 === 0 ? 'Ada Park' : 'Grace Lund' },
  }));
  return client.ingest(
    meeting({
      ...{ id: `talk-${number}`, title: `Talk ${number}`, startTime: at(hour), endTime: at(hour + 1) },
      transcript: { segments },
    }),
    { processImportedMeeting: false },
  );
}

/** The prompt that most drafts use. */
export const SAID = 'Did somebody say "too expensive"?';

/** Ingests four talks: two with "too expensive", one of these and another with a request for a discount. */
export async function talks(client: TestClient): Promise<string[]> {
  return [
    await talk(client, 1, 'Hello there.', 'For us it is too expensive.'),
    await talk(client, 2, 'Too expensive, and we want a discount.', 'Let us see.'),
    await talk(client, 3, 'Is there a discount?', 'There is not.'),
    await talk(client, 4, 'The weather is fine.', 'So it is.'),
  ];
}

/** Returns the estimate of a backtest without starting it. */
export async function estimate(client: TestClient, body: Record<string, unknown>) {
  const answer = await client.post(BACKTEST_PATH, body);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.body.dryRun, true);
  return answer.body.estimate;
}

/** Starts a backtest. @returns its id */
export async function begin(client: TestClient, body: Record<string, unknown>): Promise<number> {
  const answer = await client.post(BACKTEST_PATH, { ...body, dryRun: false });
  assert.equal(answer.status, 202, answer.text);
  assert.equal(answer.body.state, 'running');
  return answer.body.backtestId;
}

/** Returns the current state of a backtest. */
export async function standing(client: TestClient, id: number) {
  const answer = await client.get(`/admin/v1/signals/backtests/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Waits until the backtest has ended, and returns it. */
export function ended(client: TestClient, id: number) {
  return until(async () => {
    const backtest = await standing(client, id);
    return backtest.state === 'running' ? undefined : backtest;
  });
}

/** Runs a backtest from start to end. */
export async function backtested(client: TestClient, body: Record<string, unknown>) {
  const id = await begin(client, body);
  return { id, backtest: await ended(client, id) };
}

/** Returns the results on the first page, which is large enough for most tests. */
export async function results(client: TestClient, id: number, query: Record<string, string> = {}) {
  const answer = await client.get(`/admin/v1/signals/backtests/${id}/results`, { pageSize: '50', ...query });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.results;
}

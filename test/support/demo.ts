import assert from 'node:assert/strict';
import type { TestClient } from './client.ts';
import { ALWAYS } from './meetings.ts';
import { until } from './until.ts';

export const DEMO = '/admin/v1/demo';

/** Loading and removing take some ten seconds on a busy machine; a job of a killed worker waits for another quarter minute. */
const LIMIT_MS = 90_000;

/** The state of the sample data, as the API tells it. */
export async function demoState(client: TestClient) {
  const { status, body } = await client.get(DEMO);
  assert.equal(status, 200);
  return body as { state: string; meetings: number; emails: number; note?: string };
}

/** Waits until the sample data is in a state, and fails if loading or removing it does. */
export function demoReaches(
  client: TestClient,
  wanted: (now: { state: string; meetings: number }) => boolean,
) {
  return until(async () => {
    const now = await demoState(client);
    assert.notEqual(now.state, 'failed', now.note);
    return wanted(now) ? now : undefined;
  }, LIMIT_MS);
}

/** Loads the sample data, and waits until it is there. */
export async function loadDemo(client: TestClient) {
  const { status, body } = await client.post(DEMO);
  assert.equal(status, 202, body?.error);
  return demoReaches(client, ({ state }) => state === 'loaded');
}

/** Removes the sample data, and waits until it is gone. */
export async function removeDemo(client: TestClient) {
  const { status } = await client.delete(DEMO);
  assert.equal(status, 202);
  return demoReaches(client, ({ state }) => state === 'absent');
}

/** Waits until no background job of the organization waits or runs. */
export function jobsAreDone(client: TestClient) {
  return until(async () => {
    const { body } = await client.get('/admin/v1/jobs/summary');
    const jobs = body.jobs as { waiting: number; running: number; failed: number }[];
    return jobs.every(({ waiting, running }) => waiting + running === 0) || undefined;
  }, LIMIT_MS);
}

type Rows = Record<string, unknown>[];

/** Every row of a list, over all of its pages. */
export async function everyRow(client: TestClient, path: string, query: Record<string, string> = {}) {
  const rows: Rows = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { status, body, text } = await client.get(path, {
      ...query,
      pageNumber: `${page}`,
      pageSize: '50',
    });
    assert.equal(status, 200, text);
    pages = body.pageCount;
    rows.push(...(Object.values(body).find(Array.isArray) as Rows));
  }
  return rows;
}

/** Reads everything that the organization has, as its lists, counts and searches show it. */
export async function everything(client: TestClient, words: readonly string[]) {
  const window = { from: '2025-11-01T00:00:00Z', to: '2026-10-31T23:59:59Z' };
  const one = async (path: string, query: Record<string, string> = {}) => {
    const { status, body, text } = await client.get(path, query);
    assert.equal(status, 200, text);
    return body;
  };
  const meetings = await everyRow(client, '/v1/meetings', { ...ALWAYS, includeTranscript: 'true' });
  return {
    meetings,
    each: await Promise.all(
      meetings.map(async ({ id }) => [
        await one(`/v1/meetings/${id}`),
        await one(`/v1/meetings/${id}/evaluations`),
        await one(`/v1/meetings/${id}/versions`),
      ]),
    ),
    emails: await everyRow(client, '/v1/emails', ALWAYS),
    users: await everyRow(client, '/v1/users'),
    crmRecords: await everyRow(client, '/admin/v1/crm-records'),
    signals: await one('/v2/signals'),
    executions: await everyRow(client, '/v2/executions', { executionFrom: ALWAYS.from }),
    meetingActivity: await one('/v1/meetings/activity', window),
    signalActivity: await one('/v2/signals/activity', window),
    organization: await one('/admin/v1/organization'),
    jobs: await one('/admin/v1/jobs'),
    found: await Promise.all(words.map((query) => one('/v1/search', { query }))),
  };
}

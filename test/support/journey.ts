import assert from 'node:assert/strict';
import type { TestClient } from './client.ts';
import { meeting } from './meetings.ts';
import { until } from './until.ts';

/** Longer than jobs take on a busy machine. */
const MAX_JOBS_MS = 30_000;

const MEETING_MS = 60_000;

const SALESFORCE = { accountId: '0018c00002ABCDEAA5' };

/** Times just before, at and after midnight in UTC, which would fall on other days in another time zone. */
const STARTS = ['2026-03-08T23:59:59.999Z', '2026-03-09T00:00:00.000Z', '2026-03-09T00:00:00.001Z'];

/**
 * Uses a service as its users do, from ingesting meetings to findings, remaps and counts.
 * @throws if a response differs from the one that any database must return; times are compared to the millisecond
 */
export async function makeJourney(client: TestClient): Promise<void> {
  const signal = {
    signalName: 'Numbers',
    prompt: 'Somebody asks for the numbers.',
    phrases: ['the numbers'],
  };
  const made = await client.post('/admin/v1/signals', signal);
  assert.equal(made.status, 201, made.text);
  const segments = [{ text: 'Shall we start with the numbers?', timestampSeconds: 4.123456789012345 }];
  const ids: string[] = [];
  for (const startTime of STARTS) {
    const times = { startTime, endTime: endOf(startTime) };
    ids.push(await client.ingest(meeting({ ...times, transcript: { segments } })));
  }
  for (const [index, id] of ids.entries()) await readBack(client, id, STARTS[index]!, segments[0]!);
  // The last meeting ends a millisecond after the window: another time zone, or rounding, would return another page.
  const window = { from: STARTS[0]!, to: endOf(STARTS[1]!) };
  const page = await client.get('/v1/meetings', window);
  assert.deepEqual(
    page.body.meetings.map((one: { id: string }) => one.id),
    ids.slice(0, 2),
  );
  assert.equal(page.body.pageCount, 1);
  const remap = { meetingDetails: { serviceMeetingId: Number(ids[0]) }, salesforceRecords: SALESFORCE };
  assert.equal((await client.post('/v1/meeting/remap', remap)).status, 200);
  const isMapped = { ...window, salesforceAccountId: SALESFORCE.accountId };
  await until(async () => {
    const { body } = await client.get('/v1/meetings', isMapped);
    return body.meetings.length === 1 || undefined;
  }, MAX_JOBS_MS);
  await until(async () => {
    const query = { executionFrom: '2026-01-01T00:00:00Z' };
    const { body } = await client.get(`/v2/signals/${made.body.id}/executions`, query);
    return body.signals.length === ids.length || undefined;
  }, MAX_JOBS_MS);
}

function endOf(startTime: string): string {
  return new Date(Date.parse(startTime) + MEETING_MS).toISOString();
}

async function readBack(
  client: TestClient,
  id: string,
  startTime: string,
  segment: { timestampSeconds: number },
): Promise<void> {
  const { body } = await client.get(`/v1/meetings/${id}`);
  assert.equal(Date.parse(body.startTime), Date.parse(startTime));
  assert.equal(Date.parse(body.endTime), Date.parse(startTime) + MEETING_MS);
  assert.equal(body.transcript.entries[0].timestampSeconds, segment.timestampSeconds);
}

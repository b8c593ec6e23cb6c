import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** The possible difference between the two clocks. */
const MARGIN_MS = 10;

/**
 * Returns the current text of /metrics: waits until an earlier page has expired.
 * @param everyMs the interval at which the service computes the page; services of tests do so every millisecond
 */
export async function freshMetrics(apiUrl: string, everyMs = 1): Promise<string> {
  await delay(everyMs + MARGIN_MS);
  const response = await fetch(`${apiUrl}/metrics`);
  assert.equal(response.status, 200, '/metrics');
  return response.text();
}

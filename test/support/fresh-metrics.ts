import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** As the two clocks differ. */
const MARGIN_MS = 10;

/**
 * The text of /metrics as it is made now: waits until the page that others were shown is too old.
 * @param everyMs how often the service makes the page; services of tests do so each millisecond
 */
export async function freshMetrics(apiUrl: string, everyMs = 1): Promise<string> {
  await delay(everyMs + MARGIN_MS);
  const response = await fetch(`${apiUrl}/metrics`);
  assert.equal(response.status, 200, '/metrics');
  return response.text();
}

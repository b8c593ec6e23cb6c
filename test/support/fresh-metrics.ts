import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

/** The service makes the page of its metrics at most this often; a little more, as the two clocks differ. */
const EVERY_MS = 1010;

/** The text of /metrics as it is made now: waits until the page that others were shown is too old. */
export async function freshMetrics(apiUrl: string): Promise<string> {
  await delay(EVERY_MS);
  const response = await fetch(`${apiUrl}/metrics`);
  assert.equal(response.status, 200, '/metrics');
  return response.text();
}

import assert from 'node:assert/strict';
import type { TestClient } from './client.ts';

export const INGEST_EMAIL = '/v1/user-provided-email';

/** Makes a valid e-mail for the receiver, with `changes` applied. */
export function email(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    subject: 'Renewal',
    sentAt: '2026-02-02T09:15:00Z',
    from: { name: 'Grace Lund', email: 'grace@acme.example' },
    to: [{ name: 'Ada Park', email: 'ada@parley.example' }],
    text: 'Hello Ada,\n\nthe price is fine.',
    ...changes,
  };
}

/** Ingests an e-mail, which has to succeed. */
export async function ingestEmail(
  client: TestClient,
  changes: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Promise<{ emailId: string; created: boolean }> {
  const answer = await client.post(INGEST_EMAIL, { email: email(changes), ...rest });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

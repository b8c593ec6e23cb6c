import assert from 'node:assert/strict';
import type { TestAnswer, TestClient } from '../../support/client.ts';

export const BULK = '/v1/user-provided-meetings';

export const NDJSON = { 'Content-Type': 'application/x-ndjson' };

export type BulkLine = {
  line: number;
  meetingId?: string;
  created?: boolean;
  error?: string;
  status?: number;
};

/** Sends a body of lines as it is. */
export function sendLines(
  client: TestClient,
  raw: string | Buffer,
  headers: Record<string, string> = {},
): Promise<TestAnswer> {
  return client.send('POST', 'receiver', BULK, { raw, headers: { ...NDJSON, ...headers } });
}

/** Ingests bodies, one on each line, which has to be answered 200. */
export async function ingestLines(
  client: TestClient,
  bodies: readonly unknown[],
): Promise<readonly BulkLine[]> {
  const answer = await sendLines(client, bodies.map((body) => `${JSON.stringify(body)}\n`).join(''));
  assert.equal(answer.status, 200, answer.text);
  return readAnswers(answer.text);
}

export function readAnswers(text: string): BulkLine[] {
  assert.ok(text === '' || text.endsWith('\n'), 'each answer is a whole line');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

import assert from 'node:assert/strict';
import type { TestClient } from '../support/client.ts';
import { meeting } from '../support/meetings.ts';
import { sql } from '../support/sql.ts';
import { until } from '../support/until.ts';

export type Said = string | { text: string; timestampSeconds?: number; speaker?: { name: string } };

/** Makes a meeting in which this is said. */
export function spoken(said: readonly Said[], changes: Record<string, unknown> = {}) {
  return meeting({
    ...changes,
    transcript: { segments: said.map((one) => (typeof one === 'string' ? { text: one } : one)) },
  });
}

export type FoundMoment = {
  meetingId: string;
  entryIndex: number;
  text: string;
  highlights: [from: number, to: number][];
};

/** Returns a page of moments, which the search has to answer. */
export async function momentsOf(client: TestClient, query: string, rest: Record<string, string> = {}) {
  const answer = await client.get('/v1/moments', { query, ...rest });
  assert.equal(answer.status, 200, `${query}: ${answer.text}`);
  return answer.body;
}

/** Returns the texts of a page of moments. */
export async function textsOf(
  client: TestClient,
  query: string,
  rest: Record<string, string> = {},
): Promise<string[]> {
  const { moments } = await momentsOf(client, query, rest);
  return moments.map(({ text }: FoundMoment) => text);
}

/** Returns the moments of all pages. */
export async function allMoments(
  client: TestClient,
  query: string,
  rest: Record<string, string> = {},
): Promise<{ moments: FoundMoment[]; meetingCount: number }> {
  const moments: FoundMoment[] = [];
  let page = await momentsOf(client, query, { pageSize: '50', ...rest });
  const { meetingCount } = page;
  for (;;) {
    moments.push(...page.moments);
    if (page.next === undefined) return { moments, meetingCount };
    page = await momentsOf(client, query, { pageSize: '50', ...rest, after: page.next });
  }
}

/** Waits until the terms of all transcripts have been moved into the index. */
export function indexed(databaseUrl: string): Promise<true> {
  return until(async () => {
    const rows = await sql(databaseUrl, 'select from transcript_words where fresh_terms is not null limit 1');
    return rows.length === 0 ? true : undefined;
  });
}

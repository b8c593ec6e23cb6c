import { Agent, request } from 'undici';
import type { BenchDatabase } from '../setup/database.ts';
import type { RunningService } from '../setup/service.ts';
import { type Body, meetingsOf, PLAIN, TRANSCRIBED } from './meetings.ts';

/** As many as the service has connections for writing; more would only wait. */
const FILL_CONNECTIONS = 12;

/** Sends all meetings of the benchmark in through the receiver, and leaves the tables tidy for reading. */
export async function fill(
  service: RunningService,
  database: BenchDatabase,
  counts: { meetings: number; transcripts: number },
  signal: AbortSignal,
): Promise<void> {
  await sendAll(service, meetingsOf(PLAIN, counts.meetings, false), signal);
  await sendAll(service, meetingsOf(TRANSCRIBED, counts.transcripts, true), signal);
  // What autovacuum would do some time during the measurement: visibility for index-only scans, and statistics.
  await database.query('vacuum (analyze)');
}

async function sendAll(service: RunningService, bodies: Generator<Body>, signal: AbortSignal): Promise<void> {
  const agent = new Agent({ connections: FILL_CONNECTIONS });
  try {
    const lanes = Array.from({ length: FILL_CONNECTIONS }, async () => {
      for (const body of bodies) await sendMeeting(service, body, { agent, signal });
    });
    await Promise.all(lanes);
  } finally {
    await agent.destroy();
  }
}

/** Takes in one meeting. @throws where the answer is not 200 */
export async function sendMeeting(
  { receiverUrl, key }: RunningService,
  body: Body,
  { agent, signal }: { agent?: Agent; signal: AbortSignal },
): Promise<{ meetingId: string }> {
  const response = await request(`${receiverUrl}/v1/user-provided-meeting`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
    signal,
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`ingest was answered ${response.statusCode}: ${text}`);
  return JSON.parse(text);
}

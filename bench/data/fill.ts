import { Agent, request } from 'undici';
import type { BenchDatabase } from '../setup/database.ts';
import type { RunningService } from '../setup/service.ts';
import { fillInBulk } from './fill-bulk.ts';
import { type Body, type DataSize, meetingAt, type Numbered, receivedIndexes } from './meetings.ts';
import { SIGNALS } from './signals.ts';

/** The number of connections that the service has for writing; further ones would only wait. */
const FILL_CONNECTIONS = 12;

/** The contents of a filled database. */
export type Filled = {
  organizationId: number;
  /** The ids of the signals, in the order of SIGNALS. */
  signalIds: readonly number[];
  /** The ids of the meetings that the receiver ingested, by their number. */
  received: ReadonlyMap<number, number>;
};

/**
 * Fills a service's empty database: signals and some meetings through the service, the rest directly in the tables,
 * because the receiver would take too long. Vacuums and analyzes the tables afterwards.
 */
export async function fill(
  service: RunningService,
  database: BenchDatabase,
  size: DataSize,
  signal: AbortSignal,
): Promise<Filled> {
  const { client } = database;
  const [organization] = await database.query<{ id: number }>('select id::int from organizations');
  const organizationId = organization!.id;
  const signalIds = await createSignals(service);
  const received = await sendSome(service, size, signal);
  await fillInBulk({ client, organizationId, size, received, signalIds, signal });
  // Otherwise autovacuum would set visibility for index-only scans and statistics during the measurement.
  await database.query('vacuum (analyze)');
  // Otherwise the dirty pages would be written during the measurement. Not every user has the privilege.
  await database.query('checkpoint').catch(() => {});
  return { organizationId, signalIds, received };
}

async function createSignals({ apiUrl, key }: RunningService): Promise<number[]> {
  const ids: number[] = [];
  for (const [signalName, prompt] of SIGNALS) {
    const url = `${apiUrl}/admin/v1/signals`;
    const { id } = await post<{ id: number }>(url, key, { signalName, prompt }, {});
    ids.push(id);
  }
  return ids;
}

/** @returns the ids of the meetings by their number */
async function sendSome(
  service: RunningService,
  size: DataSize,
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const chosen = chosenMeetings(size);
  const ids = new Map<number, number>();
  const agent = new Agent({ connections: FILL_CONNECTIONS });
  try {
    const lanes = Array.from({ length: FILL_CONNECTIONS }, async () => {
      for (const { index, body } of chosen) {
        // Executions of signals are inserted afterwards.
        const sent = { ...body, processImportedMeeting: false };
        const { meetingId } = await sendMeeting(service, sent, { agent, signal });
        ids.set(index, Number(meetingId));
      }
    });
    await Promise.all(lanes);
  } finally {
    await agent.destroy();
  }
  return ids;
}

function* chosenMeetings(size: DataSize): Generator<Numbered> {
  for (const index of receivedIndexes(size)) yield meetingAt(index, size);
}

type Sending = { agent?: Agent; signal?: AbortSignal };

/** Ingests one meeting. @throws if the status is not 200 */
export function sendMeeting(
  { receiverUrl, key }: RunningService,
  body: Body,
  sending: Sending,
): Promise<{ meetingId: string }> {
  return post(`${receiverUrl}/v1/user-provided-meeting`, key, body, sending);
}

async function post<Result>(
  url: string,
  key: string,
  body: object,
  { agent, signal }: Sending,
): Promise<Result> {
  const response = await request(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher: agent,
    signal,
  });
  const text = await response.body.text();
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${text}`);
  return JSON.parse(text);
}

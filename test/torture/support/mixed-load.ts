import { setTimeout as delay } from 'node:timers/promises';
import { pickWord } from '../../../bench/data/words.ts';
import type { TestClient } from '../../support/client.ts';
import { meeting } from '../../support/meetings.ts';
import { seededRandom } from '../../support/random.ts';
import type { Answered, JudgedRequests } from './judged-requests.ts';

/** The typical use of a service: meetings are ingested and judged, lists are read, searched and corrected. */
export type MixedLoad = {
  /** Begins no further request; those in progress are completed. */
  stop(): Promise<void>;
  /** Returns the number of requests so far. */
  requests(): number;
};

export type LoadTarget = { apiUrl: string; receiverUrl: string };

const ACCOUNTS = ['0018c00002ABCDEAA5', '0018c00002ABCDFAA5'];
const WINDOW = 'from=2025-01-01T00:00:00Z&to=2025-12-31T00:00:00Z';

/** The highest page number that is read. */
const MAX_PAGE = 20;

/** One transcript in this many has the length of an hour, about 60 kB. */
const LONG_EVERY = 4;
const LONG_SEGMENTS = 450;

/** The pause of a client that got no response. */
const PAUSE_MS = 20;

/** Creates the signals that judge the load's meetings. */
export async function prepareMixedLoad(client: TestClient): Promise<void> {
  await client.post('/admin/v1/signals', {
    signalName: 'Renewal',
    prompt: 'They talk about the renewal.',
    phrases: ['renewal'],
  });
}

/**
 * Loads the service with concurrent clients, each of which sends one request after the other.
 * @param pauseMs the pause of a client between two requests
 */
export function startMixedLoad(options: {
  target: LoadTarget;
  requests: JudgedRequests;
  clients: number;
  seed: number;
  /** The prefix of the names of the ingested meetings. */
  name: string;
  pauseMs?: number;
}): MixedLoad {
  const random = seededRandom(options.seed);
  const stored: string[] = [];
  let isOver = false;
  let requests = 0;
  let ingests = 0;
  const work = async () => {
    while (!isOver) {
      requests++;
      const answered = await next(options, random, stored, () => ingests++);
      const pauseMs = answered ? options.pauseMs : PAUSE_MS;
      if (pauseMs) await delay(pauseMs);
    }
  };
  const all = Promise.all(Array.from({ length: options.clients }, work));
  all.catch(() => {});
  return {
    requests: () => requests,
    async stop() {
      isOver = true;
      await all;
    },
  };
}

/** Sends one request. */
async function next(
  { target, requests, name }: Parameters<typeof startMixedLoad>[0],
  random: () => number,
  stored: string[],
  number: () => number,
): Promise<Answered | undefined> {
  const anyOf = <One>(list: readonly One[]) => list[Math.floor(random() * list.length)]!;
  const get = (what: string, path: string) => {
    const headers = { 'Accept-Encoding': random() < 0.5 ? 'gzip' : 'identity' };
    return requests.ask({ what, method: 'GET', url: `${target.apiUrl}${path}`, headers });
  };
  const page = 1 + Math.floor(random() ** 3 * MAX_PAGE);
  const chance = random();
  if (chance < 0.25 || stored.length === 0) {
    const own = number();
    const url = `${target.receiverUrl}/v1/user-provided-meeting`;
    const body = JSON.stringify({ meeting: ordinaryMeeting(name, own, random) });
    const answered = await requests.ask({ what: 'ingest', method: 'POST', url, body, number: own });
    if (answered?.status === 200) stored.push(JSON.parse(answered.text).meetingId);
    return answered;
  }
  if (chance < 0.45) return get('transcripts', `/v1/meetings?${WINDOW}&pageSize=10&pageNumber=${page}`);
  if (chance < 0.6) {
    return get('list', `/v1/meetings?${WINDOW}&pageSize=50&pageNumber=${page}&includeTranscript=false`);
  }
  if (chance < 0.7) return get('meeting', `/v1/meetings/${anyOf(stored)}`);
  if (chance < 0.85) {
    return get('executions', `/v2/executions?executionFrom=2025-01-01T00:00:00Z&pageNumber=${page}`);
  }
  if (chance < 0.95) return get('search', `/v1/search?query=${pickWord(random)}`);
  return requests.ask({
    what: 'remap',
    method: 'POST',
    url: `${target.apiUrl}/v1/meeting/remap`,
    body: JSON.stringify({
      meetingDetails: { serviceMeetingId: Number(anyOf(stored)) },
      salesforceRecords: { accountId: anyOf(ACCOUNTS) },
    }),
  });
}

/** Returns the external id of a meeting of the load. */
export const meetingName = (name: string, number: number) => `${name}-${number}`;

function ordinaryMeeting(name: string, number: number, random: () => number): Record<string, unknown> {
  const startMs = Date.UTC(2025, 0, 1) + Math.floor(random() * 300 * 86_400_000);
  const count = number % LONG_EVERY === 0 ? LONG_SEGMENTS : Math.floor(random() * 40);
  const words = (most: number) =>
    Array.from({ length: 3 + Math.floor(random() * most) }, () => pickWord(random)).join(' ');
  return meeting({
    id: meetingName(name, number),
    title: meetingName(name, number),
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(startMs + 3_600_000).toISOString(),
    attendees: [{ name: 'Grace Lund', email: `grace-${number % 50}@acme.example` }],
    transcript: {
      segments: Array.from({ length: count }, (_, index) => ({
        text: words(24),
        timestampSeconds: index * 8,
        speaker: { name: index % 2 === 0 ? 'Ada Park' : 'Grace Lund' },
      })),
    },
  });
}

import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { type Journal, openJournal } from '../support/journal.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { createSender, type Sender, type WireRequest } from './support/http-exchange.ts';
import { bodyOf, LARGE_START, largeMeeting } from './support/large-meetings.ts';
import type { SlowCrowd, SlowOutcome } from './support/slow-clients-worker.ts';

/**
 * A thousand clients send and read slowly, next to a few normal ones, which must not be affected. Windows with and
 * without the slow clients alternate, so that both are measured on the same machine in the same state. Only the full
 * form checks that slow clients are disconnected, which takes as long as the limits of production;
 * test/http/slow-clients.test.ts checks it with shorter ones.
 */
export const slowClients: ReliabilityPromise = {
  number: 4,
  name: 'slow-clients',
  harm: 'slow headers, slow bodies, slow readers, 1,000 connections',
  run,
};

const KEY = 'a-key-for-slow-clients';

const FORMS = {
  full: {
    ...{ slowHeaders: 425, slowBodies: 425, stalledReaders: 100, steadyReaders: 50 },
    ...{ rounds: 2, withoutMs: 25_000, withMs: 65_000, settleMs: 5000, maxRatio: 2 },
  },
  // A p99 of few requests on a busy machine means little.
  quick: {
    ...{ slowHeaders: 120, slowBodies: 120, stalledReaders: 10, steadyReaders: 10 },
    ...{ rounds: 1, withoutMs: 1500, withMs: 2000, settleMs: 1000, maxRatio: 10 },
  },
};

/** The normal clients make one request after the other. */
const OTHERS = 4;
const PAUSE_MS = 10;
const MIN_ANSWERED = 99.9;

/** Smaller differences are noise of the machine. */
const FLOOR_MS = 10;

/** The size of a body that waits for its turn to be read, as large ones do. */
const LARGER_CHARACTERS = 200_000;
const LARGER_EVERY = 10;

/** The limits of the service, and the interval of its checks. */
const CUT_MS = { slowHeaders: 15_000 + 5000 + 1000, slowBodies: 10_000 + 1000 + 1000 };

type Asked = {
  round: number;
  isBeside: boolean;
  what: string;
  status: number;
  ms: number;
  meetingId?: string;
};

async function run({ full, seed, say }: Stage): Promise<Figure[]> {
  const form = full ? FORMS.full : FORMS.quick;
  const database = await createTestDatabase();
  const journal = await openJournal<Asked>();
  const env = { PARLEY_ROLES: 'api,receiver' };
  const service = await startChildService({ databaseUrl: database.url, key: KEY, env });
  const outcomes: SlowOutcome[] = [];
  try {
    await storeLarge(service, seed);
    const { apiUrl, receiverUrl } = service;
    const crowd = { ...form, apiUrl, receiverUrl, key: KEY, largePath: LARGE_PATH };
    await askAsOthers(service, journal, { round: -1, isBeside: false }, form.settleMs);
    for (let round = 0; round < form.rounds; round++) {
      await askAsOthers(service, journal, { round, isBeside: false }, form.withoutMs);
      const slow = openCrowd({ ...crowd, seed: seed + round });
      try {
        await delay(form.settleMs);
        await askAsOthers(service, journal, { round, isBeside: true }, form.withMs);
      } finally {
        outcomes.push(await slow.close());
      }
      say(`round ${round + 1}: ${JSON.stringify(outcomes.at(-1))}`);
      if (round + 1 < form.rounds) await delay(form.settleMs);
    }
    const asked = journal.read().filter(({ round }) => round >= 0);
    return [
      ...othersFigures(asked, form.maxRatio),
      ...crowdFigures(outcomes, full),
      await storedFigure(database.url, asked),
    ];
  } finally {
    await service.stop();
    await journal.remove();
    await database.drop();
  }
}

/** A page with four large transcripts, which is more than the buffers between two processes hold. */
const LARGE_PATH = `/v1/meetings?from=${LARGE_START}&pageSize=4`;
const LARGE_MEETINGS = 4;

async function storeLarge({ client }: ChildService, seed: number): Promise<void> {
  const large = largeMeeting(seed);
  for (let index = 0; index < LARGE_MEETINGS; index++) {
    const raw = Buffer.concat(bodyOf(large, `large-${index}`));
    const { status, text } = await client.post('/v1/user-provided-meeting', undefined, { raw });
    if (status !== 200) throw new Error(`a large meeting was answered ${status}: ${text}`);
  }
}

function openCrowd(crowd: SlowCrowd): { close(): Promise<SlowOutcome> } {
  // The slow clients have a thread of their own, so that the measured clients do not wait for it.
  const worker = new Worker(new URL('./support/slow-clients-worker.ts', import.meta.url), {
    workerData: crowd,
  });
  return {
    async close() {
      const told = once(worker, 'message');
      worker.postMessage('end');
      const [outcome] = await told;
      await worker.terminate();
      return outcome as SlowOutcome;
    },
  };
}

async function askAsOthers(
  service: ChildService,
  journal: Journal<Asked>,
  about: { round: number; isBeside: boolean },
  forMs: number,
): Promise<void> {
  const sender = createSender(service, OTHERS);
  const endMs = performance.now() + forMs;
  const one = async (client: number) => {
    for (let number = client; performance.now() < endMs; number += OTHERS) {
      const [what, request] = ordinary(about, number);
      journal.write({ ...about, what, ...(await answered(sender, request)) });
      await delay(PAUSE_MS);
    }
  };
  try {
    await Promise.all(Array.from({ length: OTHERS }, (_, client) => one(client)));
  } finally {
    sender.close();
  }
}

/** Status 0 means no response. */
async function answered(
  sender: Sender,
  request: WireRequest,
): Promise<Pick<Asked, 'status' | 'ms' | 'meetingId'>> {
  const startMs = performance.now();
  try {
    const { status, bytes, ms } = await sender.send(request);
    const meetingId =
      request.method === 'POST' && status === 200 ? JSON.parse(`${bytes}`).meetingId : undefined;
    return { status, ms, ...(meetingId ? { meetingId } : {}) };
  } catch {
    return { status: 0, ms: performance.now() - startMs };
  }
}

const SMALL = { startTime: '2025-03-01T09:00:00Z', endTime: '2025-03-01T10:00:00Z' };

function ordinary(
  { round, isBeside }: { round: number; isBeside: boolean },
  number: number,
): [string, WireRequest] {
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json' };
  if (number % 3 > 0) {
    const target = '/v1/meetings?from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z&pageSize=10';
    return ['list', { method: 'GET', address: 'api', target, headers }];
  }
  const isLarger = number % LARGER_EVERY === 0;
  const text = isLarger ? 'So it is. '.repeat(LARGER_CHARACTERS / 10) : 'So it is.';
  const id = `${round}-${isBeside}-${number}`;
  const body = JSON.stringify({
    meeting: meeting({ ...SMALL, id, title: `ordinary ${id}`, transcript: { segments: [{ text }] } }),
    processImportedMeeting: false,
  });
  const target = '/v1/user-provided-meeting';
  return [
    isLarger ? 'larger ingest' : 'ingest',
    { method: 'POST', address: 'receiver', target, headers, body },
  ];
}

function othersFigures(asked: readonly Asked[], maxRatio: number): Figure[] {
  const p99 = (isBeside: boolean) => {
    const times = asked.filter((one) => one.isBeside === isBeside).map(({ ms }) => ms);
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
  };
  const beside = asked.filter(({ isBeside }) => isBeside);
  const share = (beside.filter(({ status }) => status === 200).length / beside.length) * 100;
  const [alone, with1000] = [p99(false), p99(true)];
  const ratio = with1000 / Math.max(alone, FLOOR_MS);
  return [
    atLeast(`${beside.length} requests of others, answered 200`, share, MIN_ANSWERED, '%'),
    atMost(
      `their p99: ${with1000.toFixed(0)} ms, without the slow ${alone.toFixed(0)} ms`,
      ratio,
      maxRatio,
      '×',
    ),
  ];
}

function crowdFigures(outcomes: readonly SlowOutcome[], full: boolean): Figure[] {
  const sum = (count: (outcome: SlowOutcome) => number) => outcomes.reduce((all, one) => all + count(one), 0);
  const longest = (kind: 'slowHeaders' | 'slowBodies') =>
    Math.max(...outcomes.map(({ longestMs }) => longestMs[kind])) / 1000;
  const held = Math.min(...outcomes.map(({ open }) => open));
  const { slowHeaders, slowBodies, stalledReaders, steadyReaders } = full ? FORMS.full : FORMS.quick;
  const wanted = slowHeaders + slowBodies + stalledReaders + steadyReaders;
  const steady = none(
    'slow but steady readers that were cut',
    sum(({ cut }) => cut.steadyReaders),
  );
  // At the moment of the count, some connections are being closed and reopened.
  const open = atLeast(
    'slow connections held open at the end of each round',
    held,
    Math.floor(wanted * 0.95),
  );
  if (!full) return [open, steady];
  return [
    open,
    steady,
    atMost(
      `slow headers, ${sum(({ cut }) => cut.slowHeaders)} cut, the last after`,
      longest('slowHeaders'),
      CUT_MS.slowHeaders / 1000,
      's',
    ),
    atMost(
      `slow bodies, ${sum(({ cut }) => cut.slowBodies)} cut, the last after`,
      longest('slowBodies'),
      CUT_MS.slowBodies / 1000,
      's',
    ),
    atLeast(
      'stalled readers that were cut',
      sum(({ cut }) => cut.stalledReaders),
      stalledReaders,
    ),
    none(
      'stalled readers that were spared',
      sum(({ spared }) => spared),
    ),
  ];
}

async function storedFigure(databaseUrl: string, asked: readonly Asked[]): Promise<Figure> {
  const acknowledged = new Set(
    asked.flatMap(({ meetingId }) => (meetingId === undefined ? [] : [Number(meetingId)])),
  );
  const rows = await sql<{ id: number }>(databaseUrl, 'select id::int as id from meetings');
  for (const { id } of rows) acknowledged.delete(id);
  return none('meetings acknowledged and not stored', acknowledged.size);
}

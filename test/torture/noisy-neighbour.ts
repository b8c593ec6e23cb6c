import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { createClient } from '../support/client.ts';
import { type Journal, openJournal } from '../support/journal.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { sql } from '../support/sql.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import type { FloodOrder, FloodOutcome } from './support/flood-worker.ts';
import { FLOOD_NAMES, type FloodedData } from './support/floods.ts';
import { createSender, type WireRequest } from './support/http-exchange.ts';
import { bodyOf, largeMeeting } from './support/large-meetings.ts';

/**
 * One organization floods the service with one kind of request after the other, from a thread of its own, while another
 * organization keeps making a few small requests. Periods with and without the flood alternate, so that both are
 * measured on the same machine in the same state.
 */
export const noisyNeighbour: ReliabilityPromise = {
  number: 29,
  name: 'noisy-neighbour',
  harm: 'one organization floods each operation: searches, attendees, large bodies, wide windows, imports, drafts, questions',
  run,
};

const FLOODER_KEY = 'a-key-of-a-noisy-neighbour';

const FORMS = {
  full: { rounds: 2, aloneMs: 4000, floodMs: 8000, scale: 1 },
  // The quick form is too short for a p99: it checks who is refused, and that nobody is blocked.
  quick: { rounds: 1, aloneMs: 100, floodMs: 500, scale: 0.4 },
};

const MAX_RATIO = 2;

/**
 * Smaller differences are noise of the machine: one turn of the event loop in each direction, while both cores are
 * busy.
 */
const FLOOR_MS = 25;

/**
 * The limit of the quick form for the fastest of the neighbour's responses within each flood, even on a slow machine.
 */
const MAX_FASTEST_MS = 2000;

const MONTHS = 6000;
const LARGE_MEETINGS = 10;

/** The neighbour's clients make one request after the other. */
const CLIENTS = 2;
const PAUSE_MS = 10;

type Asked = { flood: string | null; what: string; status: number; ms: number };

async function run({ full, seed, say }: Stage): Promise<Figure[]> {
  const form = full ? FORMS.full : FORMS.quick;
  const database = await createTestDatabase();
  const journal = await openJournal<Asked>();
  const env = { PARLEY_ROLES: 'api,receiver' };
  const service = await startChildService({ databaseUrl: database.url, key: FLOODER_KEY, env });
  let flooder: ReturnType<typeof openFlooder> | undefined;
  try {
    const data = await storeFlooderData(service, database.url, full ? LARGE_MEETINGS : 1, seed);
    const key = await storeNeighbourData(service);
    flooder = openFlooder({ ...service, key: FLOODER_KEY, seed, data, scale: form.scale });
    const outcomes: FloodOutcome[] = [];
    await askAsNeighbour(service, key, openJournalOf(journal, null), form.aloneMs);
    for (let round = 0; round < form.rounds; round++) {
      for (const flood of FLOOD_NAMES) {
        await askAsNeighbour(service, key, openJournalOf(journal, null), form.aloneMs);
        flooder.start(flood);
        await askAsNeighbour(service, key, openJournalOf(journal, flood), form.floodMs);
        const outcome = await flooder.end();
        outcomes.push(outcome);
        say(`${flood}: ${JSON.stringify(outcome.statuses)}`);
      }
    }
    if (full) for (const line of slowest(journal.read())) say(line);
    return [...neighbourFigures(journal.read(), full), ...flooderFigures(outcomes)];
  } finally {
    await flooder?.close();
    await service.stop();
    await journal.remove();
    await database.drop();
  }
}

/** Stores a meeting in each of 6,000 months, some of 5 MB, and a signal. */
async function storeFlooderData(
  { client }: ChildService,
  databaseUrl: string,
  largeMeetings: number,
  seed: number,
): Promise<FloodedData> {
  await sql(
    databaseUrl,
    `insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email, attendees, head)
     select (select min(id) from organizations), 'USER_PROVIDED', 'old-' || n, 'Weekly call ' || n, at,
            at + interval '1 hour', 'ada@parley.example', '[]',
            json_build_object('title', 'Weekly call ' || n, 'startTime', '1600-01-10T09:00:00Z',
              'endTime', '1600-01-10T10:00:00Z', 'host', json_build_object('email', 'ada@parley.example'),
              'attendees', json_build_array())::text
     from (select n, timestamptz '1600-01-10 09:00Z' + n * interval '1 month' as at
           from generate_series(0, $1::int - 1) as n) as months`,
    [MONTHS],
  );
  const large = largeMeeting(seed);
  let largeMeetingId = '';
  for (let index = 0; index < largeMeetings; index++) {
    const raw = Buffer.concat(bodyOf(large, `stored-${index}`));
    const { status, body, text } = await client.post('/v1/user-provided-meeting', undefined, { raw });
    if (status !== 200) throw new Error(`a large meeting was answered ${status}: ${text}`);
    largeMeetingId = body.meetingId;
  }
  const signal = { signalName: 'Price', prompt: 'The customer speaks about the price.' };
  const { body } = await client.post('/admin/v1/signals', signal);
  return { largeMeetingId, signalId: body.id };
}

/** @returns the key of another organization, which has some meetings of last year */
async function storeNeighbourData({ client, apiUrl, receiverUrl }: ChildService): Promise<string> {
  const { body } = await client.post('/admin/v1/organizations', { name: 'Neighbour' });
  const neighbour = createClient({ apiUrl, receiverUrl, key: body.key });
  for (let month = 1; month <= 12; month++) {
    const day = `2025-${`${month}`.padStart(2, '0')}-15`;
    const times = { startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z` };
    await neighbour.ingest(meeting({ ...times, id: day, title: `Renewal of ${day}` }));
  }
  return body.key;
}

function openFlooder(order: FloodOrder) {
  const { apiUrl, receiverUrl, key, seed, data, scale } = order;
  // The flood has a thread of its own, so that the measured neighbour does not wait for it.
  const worker = new Worker(new URL('./support/flood-worker.ts', import.meta.url), {
    workerData: { apiUrl, receiverUrl, key, seed, data, scale },
  });
  return {
    start: (flood: string) => worker.postMessage(flood),
    async end(): Promise<FloodOutcome> {
      const told = once(worker, 'message');
      worker.postMessage(undefined);
      return (await told)[0];
    },
    close: () => worker.terminate(),
  };
}

const openJournalOf = (journal: Journal<Asked>, flood: string | null) => ({
  write: (asked: Omit<Asked, 'flood'>) => journal.write({ flood, ...asked }),
});

async function askAsNeighbour(
  service: ChildService,
  key: string,
  journal: { write(asked: Omit<Asked, 'flood'>): void },
  forMs: number,
): Promise<void> {
  const sender = createSender(service, CLIENTS);
  const endMs = performance.now() + forMs;
  const one = async (client: number) => {
    for (let number = client; performance.now() < endMs; number++) {
      const [what, request] = ordinary(key, number);
      const startMs = performance.now();
      const status = await sender.send(request).then(
        (answer) => answer.status,
        () => 0,
      );
      journal.write({ what, status, ms: performance.now() - startMs });
      await delay(PAUSE_MS);
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => one(client)));
  } finally {
    sender.close();
  }
}

const WINDOW = 'from=2025-01-01T00:00:00Z&to=2025-12-31T00:00:00Z';

/** Returns the requests of a person at the console, and occasional ingests. */
function ordinary(key: string, number: number): [string, WireRequest] {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const targets = [
    ['search', '/v1/search?query=renewal'],
    ['list', `/v1/meetings?${WINDOW}&pageSize=10`],
    ['activity', `/v1/meetings/activity?${WINDOW}`],
    ['users', '/v1/users'],
  ] as const;
  const [what, target] = targets[number % (targets.length + 1)] ?? [];
  if (what !== undefined) return [what, { method: 'GET', address: 'api', target, headers }];
  const times = { startTime: '2025-06-15T12:00:00Z', endTime: '2025-06-15T13:00:00Z' };
  const body = JSON.stringify({
    meeting: meeting({ ...times, id: `ordinary-${number}`, title: `Ordinary ${number}` }),
    processImportedMeeting: false,
  });
  return [
    'ingest',
    { method: 'POST', address: 'receiver', target: '/v1/user-provided-meeting', headers, body },
  ];
}

function neighbourFigures(asked: readonly Asked[], full: boolean): Figure[] {
  const timesOf = (flood: string | null) =>
    asked
      .filter((one) => one.flood === flood)
      .map(({ ms }) => ms)
      .sort((a, b) => a - b);
  const p99 = (times: number[]) => times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  const alone = p99(timesOf(null));
  const flooded = asked.filter(({ flood }) => flood !== null);
  const refused = none(
    `of ${flooded.length} requests of the neighbour within floods, not answered 200`,
    flooded.filter(({ status }) => status !== 200).length,
  );
  const figures = FLOOD_NAMES.map((flood) => {
    const times = timesOf(flood);
    if (!full)
      return atMost(`${flood}: the neighbour's fastest answer`, times[0] ?? Number.NaN, MAX_FASTEST_MS, 'ms');
    const told = `${flood}: the neighbour's p99 ${p99(times).toFixed(0)} ms, without the flood ${alone.toFixed(0)} ms`;
    return atMost(told, p99(times) / Math.max(alone, FLOOR_MS), MAX_RATIO, '×');
  });
  return [refused, ...figures];
}

/** Returns the 99th percentile of each of the neighbour's operations, within each flood and without. */
function slowest(asked: readonly Asked[]): string[] {
  return [null, ...FLOOD_NAMES].map((flood) => {
    const within = asked.filter((one) => one.flood === flood);
    const told = [...new Set(within.map(({ what }) => what))].map((what) => {
      const times = within.filter((one) => one.what === what).map(({ ms }) => ms);
      return `${what} ${times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)]!.toFixed(0)} ms`;
    });
    return `${flood ?? 'no flood'}: ${told.join(', ')}`;
  });
}

/** The flooding organization is answered, or told when to retry. */
function flooderFigures(outcomes: readonly FloodOutcome[]): Figure[] {
  const count = (is: (status: number) => boolean) =>
    outcomes.reduce(
      (all, { statuses }) =>
        all + Object.entries(statuses).reduce((sum, [status, n]) => sum + (is(Number(status)) ? n : 0), 0),
      0,
    );
  const idle = outcomes.filter(({ statuses }) => !statuses[200]);
  return [
    atLeast(
      'requests of the floods that were answered 200',
      count((status) => status === 200),
      outcomes.length,
    ),
    none('floods of which nothing was answered 200', idle.length),
    none(
      'requests of the floods answered neither 200 nor 503',
      count((status) => status !== 200 && status !== 503),
    ),
    none(
      'refusals of the floods without Retry-After',
      outcomes.reduce((all, { withoutRetryAfter }) => all + withoutRetryAfter, 0),
    ),
  ];
}

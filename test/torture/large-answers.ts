import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { openJournal } from '../support/journal.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { openGet } from '../support/raw-get.ts';
import { sql } from '../support/sql.ts';
import { atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { openJudgedRequests, type RequestEntry } from './support/judged-requests.ts';
import { bodyOf, LARGE_START, largeMeeting } from './support/large-meetings.ts';
import { prepareMixedLoad, startMixedLoad } from './support/mixed-load.ts';
import { type MemoryCurve, type MemoryWatch, watchMemory } from './support/resident-memory.ts';
import { readMetric } from './support/service-metrics.ts';

const KEY = 'a-key-for-readers-of-large-answers';
const PAGE = 50;
const [SLOW_READERS, LEAVERS] = [8, 20];

/** The most memory above that of the process after ordinary work, in megabytes. */
const LIMITS = { oneReader: 64, manyReaders: 128 };

/** A page has 80 MB of text in the form in which it comes from PostgreSQL, none of which is used twice. */
const MAX_LEFT_MEGABYTES = 24;

type Form = { warmSeconds: number; slowSeconds: number; stillSeconds: number };

const FORMS = {
  full: { warmSeconds: 60, slowSeconds: 30, stillSeconds: 5 },
  quick: { warmSeconds: 2, slowSeconds: 1, stillSeconds: 3 },
} satisfies Record<string, Form>;

/**
 * In the quick form the process has not done enough work to have the young generation of a busy one; the first pages'
 * share in it is allowed for. A page that is in memory as a whole would add 300 MB.
 */
const QUICK_ALLOWANCE = 40;

/** The rate of a slow reader: 32 KiB ten times a second. */
const SLOW = { bytes: 32 * 1024, everyMs: 100 };

const WARM_CLIENTS = 4;

export const largeAnswers: ReliabilityPromise = {
  number: 7,
  name: 'large-answers',
  harm: 'a page of 50 transcripts of 5 MB; 8 slow readers; readers that leave',
  run: async (stage) => (await measureLargeAnswers(stage)).figures,
};

/** @returns the figures, and the memory over time */
export async function measureLargeAnswers(stage: Stage): Promise<{ figures: Figure[]; curve: MemoryCurve }> {
  const form: Form = stage.full ? FORMS.full : FORMS.quick;
  const database = await createTestDatabase();
  const start = () => startChildService({ databaseUrl: database.url, key: KEY });
  try {
    const filler = await start();
    try {
      await fill(filler, database.url, stage.seed);
    } finally {
      await filler.kill();
    }
    const service = await start();
    const memory = await watchMemory(service.pid, `a page of ${PAGE} transcripts of 5 MB`);
    try {
      return {
        figures: await readInAllWays(service, database.url, memory, form, stage),
        curve: memory.curve,
      };
    } finally {
      await memory.stop();
      await service.kill();
    }
  } finally {
    await database.drop();
  }
}

/** Ingests one meeting and copies its rows for the others. */
async function fill(service: ChildService, databaseUrl: string, seed: number): Promise<void> {
  const raw = Buffer.concat(bodyOf(largeMeeting(seed), 'large'));
  const { status, text, body } = await service.client.post('/v1/user-provided-meeting', undefined, {
    raw,
  });
  assert.equal(status, 200, text);
  await sql(
    databaseUrl,
    `with copies as (
       insert into meetings (organization_id, source_type, external_id, title, start_time, end_time, host_email,
                             host_name, attendees, transcript_hash, head)
       select organization_id, source_type, external_id || n, title, start_time, end_time, host_email, host_name,
              attendees, transcript_hash, head
       from meetings cross join generate_series(2, $2) as n where id = $1
       returning organization_id, id
     )
     insert into meeting_transcript_pieces
       (organization_id, meeting_id, piece_number, deflated, crc32, raw_length, first_entry)
     select copies.organization_id, copies.id, piece_number, deflated, crc32, raw_length, first_entry
     from copies cross join meeting_transcript_pieces as original where original.meeting_id = $1`,
    [body.meetingId, PAGE],
  );
}

async function readInAllWays(
  service: ChildService,
  databaseUrl: string,
  memory: MemoryWatch,
  form: Form,
  { full, seed, say }: Stage,
): Promise<Figure[]> {
  await delay(500);
  const idle = Math.round(memory.lately(0.5));
  memory.mark('ordinary work');
  await warmUp(service, form.warmSeconds, seed);
  const base = memory.lately(form.warmSeconds / 6);
  say(`${idle} MB idle, ${Math.round(base)} MB after ${form.warmSeconds} s of ordinary work`);
  const figures: Figure[] = [];
  const phase = async <Result>(name: string, limit: number, work: () => Promise<Result>) => {
    memory.mark(name);
    const result = await work();
    const added = Math.max(0, memory.peak() - base);
    say(`${name}: +${Math.round(added)} MB, +${Math.round(memory.peak() - idle)} MB over an idle process`);
    const what = `resident memory over a base of ${Math.round(base)} MB, ${name}`;
    figures.push(atMost(what, added, full ? limit : limit + QUICK_ALLOWANCE, 'MB'));
    return result;
  };
  const keptBefore = await oldSpace(service);
  const gzipped = await phase('1 reader, gzip', LIMITS.oneReader, () => readWhole(service, 'gzip'));
  const left = Math.max(0, (await oldSpace(service)) - keptBefore);
  figures.push(
    atMost('what that page leaves in the heap until it is cleaned', left, MAX_LEFT_MEGABYTES, 'MB'),
  );
  const plain = await phase('1 reader, identity', LIMITS.oneReader, () => readWhole(service, 'identity'));
  assert.deepEqual(gzipped, plain, 'a gzip reader gets the same bytes');
  say(`a page has ${Math.round(plain.bytes / 1e6)} MB`);
  const held = await phase(`${SLOW_READERS} slow readers`, LIMITS.manyReaders, () =>
    readSlowly(service, databaseUrl, form),
  );
  figures.push(none(`database connections held while ${SLOW_READERS} readers stand still`, held));
  await phase(`${LEAVERS} readers that leave`, LIMITS.manyReaders, () => leaveEarly(service));
  figures.push(
    none(
      'database connections held after they left',
      await heldConnections(service, databaseUrl, form.stillSeconds),
    ),
  );
  return figures;
}

/** Does the work that any process has done soon after its start: its memory is the base. */
async function warmUp(service: ChildService, seconds: number, seed: number): Promise<void> {
  await prepareMixedLoad(service.client);
  const journal = await openJournal<RequestEntry>();
  const requests = openJudgedRequests('warm', KEY, journal);
  const load = startMixedLoad({ target: service, requests, clients: WARM_CLIENTS, seed, name: 'warm' });
  await delay(seconds * 1000);
  await load.stop();
  requests.close();
  const bad = journal.read().filter((entry) => entry.event === 'answered' && entry.status !== 200);
  await journal.remove();
  assert.deepEqual(bad, [], 'ordinary work is done');
}

const PATH = `/v1/meetings?from=${LARGE_START}&to=2026-02-01T19:00:00Z&pageSize=${PAGE}`;

async function open(service: ChildService, encoding: string): Promise<IncomingMessage> {
  const response = await openGet(service.apiUrl, PATH, KEY, encoding);
  assert.equal(response.statusCode, 200);
  return response;
}

/** Returns the megabytes that have survived two collections of the young generation, most of which is garbage. */
async function oldSpace({ apiUrl }: ChildService): Promise<number> {
  return (await readMetric(apiUrl, 'nodejs_heap_space_size_used_bytes{space="old"}')) / 1e6;
}

/** Reads the page as fast as possible. */
async function readWhole(
  service: ChildService,
  encoding: string,
): Promise<{ bytes: number; sha256: string }> {
  const response = await open(service, encoding);
  const hash = createHash('sha256');
  let bytes = 0;
  const take = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      hash.update(chunk);
    }
  };
  if (encoding === 'gzip') await pipeline(response, createGunzip(), take);
  else await pipeline(response, take);
  return { bytes, sha256: hash.digest('hex') };
}

/** @returns the connections that were held all the time while all readers were stopped */
async function readSlowly(service: ChildService, databaseUrl: string, form: Form): Promise<number> {
  const readers = await Promise.all(
    Array.from({ length: SLOW_READERS }, (_, index) => open(service, index % 2 ? 'gzip' : 'identity')),
  );
  for (const reader of readers) reader.on('error', () => {}).pause();
  const untilMs = performance.now() + form.slowSeconds * 1000;
  while (performance.now() < untilMs) {
    for (const reader of readers) reader.read(SLOW.bytes);
    await delay(SLOW.everyMs);
  }
  const held = await heldConnections(service, databaseUrl, form.stillSeconds);
  assert.ok(
    readers.every(({ complete, destroyed }) => !complete && !destroyed),
    'all readers are in the middle of their answers',
  );
  for (const reader of readers) reader.destroy();
  return held;
}

/** Runs readers one after the other that disconnect after a short time. */
async function leaveEarly(service: ChildService): Promise<void> {
  for (let number = 0; number < LEAVERS; number++) {
    const response = await open(service, number % 2 ? 'gzip' : 'identity');
    response.on('error', () => {});
    await delay(10 + 5 * number);
    response.destroy();
  }
}

/**
 * Counts the connections that the service has lent out, by its metrics once a second, or that PostgreSQL is working
 * for, whichever are more. A held connection is seen every time; background work uses some at times.
 * @returns the smallest number seen within the given seconds
 */
async function heldConnections(service: ChildService, databaseUrl: string, seconds: number): Promise<number> {
  const untilMs = performance.now() + seconds * 1000;
  for (let least = Number.POSITIVE_INFINITY; ; ) {
    const lent = await readMetric(service.apiUrl, 'parley_database_connections{state="busy"}');
    const [row] = await sql<{ working: number }>(
      databaseUrl,
      `select count(*)::int as working from pg_stat_activity
       where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
         and backend_type = 'client backend'`,
    );
    least = Math.min(least, Math.max(lent, row!.working));
    if (least === 0 || performance.now() > untilMs) return least;
  }
}

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { type Journal, openJournal } from '../support/journal.ts';
import { meeting } from '../support/meetings.ts';
import { seededRandom } from '../support/random.ts';

type Entry =
  | { event: 'asked'; number: number }
  | { event: 'acknowledged'; number: number; meetingId: string; created: boolean }
  | { event: 'unanswered'; number: number }
  | { event: 'killed' };

export type KillOptions = {
  databaseUrl: string;
  kills: number;
  /** Clients that ingest at the same time. */
  connections: number;
  /** The service is killed after a random number of acknowledgements up to this one, and some milliseconds more. */
  maxAcknowledged: number;
  seed: number;
};

export type KillReport = {
  asked: number;
  acknowledged: number;
  stored: number;
  /** Requests that were being done when the service was killed. */
  interrupted: number;
};

const KEY = 'a-key-for-the-killed-service';
const RETRY_DELAY_MS = 100;

/** A killing that waits for acknowledgements waits no longer than this, and then for up to so long again. */
const MAX_UPTIME_MS = 3000;
const MAX_EXTRA_MS = 30;

/**
 * RELIABILITY 1: kills the service again and again while clients ingest, and compares what is stored with what was
 * acknowledged.
 * @throws AssertionError where an acknowledged meeting is missing, doubled or not whole
 */
export async function killDuringIngest(options: KillOptions): Promise<KillReport> {
  const random = seededRandom(options.seed);
  const journal = await openJournal<Entry>();
  const start = () => startChildService({ databaseUrl: options.databaseUrl, key: KEY });
  let service = await start();
  const clients = startClients(options.connections, journal, () => service);
  try {
    for (let kill = 0; kill < options.kills; kill++) {
      const acknowledged = clients.acknowledged() + random() * options.maxAcknowledged;
      const latest = performance.now() + MAX_UPTIME_MS;
      while (clients.acknowledged() < acknowledged && performance.now() < latest) {
        await Promise.race([delay(5), clients.failed]);
      }
      await delay(random() * MAX_EXTRA_MS);
      journal.write({ event: 'killed' });
      await service.kill();
      service = await start();
    }
    await clients.finish();
    return await verify(journal.read(), service);
  } finally {
    clients.leave();
    await service.stop();
    await journal.remove();
  }
}

/** Clients that take the next number each, and try again until it is acknowledged; every tenth number once only. */
function startClients(count: number, journal: Journal<Entry>, service: () => ChildService) {
  let next = 0;
  let acknowledged = 0;
  let isOver = false;
  let isLeaving = false;
  const work = async () => {
    while (!isOver) {
      const number = next++;
      const isOnce = number % 10 === 9;
      let done = await ingest(number, journal, service());
      while (!done && !isOnce && !isLeaving) {
        await delay(RETRY_DELAY_MS);
        done = await ingest(number, journal, service());
      }
      if (done) acknowledged++;
    }
  };
  const all = Promise.all(Array.from({ length: count }, work));
  all.catch(() => {});
  return {
    acknowledged: () => acknowledged,
    failed: all.then(() => {}),
    /** Waits until all that was asked for is acknowledged. */
    finish: async () => {
      isOver = true;
      await all;
    },
    leave: () => {
      isOver = true;
      isLeaving = true;
    },
  };
}

/** @returns whether it was acknowledged */
async function ingest(number: number, journal: Journal<Entry>, { client }: ChildService): Promise<boolean> {
  journal.write({ event: 'asked', number });
  const body = { meeting: meetingOf(number), processImportedMeeting: false };
  const headers = hasKey(number) ? { 'Idempotency-Key': `number-${number}` } : undefined;
  const answer = await client
    .post('/v1/user-provided-meeting', body, headers && { headers })
    .catch((error: Error) => {
      // The connection broke: that is the harm. Everything else is a failure of the test.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
  // The database may still be busy with what a killed process had begun.
  if (answer === undefined || answer.status === 409 || answer.status === 503) {
    journal.write({ event: 'unanswered', number });
    return false;
  }
  assert.equal(answer.status, 200, answer.text);
  journal.write({ event: 'acknowledged', number, ...answer.body });
  return true;
}

const hasKey = (number: number) => number % 2 === 0;

/** The meeting of a number: always the same. One in eight is large, so that kills fall into its transaction. */
function meetingOf(number: number) {
  const random = seededRandom(number);
  const count = number % 8 === 0 ? 1500 : Math.floor(random() * 60);
  const segments = Array.from({ length: count }, (_, index) => ({
    text: `${number}/${index} ${random().toString(36).repeat(3)}`,
    timestampSeconds: index / 4,
    speaker: { name: index % 2 === 0 ? 'Ada Park' : `Guest ${number}` },
  }));
  return meeting({
    id: `kill-${number}`,
    title: `Meeting ${number}`,
    attendees: [{ name: `Guest ${number}`, email: `guest-${number}@acme.example` }],
    transcript: { segments },
  });
}

async function verify(entries: Entry[], { client }: ChildService): Promise<KillReport> {
  const asked = entries.flatMap((entry) => (entry.event === 'asked' ? entry.number : []));
  const acknowledged = entries.filter((entry) => entry.event === 'acknowledged');
  const stored = new Map<number, { id: string }>();
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const { body } = await client.get('/v1/meetings', {
      from: '2000-01-01T00:00:00Z',
      pageSize: '50',
      pageNumber: `${page}`,
    });
    pageCount = body.pageCount;
    for (const one of body.meetings) {
      const number = Number(one.title.split(' ')[1]);
      assert.equal(stored.has(number), false, `number ${number} is stored twice`);
      assertWhole(number, one);
      stored.set(number, one);
    }
  }
  const known = new Set(asked);
  for (const number of stored.keys()) assert.ok(known.has(number), `number ${number} was never asked for`);
  const firsts = new Map<number, number>();
  for (const { number, meetingId, created } of acknowledged) {
    assert.equal(stored.get(number)?.id, meetingId, `number ${number} was acknowledged`);
    if (created) firsts.set(number, (firsts.get(number) ?? 0) + 1);
    // With a key the first answer is given again, so it must be the one that made the meeting.
    else assert.equal(hasKey(number), false, `number ${number} was made by another request of the same key`);
  }
  for (const [number, count] of firsts) assert.equal(count, 1, `number ${number} was made ${count} times`);
  return {
    asked: known.size,
    acknowledged: acknowledged.length,
    stored: stored.size,
    interrupted: countInterrupted(entries),
  };
}

function countInterrupted(entries: Entry[]): number {
  let [open, interrupted] = [0, 0];
  for (const { event } of entries) {
    if (event === 'killed') interrupted += open;
    else open += event === 'asked' ? 1 : -1;
  }
  return interrupted;
}

// biome-ignore lint/suspicious/noExplicitAny: a meeting as the API shows it
function assertWhole(number: number, stored: any): void {
  const { title, startTime, endTime, host, attendees, transcript } = meetingOf(number) as ReturnType<
    typeof meeting
    // biome-ignore lint/suspicious/noExplicitAny: the same
  > as any;
  const [{ id: attendeeId, ...attendee }] = stored.attendees;
  assert.deepEqual(
    [stored.title, stored.startTime, stored.endTime, stored.host, [attendee]],
    [title, startTime, endTime, host, attendees],
  );
  const entries = stored.transcript.entries.map(
    ({ timestamp: _, ...entry }: { timestamp: string; speaker: { attendeeId?: string } }) => entry,
  );
  const expected = transcript.segments.map((segment: { speaker: { name: string } }) =>
    segment.speaker.name === attendee.name
      ? { ...segment, speaker: { ...segment.speaker, attendeeId } }
      : segment,
  );
  assert.deepEqual(entries, expected, `the transcript of number ${number}`);
}

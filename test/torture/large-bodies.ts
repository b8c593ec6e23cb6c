import assert from 'node:assert/strict';
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { type Journal, openJournal } from '../support/journal.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { seededRandom } from '../support/random.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { watchEventLoop } from './support/event-loop.ts';
import { bodyOf, type LargeMeeting, largeMeeting } from './support/large-meetings.ts';
import { type MemoryCurve, watchMemory } from './support/resident-memory.ts';

const KEY = 'a-key-for-senders-of-large-bodies';
const LIMITS = { megabytes: 512, lateMs: 100 };

/** A test machine has other tasks, too, which delay the event loop without a fault of the service. */
const QUICK_LATE_MS = 400;

/** The share of the growth that may remain after a pause. */
const LEFT_SHARE = 0.5;

type Form = { senders: number; seconds: number; overloadSeconds: number; restSeconds: number };

/** The quick form ends with the bodies in progress. */
const FORMS = {
  full: { senders: 64, seconds: 180, overloadSeconds: 30, restSeconds: 30 },
  quick: { senders: 32, seconds: 2, overloadSeconds: 0, restSeconds: 0 },
} satisfies Record<string, Form>;

/** More senders than can be served in time. */
const TOO_MANY_SENDERS = 256;

/** The number of transcripts that are read back as a whole. */
const READ_BACK = 3;

export const largeBodies: ReliabilityPromise = {
  number: 5,
  name: 'large-bodies',
  harm: '64 concurrent 5 MB bodies for several minutes',
  run: async (stage) => (await measureLargeBodies(stage)).figures,
};

type Sent = { number: number; status: number; meetingId?: string; mayRetry: boolean };

/** @returns the figures, and the memory over time */
export async function measureLargeBodies(stage: Stage): Promise<{ figures: Figure[]; curve: MemoryCurve }> {
  const form: Form = stage.full ? FORMS.full : FORMS.quick;
  const database = await createTestDatabase();
  const journal = await openJournal<Sent>();
  const service = await startChildService({ databaseUrl: database.url, key: KEY });
  const memory = await watchMemory(service.pid, `${form.senders} senders of bodies of 5 MiB`);
  const meeting = largeMeeting(stage.seed);
  const senders = openSenders(service, meeting, journal);
  try {
    await delay(1000);
    const before = memory.lately(1);
    memory.mark(`${form.senders} senders`);
    const loop = watchEventLoop(service.apiUrl, stage.full ? undefined : 1000);
    await senders.send(form.senders, form.seconds);
    const lateMs = await loop.stop();
    const peak = memory.peak();
    stage.say(`${senders.asked()} bodies sent, ${Math.round(peak)} MB at most`);
    memory.mark('rest');
    await delay(form.restSeconds * 1000);
    const after = memory.lately(1);
    if (form.overloadSeconds > 0) {
      memory.mark(`${TOO_MANY_SENDERS} senders`);
      await senders.send(TOO_MANY_SENDERS, form.overloadSeconds);
    }
    const overloadPeak = memory.peak();
    const figures = [
      atMost(`resident memory, ${form.senders} senders for ${form.seconds} s`, peak, LIMITS.megabytes, 'MB'),
      atMost(
        'event loop delay, p99 of the worst span',
        lateMs,
        stage.full ? LIMITS.lateMs : QUICK_LATE_MS,
        'ms',
      ),
      ...answerFigures(journal.read(), form),
      ...(await storedFigures(service, meeting, journal.read(), stage.seed)),
    ];
    if (form.restSeconds > 0) figures.push(comesBack(before, peak, after, form.restSeconds));
    if (form.overloadSeconds > 0) {
      const what = `resident memory, ${TOO_MANY_SENDERS} senders`;
      figures.push(atMost(what, overloadPeak, LIMITS.megabytes, 'MB'));
    }
    return { figures, curve: memory.curve };
  } finally {
    await memory.stop();
    senders.close();
    await service.stop();
    await journal.remove();
    await database.drop();
  }
}

function comesBack(before: number, peak: number, after: number, seconds: number): Figure {
  const limit = before + (peak - before) * LEFT_SHARE;
  const what = `resident memory ${seconds} s after the last body, ${Math.round(before)} MB before the first`;
  return atMost(what, Math.round(after), Math.round(limit), 'MB');
}

/** Opens senders with a connection each, which continue until the time is over, and wait as long as a 503 says. */
function openSenders(service: ChildService, meeting: LargeMeeting, journal: Journal<Sent>) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  let asked = 0;
  const sendOne = (number: number) => send(service, bodyOf(meeting, nameOf(number)), agent);
  return {
    asked: () => asked,
    async send(count: number, seconds: number) {
      const untilMs = performance.now() + seconds * 1000;
      const sender = async () => {
        while (performance.now() < untilMs) {
          const number = asked++;
          const { retryAfterSeconds, ...sent } = await sendOne(number);
          journal.write({ number, ...sent, mayRetry: retryAfterSeconds > 0 });
          if (sent.status !== 200) await delay(Math.max(retryAfterSeconds, 1) * 1000);
        }
      };
      await Promise.all(Array.from({ length: count }, sender));
    },
    close: () => agent.destroy(),
  };
}

const nameOf = (number: number) => `large-${number}`;

/** The outcome if the connection broke. */
const NO_ANSWER = { status: 0, retryAfterSeconds: 0 };

type SendOutcome = { status: number; retryAfterSeconds: number; meetingId?: string };

function send({ receiverUrl }: ChildService, body: Buffer[], agent: Agent): Promise<SendOutcome> {
  return new Promise((resolve) => {
    const headers = {
      'X-API-Key': KEY,
      'Content-Type': 'application/json',
      'Content-Length': body.reduce((bytes, part) => bytes + part.length, 0),
    };
    const request = httpRequest(`${receiverUrl}/v1/user-provided-meeting`, {
      method: 'POST',
      headers,
      agent,
    });
    request.on('error', () => resolve(NO_ANSWER));
    request.on('response', async (response) => {
      let text = '';
      try {
        for await (const chunk of response) text += chunk;
      } catch {
        return resolve(NO_ANSWER);
      }
      const status = response.statusCode!;
      const retryAfterSeconds = Number(response.headers['retry-after'] ?? 0);
      const stored = status === 200 ? { meetingId: JSON.parse(text).meetingId as string } : {};
      resolve({ status, retryAfterSeconds, ...stored });
    });
    for (const part of body) request.write(part);
    request.end();
  });
}

function answerFigures(sent: Sent[], { overloadSeconds }: Form): Figure[] {
  const refused = sent.filter(({ status }) => status === 503);
  const figures = [
    none(
      `of ${sent.length.toLocaleString('en-US')} bodies, answered neither 200 nor 503`,
      sent.filter(({ status }) => status !== 200 && status !== 503).length,
    ),
    none('503 without Retry-After', refused.filter(({ mayRetry }) => !mayRetry).length),
  ];
  if (overloadSeconds > 0) figures.push(atLeast('refused with 503 when too many came', refused.length, 1));
  return figures;
}

/** Compares the journal with the API. */
async function storedFigures(
  { client }: ChildService,
  meeting: LargeMeeting,
  sent: Sent[],
  seed: number,
): Promise<Figure[]> {
  const stored = new Map<string, string[]>();
  for (let page = 1, pageCount = 1; page <= pageCount; page++) {
    const query = {
      from: '2026-01-01T00:00:00Z',
      pageSize: '50',
      pageNumber: `${page}`,
      includeTranscript: 'false',
    };
    const { body } = await client.get('/v1/meetings', query);
    pageCount = body.pageCount;
    for (const { title, id } of body.meetings) stored.set(title, [...(stored.get(title) ?? []), id]);
  }
  const acknowledged = sent.filter(({ status }) => status === 200);
  const isStored = ({ number, meetingId }: Sent) => stored.get(nameOf(number))?.includes(meetingId!);
  const random = seededRandom(seed);
  const readBack = Array.from(
    { length: READ_BACK },
    () => acknowledged[Math.floor(random() * acknowledged.length)]!,
  );
  for (const { meetingId } of readBack) {
    const { body } = await client.get(`/v1/meetings/${meetingId}`);
    const entries = body.transcript.entries.map(
      ({ timestamp: _, speaker, ...entry }: { timestamp: string; speaker: { name: string } }) => ({
        ...entry,
        speaker: { name: speaker.name },
      }),
    );
    assert.deepEqual(entries, meeting.segments, 'a transcript is read as it was sent');
  }
  const refused = sent.filter(({ status, number }) => status === 503 && stored.has(nameOf(number)));
  return [
    none('acknowledged but not stored', acknowledged.filter((one) => !isStored(one)).length),
    none(
      'stored twice, or stored although refused',
      [...stored.values()].filter((ids) => ids.length > 1).length + refused.length,
    ),
  ];
}

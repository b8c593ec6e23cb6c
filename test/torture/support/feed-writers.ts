import { setTimeout as delay } from 'node:timers/promises';
import type { TestClient } from '../../support/client.ts';
import { meeting } from '../../support/meetings.ts';
import { seededRandom } from '../../support/random.ts';

/** The users that each writer owns, of which each request changes some. */
const USERS = 100;

/** The part of the steps that ingest or delete a meeting. */
const MEETING_STEPS = 0.2;
const DELETION_STEPS = 0.05;

/** The wait before a request is repeated after its process was killed. */
const AGAIN_MS = 50;

export type FeedWriters = {
  /** The names of users by their addresses, and the titles of meetings by their ids, as they were acknowledged. */
  users: ReadonlyMap<string, string>;
  meetings: ReadonlyMap<string, string>;
  /** When a new meeting was acknowledged, by its id: those whose first attempt had its response. */
  createdAtMs: ReadonlyMap<string, number>;
  /** The number of changes that were acknowledged. */
  changes(): number;
  /** Rejects as soon as a writer fails. */
  failed: Promise<never>;
  /** Returns when all writers have finished their last request. */
  finish(): Promise<void>;
};

type Shared = {
  users: Map<string, string>;
  meetings: Map<string, string>;
  createdAtMs: Map<string, number>;
  changes: number;
  isOver: boolean;
  client: (role: 'api' | 'receiver', turn: number) => TestClient | undefined;
};

/**
 * Starts writers that change their own users and meetings, one request after the other with random pauses. A request
 * whose process is killed is repeated until it is acknowledged.
 * @param options.pauseMs the mean pause of a writer
 */
export function startFeedWriters(
  options: Pick<Shared, 'client'> & { writers: number; pauseMs: number; seed: number },
): FeedWriters {
  const { client, writers, pauseMs, seed } = options;
  const shared: Shared = {
    users: new Map(),
    meetings: new Map(),
    createdAtMs: new Map(),
    changes: 0,
    isOver: false,
    client,
  };
  const all = Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      write(shared, writer, pauseMs, seededRandom(seed + writer)),
    ),
  );
  const failed = all.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  return {
    ...shared,
    changes: () => shared.changes,
    failed,
    async finish() {
      shared.isOver = true;
      await all;
    },
  };
}

async function write(shared: Shared, writer: number, pauseMs: number, random: () => number): Promise<void> {
  /** The ids of the writer's meetings, by their numbers. */
  const own = new Map<number, string>();
  for (let step = 0; !shared.isOver; step++) {
    const chance = random();
    if (chance < DELETION_STEPS && own.size > 0) await deleteMeeting(shared, own, random);
    else if (chance < MEETING_STEPS) await ingest(shared, own, writer, step, random);
    else await putUsers(shared, writer, step, random);
    await delay(2 * pauseMs * random());
  }
}

/** Repeats a request until it is acknowledged. @returns the response, and whether it is that of the first attempt */
async function insist(
  shared: Shared,
  role: 'api' | 'receiver',
  turn: number,
  send: (client: TestClient) => Promise<{ status: number; text: string; body: { meetingId: string } }>,
) {
  for (let attempt = 0; ; attempt++) {
    const client = shared.client(role, turn + attempt);
    const answer = client && (await send(client).catch((error: Error) => void refuseFaults(error)));
    if (answer && answer.status !== 503) return { ...answer, isFirst: attempt === 0 };
    await delay(AGAIN_MS);
  }
}

/** A response that violates the contract is a failure; a connection that breaks is not. */
function refuseFaults(error: Error): void {
  if (error.name === 'AssertionError') throw error;
}

async function putUsers(shared: Shared, writer: number, step: number, random: () => number): Promise<void> {
  const [first, count] = [Math.floor(random() * USERS), 1 + Math.floor(random() * USERS)];
  const users = Array.from({ length: count }, (_, n) => ({
    email: `user-${writer}-${(first + n) % USERS}@parley.example`,
    name: `Version ${step}`,
  }));
  const { status, text } = await insist(shared, 'api', writer, (client) =>
    client.put('/admin/v1/users', { users }),
  );
  if (status !== 200) throw new Error(`users were answered ${status}: ${text}`);
  for (const { email, name } of users) shared.users.set(email, name);
  shared.changes += count;
}

async function ingest(
  shared: Shared,
  own: Map<number, string>,
  writer: number,
  step: number,
  random: () => number,
): Promise<void> {
  const numbers = [...own.keys()];
  const number = random() < 0.5 ? numbers[Math.floor(random() * numbers.length)] : undefined;
  const [id, title] = [`meeting-${writer}-${number ?? step}`, `Version ${step}`];
  const body = { meeting: meeting({ id, title }), processImportedMeeting: false };
  const answer = await insist(shared, 'receiver', writer, (client) =>
    client.post('/v1/user-provided-meeting', body),
  );
  if (answer.status !== 200) throw new Error(`a meeting was answered ${answer.status}: ${answer.text}`);
  const { meetingId } = answer.body;
  if (number === undefined && answer.isFirst) shared.createdAtMs.set(meetingId, performance.now());
  own.set(number ?? step, meetingId);
  shared.meetings.set(meetingId, title);
  shared.changes++;
}

async function deleteMeeting(shared: Shared, own: Map<number, string>, random: () => number): Promise<void> {
  const [number, id] = [...own][Math.floor(random() * own.size)]!;
  const answer = await insist(shared, 'api', number, (client) => client.delete(`/v1/meetings/${id}`));
  // The first attempt may have deleted it although its response was lost.
  if (answer.status !== 204 && (answer.status !== 404 || answer.isFirst)) {
    throw new Error(`a deletion was answered ${answer.status}: ${answer.text}`);
  }
  own.delete(number);
  shared.meetings.delete(id);
  shared.changes++;
}

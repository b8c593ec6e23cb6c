import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestAnswer, TestClient } from '../../support/client.ts';
import type { Journal } from '../../support/journal.ts';
import { accountOf, hasKey, isOnce, isProcessed, isRemapped, meetingOf } from './numbered-meetings.ts';

/** What was asked and answered, by number of the meeting. `refused`: 503 or 409; `cut`: no answer came. */
export type LoadEntry =
  | { event: 'asked' | 'refused' | 'cut' | 'remap asked' | 'remap refused' | 'remap cut'; number: number }
  | { event: 'stored'; number: number; meetingId: string; created: boolean }
  | { event: 'accepted'; number: number; requestId: string };

export type IngestLoad = {
  /** How many meetings were acknowledged. */
  stored(): number;
  /** How many requests were answered with this status, or got no answer: 0. */
  answers(status: number): number;
  /** How many refusals did not say when to come again. */
  bareRefusals(): number;
  /** Rejects where an answer was none that the contract allows. */
  failed: Promise<never>;
  /**
   * Begins no more meetings, and waits until all that were begun are acknowledged.
   * @throws where that takes too long: nobody serves them any more
   */
  finish(): Promise<void>;
  /** Gives up what is not acknowledged. */
  leave(): Promise<void>;
};

const RETRY_MS = 100;
const FINISH_TIMEOUT_MS = 60_000;

/**
 * Clients that ingest meetings by number and remap some of them, with requests that are sent again until they are
 * acknowledged; each request and answer is in the journal before it goes on.
 * @param options.client who is asked next; undefined if nobody serves
 */
export function startIngestLoad(options: {
  connections: number;
  journal: Journal<LoadEntry>;
  client(role: 'api' | 'receiver', turn: number): TestClient | undefined;
}): IngestLoad {
  const { connections, journal, client } = options;
  const answers = new Map<number, number>();
  let [next, turn, stored, bareRefusals] = [0, 0, 0, 0];
  let [isOver, isLeaving] = [false, false];
  const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1);

  /** @returns the answer of 200; undefined if there was none */
  const ask = async (
    role: 'api' | 'receiver',
    post: (client: TestClient) => Promise<TestAnswer>,
  ): Promise<TestAnswer | 'refused' | 'cut'> => {
    const asked = client(role, turn++);
    if (!asked) return 'refused';
    const answer = await post(asked).catch((error: Error) => {
      // The connection broke: that is the harm. Everything else is a failure.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    count(answer?.status ?? 0);
    if (!answer) return 'cut';
    if (answer.status === 200) return answer;
    // The database may still be busy with what a cut request began.
    assert.ok(answer.status === 503 || answer.status === 409, `${answer.status}: ${answer.text}`);
    if (answer.status === 503 && !/^[1-9]\d*$/.test(answer.headers.get('retry-after') ?? '')) bareRefusals++;
    return 'refused';
  };

  const ingest = async (number: number): Promise<string | undefined> => {
    journal.write({ event: 'asked', number });
    const body = { meeting: meetingOf(number), processImportedMeeting: isProcessed(number) };
    const headers: Record<string, string> = hasKey(number) ? { 'Idempotency-Key': `ingest-${number}` } : {};
    const answer = await ask('receiver', (one) => one.post('/v1/user-provided-meeting', body, { headers }));
    if (typeof answer === 'string') {
      journal.write({ event: answer, number });
      return undefined;
    }
    journal.write({ event: 'stored', number, ...answer.body });
    stored++;
    return answer.body.meetingId;
  };

  const remap = async (number: number, meetingId: string): Promise<boolean> => {
    journal.write({ event: 'remap asked', number });
    const meetingDetails = { serviceMeetingId: Number(meetingId) };
    const body = { meetingDetails, salesforceRecords: { accountId: accountOf(number) } };
    const headers = { 'Idempotency-Key': `remap-${number}` };
    const answer = await ask('api', (one) => one.post('/v1/meeting/remap', body, { headers }));
    if (typeof answer === 'string') {
      journal.write({ event: `remap ${answer}`, number });
      return false;
    }
    journal.write({ event: 'accepted', number, requestId: answer.body.requestId });
    return true;
  };

  const work = async () => {
    while (!isOver) {
      const number = next++;
      let meetingId = await ingest(number);
      while (meetingId === undefined && !isOnce(number) && !isLeaving) {
        await delay(RETRY_MS);
        meetingId = await ingest(number);
      }
      if (meetingId === undefined || !isRemapped(number)) continue;
      while (!(await remap(number, meetingId)) && !isLeaving) await delay(RETRY_MS);
    }
  };
  const all = Promise.all(Array.from({ length: connections }, work));
  const failed = new Promise<never>((_, reject) => {
    all.catch(reject);
  });
  failed.catch(() => {});
  return {
    stored: () => stored,
    answers: (status) => answers.get(status) ?? 0,
    bareRefusals: () => bareRefusals,
    failed,
    async finish() {
      isOver = true;
      const late = delay(FINISH_TIMEOUT_MS, 'late', { ref: false });
      if ((await Promise.race([all, late])) !== 'late') return;
      isLeaving = true;
      throw new Error(`not everything was acknowledged within ${FINISH_TIMEOUT_MS / 1000} s of asking again`);
    },
    async leave() {
      isOver = true;
      isLeaving = true;
      await all.catch(() => {});
    },
  };
}

import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestAnswer, TestClient } from '../../support/client.ts';
import type { Journal } from '../../support/journal.ts';
import { accountOf, hasKey, isOnce, isProcessed, isRemapped, meetingOf } from './numbered-meetings.ts';

/** A request or response, by the number of the meeting. `refused`: 503 or 409; `cut`: there was no response. */
export type LoadEntry =
  | { event: 'asked' | 'refused' | 'cut' | 'remap asked' | 'remap refused' | 'remap cut'; number: number }
  | { event: 'stored'; number: number; meetingId: string; created: boolean }
  | { event: 'accepted'; number: number; requestId: string };

export type IngestLoad = {
  /** Returns the number of acknowledged meetings. */
  stored(): number;
  /** Returns the number of responses with this status; 0 means no response. */
  answers(status: number): number;
  /** Returns the number of refusals without Retry-After. */
  bareRefusals(): number;
  /** Rejects if a response violates the contract. */
  failed: Promise<never>;
  /**
   * Begins no further meetings, and waits until all that were begun are acknowledged.
   * @throws if that takes too long, because no process serves them
   */
  finish(): Promise<void>;
  /** Abandons the requests that are not acknowledged. */
  leave(): Promise<void>;
};

const RETRY_MS = 100;
const FINISH_TIMEOUT_MS = 60_000;

/**
 * Starts clients that ingest meetings by number and remap some of them, and repeat requests until they are
 * acknowledged. Each request and response is in the journal before the client continues.
 * @param options.client the process for the next request; undefined if none serves
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

  /** @returns the 200 response; undefined if there was none */
  const ask = async (
    role: 'api' | 'receiver',
    post: (client: TestClient) => Promise<TestAnswer>,
  ): Promise<TestAnswer | 'refused' | 'cut'> => {
    const asked = client(role, turn++);
    if (!asked) return 'refused';
    const answer = await post(asked).catch((error: Error) => {
      // Broken connections are the intended harm. Every other error is a failure.
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    count(answer?.status ?? 0);
    if (!answer) return 'cut';
    if (answer.status === 200) return answer;
    // The database may still execute an interrupted request.
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

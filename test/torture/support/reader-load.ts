import assert from 'node:assert/strict';
import type { TestAnswer, TestClient } from '../../support/client.ts';
import { meeting } from '../../support/meetings.ts';

/** Callers that write, and look for what was acknowledged through whichever process. */
export type ReaderLoad = {
  /** Returns the number of reads. */
  reads(): number;
  /** Returns the number of reads that lacked what had been acknowledged to the caller. */
  stale(): number;
  /** Returns the number of responses other than 200. */
  refused(): number;
  /** Returns the time of the slowest read since the last call. */
  slowestMs(): number;
  /** Returns the first faults. */
  faults(): readonly string[];
  /** Begins no further request, and waits for those in progress. */
  finish(): Promise<void>;
};

/** One request of so many writes. */
const WRITE_EVERY = 10;

/** The meetings of a caller, each of which is written again and again. */
const MEETINGS = 5;

const MAX_FAULTS = 5;

/** @param options.clients one for each process; each request goes to a random one */
export function startReaderLoad(options: {
  clients: readonly TestClient[];
  callers: number;
  random: () => number;
}): ReaderLoad {
  const { clients, callers, random } = options;
  let [isOver, reads, stale, refused, slowestMs] = [false, 0, 0, 0, 0];
  const faults: string[] = [];
  const fault = (what: string) => {
    if (faults.length < MAX_FAULTS) faults.push(what);
  };
  const anyClient = () => clients[Math.floor(random() * clients.length)]!;
  const read = async (path: string, query?: Record<string, string>): Promise<TestAnswer | undefined> => {
    const startMs = performance.now();
    const answer = await anyClient().get(path, query);
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    reads++;
    if (answer.status === 200) return answer;
    if (answer.status === 404) stale++;
    else refused++;
    fault(`GET ${path}: ${answer.status} ${answer.text}`);
    return undefined;
  };
  const check = (what: string, found: unknown, expected: string) => {
    if (found === undefined || found === expected) return;
    stale++;
    fault(`${what}: found ${JSON.stringify(found)}, acknowledged was ${JSON.stringify(expected)}`);
  };

  const call = async (caller: number) => {
    const titles = new Map<string, { id: string; title: string }>();
    for (let turn = 0; !isOver; turn++) {
      const name = `${caller}-${turn % MEETINGS}`;
      const title = `Review ${caller}, version ${turn}`;
      const start = Date.UTC(2026, caller % 12, 1 + (turn % MEETINGS), 9);
      const times = { startTime: isoOf(start), endTime: isoOf(start + 3_600_000) };
      const host = { email: `host-${caller}@parley.example` };
      const id = await anyClient().ingest(meeting({ id: name, title, host, ...times }));
      titles.set(name, { id, title });
      for (let step = 1; step < WRITE_EVERY && !isOver; step++) {
        // First of all what was acknowledged a moment ago.
        const [known] = step === 1 ? [{ id, title }] : [...titles.values()].slice(step % titles.size);
        if (step % 3 !== 2) {
          const answer = await read(`/v1/meetings/${known!.id}`);
          check(`meeting ${known!.id}`, answer?.body.title, known!.title);
          continue;
        }
        const answer = await read('/v1/meetings', {
          from: '2026-01-01T00:00:00Z',
          attendeeEmailAddresses: host.email,
        });
        const listed = answer?.body.meetings as { id: string; title: string }[] | undefined;
        for (const one of listed ? titles.values() : []) {
          check(
            `list, meeting ${one.id}`,
            listed!.find((row) => row.id === one.id)?.title ?? 'none',
            one.title,
          );
        }
      }
    }
  };
  const working = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  working.catch(() => {
    isOver = true;
  });

  return {
    reads: () => reads,
    stale: () => stale,
    refused: () => refused,
    slowestMs() {
      const slowest = slowestMs;
      slowestMs = 0;
      return slowest;
    },
    faults: () => faults,
    async finish() {
      isOver = true;
      await working;
      assert.ok(reads > 0, 'nothing was read');
    },
  };
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

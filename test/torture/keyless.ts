import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ChildService, startChildService } from '../support/child-service.ts';
import { meeting } from '../support/meetings.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { atLeast, atMost, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { createSender, type WireRequest } from './support/http-exchange.ts';
import type { KeylessCrowd, KeylessOutcome } from './support/keyless-crowd-worker.ts';
import { watchMemory } from './support/resident-memory.ts';

/**
 * More clients without a key than the listener has connections, on every path that needs none: half-sent sign-ins and
 * headers, sign-ins with wrong keys, readers that never read, and pollers. At the same time a few callers with a key
 * use kept and new connections, and people sign in. Windows with and without the crowd alternate.
 */
export const keyless: ReliabilityPromise = {
  number: 30,
  name: 'keyless',
  harm: 'clients without a key: 2,400 connections on every keyless path, half-sent sign-ins, readers that never read',
  run,
};

/** By default the services of tests compute their metrics for each request. */
const AS_DEPLOYED = { PARLEY_METRICS_MILLISECONDS: '1000' };

const KEY = 'a-key-beside-those-without';

const FORMS = {
  full: { connections: 2400, maxConnections: 2000, rounds: 3, withoutMs: 20_000, withMs: 30_000 },
  quick: { connections: 500, maxConnections: 200, rounds: 1, withoutMs: 500, withMs: 5000 },
};

/** The time in which the crowd connects. */
const GATHER_MS = 4000;

const MAX_MEGABYTES = 512;
const MAX_RATIO = 2;

/** Smaller differences are noise of the machine. */
const FLOOR_MS = 10;

const OTHERS = 4;
const PAUSE_MS = 10;

/**
 * One request in this many uses a connection of its own, and one in this many is a sign-in: fewer than the 300 a minute
 * that one key may make, on a fast machine too.
 */
const NEW_CONNECTION_EVERY = 4;
const SIGN_IN_EVERY = 100;

type Asked = { isBeside: boolean; what: string; status: number; ms: number };

async function run({ full, seed, say }: Stage): Promise<Figure[]> {
  const form = full ? FORMS.full : FORMS.quick;
  const database = await createTestDatabase();
  const env = {
    PARLEY_ROLES: 'api,receiver',
    PARLEY_MAX_CONNECTIONS: `${form.maxConnections}`,
    ...AS_DEPLOYED,
  };
  const service = await startChildService({ databaseUrl: database.url, key: KEY, env });
  const memory = await watchMemory(service.pid, 'clients without a key');
  const asked: Asked[] = [];
  const outcomes: KeylessOutcome[] = [];
  try {
    const crowd = { ...service, connections: form.connections, asset: await anAsset(service) };
    await askAsOthers(service, asked, false, 1000);
    asked.length = 0;
    for (let round = 0; round < form.rounds; round++) {
      await askAsOthers(service, asked, false, form.withoutMs);
      const gathered = openCrowd({ ...crowd, seed: seed + round });
      try {
        await delay(GATHER_MS);
        await askAsOthers(service, asked, true, form.withMs);
      } finally {
        outcomes.push(await gathered.close());
      }
      say(`round ${round + 1}: ${JSON.stringify(outcomes.at(-1))}, ${Math.round(memory.peak())} MB at most`);
      if (round + 1 < form.rounds) await delay(GATHER_MS);
    }
    const opened = outcomes.reduce((sum, one) => sum + one.opened, 0);
    const signedIn = outcomes.reduce((sum, one) => sum + one.signedIn, 0);
    return [
      ...othersFigures(asked, full, say),
      atMost('resident memory', memory.peak(), MAX_MEGABYTES, 'MB'),
      atLeast('connections without a key that were opened', opened, form.connections * form.rounds),
      none('sign-ins with a wrong key that were accepted', signedIn),
    ];
  } finally {
    await memory.stop();
    await service.stop();
    await database.drop();
  }
}

/** Returns the path of a file of the console if it is built; otherwise an unknown path, which needs no key either. */
async function anAsset({ apiUrl }: ChildService): Promise<string> {
  const page = await (await fetch(`${apiUrl}/`)).text();
  return /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '/assets/none.js';
}

/** Opens the crowd on a thread of its own, so that the measured clients do not wait for it. */
function openCrowd({ apiUrl, receiverUrl, seed, connections, asset }: KeylessCrowd): {
  close(): Promise<KeylessOutcome>;
} {
  const workerData: KeylessCrowd = { apiUrl, receiverUrl, seed, connections, asset };
  const worker = new Worker(new URL('./support/keyless-crowd-worker.ts', import.meta.url), { workerData });
  return {
    async close() {
      const told = once(worker, 'message');
      worker.postMessage('end');
      const [outcome] = await told;
      await worker.terminate();
      return outcome as KeylessOutcome;
    },
  };
}

async function askAsOthers(
  service: ChildService,
  asked: Asked[],
  isBeside: boolean,
  forMs: number,
): Promise<void> {
  const kept = createSender(service, OTHERS);
  const endMs = performance.now() + forMs;
  const one = async (client: number) => {
    for (let number = client; performance.now() < endMs; number += OTHERS) {
      const [what, request] = ordinary(`${asked.length}-${number}`, number);
      const isNew = number % NEW_CONNECTION_EVERY === 0;
      const sender = isNew ? createSender(service, 1) : kept;
      const startMs = performance.now();
      const status = await sender.send(request).then(
        (answer) => answer.status,
        () => 0,
      );
      const ms = performance.now() - startMs;
      asked.push({ isBeside, what: isNew ? `${what} over a new connection` : what, status, ms });
      if (isNew) sender.close();
      await delay(PAUSE_MS);
    }
  };
  try {
    await Promise.all(Array.from({ length: OTHERS }, (_, client) => one(client)));
  } finally {
    kept.close();
  }
}

function ordinary(id: string, number: number): [string, WireRequest] {
  const headers = { 'X-API-Key': KEY, 'Content-Type': 'application/json' };
  if (number % SIGN_IN_EVERY === 0) {
    const { 'X-API-Key': key, ...rest } = headers;
    const target = '/admin/v1/session';
    return [
      'sign-in',
      { method: 'POST', address: 'api', target, headers: rest, body: JSON.stringify({ key }) },
    ];
  }
  if (number % 3 > 0) {
    const target = '/v1/meetings?from=2025-03-01T00:00:00Z&to=2025-03-02T00:00:00Z&pageSize=10';
    return ['list', { method: 'GET', address: 'api', target, headers }];
  }
  const body = JSON.stringify({
    meeting: meeting({ id, startTime: '2025-03-01T09:00:00Z', endTime: '2025-03-01T10:00:00Z' }),
    processImportedMeeting: false,
  });
  const target = '/v1/user-provided-meeting';
  return ['ingest', { method: 'POST', address: 'receiver', target, headers, body }];
}

/** Status 0 means no response. */
function othersFigures(asked: readonly Asked[], full: boolean, say: Stage['say']): Figure[] {
  const beside = asked.filter(({ isBeside }) => isBeside);
  const refused = beside.filter(({ status }) => status !== 200);
  for (const { what, status } of refused.slice(0, 5)) say(`refused: ${what}, ${status}`);
  const [alone, crowded] = [p99(asked.filter(({ isBeside }) => !isBeside)), p99(beside)];
  const times = `p99 of callers with a key: ${crowded.toFixed(0)} ms, without the crowd ${alone.toFixed(0)} ms`;
  say(times);
  const figures = [
    none(`of ${beside.length} requests with a key beside the crowd, not answered 200`, refused.length),
    atLeast('sign-ins beside the crowd', beside.filter(({ what }) => what.startsWith('sign-in')).length, 1),
  ];
  if (full) figures.push(atMost(times, crowded / Math.max(alone, FLOOR_MS), MAX_RATIO, '×'));
  return figures;
}

function p99(asked: readonly Asked[]): number {
  const times = asked.map(({ ms }) => ms).sort((a, b) => a - b);
  return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

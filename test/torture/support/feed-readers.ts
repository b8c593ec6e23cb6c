import { setTimeout as delay } from 'node:timers/promises';
import { type Change, createClient } from '../../../client/src/index.ts';
import { createReader, type Reader } from '../../changes/reader.ts';
import type { TestClient } from '../../support/client.ts';
import { until } from '../../support/until.ts';

/** Faults that a follower has seen. */
export type Faults = { missed: number; doubled: number; outOfOrder: number };

export type Follower = {
  faults: Faults;
  /** Resolves when the follower has read the present state, and follows. */
  begun: Promise<void>;
  /** Returns the progress after the last change. */
  now(): Progress;
  /** When each meeting that is new arrived, by its id. */
  createdAtMs: ReadonlyMap<string, number>;
  /** Rejects as soon as the follower fails. */
  failed: Promise<never>;
  stop(): Promise<void>;
};

/** The progress of a follower. */
export type Progress = { cursor: string; position: number };

/** The progress before the first change of an empty database. */
const BEGINNING: Progress = { cursor: 'start', position: 0 };

/**
 * Follows all changes with the client of the product, and judges each: positions increase by one, an entity is created
 * once and before everything else, and nothing follows its deletion.
 * @param apiUrl the address of a process, which may be another one for every connection
 */
export function startFollower(apiUrl: () => string, key: string, after = BEGINNING): Follower {
  const faults: Faults = { missed: 0, doubled: 0, outOfOrder: 0 };
  let { position, cursor } = after;
  const created = new Set<string>();
  const deleted = new Set<string>();
  const createdAtMs = new Map<string, number>();
  const judge = ({ type, id, change, position: at }: Change) => {
    const next = Number(at);
    if (next > position + 1) faults.missed += next - position - 1;
    if (next <= position) faults.doubled++;
    position = Math.max(position, next);
    const name = `${type} ${id}`;
    const isKnown = created.has(name);
    const isEarly = change === 'updated' && !isKnown && after === BEGINNING;
    if (deleted.has(name) || (change === 'created' && isKnown) || isEarly) faults.outOfOrder++;
    if (change === 'created') created.add(name);
    if (change === 'deleted') deleted.add(name);
    if (type === 'meeting' && change === 'created') createdAtMs.set(id, performance.now());
  };
  const leaving = new AbortController();
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    apiKey: key,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url);
      return fetch(new Request(apiUrl() + pathname + search, request));
    },
  });
  const changes = client.changes({ after: cursor, signal: leaving.signal });
  const follow = async () => {
    for await (const change of changes) {
      judge(change);
      cursor = change.cursor;
    }
  };
  const following = follow().catch((error) => {
    if (!leaving.signal.aborted) throw error;
  });
  const failed = following.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  const begun = until(async () => (changes.cursor === after.cursor ? undefined : true));
  return {
    faults,
    createdAtMs,
    begun: Promise.race([begun.then(() => {}), failed]),
    now: () => ({ cursor, position }),
    failed,
    async stop() {
      leaving.abort();
      await following;
    },
  };
}

/** The time between the pages of a mirror that is up to date. */
const PAUSE_MS = 200;

/** Keeps a copy of everything until it is stopped. @returns a function that reads to the end and returns the copy */
export function startMirror(client: TestClient): { failed: Promise<never>; stop(): Promise<Reader> } {
  const reader = createReader(client, { limit: 1000 });
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      await reader.readAll();
      await delay(PAUSE_MS);
    }
  };
  const reading = read();
  const failed = reading.then(() => new Promise<never>(() => {}));
  failed.catch(() => {});
  return {
    failed,
    async stop() {
      isOver = true;
      await reading;
      await reader.readAll();
      return reader;
    },
  };
}

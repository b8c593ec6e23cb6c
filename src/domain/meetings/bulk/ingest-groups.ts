import { AsyncLocalStorage } from 'node:async_hooks';
import { isContention, isDatabaseUnavailable } from '../../../lib/database-errors.ts';
import { type Ingested, type IngestParts, ingestPrepared } from '../ingest-meeting.ts';
import { identityOf, type PreparedMeeting } from '../prepare-meeting.ts';
import { type IdentifiedIngest, type RequestedIngest, storeTogether } from './store-together.ts';

/** The ingests of single meetings that are in work at the same time, which share statements and commits. */
export type IngestGroups = {
  /**
   * Ingests a meeting, whose details do not contradict each other; when this returns, it is durable.
   * @throws whatever its ingest in a transaction of its own throws
   */
  ingest(parts: IngestParts, organizationId: number, requested: RequestedIngest): Promise<Ingested>;
};

/** The longest time for which an ingest waits for those before it. */
const MAX_WAIT_MS = 20;

/** The most meetings that are stored together. */
const MAX_GROUP = 32;

type Waiting = IdentifiedIngest & {
  /** Runs work as a part of the request. */
  within<Result>(work: () => Result): Result;
  resolve(ingested: Promise<Ingested>): void;
};

/**
 * An ingest is done at once if no other one of the same key is in work. Those that come meanwhile wait for its end, and are then stored
 * together. So a client that sends one meeting after the other waits for nothing, and the more clients there are, the less each
 * meeting costs.
 */
export function createIngestGroups(): IngestGroups {
  const lines = new Map<string, Line>();
  return {
    ingest(parts, organizationId, requested) {
      const alone = () => ingestAlone(parts, organizationId, requested);
      // On a Citus cluster, the statements for a list would not go to one node.
      if (parts.reads !== undefined || !isShort(requested.incoming)) return alone();
      const name = `${organizationId}/${requested.by.keyId}`;
      const line = lines.get(name);
      if (!line) {
        const ingested = alone();
        const next = (group: Waiting[]) => ingestGroup(parts, organizationId, group);
        lines.set(name, new Line(ingested, next, () => lines.delete(name)));
        return ingested;
      }
      const identity = identityOf(requested.incoming);
      const { promise, resolve } = Promise.withResolvers<Ingested>();
      line.add({ ...requested, identity, within: AsyncLocalStorage.snapshot(), resolve });
      return promise;
    },
  };
}

/** The ingests of a key, while there are any. */
class Line {
  #waiting: Waiting[] = [];
  readonly #next: (group: Waiting[]) => Promise<void>;
  readonly #end: () => void;

  constructor(first: Promise<unknown>, next: (group: Waiting[]) => Promise<void>, end: () => void) {
    this.#next = next;
    this.#end = end;
    this.#await(first);
  }

  add(one: Waiting): void {
    this.#waiting.push(one);
  }

  /** Goes on when the work has ended, or has taken as long as others may wait for it: it may wait for a lock. */
  #await(work: Promise<unknown>): void {
    let isOver = false;
    const goOn = () => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      const group = this.#takeGroup();
      if (group.length > 0) this.#await(this.#next(group));
      else this.#end();
    };
    const timer = setTimeout(goOn, MAX_WAIT_MS);
    work.then(goOn, goOn);
  }

  /** Takes those that have waited longest; of several with one identity or Idempotency-Key only the first. */
  #takeGroup(): Waiting[] {
    const [group, others]: [Waiting[], Waiting[]] = [[], []];
    const seen = new Set<string>();
    for (const one of this.#waiting) {
      const names = [`meeting ${one.identity}`, ...(one.idempotency ? [`key ${one.idempotency.key}`] : [])];
      const isNext = group.length < MAX_GROUP && !names.some((name) => seen.has(name));
      for (const name of names) seen.add(name);
      (isNext ? group : others).push(one);
    }
    this.#waiting = others;
    return group;
  }
}

/** Long transcripts take so much by themselves that they would only delay others. */
function isShort({ pieces = [], words = [] }: PreparedMeeting): boolean {
  return pieces.length <= 1 && words.length <= 1;
}

/** Ingests meetings of a key. It does not throw, but what it throws for one of them is that one's own. */
async function ingestGroup(parts: IngestParts, organizationId: number, group: Waiting[]): Promise<void> {
  const [first] = group;
  let stored: ReadonlyMap<Waiting, Ingested> = new Map();
  if (group.length > 1) {
    try {
      stored = await first!.within(() => storeTogether(parts, organizationId, group));
    } catch (error) {
      if (isDatabaseUnavailable(error) && !isContention(error)) {
        for (const { resolve } of group) resolve(Promise.reject(error));
        return;
      }
    }
  }
  const alone: Promise<unknown>[] = [];
  for (const one of group) {
    const known = stored.get(one);
    const ingested = known
      ? Promise.resolve(known)
      : one.within(() => ingestAlone(parts, organizationId, one));
    one.resolve(ingested);
    alone.push(ingested);
  }
  await Promise.allSettled(alone);
}

function ingestAlone(
  parts: IngestParts,
  organizationId: number,
  { incoming, ...options }: RequestedIngest,
): Promise<Ingested> {
  const { idempotency, process, by } = options;
  return ingestPrepared(parts, organizationId, incoming, { idempotency, process, by });
}

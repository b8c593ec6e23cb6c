import type { Database } from '../../db/database.ts';
import type { WakeSignals } from '../../db/wake-signals.ts';
import type { Log } from '../../lib/log.ts';
import type { EntityType } from '../events/record-event.ts';
import { type Credential, refusalOf } from '../keys/watch-caller.ts';
import type { Cursor } from './cursor.ts';
import { type ChangePage, readChanges } from './read-changes.ts';
import { type Entity, readEntities } from './read-entities.ts';
import { readPresentState } from './read-present-state.ts';
import { type ChangeWatch, type ChangeWatches, watchChanges } from './watch-changes.ts';

/** A caller that reads the changes of its organization. */
export type Reader = Credential & {
  /** The types that it requests and is permitted to see. */
  types: readonly EntityType[];
  /** The most changes of a page. */
  limit: number;
};

export type ChangeFeed = {
  /**
   * Reads the changes after a cursor.
   * @param db the view that the reader's organization has of the database
   * @param from undefined for a reader that begins with the present state
   * @throws Fault 410 if the cursor is no longer valid
   */
  read(db: Database, reader: Reader, from: Cursor | undefined): Promise<ChangePage>;
  /**
   * Begins to follow the changes. The caller must call `end`; until then the reader's key is checked.
   * @param db the view that the reader's organization has of the database
   * @throws Fault 503 if too many readers follow, and no other organization has more of them
   */
  follow(db: Database, reader: Reader): Following;
  /**
   * Reads entities as they are now. Readers that are woken together request the same ones: one read serves them.
   * @returns JSON texts by type and id
   */
  entities(db: Database, organizationId: number, wanted: readonly Entity[]): ReturnType<typeof readEntities>;
  /** Returns whether the process is stopping: waiting readers have been released, and no reader waits any more. */
  isClosed(): boolean;
  close(): Promise<void>;
};

/** A reader that follows the changes. */
export type Following = {
  /**
   * Reads the changes after a cursor, and waits for a change that the reader sees if there is none. Waiting readers
   * hold no connection to the database, and one statement serves all that make the same request.
   * @param waitMs the time after which the wait ends: the page is then empty, as after {@link leave}
   * @throws Fault 401 if the reader's key is revoked or expires or its session ends, 410 if the cursor is no longer valid
   */
  wait(from: Cursor | undefined, waitMs: number): Promise<ChangePage>;
  /** @throws Fault 401 if the reader's key is revoked or expires or its session ends */
  check(): void;
  /** Returns whether the reader has to make room for one of another organization: it does not wait any more. */
  isReleased(): boolean;
  /** Tells that the reader has left: it does not wait any more. */
  leave(): void;
  hasLeft(): boolean;
  end(): void;
};

/** Connections that are not left to readers that follow, so that other requests have some as well. */
const RESERVED_CONNECTIONS = 100;

/** @param maxConnections those that the listener holds open */
export function createChangeFeed(
  db: Database,
  signals: WakeSignals,
  log: Log,
  maxConnections: number,
): ChangeFeed {
  const maxReaders = Math.max(maxConnections - RESERVED_CONNECTIONS, Math.ceil(maxConnections / 2));
  const watches = watchChanges(db, signals, log, maxReaders);
  const pages = shareUnderWay<ChangePage>();
  const entities = shareUnderWay<Awaited<ReturnType<typeof readEntities>>>();
  let isClosed = false;

  const read: ChangeFeed['read'] = (view, { organizationId, types, limit }, from) =>
    from && !from.snapshot
      ? readChanges(view, organizationId, from, { types, limit })
      : readPresentState(view, organizationId, from, { types, limit });
  const readTogether = (view: Database, reader: Reader, from: Cursor | undefined, generation: number) => {
    const { organizationId, types, limit } = reader;
    const name = JSON.stringify([organizationId, types, limit, from, generation]);
    return pages(name, () => read(view, reader, from));
  };
  const shared: Shared = { watches, read: readTogether, isClosed: () => isClosed };

  return {
    read,
    follow: (view, reader) => new Follower(shared, view, reader),
    entities(view, organizationId, wanted) {
      const name = JSON.stringify([organizationId, wanted.map(({ type, id }) => `${type} ${id}`)]);
      return entities(name, () => readEntities(view, organizationId, wanted));
    },
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      await watches.close();
    },
  };
}

/** @returns a function that begins a read, or returns the one of the same name that is under way */
function shareUnderWay<Result>() {
  const underWay = new Map<string, Promise<Result>>();
  return (name: string, read: () => Promise<Result>): Promise<Result> => {
    const known = underWay.get(name);
    if (known) return known;
    const begun = read().finally(() => underWay.delete(name));
    underWay.set(name, begun);
    return begun;
  };
}

/** The parts of a feed that all who follow it share. */
type Shared = {
  watches: ChangeWatches;
  read(view: Database, reader: Reader, from: Cursor | undefined, generation: number): Promise<ChangePage>;
  isClosed(): boolean;
};

/** Thousands may follow, so it is one object without closures, with a timer and flags instead of signals. */
class Follower implements Following {
  readonly #shared: Shared;
  readonly #view: Database;
  readonly #reader: Reader;
  readonly #watch: ChangeWatch;
  #hasLeft = false;

  constructor(shared: Shared, view: Database, reader: Reader) {
    this.#shared = shared;
    this.#view = view;
    this.#reader = reader;
    this.#watch = shared.watches.watch(reader);
  }

  async wait(from: Cursor | undefined, waitMs: number): Promise<ChangePage> {
    const { watches, read, isClosed } = this.#shared;
    let isOver = false;
    const timer = setTimeout(() => {
      isOver = true;
      this.#watch.wake();
    }, waitMs);
    try {
      for (let cursor = from; ; ) {
        const page = await read(this.#view, this.#reader, cursor, watches.generation());
        this.check();
        const isEnded = isOver || this.#hasLeft || isClosed() || this.#watch.isReleased;
        if (page.changes.length > 0 || isEnded) return page;
        cursor = page.next;
        if (page.isUpToDate) await this.#watch.woken();
      }
    } finally {
      clearTimeout(timer);
    }
  }

  check(): void {
    if (this.#watch.isRefused) throw refusalOf(this.#reader);
  }

  leave(): void {
    this.#hasLeft = true;
    this.#watch.wake();
  }

  hasLeft(): boolean {
    return this.#hasLeft;
  }

  isReleased(): boolean {
    return this.#watch.isReleased;
  }

  end(): void {
    this.#shared.watches.end(this.#watch);
  }
}

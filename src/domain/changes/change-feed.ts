import type { Database } from '../../db/database.ts';
import type { WakeSignals } from '../../db/wake-signals.ts';
import { Fault } from '../../lib/faults.ts';
import type { Log } from '../../lib/log.ts';
import type { EntityType } from '../events/record-event.ts';
import type { Cursor } from './cursor.ts';
import { type ChangePage, readChanges } from './read-changes.ts';
import { readPresentState } from './read-present-state.ts';
import { type Watcher, watchChanges } from './watch-changes.ts';

/** A caller that reads the changes of its organization. */
export type Reader = Watcher & {
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
   */
  follow(db: Database, reader: Reader): Following;
  /** Returns whether the process is stopping: waiting readers have been released, and no reader waits any more. */
  isClosed(): boolean;
  close(): Promise<void>;
};

/** A reader that follows the changes. */
export type Following = {
  /**
   * Reads the changes after a cursor, and waits for a change that the reader sees if there is none. Waiting readers
   * hold no connection to the database, and one statement serves all that make the same request.
   * @param until ends the wait: the page is then empty
   * @throws Fault 401 if the reader's key is revoked or expires or its session ends, 410 if the cursor is no longer valid
   */
  wait(from: Cursor | undefined, until: AbortSignal): Promise<ChangePage>;
  end(): void;
};

export function createChangeFeed(db: Database, signals: WakeSignals, log: Log): ChangeFeed {
  const watches = watchChanges(db, signals, log);
  const underWay = new Map<string, Promise<ChangePage>>();
  let isClosed = false;

  const read: ChangeFeed['read'] = (view, { organizationId, types, limit }, from) =>
    from && !from.snapshot
      ? readChanges(view, organizationId, from, { types, limit })
      : readPresentState(view, organizationId, from, { types, limit });
  const readTogether = (view: Database, reader: Reader, from: Cursor | undefined, generation: number) => {
    const { organizationId, types, limit } = reader;
    const name = JSON.stringify([organizationId, types, limit, from, generation]);
    const known = underWay.get(name);
    if (known) return known;
    const asked = read(view, reader, from).finally(() => underWay.delete(name));
    underWay.set(name, asked);
    return asked;
  };

  return {
    read,
    follow(view, reader) {
      const watch = watches.watch(reader);
      return {
        async wait(from, until) {
          for (let cursor = from; ; ) {
            const page = await readTogether(view, reader, cursor, watch.generation());
            if (watch.isRefused()) throw refusalOf(reader);
            if (page.changes.length > 0 || until.aborted || isClosed) return page;
            cursor = page.next;
            if (page.isUpToDate) await watch.woken(until);
          }
        },
        end: () => watch.end(),
      };
    },
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      await watches.close();
    },
  };
}

function refusalOf({ sessionId }: Reader): Fault {
  const message =
    sessionId === undefined
      ? 'The API key was revoked or has expired'
      : 'The session has ended; sign in again';
  return new Fault('unauthenticated', message);
}

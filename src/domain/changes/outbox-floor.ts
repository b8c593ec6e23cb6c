import type { Database, Statement } from '../../db/database.ts';

const CHECK_MS = 1000;

/** The time after which one pass reads the outbox from its beginning again, whatever is known about it. */
const DISTRUST_MS = 300_000;

const selectWriters: Statement = {
  name: 'select-outbox-writers',
  // A writer holds this lock of the table from before its event has an id until its transaction ends.
  text: `select virtualtransaction as writer from pg_locks
         where locktype = 'relation' and relation = 'event_outbox'::regclass and mode = 'RowExclusiveLock'
           and database = (select oid from pg_database where datname = current_database())`,
};

/**
 * The id up to which every event of the outbox has been taken, so that a pass need not look there. Without it each pass
 * would walk over all rows that were deleted and cannot be vacuumed yet, which are many if a transaction stays open for
 * minutes, even one in another database of the server.
 *
 * An id is given out before its transaction commits, so a low one may appear late. All ids up to a certain one are final
 * once the transactions have ended that were writing to the outbox after that id had been seen.
 */
export class OutboxFloor {
  #id = 0;
  /** The highest id that has been taken. */
  #lastTaken = 0;
  /** An id, and the writers whose ends make all ids up to it final. */
  #watched: { id: number; writers: ReadonlySet<string> } | undefined;
  /** All ids up to this one are final: the next complete pass takes what is left of them. */
  #final = 0;
  readonly #checkMs: number;
  #checkedMs = Number.NEGATIVE_INFINITY;
  #trustedSinceMs = performance.now();

  /** @param checkMs the shortest time between two looks at the writers */
  constructor(checkMs = CHECK_MS) {
    this.#checkMs = checkMs;
  }

  get id(): number {
    return this.#id;
  }

  /** Looks at the writers if it is time; to be called before a pass. */
  async check(db: Database): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#trustedSinceMs > DISTRUST_MS) this.reset();
    if (nowMs - this.#checkedMs < this.#checkMs || this.#lastTaken <= this.#final) return;
    this.#checkedMs = nowMs;
    const id = this.#lastTaken;
    const rows = await db.query<{ writer: string }>(selectWriters, []);
    const writers = rows.map(({ writer }) => writer);
    const watched = this.#watched;
    if (watched && !writers.some((writer) => watched.writers.has(writer))) {
      this.#final = watched.id;
      this.#watched = undefined;
    }
    this.#watched ??= { id, writers: new Set(writers) };
  }

  /** Notes an event that a pass has taken. */
  noteTaken(id: number): void {
    this.#lastTaken = Math.max(this.#lastTaken, id);
  }

  /** Notes a pass that began after the last look and has left no event. */
  notePassed(): void {
    this.#id = Math.max(this.#id, this.#final);
  }

  /** Forgets everything, because the database may be another one than before. */
  reset(): void {
    this.#id = 0;
    this.#lastTaken = 0;
    this.#watched = undefined;
    this.#final = 0;
    this.#trustedSinceMs = performance.now();
  }
}

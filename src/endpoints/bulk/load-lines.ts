import type { Actor } from '../../domain/audit/record-audit.ts';
import {
  ingestTogether,
  type SentMeeting,
  type SentOutcome,
  type TogetherOptions,
} from '../../domain/meetings/bulk/ingest-together.ts';
import type { MeetingFromThread } from '../../domain/meetings/bulk/send-prepared.ts';
import type { StoredMeetingComparison } from '../../domain/meetings/compare-with-stored.ts';
import type { IncomingMeeting } from '../../domain/meetings/incoming-meeting.ts';
import type { SourceType } from '../../domain/meetings/source-types.ts';
import { Fault } from '../../lib/faults.ts';
import { growHeapFreely } from '../../lib/heap-growth.ts';
import { type ByteLine, readLines } from '../../lib/read-lines.ts';
import { acquireOrRefuse, type SemaphoreLimits } from '../../lib/semaphore.ts';
import type { Deps } from '../define-endpoint.ts';
import type { PreparedLine } from './prepare-lines.ts';

/** A group of lines is stored in one transaction. A single longer line is a group of its own. */
const MAX_GROUP_BYTES = 1024 * 1024;
const MAX_GROUP_LINES = 250;

/**
 * The groups that are prepared and stored at the same time, in MiB, each of which takes some ten MiB of memory. An organization has
 * several in work while it is alone, so that threads and database are busy at the same time, and one while others are active.
 */
export const BULK_GROUPS: SemaphoreLimits = { capacity: 8, maxAlone: 4, maxShared: 1 };

/** The time that a group waits for its turn. */
const WAIT_MS = 60_000;

export type LineOutcome = { line: number } & SentOutcome;

export type LineLoad = {
  organizationId: number;
  by: Omit<Actor, 'organizationId'>;
  maxLineBytes: number;
  /** Ends the load before the next group is stored; its reason is what the load throws then. */
  refused?: AbortSignal;
  /** The way in which the meetings are stored, unless they are ingested. */
  asImport?: LinesOfFile;
  /**
   * Is called with the outcomes of a group, in the order of the lines, once they are durable. The next group is stored when it
   * has resolved; what it throws ends the load.
   */
  tell(outcomes: readonly LineOutcome[]): Promise<void>;
};

/** An import answers these questions about the lines that it makes of a file. */
export type LinesOfFile = {
  /** Returns the source of a line's meeting. It is called in the order of the lines, before the meeting is stored. */
  sourceOf(line: number, incoming: MeetingFromThread): SourceType;
  /** Looks at what would be done to a stored meeting; what it throws is the outcome of the line. */
  review(line: number, incoming: IncomingMeeting, stored: StoredMeetingComparison): void;
};

type LoadDeps = Pick<Deps, 'db' | 'queue' | 'quota' | 'bulkGroups' | 'linePreparation'>;

/**
 * Ingests a meeting for each line of the content. Groups of lines are prepared at the same time, and stored one after the
 * other in the order of the lines. A group is begun when it is full, or when no other is in work, so that a sender who waits for
 * the outcome of a line before sending the next one gets it.
 * @param contentOf is given a function that tells whether lines are in work, for which a sender may wait
 * @throws what reading the content or `tell` throws, or the reason of `refused`, after the groups in work have ended; lines that were
 *   read before are stored and told in the first case
 */
export async function loadLines(
  deps: LoadDeps,
  contentOf: (areInWork: () => boolean) => AsyncIterable<Uint8Array>,
  load: LineLoad,
): Promise<void> {
  const groups = new Groups(deps, load);
  const content = contentOf(() => groups.areInWork);
  const endGrowth = growHeapFreely();
  try {
    const read = readLines(content, load.maxLineBytes);
    for await (const lines of untilFailed(read, groups.failed)) await groups.add(lines);
  } finally {
    try {
      await groups.end();
    } finally {
      endGrowth();
    }
  }
}

/** Yields the items, and ends with what a promise fails with, also while the next item is waited for. */
async function* untilFailed<Item>(items: AsyncGenerator<Item>, failed: Promise<never>): AsyncGenerator<Item> {
  let next: Promise<IteratorResult<Item, void>> | undefined;
  try {
    for (;;) {
      next = items.next();
      const { done, value } = await Promise.race([next, failed]);
      if (done) return;
      yield value;
    }
  } finally {
    // Nobody waits any more for what may still arrive.
    next?.catch(() => {});
    items.return(undefined).catch(() => {});
  }
}

type SentLine = SentMeeting & { line: number };

class Groups {
  readonly #deps: LoadDeps;
  readonly #load: LineLoad;
  #gathered: ByteLine[] = [];
  #bytes = 0;
  #inWork = 0;
  readonly #failure = Promise.withResolvers<never>();
  /** The group that was begun last, with all before it. */
  #last: Promise<void> = Promise.resolve();

  constructor(deps: LoadDeps, load: LineLoad) {
    this.#deps = deps;
    this.#load = load;
    this.failed.catch(() => {});
  }

  /** Fails with what has ended the load. */
  get failed(): Promise<never> {
    return this.#failure.promise;
  }

  get areInWork(): boolean {
    return this.#inWork > 0;
  }

  /** Waits while as many groups are in work as the organization may have. */
  async add(lines: readonly ByteLine[]): Promise<void> {
    for (const line of lines) {
      if (this.#bytes + line.length > MAX_GROUP_BYTES) await this.#begin();
      this.#gathered.push(line);
      this.#bytes += line.length;
      if (this.#gathered.length === MAX_GROUP_LINES) await this.#begin();
    }
    if (this.#inWork === 0) await this.#begin();
  }

  /** Begins what is left, and waits for all groups. */
  async end(): Promise<void> {
    await this.#begin();
    await this.#last;
  }

  async #begin(): Promise<void> {
    const group = this.#gathered;
    if (group.length === 0) return;
    const weight = Math.ceil(this.#bytes / MAX_GROUP_BYTES) || 1;
    this.#gathered = [];
    this.#bytes = 0;
    this.#inWork++;
    const entering = acquireOrRefuse(this.#deps.bulkGroups, this.#load.organizationId, weight, WAIT_MS);
    const prepared = entering.then(() => this.#prepare(group));
    const before = this.#last;
    this.#last = this.#store(group, prepared, before).finally(async () => {
      this.#inWork--;
      await entering.then(
        (release) => release(),
        () => {},
      );
    });
    this.#last.then(() => (this.#inWork === 0 ? this.#begin() : undefined), this.#failure.reject);
    await entering.catch(() => {});
  }

  async #prepare(group: readonly ByteLine[]): Promise<PreparedLine[]> {
    const tooLong = new Fault('too large', `The line must be at most ${this.#load.maxLineBytes} bytes`);
    const whole = group.map(({ parts }) => parts).filter((parts) => parts !== undefined);
    const prepared = (await this.#deps.linePreparation.prepare(whole)).values();
    return group.map(({ parts }) => (parts ? prepared.next().value! : { error: tooLong }));
  }

  async #store(
    group: readonly ByteLine[],
    preparing: Promise<PreparedLine[]>,
    before: Promise<void>,
  ): Promise<void> {
    const { organizationId, by, tell, asImport, refused } = this.#load;
    const [prepared] = await Promise.all([
      preparing.catch((error: unknown): PreparedLine[] => group.map(() => ({ error }))),
      before,
    ]);
    refused?.throwIfAborted();
    const sent = prepared.flatMap((one, index): SentLine[] => {
      if (!('incoming' in one)) return [];
      const { line } = group[index]!;
      return [{ ...one, line, sourceType: asImport?.sourceOf(line, one.incoming) ?? 'USER_PROVIDED' }];
    });
    const options: TogetherOptions<SentLine> = {
      cause: asImport ? 'import' : 'ingest',
      by,
      ...(asImport && { review: ({ line, incoming }, stored) => asImport.review(line, incoming, stored) }),
    };
    const stored = (await ingestTogether(this.#deps, organizationId, sent, options)).values();
    await tell(
      group.map(({ line }, index) => {
        const one = prepared[index]!;
        return { line, ...('incoming' in one ? stored.next().value! : one) };
      }),
    );
  }
}

import type { Database, Transaction } from '../../../db/database.ts';
import { isDatabaseUnavailable } from '../../../lib/database-errors.ts';
import { forEach } from '../../../lib/for-each.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { Actor } from '../../audit/record-audit.ts';
import { NO_QUOTA, type StorageQuota } from '../../storage/storage-quota.ts';
import { compareAllWithStored, type StoredMeetingComparison } from '../compare-with-stored.ts';
import type { IncomingMeeting } from '../incoming-meeting.ts';
import { ingestPrepared } from '../ingest-meeting.ts';
import { type DigestedMeeting, identityOf } from '../prepare-meeting.ts';
import type { SourceType } from '../source-types.ts';
import type { MeetingFromThread } from './send-prepared.ts';
import { storeNewMeetings } from './store-new.ts';

/** A meeting to be ingested with others, whose details do not contradict each other. */
export type SentMeeting = {
  sourceType: SourceType;
  /** Whether summary and signals run if title or transcript is new. */
  process: boolean;
} & (Whole | Digested);

type Whole = { incoming: MeetingFromThread; prepareWhole?: undefined };

/** A meeting that was stored as it is when somebody looked; if that is no longer so, it has to be prepared. */
type Digested = { incoming: DigestedMeeting; prepareWhole(): Promise<MeetingFromThread> };

/** The outcome for one meeting: it is durable, or nothing of it is stored. */
export type SentOutcome =
  | {
      outcome: 'created' | 'updated' | 'unchanged';
      /** Undefined for a meeting that a dry run would create. */
      meetingId?: string;
      /** The fields that an update changed. */
      changes?: (keyof IncomingMeeting)[];
      error?: undefined;
    }
  | { error: unknown };

export type TogetherOptions<Sent> = {
  cause: 'ingest' | 'import';
  by?: Omit<Actor, 'organizationId'>;
  /** Whether only the expected outcomes are returned, and nothing is stored. */
  dryRun?: boolean;
  /**
   * Looks at what would be done to a stored meeting; what it throws is the outcome. It is called again while the meeting is locked,
   * because somebody else may have changed it meanwhile.
   */
  review?(sent: Sent, stored: StoredMeetingComparison): void;
};

type Parts = { db: Database; queue: Queue; quota?: StorageQuota };

/** The number of meetings that are updated at the same time; each takes a connection. */
const UPDATES_AT_A_TIME = 3;

type Item<Sent> = {
  sent: Sent;
  /** Undefined while it is not known whether it is needed. */
  whole: MeetingFromThread | undefined;
  /** Its place among the meetings that were sent. */
  place: number;
  identity: string;
  stored?: StoredMeetingComparison;
};

/**
 * Ingests several meetings of an organization, as if one after the other in their order. New ones are stored in one
 * transaction; if it fails, each is stored in its own, so that only those at fault fail. Stored meetings are compared
 * first, and written only if they differ.
 *
 * When this returns, every meeting with an id is durable.
 * @returns the outcomes in the order of the meetings; it does not throw
 */
export async function ingestTogether<Sent extends SentMeeting>(
  parts: Parts,
  organizationId: number,
  sent: readonly Sent[],
  options: TogetherOptions<Sent>,
): Promise<SentOutcome[]> {
  const outcomes: SentOutcome[] = [];
  for (const round of rounds(sent)) {
    const told: Told = (place, outcome) => {
      outcomes[place] = outcome;
    };
    await ingestRound(parts, organizationId, round, options, told).catch((error: unknown) => {
      for (const { place } of round) outcomes[place] ??= { error };
    });
  }
  return outcomes;
}

type Told = (place: number, outcome: SentOutcome) => void;

/** Divides the meetings so that none has another one of the same identity beside it. */
function rounds<Sent extends SentMeeting>(sent: readonly Sent[]): Item<Sent>[][] {
  const all: Item<Sent>[][] = [];
  let seen = new Set<string>();
  for (const [place, one] of sent.entries()) {
    const identity = identityOf(one.incoming);
    const key = `${one.sourceType} ${identity}`;
    if (all.length === 0 || seen.has(key)) {
      all.push([]);
      seen = new Set();
    }
    seen.add(key);
    const whole = one.prepareWhole ? undefined : one.incoming;
    all.at(-1)!.push({ sent: one, whole, place, identity });
  }
  return all;
}

async function ingestRound<Sent extends SentMeeting>(
  parts: Parts,
  organizationId: number,
  round: readonly Item<Sent>[],
  options: TogetherOptions<Sent>,
  told: Told,
): Promise<void> {
  const identities = round.map(({ sent, identity }) => ({ sourceType: sent.sourceType, identity }));
  const compare = await compareAllWithStored(parts.db, organizationId, identities);
  const fresh: Item<Sent>[] = [];
  const known: Item<Sent>[] = [];
  for (const [index, item] of round.entries()) {
    const { sent, place } = item;
    const stored = compare(identities[index]!, sent.incoming);
    // A recording whose fetch failed is fetched again when its meeting is sent again.
    const mayFetch = options.cause === 'ingest' && sent.incoming.recordingUrl !== undefined;
    if (!stored) fresh.push(item);
    else if (stored.changes.length === 0 && !mayFetch) {
      told(place, { outcome: 'unchanged', meetingId: stored.meetingId });
    } else {
      try {
        options.review?.(sent, stored);
        known.push({ ...item, stored });
      } catch (error) {
        told(place, { error });
      }
    }
  }
  if (options.dryRun) {
    for (const { place } of fresh) told(place, { outcome: 'created' });
    for (const { place, stored } of known) told(place, { outcome: 'updated', ...stored! });
    return;
  }
  const left = await ingestNew(parts, organizationId, await wholeOf(fresh, told), options, told);
  const alone = [...left, ...(await wholeOf(known, told))];
  await forEach(alone, { concurrency: UPDATES_AT_A_TIME }, async (item) => {
    await ingestAlone(parts, organizationId, item, options, told);
  });
}

type WholeItem<Sent> = Item<Sent> & { whole: MeetingFromThread };

/** Prepares meetings that have not been, and returns those that could be. */
async function wholeOf<Sent extends SentMeeting>(
  items: readonly Item<Sent>[],
  told: Told,
): Promise<WholeItem<Sent>[]> {
  const prepared: WholeItem<Sent>[] = [];
  for (const item of items) {
    try {
      const whole = item.whole ?? (await item.sent.prepareWhole!());
      prepared.push({ ...item, whole });
    } catch (error) {
      told(item.place, { error });
    }
  }
  return prepared;
}

/** Stores new meetings in one transaction. @returns those that have to be ingested on their own */
async function ingestNew<Sent extends SentMeeting>(
  { db, queue, quota = NO_QUOTA }: Parts,
  organizationId: number,
  fresh: readonly WholeItem<Sent>[],
  { cause, by = {} }: TogetherOptions<Sent>,
  told: Told,
): Promise<readonly WholeItem<Sent>[]> {
  if (fresh.length < 2) return fresh;
  const meetings = fresh.map(({ sent: { sourceType, process }, whole, identity }) => ({
    ...{ incoming: whole, sourceType, process, identity, requestId: by.requestId },
  }));
  try {
    const ids = await quota.within(organizationId, (take) =>
      db.transaction(async (tx) =>
        // On a Citus cluster, the statements of a list would not go to one node.
        tx.isDistributed
          ? []
          : storeNewMeetings({ tx, queue, take }, organizationId, meetings, { cause, keyId: by.keyId }),
      ),
    );
    db.statistics.noteNew(ids.filter((id) => id !== undefined).length);
    return fresh.filter(({ place }, index) => {
      const id = ids[index];
      if (id !== undefined) told(place, { outcome: 'created', meetingId: `${id}` });
      return id === undefined;
    });
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    return fresh;
  }
}

/** Ingests a meeting in a transaction of its own. @throws only if the database is unavailable */
async function ingestAlone<Sent extends SentMeeting>(
  parts: Parts,
  organizationId: number,
  { sent, whole, place, identity, stored }: WholeItem<Sent>,
  { cause, by = {}, review }: TogetherOptions<Sent>,
  told: Told,
): Promise<void> {
  try {
    const { sourceType, process } = sent;
    // Somebody else may have stored or changed the meeting since it was compared.
    const reviewNow = async (tx: Transaction) => {
      const compare = await compareAllWithStored(tx, organizationId, [{ sourceType, identity }]);
      const now = compare({ sourceType, identity }, whole);
      if (now) review!(sent, now);
    };
    const rules = { sourceType, process, cause, by, review: review && reviewNow };
    const { created, changed, meetingId } = await ingestPrepared(parts, organizationId, whole, rules);
    if (created) told(place, { outcome: 'created', meetingId });
    else if (!changed) told(place, { outcome: 'unchanged', meetingId });
    else told(place, { outcome: 'updated', meetingId, ...(stored ? { changes: stored.changes } : {}) });
  } catch (error) {
    // All that follow would wait for the database, too.
    if (isDatabaseUnavailable(error)) throw error;
    told(place, { error });
  }
}

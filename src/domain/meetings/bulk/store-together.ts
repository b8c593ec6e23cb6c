import type { Statement } from '../../../db/database.ts';
import type { Actor } from '../../audit/record-audit.ts';
import { claimKeys, type Idempotency, storeAnswers } from '../../idempotency.ts';
import { NO_QUOTA } from '../../storage/storage-quota.ts';
import type { Ingested, IngestParts } from '../ingest-meeting.ts';
import type { PreparedMeeting } from '../prepare-meeting.ts';
import { storeNewMeetings } from './store-new.ts';

/** A meeting that a request ingests. */
export type RequestedIngest = {
  incoming: PreparedMeeting;
  process: boolean;
  idempotency: Idempotency | undefined;
  by: Required<Omit<Actor, 'organizationId'>>;
};

export type IdentifiedIngest = RequestedIngest & {
  /** The id by which the meeting is recognized. */
  identity: string;
};

/** A lock that is not free at once is waited for by the meeting that needs it, and not by those beside it. */
const LOCK_TIMEOUT_MS = 100;

const limitLocks: Statement = {
  name: 'limit-waits-for-locks',
  text: `select set_config('lock_timeout', $1, true)`,
};

const selectKnown: Statement = {
  name: 'select-known-identities',
  // Served by meetings_external_id.
  text: `select external_id as identity from meetings
         where organization_id = $1 and source_type = 'USER_PROVIDED' and external_id = any($2::text[])`,
};

/**
 * Stores the new ones of these meetings in one transaction.
 * @param group meetings of one key, no two of which have the same identity or Idempotency-Key
 * @returns those that were stored; the others have to be ingested by themselves
 */
export async function storeTogether<One extends IdentifiedIngest>(
  { db, queue, quota = NO_QUOTA }: IngestParts,
  organizationId: number,
  group: readonly One[],
): Promise<ReadonlyMap<One, Ingested>> {
  const identities = group.map(({ identity }) => identity);
  const keys = group.flatMap(({ idempotency }) => idempotency ?? []);
  const stored = await quota.within(organizationId, (take) =>
    db.transaction(async (tx) => {
      const [, known, claimed] = await Promise.all([
        tx.query(limitLocks, [`${LOCK_TIMEOUT_MS}`]),
        tx.query<{ identity: string }>(selectKnown, [organizationId, identities]),
        claimKeys(tx, organizationId, keys),
      ]);
      const taken = new Set(known.map(({ identity }) => identity));
      const fresh = group.filter(
        ({ identity, idempotency }) => !taken.has(identity) && (!idempotency || claimed.has(idempotency.key)),
      );
      if (fresh.length < 2) return new Map();
      const meetings = fresh.map(({ by: { requestId }, ...one }) => ({
        ...one,
        requestId,
        sourceType: 'USER_PROVIDED' as const,
      }));
      const author = { cause: 'ingest', keyId: group[0]!.by.keyId } as const;
      const ids = await storeNewMeetings({ tx, queue, take }, organizationId, meetings, author);
      const ingested = new Map<One, Ingested>();
      for (const [index, id] of ids.entries()) {
        if (id !== undefined)
          ingested.set(fresh[index]!, { meetingId: `${id}`, created: true, changed: true });
      }
      const answers = [...ingested].flatMap(([{ idempotency }, answer]) =>
        idempotency ? [{ ...idempotency, answer }] : [],
      );
      await storeAnswers(tx, organizationId, answers);
      return ingested;
    }),
  );
  db.statistics.noteNew(stored.size);
  return stored;
}

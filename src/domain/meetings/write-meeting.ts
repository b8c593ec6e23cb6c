import type { Transaction } from '../../db/database.ts';
import { toPostgresTime } from '../../lib/time.ts';
import { participants } from './merge-meeting.ts';
import * as queries from './queries.ts';
import type { MeetingFields } from './render-head.ts';

export type MeetingId = readonly [organizationId: number, meetingId: number];

/** Writes the addresses by which a meeting is found, in the place of those that are stored unless it is new. */
export async function storeParticipants(
  tx: Transaction,
  meeting: MeetingId,
  fields: MeetingFields,
  { isNew }: { isNew: boolean },
): Promise<void> {
  await Promise.all([
    !isNew && tx.query(queries.deleteParticipants, [...meeting]),
    tx.query(queries.insertParticipants, [...meeting, toPostgresTime(fields.startMs), participants(fields)]),
  ]);
}

/**
 * Writes the ids under which other systems know a meeting.
 * @param options.replaces whether stored ids that are not given are removed
 */
export async function storeExternalIds(
  tx: Transaction,
  meeting: MeetingId,
  ids: readonly { type: string; id: string }[],
  { replaces }: { replaces: boolean },
): Promise<void> {
  const values = [...meeting, ids.map(({ type }) => type), ids.map(({ id }) => id)];
  await Promise.all([
    replaces && tx.query(queries.deleteOtherExternalIds, values),
    ids.length > 0 && tx.query(queries.insertExternalIds, values),
  ]);
}

import type { Queries, Statement, Transaction } from '../../db/database.ts';

const selectExistence: Statement = {
  name: 'select-meeting-existence',
  text: 'select id from meetings where organization_id = $1 and id = $2',
};

/** Returns whether the organization has such a meeting. */
export async function meetingExists(
  db: Queries,
  organizationId: number,
  meetingId: number,
): Promise<boolean> {
  return (await db.query(selectExistence, [organizationId, meetingId])).length > 0;
}

const selectExisting: Statement = {
  name: 'select-existing-meetings',
  // Served by the primary key.
  text: 'select id from meetings where organization_id = $1 and id = any($2::bigint[])',
};

/** Returns those of the meetings that the organization has. */
export async function existingMeetings(
  db: Queries,
  organizationId: number,
  meetingIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ id: number }>(selectExisting, [organizationId, meetingIds]);
  return new Set(rows.map(({ id }) => id));
}

const lockRow: Statement = {
  name: 'lock-meeting',
  // Served by the primary key.
  text: 'select id from meetings where organization_id = $1 and id = $2 for update',
};

/**
 * Locks a meeting until the end of the transaction. Every writer locks the meeting before its recording, its runs and
 * its remaps, which prevents deadlocks.
 * @returns whether the organization has such a meeting
 */
export async function lockMeeting(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<boolean> {
  return (await tx.query(lockRow, [organizationId, meetingId])).length > 0;
}

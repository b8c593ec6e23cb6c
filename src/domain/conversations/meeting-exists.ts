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

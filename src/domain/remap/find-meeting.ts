import type { Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { ExternalIdType } from '../meetings/source-types.ts';
import { findByDetails, findByExternalId, findById, lockMeetingRow } from './queries.ts';

/** The identification of a meeting: by an external system's id, by our id, or by its details. */
export type MeetingReference = {
  source?: { type: ExternalIdType; id: string };
  serviceMeetingId?: number;
  details?: { title: string; startMs: number; hostEmail: string };
};

/**
 * Returns the meeting that every given reference names; it cannot be deleted before the transaction ends.
 * @throws Fault 400 if a reference names no meeting, or several, or they name different ones
 */
export async function findMeeting(
  tx: Transaction,
  organizationId: number,
  by: MeetingReference,
): Promise<number> {
  const found = new Set<number>();
  if (by.source) {
    const { type, id } = by.source;
    const rows = await tx.query<{ id: number }>(findByExternalId, [organizationId, type, id]);
    found.add(
      theOne(rows, 'source', 'more than one meeting has this id: give meetingDetails.serviceMeetingId'),
    );
  }
  if (by.serviceMeetingId !== undefined) {
    const rows = await tx.query<{ id: number }>(findById, [organizationId, by.serviceMeetingId]);
    found.add(theOne(rows, 'meetingDetails.serviceMeetingId', ''));
  } else if (by.details) {
    const { title, startMs, hostEmail } = by.details;
    const values = [organizationId, emailKey(hostEmail), toPostgresTime(startMs), title];
    const rows = await tx.query<{ id: number }>(findByDetails, values);
    found.add(
      theOne(rows, 'meetingDetails', 'more than one meeting has these details: give serviceMeetingId'),
    );
  }
  if (found.size > 1) throw new Fault('invalid', 'source and meetingDetails must name the same meeting');
  const [id] = found;
  const locked = await tx.query<{ id: number }>(lockMeetingRow, [organizationId, id]);
  return theOne(locked, by.source ? 'source' : 'meetingDetails', '');
}

function theOne(rows: { id: number }[], field: string, several: string): number {
  if (rows.length > 1) throw new Fault('invalid', `${field} must name one meeting; ${several}`);
  if (rows.length === 0) throw new Fault('invalid', `${field} names no meeting of the organization`);
  return rows[0]!.id;
}

import type { Statement, Transaction } from '../../db/database.ts';
import type { Attendee } from '../conversations/attendees.ts';
import { recordMeetingUpdate } from '../events/record-event.ts';
import { type MeetingFields, renderHead } from './render-head.ts';

/** The CRM records of a meeting; null is none. */
export type MeetingCrmIds = Pick<MeetingFields, 'accountId' | 'opportunityId' | 'leadId'>;

const selectFields: Statement = {
  name: 'select-meeting-fields-for-update',
  text: `select title, start_time as "startMs", end_time as "endMs", host_email as "hostEmail",
                host_name as "hostName", attendees, account_id as "accountId",
                opportunity_id as "opportunityId", lead_id as "leadId", case_id as "caseId"
         from meetings where organization_id = $1 and id = $2 for update`,
};

const updateCrmIds: Statement = {
  name: 'update-crm-ids',
  text: `update meetings set account_id = $3, opportunity_id = $4, lead_id = $5, head = $6, updated_at = now()
         where organization_id = $1 and id = $2`,
};

/**
 * Returns the meeting's current ids and locks its row until the end of the transaction; undefined if it has been
 * deleted.
 */
export async function lockCrmIds(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
): Promise<MeetingCrmIds | undefined> {
  const fields = await lockFields(tx, organizationId, meetingId);
  return (
    fields && { accountId: fields.accountId, opportunityId: fields.opportunityId, leadId: fields.leadId }
  );
}

/** Replaces the given ids; null clears one, and omitted ones stay. */
export async function setCrmIds(
  tx: Transaction,
  organizationId: number,
  meetingId: number,
  ids: Partial<MeetingCrmIds>,
): Promise<void> {
  const before = await lockFields(tx, organizationId, meetingId);
  if (!before) return;
  const after = { ...before, ...ids };
  const { accountId, opportunityId, leadId } = after;
  const values = [accountId, opportunityId, leadId, renderHead(after)];
  await tx.query(updateCrmIds, [organizationId, meetingId, ...values]);
  const names = Object.keys(ids) as (keyof MeetingCrmIds)[];
  if (names.every((name) => before[name] === after[name])) return;
  await recordMeetingUpdate(tx, organizationId, meetingId, ['crm']);
}

async function lockFields(
  tx: Transaction,
  organizationId: number,
  id: number,
): Promise<MeetingFields | undefined> {
  const [row] = await tx.query<MeetingFields & { attendees: Attendee[] }>(selectFields, [organizationId, id]);
  return row;
}

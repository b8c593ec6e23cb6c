import type { Transaction } from '../../db/database.ts';
import { emailKey } from '../../lib/text.ts';
import { toPostgresTime } from '../../lib/time.ts';
import type { StoredFields } from './merge-meeting.ts';
import * as queries from './queries.ts';
import { type MeetingFields, renderHead } from './render-head.ts';

export type MeetingId = readonly [organizationId: number, meetingId: number];

/** Returns the values in the order of COLUMNS in queries.ts. */
export function columns(fields: StoredFields): unknown[] {
  return [
    fields.title,
    toPostgresTime(fields.startMs),
    toPostgresTime(fields.endMs),
    fields.hostEmail,
    fields.hostName,
    JSON.stringify(fields.attendees),
    fields.accountId,
    fields.opportunityId,
    fields.leadId,
    fields.caseId,
    fields.callUrl,
    fields.recordingUrl,
    fields.transcriptHash,
    fields.transcriptEndsHash,
    fields.transcriptLanguage,
    renderHead(fields),
  ];
}

/** Writes the addresses by which a meeting is found, replacing the stored ones unless it is new. */
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

/** Returns all addresses by which the meeting is found. */
export function participants({ hostEmail, attendees }: MeetingFields): string[] {
  const emails = attendees.map(({ email }) => email).filter((email) => email !== undefined);
  return [...new Set([hostEmail, ...emails].map(emailKey))];
}

/**
 * Writes the ids of a meeting in other systems.
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

import type { Queries } from '../../db/database.ts';
import { formatDateTime } from '../../lib/time.ts';
import { type CrmIds, type RemapRow, selectRemap, selectRemaps } from './queries.ts';

/** The form of request ids; other texts cannot match. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The length of a meeting's history, which is read as a whole; nobody remaps a meeting more often. */
const MAX_HISTORY = 1000;

/** @returns undefined if the organization has no such remap */
export async function readRemap(
  db: Queries,
  organizationId: number,
  requestId: string,
): Promise<RemapRow | undefined> {
  if (!UUID.test(requestId)) return undefined;
  return (await db.query<RemapRow>(selectRemap, [organizationId, requestId]))[0];
}

/** Lists the remaps of a meeting, newest first. */
export function listRemaps(db: Queries, organizationId: number, meetingId: number): Promise<RemapRow[]> {
  return db.query<RemapRow>(selectRemaps, [organizationId, meetingId, MAX_HISTORY]);
}

/** Returns a remap as the API shows it. */
export function presentRemap(row: RemapRow) {
  const time = (ms: number | null) => (ms === null ? undefined : formatDateTime(ms));
  return {
    requestId: row.requestId,
    status: row.status,
    meetingId: `${row.meetingId}`,
    from: presentIds(row.before),
    to: presentIds(row.after),
    summary: row.followUps.summary ?? (row.triggerSummary ? 'pending' : undefined),
    signals: row.followUps.signals ?? (row.triggerSignals ? 'pending' : undefined),
    undoOf: row.undoOf ?? undefined,
    undoneBy: row.undoneBy ?? undefined,
    keyId: row.actorKeyId,
    reason: row.reason ?? undefined,
    acceptedAt: formatDateTime(row.acceptedAt),
    appliedAt: time(row.appliedAt),
    completedAt: time(row.completedAt),
  };
}

function presentIds(ids: CrmIds | null) {
  if (ids === null) return undefined;
  const { accountId, opportunityId, leadId } = ids;
  return {
    accountId: accountId ?? undefined,
    opportunityId: opportunityId ?? undefined,
    leadId: leadId ?? undefined,
  };
}

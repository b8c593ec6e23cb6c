import type { Database, Queries, Transaction } from '../../db/database.ts';
import { lockCrmIds, setCrmIds } from '../meetings/crm-ids.ts';
import {
  type CrmIds,
  type FollowUp,
  markApplied,
  markRemapFailed,
  type RemapRow,
  selectAccepted,
} from './queries.ts';

/**
 * Applies every accepted remap of a meeting, in the order of acceptance. The meeting's row is locked, so that the
 * jobs of two remaps cannot overtake each other; a job that comes twice finds nothing left to do.
 * @param requestId the remap whose job this is: if it failed, and an operator has the job run again, it is applied
 *   after all, unless a later one was meanwhile
 */
export function applyRemaps(
  db: Database,
  organizationId: number,
  meetingId: number,
  requestId: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockCrmIds(tx, organizationId, meetingId);
    // A meeting that was deleted took its remaps with it.
    if (!before) return;
    let ids = before;
    const accepted = await tx.query<RemapRow>(selectAccepted, [organizationId, meetingId, requestId]);
    for (const remap of accepted) {
      const after = { ...ids, ...remap.wanted };
      await finish(tx, organizationId, remap, ids, after);
      ids = after;
    }
    if (accepted.length > 0) await setCrmIds(tx, organizationId, meetingId, ids);
  });
}

/** Records that an accepted remap could not be applied, however often it was tried. */
export async function failRemap(db: Queries, organizationId: number, requestId: string): Promise<void> {
  await db.query(markRemapFailed, [organizationId, requestId, 'The remap could not be applied']);
}

/** Follow-ups that were asked for are marked skipped: nothing in this version does them. */
async function finish(
  tx: Transaction,
  organizationId: number,
  remap: RemapRow,
  before: CrmIds,
  after: CrmIds,
): Promise<void> {
  const followUps: { summary?: FollowUp; signals?: FollowUp } = {
    ...(remap.triggerSummary ? { summary: 'skipped' } : {}),
    ...(remap.triggerSignals ? { signals: 'skipped' } : {}),
  };
  const values = ['completed', JSON.stringify(before), JSON.stringify(after), JSON.stringify(followUps)];
  await tx.query(markApplied, [organizationId, remap.requestId, ...values]);
}

import type { Database, Transaction } from '../../db/database.ts';
import { lockCrmIds, setCrmIds } from '../meetings/crm-ids.ts';
import { type CrmIds, type FollowUp, markApplied, type RemapRow, selectAccepted } from './queries.ts';

/**
 * Applies every accepted remap of a meeting, in the order of acceptance. The meeting's row is locked, so that the
 * jobs of two remaps cannot overtake each other; a job that comes twice finds nothing left to do.
 */
export function applyRemaps(db: Database, organizationId: number, meetingId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockCrmIds(tx, organizationId, meetingId);
    // A meeting that was deleted took its remaps with it.
    if (!before) return;
    let ids = before;
    const accepted = await tx.query<RemapRow>(selectAccepted, [organizationId, meetingId]);
    for (const remap of accepted) {
      const after = { ...ids, ...remap.wanted };
      await finish(tx, organizationId, remap, ids, after);
      ids = after;
    }
    if (accepted.length > 0) await setCrmIds(tx, organizationId, meetingId, ids);
  });
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

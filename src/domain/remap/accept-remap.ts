import { randomUUID } from 'node:crypto';
import type { Database, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { canonicalCrmId } from '../../lib/salesforce-id.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { type Idempotency, once } from '../idempotency.ts';
import { applyRemapJob } from '../jobs.ts';
import { lockCrmIds } from '../meetings/crm-ids.ts';
import { findMeeting, type MeetingReference } from './find-meeting.ts';
import * as queries from './queries.ts';
import { UUID } from './read-remaps.ts';

export type Accepted = { accepted: true; requestId: string };

export type RemapRequest = {
  meeting: MeetingReference;
  /** Contains at least one id. */
  records: { accountId?: string; opportunityId?: string; leadId?: string };
  triggerSummary: boolean;
  triggerSignals: boolean;
};

type Parts = { db: Database; queue: Queue };
type By = Actor & { keyId: number };

/**
 * Accepts a remap: its record and the job that applies it are durable when this returns.
 * @throws Fault 400 if the reference names no meeting, or more than one
 */
export function acceptRemap(
  { db, queue }: Parts,
  by: By,
  request: RemapRequest,
  idempotency: Idempotency | undefined,
): Promise<Accepted> {
  const ids = Object.entries(request.records).filter(([, id]) => id !== undefined);
  const wanted: Partial<queries.CrmIds> = Object.fromEntries(
    ids.map(([name, id]) => [name, canonicalCrmId(id)]),
  );
  return db.transaction((tx) =>
    once(tx, by.organizationId, idempotency, async () => {
      const meetingId = await findMeeting(tx, by.organizationId, request.meeting);
      const accepted = await accept(tx, queue, by, { ...request, meetingId, wanted });
      const detail = { requestId: accepted.requestId, ...wanted };
      await recordAudit(tx, by, 'meeting.remap', `meeting ${meetingId}`, detail);
      return accepted;
    }),
  );
}

/**
 * Undoes a remap by another remap to the previous ids.
 * @throws Fault 404 for an unknown request, 409 if it has not been applied, has been undone already, is itself an
 *   undo, or the meeting's ids have changed since
 */
export function undoRemap(
  { db, queue }: Parts,
  by: By,
  requestId: string,
  idempotency: Idempotency | undefined,
): Promise<Accepted> {
  const { organizationId } = by;
  return db.transaction((tx) =>
    once(tx, organizationId, idempotency, async () => {
      const find = async () =>
        UUID.test(requestId)
          ? (await tx.query<queries.RemapRow>(queries.selectRemap, [organizationId, requestId]))[0]
          : undefined;
      const missing = () => new Fault('missing', 'There is no such remap');
      const known = await find();
      if (!known) throw missing();
      // The meeting's row is locked first and the remap read again afterwards, so that only one of two concurrent undos
      // succeeds.
      const now = await lockCrmIds(tx, organizationId, known.meetingId);
      const remap = await find();
      // The remap has just been deleted with its meeting.
      if (!now || !remap) throw missing();
      await refuseUndo(tx, organizationId, remap, now);
      const wanted = remap.before!;
      const undo = { meetingId: remap.meetingId, wanted, triggerSummary: false, triggerSignals: false };
      const accepted = await accept(tx, queue, by, { ...undo, undoOf: requestId });
      await tx.query(queries.markUndone, [organizationId, requestId, accepted.requestId]);
      const detail = { requestId: accepted.requestId, undoOf: requestId };
      await recordAudit(tx, by, 'remap.undo', `meeting ${remap.meetingId}`, detail);
      return accepted;
    }),
  );
}

async function refuseUndo(
  tx: Transaction,
  organizationId: number,
  remap: queries.RemapRow,
  now: queries.CrmIds,
): Promise<void> {
  const conflict = (message: string) => new Fault('conflict', message);
  if (remap.undoOf !== null) throw conflict('An undo cannot be undone; remap the meeting again instead');
  if (remap.undoneBy !== null) throw conflict('The remap was already undone');
  if (remap.status === 'failed' && remap.after === null)
    throw conflict('The remap failed, so there is nothing to undo');
  if (remap.after === null) throw conflict(`The remap is ${remap.status}, so there is nothing to undo yet`);
  const later = await tx.query(queries.selectStandingAfter, [
    organizationId,
    remap.meetingId,
    remap.requestId,
  ]);
  if (later.length > 0) throw conflict('The meeting was remapped again since; undo the later remap first');
  const { accountId, opportunityId, leadId } = remap.after;
  if (now.accountId !== accountId || now.opportunityId !== opportunityId || now.leadId !== leadId) {
    throw conflict('The CRM ids of the meeting have changed since; remap the meeting instead');
  }
}

async function accept(
  tx: Transaction,
  queue: Queue,
  by: By,
  remap: {
    meetingId: number;
    wanted: Partial<queries.CrmIds>;
    triggerSummary: boolean;
    triggerSignals: boolean;
    undoOf?: string;
  },
): Promise<Accepted> {
  const requestId = randomUUID();
  const { meetingId, wanted, triggerSummary, triggerSignals, undoOf = null } = remap;
  const flags = [triggerSummary, triggerSignals, undoOf, by.keyId];
  await tx.query(queries.insertRemap, [
    by.organizationId,
    requestId,
    meetingId,
    JSON.stringify(wanted),
    ...flags,
  ]);
  await queue.enqueue(tx, applyRemapJob, by.organizationId, { meetingId, requestId });
  return { accepted: true, requestId };
}

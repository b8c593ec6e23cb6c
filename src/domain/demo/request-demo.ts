import { demoSize } from '@parley/demo/size';
import type { Database, Queries, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { loadDemoJob, removeDemoJob } from '../jobs.ts';
import {
  type DemoRow,
  failDemo,
  finishLoad,
  selectDemo,
  wantLoaded,
  wantLoadedByHand,
  wantRemoved,
} from './demo-queries.ts';

export const DEMO_STATES = ['absent', 'loading', 'loaded', 'removing', 'failed'] as const;

/** The state of an organization's sample data, with the conversations that are loaded and the totals. */
export type DemoStatus = {
  state: (typeof DEMO_STATES)[number];
  meetings: number;
  totalMeetings: number;
  emails: number;
  totalEmails: number;
  /** The reason for a failure. */
  note?: string;
};

/** Returns the state of the organization's sample data. */
export async function readDemo(db: Queries, organizationId: number): Promise<DemoStatus> {
  const [row] = await db.query<DemoRow>(selectDemo, [organizationId]);
  const { meetings = 0, emails = 0, note } = row ?? {};
  return {
    state: stateOf(row),
    meetings,
    totalMeetings: demoSize.meetings,
    emails,
    totalEmails: demoSize.emails,
    ...(note == null ? {} : { note }),
  };
}

function stateOf(row: DemoRow | undefined): DemoStatus['state'] {
  if (!row) return 'absent';
  if (row.state === 'failed') return 'failed';
  if (row.wanted === 'removed') return 'removing';
  return row.state === 'done' ? 'loaded' : 'loading';
}

/**
 * Requests that the sample data be loaded in the background, or that a failed load be continued. If it is loading or
 * loaded, nothing changes.
 * @throws Fault 409 while it is being removed
 */
export function requestLoad(
  { db, queue }: { db: Database; queue: Queue },
  actor: Actor,
): Promise<DemoStatus> {
  return db.transaction(async (tx) => {
    const { organizationId } = actor;
    const isNew = (await tx.query(wantLoaded, [organizationId])).length > 0;
    if (isNew) {
      await queue.enqueue(tx, loadDemoJob, organizationId, onBehalfOf(actor));
      await recordAudit(tx, actor, 'demo.load', 'sample data');
    }
    const status = await readDemo(tx, organizationId);
    refuseWhileRemoved(status.state);
    return status;
  });
}

/** Requests that the sample data be removed in the background. If it is absent or being removed, nothing changes. */
export function requestRemoval(
  { db, queue }: { db: Database; queue: Queue },
  actor: Actor,
): Promise<DemoStatus> {
  return db.transaction(async (tx) => {
    const { organizationId } = actor;
    const isNew = (await tx.query(wantRemoved, [organizationId])).length > 0;
    if (isNew) {
      await queue.enqueue(tx, removeDemoJob, organizationId, onBehalfOf(actor));
      await recordAudit(tx, actor, 'demo.remove', 'sample data');
    }
    return readDemo(tx, organizationId);
  });
}

/** The note of a load from the command line until it is done. */
const BY_HAND = 'The load from the command line has not finished.';

/**
 * Begins a load without a job, from the command line.
 * @throws Fault 409 while the sample data is being removed
 */
export function beginLoadByHand(db: Database, organizationId: number): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.query(wantLoadedByHand, [organizationId, BY_HAND]);
    refuseWhileRemoved((await readDemo(tx, organizationId)).state);
  });
}

/** Records that everything is loaded. */
export async function finishDemoLoad(db: Queries, organizationId: number): Promise<void> {
  await db.query(finishLoad, [organizationId]);
}

/** Records that a load or a removal has failed, in the transaction that makes its job a dead letter. */
export async function giveUpDemo(
  tx: Transaction,
  organizationId: number,
  wanted: DemoRow['wanted'],
  reason: string,
): Promise<void> {
  await tx.query(failDemo, [organizationId, wanted, reason]);
}

function refuseWhileRemoved(state: DemoStatus['state']): void {
  if (state !== 'removing') return;
  throw new Fault('conflict', 'The sample data is being removed; load it when that is done');
}

function onBehalfOf({ keyId, requestId }: Actor) {
  return { ...(keyId === undefined ? {} : { keyId }), ...(requestId === undefined ? {} : { requestId }) };
}

import type { Database, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Attempt } from '../../queue/define-job.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Actor } from '../audit/record-audit.ts';
import { type CrmRecordKey, deleteCrmRecords } from '../crm/crm-records.ts';
import { deleteEmail } from '../emails/delete-email.ts';
import { deleteMeeting } from '../meetings/delete-meeting.ts';
import { deleteSignal } from '../signals/manage-signals.ts';
import { deleteUsers } from '../users/create-and-delete-users.ts';
import {
  type DemoKind,
  deleteDemo,
  deleteKeys,
  lockUnchangedCrmRecords,
  lockUnchangedUsers,
  resume,
  selectKeys,
  selectUnchangedSignals,
} from './demo-queries.ts';

type RemoveParts = { db: Database; queue: Queue };

/** The number of conversations that are looked up at once; each is deleted in a separate transaction. */
const BATCH = 50;

/**
 * Removes the records that loads have created, or the rest of them, by the operations that people use. Users, CRM
 * records and signals that a person has changed are kept. Signals are removed first, so that they evaluate nothing
 * more.
 */
export async function removeDemo(
  parts: RemoveParts,
  actor: Actor,
  { signal }: Pick<Attempt, 'signal'>,
): Promise<void> {
  const { db } = parts;
  const { organizationId } = actor;
  if ((await db.query(resume, [organizationId, 'removed'])).length === 0) return;
  const unchanged = await db.query<{ key: number }>(selectUnchangedSignals, [organizationId]);
  for (const { key } of unchanged) await unlessMissing(deleteSignal(db, actor, key));
  await removeEach(parts, actor, 'meeting', signal, (id) => deleteMeeting(parts, actor, id));
  await removeEach(parts, actor, 'email', signal, (id) => deleteEmail(parts, actor, id));
  await db.transaction(async (tx) => {
    await removeUsersAndRecords(tx, actor);
    await tx.query(deleteDemo, [organizationId]);
  });
}

/** Deletes the mark of a record after the record: a removal that was stopped in between finds the record missing. */
async function removeEach(
  { db }: RemoveParts,
  { organizationId }: Actor,
  kind: DemoKind,
  signal: AbortSignal,
  remove: (id: number) => Promise<void>,
): Promise<void> {
  for (;;) {
    const rows = await db.query<{ key: string }>(selectKeys, [organizationId, kind, BATCH]);
    if (rows.length === 0) return;
    for (const { key } of rows) {
      signal.throwIfAborted();
      await unlessMissing(remove(Number(key)));
    }
    await db.query(deleteKeys, [organizationId, kind, rows.map(({ key }) => key)]);
  }
}

/** Ignores that a record is missing: a person, or this job before it was stopped, has deleted it. */
async function unlessMissing(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (!(error instanceof Fault && error.kind === 'missing')) throw error;
  });
}

async function removeUsersAndRecords(tx: Transaction, actor: Actor): Promise<void> {
  const { organizationId } = actor;
  const users = await tx.query<{ key: string }>(lockUnchangedUsers, [organizationId]);
  const emailKeys = users.map(({ key }) => key);
  if (emailKeys.length > 0) await deleteUsers(tx, actor, emailKeys);
  const records = await tx.query<CrmRecordKey>(lockUnchangedCrmRecords, [organizationId]);
  if (records.length > 0) await deleteCrmRecords(tx, actor, records);
}

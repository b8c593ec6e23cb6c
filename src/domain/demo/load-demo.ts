import type { DemoCompany } from '@parley/demo';
import type { Database, Transaction } from '../../db/database.ts';
import { emailKey } from '../../lib/text.ts';
import { parseDateTime } from '../../lib/time.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Actor } from '../audit/record-audit.ts';
import { createMissingCrmRecords, listCrmRecords, putCrmRecords } from '../crm/crm-records.ts';
import { createMissingSignals } from '../signals/manage-signals.ts';
import type { StorageQuota } from '../storage/storage-quota.ts';
import { createMissingUsers } from '../users/create-and-delete-users.ts';
import { listUsers, putUsers, type UserInput } from '../users/users.ts';
import {
  type DemoKind,
  insertCrmRecords,
  insertRecord,
  insertSignals,
  insertUsers,
  shareLoad,
} from './demo-queries.ts';

/** The parts of the service that a load uses. */
export type LoadParts = { db: Database; queue: Queue; quota?: StorageQuota };

/**
 * The caller of a load, and its rules. If `mayUpdate` is true, as for the command, records that the organization
 * already has are updated to those of the invented company; otherwise they stay unchanged.
 */
export type LoadRules = { actor: Actor; mayUpdate: boolean };

/** Thrown if the sample data is no longer wanted; nothing more is created. */
export class LoadEnded extends Error {
  constructor() {
    super('the sample data is being removed');
    this.name = 'LoadEnded';
  }
}

/** The bound leaves room for the users that an organization already has. */
const MAX_USERS = 100_000;

/**
 * Delays a removal until the transaction ends; by then, the records that it creates are marked as the demo's.
 * @throws LoadEnded if the sample data is no longer wanted
 */
async function holdOffRemoval(tx: Transaction, organizationId: number): Promise<void> {
  if ((await tx.query(shareLoad, [organizationId])).length === 0) throw new LoadEnded();
}

/** Marks a conversation, whose id is never used again. */
export function markConversation(kind: Extract<DemoKind, 'meeting' | 'email'>, organizationId: number) {
  return async (tx: Transaction, id: number) => {
    await holdOffRemoval(tx, organizationId);
    await tx.query(insertRecord, [organizationId, kind, `${id}`]);
  };
}

/** Creates the users whose addresses are unknown. */
export async function loadUsers(
  { db }: LoadParts,
  { actor, mayUpdate }: LoadRules,
  users: DemoCompany['users'],
): Promise<{ created: number; updated: number; unchanged: number }> {
  const wanted: UserInput[] = users.map(({ licenseAssignedAt, ...user }) => ({
    ...user,
    ...(licenseAssignedAt === undefined ? {} : { licenseAssignedAtMs: parseDateTime(licenseAssignedAt) }),
  }));
  const created = await db.transaction(async (tx) => {
    const added = await createMissingUsers(tx, actor, wanted);
    await holdOffRemoval(tx, actor.organizationId);
    await tx.query(insertUsers, [actor.organizationId, added]);
    return added.length;
  });
  const updated = mayUpdate ? await updateUsers(db, actor, wanted) : 0;
  return { created, updated, unchanged: users.length - created - updated };
}

/** @returns the number of users that differed */
async function updateUsers(db: Database, actor: Actor, wanted: readonly UserInput[]): Promise<number> {
  const page = { limit: MAX_USERS, offset: 0 };
  const stored = await listUsers(db, actor.organizationId, {}, page);
  const byEmail = new Map(stored.users.map((user) => [emailKey(user.email), user]));
  const different = wanted.filter((user) => {
    const known = byEmail.get(emailKey(user.email));
    return (Object.keys(user) as (keyof UserInput)[]).some((field) => known?.[field] !== user[field]);
  });
  if (different.length > 0) await putUsers(db, actor, different);
  return different.length;
}

/** Creates the CRM records whose ids are unknown. */
export async function loadCrmRecords(
  { db }: LoadParts,
  { actor, mayUpdate }: LoadRules,
  records: DemoCompany['crmRecords'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const added = await createMissingCrmRecords(tx, actor, records);
    const values = [added.map(({ type }) => type), added.map(({ id }) => id)];
    await holdOffRemoval(tx, actor.organizationId);
    await tx.query(insertCrmRecords, [actor.organizationId, ...values]);
  });
  if (!mayUpdate) return;
  const stored = await listCrmRecords(db, actor.organizationId);
  const names = new Map(stored.map((record) => [`${record.type} ${record.id}`, record.name]));
  const renamed = records.filter((record) => names.get(`${record.type} ${record.id}`) !== record.name);
  if (renamed.length > 0) await putCrmRecords(db, actor, renamed);
}

/**
 * Creates the signals whose names are unknown, before the conversations that they evaluate are loaded.
 * @returns the number of signals that were created
 * @throws Fault 409 if the organization would have too many
 */
export function loadSignals(
  { db }: LoadParts,
  { actor }: LoadRules,
  signals: DemoCompany['signals'],
): Promise<number> {
  return db.transaction(async (tx) => {
    const added = await createMissingSignals(tx, actor, signals);
    await holdOffRemoval(tx, actor.organizationId);
    await tx.query(insertSignals, [actor.organizationId, added.map(({ id }) => id)]);
    return added.length;
  });
}

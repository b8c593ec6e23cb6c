import type { Statement, Transaction } from '../../db/database.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { recordEvents } from '../events/record-event.ts';
import { asRecords, audited, INSERT_USERS, type UserInput } from './users.ts';

const insertNewUsers: Statement = {
  name: 'insert-new-users',
  // Served by the primary key.
  text: `${INSERT_USERS} do nothing returning id, email_key as "emailKey"`,
};

const deleteUserRows: Statement = {
  name: 'delete-users',
  // Served by the primary key.
  text: 'delete from users where organization_id = $1 and email_key = any($2::text[]) returning id, email',
};

/**
 * Creates those users whose addresses the organization does not have yet, and leaves the others as they are.
 * @param users each address once
 * @returns the addresses of the new ones in lower case
 */
export async function createMissingUsers(
  tx: Transaction,
  actor: Actor,
  users: readonly UserInput[],
): Promise<string[]> {
  const { organizationId } = actor;
  const values = [organizationId, asRecords(users)];
  const rows = await tx.query<{ id: number; emailKey: string }>(insertNewUsers, values);
  const keys = rows.map(({ emailKey }) => emailKey);
  if (keys.length === 0) return keys;
  const ids = rows.map(({ id }) => id);
  await recordEvents(tx, { organizationId, type: 'user', ids, change: 'created' });
  const detail = { created: keys.length, updated: 0, emails: audited(keys) };
  await recordAudit(tx, actor, 'users.put', `${keys.length} users`, detail);
  return keys;
}

/**
 * Deletes users; addresses that the organization does not have are passed over. Conversations keep the people.
 * @param emailKeys addresses in lower case
 */
export async function deleteUsers(
  tx: Transaction,
  actor: Actor,
  emailKeys: readonly string[],
): Promise<void> {
  const { organizationId } = actor;
  const values = [organizationId, emailKeys];
  const rows = await tx.query<{ id: number; email: string }>(deleteUserRows, values);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await recordEvents(tx, { organizationId, type: 'user', ids, change: 'deleted' });
  const emails = audited(rows.map(({ email }) => email));
  await recordAudit(tx, actor, 'users.delete', `${rows.length} users`, { emails });
}

import type { Statement, Transaction } from '../../db/database.ts';

/** Who changes something: a key over HTTP, or the operator at the command line (no key). */
export type Actor = { organizationId: number; keyId?: number; requestId?: string };

const insertAudit: Statement = {
  name: 'insert-audit',
  text: `insert into audit_records (organization_id, actor_key_id, request_id, action, subject, detail)
         values ($1, $2, $3, $4, $5, $6)`,
};

/**
 * Records a change in the transaction that makes it: no change without its record, no record without its change.
 * @param action what was done, as `key.create`
 * @param subject to what, as `key 12`
 * @param detail more, without secrets
 */
export async function recordAudit(
  tx: Transaction,
  actor: Actor,
  action: string,
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  const { organizationId, keyId = null, requestId = null } = actor;
  await tx.query(insertAudit, [organizationId, keyId, requestId, action, subject, JSON.stringify(detail)]);
}

const insertAuditForAll: Statement = {
  name: 'insert-audit-for-all',
  // Reads every organization by its primary key: what concerns all of them is rare, and done at the command line.
  text: `insert into audit_records (organization_id, action, subject)
         select id, $1, $2 from organizations order by id`,
};

/**
 * Records what the operator changes for the whole installation, in the audit of every organization that it concerns.
 * @param action as for {@link recordAudit}
 */
export async function recordForAll(tx: Transaction, action: string, subject: string): Promise<void> {
  await tx.query(insertAuditForAll, [action, subject]);
}

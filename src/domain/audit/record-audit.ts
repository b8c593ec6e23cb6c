import type { Statement, Transaction } from '../../db/database.ts';

/** The author of a change: a key over HTTP, or the operator at the command line (no key). */
export type Actor = { organizationId: number; keyId?: number; requestId?: string };

const insertAudit: Statement = {
  name: 'insert-audit',
  text: `insert into audit_records (organization_id, actor_key_id, request_id, action, subject, detail)
         values ($1, $2, $3, $4, $5, $6)`,
};

/**
 * Records a change in the transaction that makes it, so that neither is committed without the other.
 * @param action the operation, such as `key.create`
 * @param subject its object, such as `key 12`
 * @param detail further fields, without secrets
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
  // Reads every organization by its primary key: changes that concern all of them are rare, and are made at the command
  // line.
  text: `insert into audit_records (organization_id, action, subject)
         select id, $1, $2 from organizations order by id`,
};

/**
 * Records a change of the operator to the whole installation, in the audit of every organization.
 * @param action as for {@link recordAudit}
 */
export async function recordForAll(tx: Transaction, action: string, subject: string): Promise<void> {
  await tx.query(insertAuditForAll, [action, subject]);
}

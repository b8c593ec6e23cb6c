import type { Queries, Statement } from '../../db/database.ts';

export type AuditRecord = {
  id: number;
  at: number;
  actorKeyId: number | null;
  requestId: string | null;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

const selectAudit: Statement = {
  name: 'select-audit',
  // Served by the primary key, backwards.
  text: `select id, at, actor_key_id as "actorKeyId", request_id as "requestId", action, subject, detail
         from audit_records where organization_id = $1 order by id desc limit $2`,
};

/** The newest records of an organization, newest first. */
export function listAudit(db: Queries, organizationId: number, limit: number): Promise<AuditRecord[]> {
  return db.query(selectAudit, [organizationId, limit]);
}

import type { Queries, Statement } from '../../db/database.ts';

/** A change on record; the key's own fields are null where it is another organization's, or nobody's. */
export type AuditRecord = {
  id: number;
  at: number;
  actorKeyId: number | null;
  ownKeyId: number | null;
  ownKeyName: string | null;
  requestId: string | null;
  action: string;
  subject: string;
  detail: Record<string, unknown>;
};

const selectAudit: Statement = {
  name: 'select-audit',
  // Served by the primary keys, that of the records backwards. An operator's key can be another organization's.
  text: `select a.id, a.at, a.actor_key_id as "actorKeyId", k.id as "ownKeyId", k.name as "ownKeyName",
                a.request_id as "requestId", a.action, a.subject, a.detail
         from audit_records a
         left join api_keys k on k.organization_id = a.organization_id and k.id = a.actor_key_id
         where a.organization_id = $1 and a.id < $2
         order by a.id desc limit $3`,
};

/**
 * The newest records of an organization, newest first.
 * @param before only records that are older than the one of this id
 */
export function listAudit(
  db: Queries,
  organizationId: number,
  limit: number,
  before: number = Number.MAX_SAFE_INTEGER,
): Promise<AuditRecord[]> {
  return db.query(selectAudit, [organizationId, before, limit]);
}

import { formatDateTime } from '../../lib/time.ts';
import type { AuditRecord } from './list-audit.ts';

/** Returns the record as the API shows it, without the name of a key of another organization. */
export function presentAudit(record: AuditRecord) {
  const { id, at, ownKeyId, ownKeyName, requestId, action, subject, detail } = record;
  return {
    id,
    at: formatDateTime(at),
    keyId: ownKeyId ?? undefined,
    keyName: ownKeyName ?? undefined,
    requestId: requestId ?? undefined,
    action,
    subject,
    detail,
  };
}

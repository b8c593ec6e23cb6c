import type { Database } from '../../db/database.ts';
import { type Actor, recordAudit } from './record-audit.ts';

/** Where reads of transcripts and recordings are recorded, and whether they are. */
export type ReadAudit = { db: Database; auditReads: boolean };

/**
 * Records a read of a transcript or a recording before it is answered, where PARLEY_AUDIT_READS asks for it; else it
 * costs nothing.
 */
export async function recordRead(
  { db, auditReads }: ReadAudit,
  actor: Actor,
  action: 'meeting.read' | 'meeting.list' | 'recording.download',
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (!auditReads) return;
  await db.transaction((tx) => recordAudit(tx, actor, action, subject, detail));
}

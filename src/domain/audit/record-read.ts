import type { Database } from '../../db/database.ts';
import { type Actor, recordAudit } from './record-audit.ts';

/** The database for records of reads of transcripts, recordings and exports, and whether such reads are audited. */
export type ReadAudit = { db: Database; auditReads: boolean };

/**
 * Records a read of a transcript, a recording or an export before it is answered, if PARLEY_AUDIT_READS is set;
 * otherwise it costs nothing.
 */
export async function recordRead(
  { db, auditReads }: ReadAudit,
  actor: Actor,
  action:
    | 'meeting.read'
    | 'meeting.list'
    | 'meeting.search'
    | 'meeting.ask'
    | 'recording.download'
    | 'export.read'
    | 'export.download',
  subject: string,
  detail: Record<string, unknown> = {},
): Promise<void> {
  if (!auditReads) return;
  await db.transaction((tx) => recordAudit(tx, actor, action, subject, detail));
}

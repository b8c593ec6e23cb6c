import type { Database } from '../../db/database.ts';
import { recordAudit } from '../../domain/audit/record-audit.ts';
import { count } from '../output.ts';
import type { ImportReport } from './report.ts';

/** Leaves one audit record of a run that changed meetings; one that changed nothing leaves none. */
export async function recordRun(
  db: Database,
  organizationId: number,
  action: string,
  report: Pick<ImportReport, 'created' | 'updated' | 'unchanged' | 'notTaken'>,
): Promise<void> {
  const { created, updated, unchanged, notTaken } = report;
  if (created + updated === 0) return;
  const detail = { created, updated, unchanged, notTaken: notTaken.length };
  await db.transaction((tx) =>
    recordAudit(tx, { organizationId }, action, count(created + updated, 'meeting'), detail),
  );
}

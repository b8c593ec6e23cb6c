import type { Database } from '../../db/database.ts';
import { recordAudit } from '../../domain/audit/record-audit.ts';
import { count } from '../../lib/text.ts';
import { isEml } from './find-files.ts';
import type { ImportReport, NotTaken } from './report.ts';

type Counts = { created: number; updated: number; unchanged: number; notTaken: readonly NotTaken[] };

/** Leaves an audit record of the meetings that an import changed, and one of the e-mails. */
export async function recordImport(
  db: Database,
  organizationId: number,
  report: ImportReport,
): Promise<void> {
  const { meetings, emails, notTaken } = report;
  const counts = (taken: readonly { outcome: keyof Counts }[], ofEmails: boolean): Counts => {
    const tally = { created: 0, updated: 0, unchanged: 0 };
    for (const { outcome } of taken) if (outcome !== 'notTaken') tally[outcome] += 1;
    return { ...tally, notTaken: notTaken.filter(({ file }) => isEml(file) === ofEmails) };
  };
  await recordRun(db, organizationId, 'meetings.import', counts(meetings, false));
  await recordRun(db, organizationId, 'emails.import', counts(emails, true), 'e-mail');
}

/** Leaves one audit record of a run that changed something; one that changed nothing leaves none. */
export async function recordRun(
  db: Database,
  organizationId: number,
  action: string,
  report: Counts,
  noun = 'meeting',
): Promise<void> {
  const { created, updated, unchanged, notTaken } = report;
  if (created + updated === 0) return;
  const detail = { created, updated, unchanged, notTaken: notTaken.length };
  await db.transaction((tx) =>
    recordAudit(tx, { organizationId }, action, count(created + updated, noun), detail),
  );
}

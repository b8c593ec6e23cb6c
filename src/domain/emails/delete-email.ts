import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { forgetJobs } from '../../queue/inspect.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { recordEvent } from '../events/record-event.ts';
import { recordExecutionsGone } from '../runs/supersede-findings.ts';

const deleteRow: Statement = {
  name: 'delete-email',
  // Dependent rows are deleted by their foreign keys.
  text: 'delete from emails where organization_id = $1 and id = $2 returning id',
};

const selectOpenRuns: Statement = {
  name: 'select-open-runs-of-email',
  // Served by processing_runs_email.
  text: `select id from processing_runs
         where organization_id = $1 and email_id = $2 and signals_state in ('pending', 'failed')`,
};

/**
 * Deletes an e-mail with all its dependent data and its open work.
 * @throws Fault 404 if the organization has no such e-mail
 */
export function deleteEmail({ db }: { db: Database }, actor: Actor, emailId: number): Promise<void> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const runs = await tx.query<{ id: number }>(selectOpenRuns, [organizationId, emailId]);
    await recordExecutionsGone(tx, organizationId, { emailId });
    const deleted = await tx.query(deleteRow, [organizationId, emailId]);
    if (deleted.length === 0) throw new Fault('missing', 'There is no such e-mail');
    await recordEvent(tx, { organizationId, type: 'email', id: emailId, change: 'deleted' });
    for (const { id } of runs) await forgetJobs(tx, organizationId, { runId: id });
    await recordAudit(tx, actor, 'email.delete', `email ${emailId}`);
  });
}

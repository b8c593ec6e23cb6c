import type { Database, Statement } from '../../../db/database.ts';
import { Fault } from '../../../lib/faults.ts';
import { forgetJobs } from '../../../queue/inspect.ts';
import { type Actor, recordAudit } from '../../audit/record-audit.ts';

const deleteRow: Statement = {
  name: 'delete-backtest',
  // The results of its meetings are deleted by a foreign key.
  text: 'delete from backtests where organization_id = $1 and id = $2 returning id',
};

/**
 * Stops a backtest and deletes it with its results. A running job notices the deletion.
 * @throws Fault 404 if the organization has no such backtest
 */
export function deleteBacktest(db: Database, actor: Actor, backtestId: number): Promise<void> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const deleted = await tx.query(deleteRow, [organizationId, backtestId]);
    if (deleted.length === 0) throw new Fault('missing', 'There is no such backtest');
    await forgetJobs(tx, organizationId, { backtestId });
    await recordAudit(tx, actor, 'backtest.delete', `backtest ${backtestId}`);
  });
}

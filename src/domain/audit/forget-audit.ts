import type { Database, Statement } from '../../db/database.ts';

/** The number of records that one transaction removes. */
const BATCH = 5000;

const selectOrganizations: Statement = {
  name: 'select-organizations-with-audit-retention',
  // Reads every organization: the clean-up covers all of them. There are none if records are kept for good.
  text: 'select id from organizations where exists (select from audit_retention) order by id',
};

const forgetBatch: Statement = {
  name: 'forget-audit-records',
  // The function is served by audit_records_at.
  text: 'select forget_audit_records($1, $2) as removed',
};

/**
 * Removes the audit records whose retention has ended. The owner of the tables has set it; see `setAuditRetention`. Each batch
 * is a separate transaction.
 * @returns the number of records that were removed
 */
export async function forgetAudit(db: Database, signal: AbortSignal): Promise<number> {
  let removed = 0;
  for (const { id } of await db.patient.query<{ id: number }>(selectOrganizations, [])) {
    for (let count = BATCH; count === BATCH; removed += count) {
      signal.throwIfAborted();
      const rows = await db.transaction((tx) => tx.query<{ removed: number }>(forgetBatch, [id, BATCH]));
      count = rows[0]!.removed;
    }
  }
  return removed;
}

import type { Database, Statement, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { forgetJobs } from '../../queue/inspect.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import type { EntityType } from '../events/record-event.ts';
import { forgetBlob } from '../recordings/set-recording.ts';

const lockExport: Statement = {
  name: 'lock-export',
  // Served by the primary key. Waits for the step that is being completed, so that its file is deleted as well.
  text: `select id from exports where organization_id = $1 and id = $2 and types <@ $3::text[] for update`,
};

const selectBlobs: Statement = {
  name: 'select-blobs-of-export',
  // Served by the primary key.
  text: `select blob_key as "blobKey" from export_files where organization_id = $1 and export_id = $2`,
};

const deleteRow: Statement = {
  name: 'delete-export',
  // Its files are deleted by a foreign key.
  text: 'delete from exports where organization_id = $1 and id = $2',
};

type Parts = { db: Database; queue: Queue };

/**
 * Stops an export and deletes it with its files, which are removed from the store in the background.
 * @param visible the types that the caller may see
 * @throws Fault 404 if the organization has no such export, or the caller may not see what it contains
 */
export function deleteExport(
  { db, queue }: Parts,
  actor: Actor,
  exportId: number,
  visible: readonly EntityType[],
): Promise<void> {
  const { organizationId } = actor;
  return db.transaction(async (tx) => {
    const found = await tx.query(lockExport, [organizationId, exportId, visible]);
    if (found.length === 0) throw new Fault('missing', 'There is no such export');
    await deleteWithFiles(tx, queue, organizationId, exportId);
    await recordAudit(tx, actor, 'export.delete', `export ${exportId}`);
  });
}

async function deleteWithFiles(
  tx: Transaction,
  queue: Queue,
  organizationId: number,
  exportId: number,
): Promise<void> {
  const files = await tx.query<{ blobKey: string }>(selectBlobs, [organizationId, exportId]);
  await Promise.all(files.map(({ blobKey }) => forgetBlob(tx, queue, organizationId, blobKey)));
  await tx.query(deleteRow, [organizationId, exportId]);
  await forgetJobs(tx, organizationId, { exportId });
}

const lockExpired: Statement = {
  name: 'lock-expired-export',
  // Served by exports_finished_at: the oldest one of all organizations.
  text: `select organization_id as "organizationId", id from exports
         where finished_at < now() - make_interval(secs => $1::float8 * 86400)
         order by finished_at limit 1 for update skip locked`,
};

/**
 * Deletes the exports whose retention has ended, each in a transaction of its own.
 * @param keptDays days after an export has ended; may be a fraction
 * @returns the number of exports that were deleted
 */
export async function forgetExports(
  { db, queue }: Parts,
  keptDays: number,
  signal: AbortSignal,
): Promise<number> {
  for (let removed = 0; ; removed++) {
    signal.throwIfAborted();
    const isRemoved = await db.transaction(async (tx) => {
      const [row] = await tx.query<{ organizationId: number; id: number }>(lockExpired, [keptDays]);
      if (row) await deleteWithFiles(tx, queue, row.organizationId, row.id);
      return row !== undefined;
    });
    if (!isRemoved) return removed;
  }
}

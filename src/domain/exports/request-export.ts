import type { Database, Statement } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import type { Queue } from '../../queue/queue.ts';
import { type Actor, recordAudit } from '../audit/record-audit.ts';
import { parseCursor } from '../changes/cursor.ts';
import { readHead } from '../changes/read-changes.ts';
import { runExportJob } from '../jobs.ts';
import type { ExportOptions } from './export-place.ts';

/** The most exports of an organization that run at the same time, and that are kept. */
export const MAX_RUNNING_EXPORTS = 2;
const MAX_KEPT_EXPORTS = 50;

const lockOrganization: Statement = {
  name: 'lock-organization-for-exports',
  // Makes concurrent requests count each other's; rows that refer to the organization are not blocked.
  text: 'select id from organizations where id = $1 for no key update',
};

const countExports: Statement = {
  name: 'count-exports',
  // Served by the primary key.
  text: `select count(*) as kept, count(*) filter (where state in ('pending', 'running')) as running
         from exports where organization_id = $1`,
};

const insertExport: Statement = {
  name: 'insert-export',
  text: `insert into exports (organization_id, format, types, with_transcripts, after_cursor, actor_key_id)
         values ($1, $2, $3, $4, $5, $6) returning id`,
};

/**
 * Requests an export, which a job writes.
 * @param after the cursor of a reader of the feed; only what changed after it is exported
 * @returns its id
 * @throws Fault 400 for a malformed cursor, 409 if there are too many exports, 410 if the changes after the cursor are no
 *   longer kept
 */
export async function requestExport(
  { db, queue }: { db: Database; queue: Queue },
  actor: Actor,
  options: ExportOptions & { after?: string | undefined },
): Promise<number> {
  const { organizationId, keyId = null } = actor;
  const { format, types, includeTranscripts, after } = options;
  if (after !== undefined) {
    const cursor = parseCursor(organizationId, after);
    if (!cursor) {
      throw new Fault(
        'invalid',
        'after must be start, next of a page of changes, or changesCursor of an export',
      );
    }
    await readHead(db, organizationId, cursor);
  }
  return db.transaction(async (tx) => {
    await tx.query(lockOrganization, [organizationId]);
    const [count] = await tx.query<{ kept: number; running: number }>(countExports, [organizationId]);
    refuseTooMany(count!);
    const values = [organizationId, format, types, includeTranscripts, after ?? null, keyId];
    const [made] = await tx.query<{ id: number }>(insertExport, values);
    const exportId = made!.id;
    await queue.enqueue(tx, runExportJob, organizationId, { exportId, step: 0 });
    const detail = { format, types, includeTranscripts, isIncremental: after !== undefined };
    await recordAudit(tx, actor, 'export.create', `export ${exportId}`, detail);
    return exportId;
  });
}

function refuseTooMany({ kept, running }: { kept: number; running: number }): void {
  if (running >= MAX_RUNNING_EXPORTS) {
    throw new Fault(
      'conflict',
      `At most ${MAX_RUNNING_EXPORTS} exports can run at the same time; wait for one to finish, or delete one`,
    );
  }
  if (kept >= MAX_KEPT_EXPORTS) {
    throw new Fault(
      'conflict',
      `At most ${MAX_KEPT_EXPORTS} exports are kept; delete one that is no longer needed`,
    );
  }
}

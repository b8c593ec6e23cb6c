import { randomUUID } from 'node:crypto';
import type { BlobStore } from '../../blobs/types.ts';
import type { Database, Statement, Transaction } from '../../db/database.ts';
import { Fault } from '../../lib/faults.ts';
import { type Attempt, NoMoreTries } from '../../queue/define-job.ts';
import type { Queue } from '../../queue/queue.ts';
import { formatCursor, parseCursor } from '../changes/cursor.ts';
import type { EntityType } from '../events/record-event.ts';
import { runExportJob } from '../jobs.ts';
import { forgetBlob } from '../recordings/set-recording.ts';
import { beginExport } from './begin-export.ts';
import { ENCODINGS } from './encodings.ts';
import type { ExportFormat, ExportOptions, ExportPlace } from './export-place.ts';
import { exportFileKey, nameOfFile } from './file-names.ts';
import { type WrittenFile, writeNextFile } from './write-next-file.ts';

/** The dependencies of exports. */
export type ExportDeps = { db: Database; queue: Queue; blobs: BlobStore };

/** A step of an export, counted from 0: it begins the export, or writes one file. */
export type StepOfExport = { organizationId: number; exportId: number; step: number };

type OpenExport = {
  format: ExportFormat;
  types: EntityType[];
  includeTranscripts: boolean;
  after: string | null;
  place: ExportPlace | null;
};

const openStep: Statement = {
  name: 'open-export-step',
  // A failed export is reopened when an operator retries its job.
  text: `update exports set state = 'running', finished_at = null, reason = null
         where organization_id = $1 and id = $2 and step = $3 and state <> 'done'
         returning format, types, with_transcripts as "includeTranscripts", after_cursor as after, place`,
};

/**
 * Writes the next file of an export and enqueues the step after it. A worker that is killed leaves the export where it was
 * before the step. Repeated or concurrent processing has a single effect: the first one that completes the step lists its
 * file, and what another one has written is deleted.
 * @throws NoMoreTries if the changes since the export began are no longer kept
 */
export async function runExport(deps: ExportDeps, at: StepOfExport, { signal }: Attempt): Promise<void> {
  const { db, blobs } = deps;
  const { organizationId, exportId, step } = at;
  const [row] = await db.query<OpenExport>(openStep, [organizationId, exportId, step]);
  // It has been deleted, or another job has done this step.
  if (!row) return;
  const { format, types, includeTranscripts } = row;
  const options: ExportOptions = { format, types, includeTranscripts };
  const key = exportFileKey(organizationId, exportId, randomUUID());
  const { contentType } = ENCODINGS[format];
  const store = async (content: AsyncIterable<Uint8Array>) =>
    (await blobs.put(key, content, { contentType, signal })).bytes;
  try {
    const from = row.place ?? (await beginExport(db, organizationId, types, cursorOf(organizationId, row)));
    const { place, file } = await writeNextFile({ db, organizationId, options }, from, store);
    await moveOn(deps, at, place, file && { ...file, key, format });
  } catch (error) {
    if (error instanceof Fault && error.kind === 'gone')
      throw new NoMoreTries(error.message, { cause: error });
    throw error;
  }
}

const cursorOf = (organizationId: number, { after }: OpenExport) =>
  after === null ? undefined : parseCursor(organizationId, after);

const advance: Statement = {
  name: 'advance-export',
  // Only the first job of a step advances.
  text: `update exports set step = step + 1, place = $4, changes_cursor = $5,
           state = case when $5::text is null then 'running' else 'done' end,
           finished_at = case when $5::text is null then null else now() end
         where organization_id = $1 and id = $2 and step = $3 and state = 'running' returning step`,
};

const insertFile: Statement = {
  name: 'insert-export-file',
  text: `insert into export_files (organization_id, export_id, number, name, entity_type, rows, bytes, sha256, blob_key)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

function moveOn(
  { db, queue }: ExportDeps,
  { organizationId, exportId, step }: StepOfExport,
  place: ExportPlace,
  file: (WrittenFile & { key: string; format: ExportFormat }) | undefined,
): Promise<void> {
  const cursor = place.stage === 'done' ? formatCursor(organizationId, place.until) : null;
  return db.transaction(async (tx) => {
    const values = [organizationId, exportId, step, JSON.stringify(place), cursor];
    const moved = await tx.query(advance, values);
    if (moved.length === 0) {
      if (file) await forgetBlob(tx, queue, organizationId, file.key);
      return;
    }
    if (file) {
      const { type, rows, bytes, sha256, key, format } = file;
      const number = step + 1;
      const name = nameOfFile(type, number, format);
      await tx.query(insertFile, [
        ...[organizationId, exportId, number, name, type],
        ...[rows, bytes, sha256, key],
      ]);
    }
    if (cursor === null) await queue.enqueue(tx, runExportJob, organizationId, { exportId, step: step + 1 });
  });
}

const failExportStatement: Statement = {
  name: 'fail-export',
  text: `update exports set state = 'failed', reason = $4, finished_at = now()
         where organization_id = $1 and id = $2 and step = $3 and state in ('pending', 'running')`,
};

/** Records, in the transaction that gives its job up, that the export will not be completed. */
export async function failExport(
  tx: Transaction,
  { organizationId, exportId, step }: StepOfExport,
  reason: string,
): Promise<void> {
  await tx.query(failExportStatement, [organizationId, exportId, step, reason]);
}

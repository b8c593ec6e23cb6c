import { reasonOf } from '../domain/ai-usage/waiting.ts';
import { failExport, runExport } from '../domain/exports/run-export.ts';
import { runExportJob } from '../domain/jobs.ts';
import { Fault } from '../lib/faults.ts';
import { handles } from './handles.ts';

export const runExportHandler = handles(
  runExportJob,
  ({ exportId, step }, attempt, deps) => {
    const { organizationId } = attempt;
    return runExport(
      { ...deps, db: deps.db.of(organizationId) },
      { organizationId, exportId, step },
      attempt,
    );
  },
  (tx, { exportId, step }, { organizationId, error }) =>
    // A fault says what the operator can do, as about a full disk.
    failExport(
      tx,
      { organizationId, exportId, step },
      error instanceof Fault ? error.message : reasonOf(error),
    ),
);

import { applyRemapHandler } from './apply-remap.ts';
import { deleteBlobHandler } from './delete-blob.ts';
import { fetchRecordingHandler } from './fetch-recording.ts';
import { forgetAnswersHandler } from './forget-answers.ts';
import { forgetAuditHandler } from './forget-audit.ts';
import { forgetChangesHandler } from './forget-changes.ts';
import { forgetExportsHandler } from './forget-exports.ts';
import { forgetVersionsHandler } from './forget-versions.ts';
import type { ParleyJobHandler } from './handles.ts';
import { indexWordsHandler } from './index-words.ts';
import { loadDemoHandler } from './load-demo.ts';
import { processRunHandler } from './process-run.ts';
import { removeDemoHandler } from './remove-demo.ts';
import { runBacktestHandler } from './run-backtest.ts';
import { runExportHandler } from './run-export.ts';
import { sweepBlobsHandler } from './sweep-blobs.ts';

/** The handlers of the jobs in src/domain/jobs.ts. */
export const handlers: readonly ParleyJobHandler[] = [
  applyRemapHandler,
  processRunHandler,
  runBacktestHandler,
  runExportHandler,
  fetchRecordingHandler,
  loadDemoHandler,
  removeDemoHandler,
  deleteBlobHandler,
  sweepBlobsHandler,
  forgetAnswersHandler,
  forgetVersionsHandler,
  forgetChangesHandler,
  indexWordsHandler,
  forgetExportsHandler,
  forgetAuditHandler,
];

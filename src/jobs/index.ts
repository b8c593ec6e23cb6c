import { applyRemap } from './apply-remap.ts';
import { deleteBlob } from './delete-blob.ts';
import { fetchRecording } from './fetch-recording.ts';
import { forgetAnswers } from './forget-answers.ts';
import { forgetVersions } from './forget-versions.ts';
import type { ParleyJobHandler } from './handles.ts';
import { processRun } from './process-run.ts';
import { runBacktest } from './run-backtest.ts';
import { sweepBlobs } from './sweep-blobs.ts';

/** Who does each job of src/domain/jobs.ts. */
export const handlers: readonly ParleyJobHandler[] = [
  applyRemap,
  processRun,
  runBacktest,
  fetchRecording,
  deleteBlob,
  sweepBlobs,
  forgetAnswers,
  forgetVersions,
];

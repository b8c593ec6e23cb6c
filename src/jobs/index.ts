import { applyRemap } from './apply-remap.ts';
import { deleteBlob } from './delete-blob.ts';
import { fetchRecording } from './fetch-recording.ts';
import { forgetAnswers } from './forget-answers.ts';
import type { ParleyJobHandler } from './handles.ts';
import { sweepBlobs } from './sweep-blobs.ts';

/** Who does each job of src/domain/jobs.ts. */
export const handlers: readonly ParleyJobHandler[] = [
  applyRemap,
  fetchRecording,
  deleteBlob,
  sweepBlobs,
  forgetAnswers,
];

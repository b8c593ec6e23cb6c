import { sweepBlobsJob } from '../domain/jobs.ts';
import { sweepBlobs as sweep } from '../domain/recordings/sweep-blobs.ts';
import { handles } from './handles.ts';

export const sweepBlobs = handles(sweepBlobsJob, async (_payload, { signal }, { db, blobs, log }) => {
  const deleted = await sweep(db, blobs, signal);
  if (deleted > 0) log.info({ deleted }, 'blobs without a recording were deleted');
});

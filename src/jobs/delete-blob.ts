import { deleteBlobJob } from '../domain/jobs.ts';
import { deleteBlob } from '../domain/recordings/sweep-blobs.ts';
import { handles } from './handles.ts';
import { laterUnlessOwner } from './later-unless-owner.ts';

export const deleteBlobHandler = handles(deleteBlobJob, ({ key }, _attempt, deps) =>
  laterUnlessOwner(() => deleteBlob(deps, key)),
);

import { deleteBlobJob } from '../domain/jobs.ts';
import { deleteBlob as deleteNow } from '../domain/recordings/sweep-blobs.ts';
import { handles } from './handles.ts';
import { laterUnlessOwner } from './later-unless-owner.ts';

export const deleteBlob = handles(deleteBlobJob, ({ key }, _attempt, deps) =>
  laterUnlessOwner(() => deleteNow(deps, key)),
);

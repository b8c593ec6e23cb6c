import { deleteBlobJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const deleteBlob = handles(deleteBlobJob, ({ key }, _attempt, { blobs }) => blobs.delete(key));

import { applyRemapJob } from '../domain/jobs.ts';
import { applyRemaps, failRemap } from '../domain/remap/apply-remaps.ts';
import { handles } from './handles.ts';

export const applyRemapHandler = handles(
  applyRemapJob,
  ({ meetingId, requestId }, { organizationId }, deps) =>
    applyRemaps(deps, organizationId, meetingId, requestId),
  (tx, { requestId }, { organizationId }) => failRemap(tx, organizationId, requestId),
);

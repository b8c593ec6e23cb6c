import { applyRemapJob } from '../domain/jobs.ts';
import { applyRemaps } from '../domain/remap/apply-remaps.ts';
import { handles } from './handles.ts';

export const applyRemap = handles(applyRemapJob, ({ meetingId }, { organizationId }, { db }) =>
  applyRemaps(db, organizationId, meetingId),
);

import { forgetChanges } from '../domain/changes/forget-changes.ts';
import { forgetChangesJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const forgetChangesHandler = handles(
  forgetChangesJob,
  async (_payload, { signal }, { db, changesDays, log }) => {
    const removed = await forgetChanges(db, changesDays, signal);
    if (removed > 0) log.info({ removed }, 'old changes were removed');
  },
);

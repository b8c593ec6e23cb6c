import { forgetVersionsJob } from '../domain/jobs.ts';
import { forgetVersions } from '../domain/meetings/versions/forget-versions.ts';
import { handles } from './handles.ts';

export const forgetVersionsHandler = handles(
  forgetVersionsJob,
  async (_payload, { signal }, { db, queue, versionDays, log }) => {
    const removed = await forgetVersions({ db, queue }, versionDays, signal);
    if (removed > 0) log.info({ removed }, 'replaced versions of meetings were removed');
  },
);

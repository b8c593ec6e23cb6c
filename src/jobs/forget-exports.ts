import { forgetExports } from '../domain/exports/delete-export.ts';
import { forgetExportsJob } from '../domain/jobs.ts';
import { handles } from './handles.ts';

export const forgetExportsHandler = handles(
  forgetExportsJob,
  async (_payload, { signal }, { db, queue, exportDays, log }) => {
    const removed = await forgetExports({ db, queue }, exportDays, signal);
    if (removed > 0) log.info({ removed }, 'old exports were removed');
  },
);

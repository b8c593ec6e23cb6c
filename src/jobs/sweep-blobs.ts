import { sweepBlobsJob } from '../domain/jobs.ts';
import { NotOwner, sweepBlobs } from '../domain/recordings/sweep-blobs.ts';
import { handles } from './handles.ts';
import { laterUnlessOwner } from './later-unless-owner.ts';

export const sweepBlobsHandler = handles(sweepBlobsJob, async (_payload, { signal }, deps) => {
  const { log, metrics } = deps;
  await laterUnlessOwner(async () => {
    try {
      const swept = await sweepBlobs(deps, signal);
      if (swept.condemned + swept.deleted > 0) log.info(swept, 'blobs without a recording');
    } catch (error) {
      if (!(error instanceof NotOwner) || error.afterSeconds !== undefined) throw error;
      // The next night's sweep tries again; operators see the refusal in the log, the metrics and the console.
      metrics.sweepsRefused.inc();
      log.warn({ why: error.message }, 'the sweep of the store of recordings was refused');
    }
  });
});

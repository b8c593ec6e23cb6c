import { NotOwner } from '../domain/recordings/sweep-blobs.ts';
import { RetryLater } from '../queue/define-job.ts';

/** The interval at which a deletion checks again whether the store belongs to this database. */
const LOOK_AGAIN_SECONDS = 15;

/**
 * Postpones a job while the blob store does not belong to this database. The attempt is not counted, because only an
 * operator may be able to help.
 */
export async function laterUnlessOwner<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotOwner)) throw error;
    const afterSeconds = Math.min(error.afterSeconds ?? LOOK_AGAIN_SECONDS, LOOK_AGAIN_SECONDS);
    throw new RetryLater(error.message, { afterSeconds, isCounted: false, cause: error });
  }
}

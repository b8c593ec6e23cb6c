import { NotOwner } from '../domain/recordings/sweep-blobs.ts';
import { RetryLater } from '../queue/define-job.ts';

/** How soon a deletion finds out that the store is this database’s after all. */
const LOOK_AGAIN_SECONDS = 15;

/** Has a job wait while the blob store is not this database's. That is no failed try: it may take an operator. */
export async function laterUnlessOwner<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof NotOwner)) throw error;
    const afterSeconds = Math.min(error.afterSeconds ?? LOOK_AGAIN_SECONDS, LOOK_AGAIN_SECONDS);
    throw new RetryLater(error.message, { afterSeconds, isCounted: false, cause: error });
  }
}

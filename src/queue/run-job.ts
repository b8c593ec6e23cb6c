import { type AttemptParts, createAttempts, type RunningAttempt } from './attempt.ts';
import { BEFORE_ALL, type Claim, claimJobs, type Found, SUSPECT_LOSSES } from './claim.ts';
import type { Job, JobHandler } from './define-job.ts';
import { wakeName } from './queue.ts';
import { beatJobs, handBackJobs } from './settle.ts';

/** The dependencies that all runners of a worker share. */
export type RunnerParts<Deps> = AttemptParts<Deps> & {
  /** The suspect that the process does, if any. */
  suspects: Set<Claim>;
};

/** Does the jobs of one kind. */
export type Runner = {
  name: string;
  /** Looks for work now. */
  wake(): void;
  /** Sends a heartbeat for what runs, and aborts what another worker has taken over. */
  beat(): Promise<void>;
  /** Takes no more work. */
  rest(): void;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
};

const TAKEN_OVER = new Error('another worker took the job over');

export function createRunner<Deps>(handler: JobHandler<Deps>, parts: RunnerParts<Deps>): Runner {
  const { job } = handler;
  const { db, signals, suspects, timings } = parts;
  const running = new Set<RunningAttempt>();
  const makeAttempt = createAttempts(handler, parts);
  let isResting = false;

  const start = (claim: Claim) => {
    const one: RunningAttempt = {
      claim,
      cut: new AbortController(),
      isLost: false,
      isSettling: false,
      over: Promise.resolve(),
    };
    running.add(one);
    if (claim.losses >= SUSPECT_LOSSES) suspects.add(claim);
    one.over = makeAttempt(one).finally(() => {
      running.delete(one);
      suspects.delete(claim);
      looker.wake();
    });
  };
  const begin = async (claims: Claim[]) => {
    // They were claimed while the worker was told to stop.
    if (isResting) {
      if ((await handBackJobs(db, claims)).size > 0) signals.wake(wakeName(job.name));
      return;
    }
    for (const claim of claims) {
      if (claim.losses < SUSPECT_LOSSES || suspects.size === 0) start(claim);
      else await handBackJobs(db, [claim], timings.suspectMs / 1000);
    }
  };
  const looker = createLooker({ ...parts, job, running, begin, isResting: () => isResting });

  return {
    name: job.name,
    wake: looker.wake,
    beat: () => beat(parts, running),
    rest() {
      isResting = true;
    },
    async idle() {
      while (looker.isLooking() || running.size > 0) {
        await Promise.all([...running].map((one) => one.over));
        // A claim under way comes back with jobs that are handed back.
        if (looker.isLooking()) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

/** Sends a heartbeat for attempts, and aborts those whose claims no longer stand. */
async function beat<Deps>({ db }: RunnerParts<Deps>, running: ReadonlySet<RunningAttempt>): Promise<void> {
  const alive = [...running].filter((one) => !one.isLost && !one.isSettling);
  const standing = await beatJobs(
    db,
    alive.map((one) => one.claim),
  );
  for (const one of alive) {
    if (standing.has(one.claim.id) || one.isSettling) continue;
    one.isLost = true;
    one.cut.abort(TAKEN_OVER);
  }
}

type LookerParts<Deps> = RunnerParts<Deps> & {
  job: Job;
  running: ReadonlySet<RunningAttempt>;
  begin(claims: Claim[]): Promise<void>;
  isResting(): boolean;
};

/** Makes what looks for work whenever it is woken: one look at a time, each over all organizations that wait. */
function createLooker<Deps>({ db, log, job, running, begin, isResting }: LookerParts<Deps>) {
  let isLooking = false;
  let isAwaited = false;
  let after = BEFORE_ALL;

  /** Makes one round over the organizations, unless all places are taken before. */
  const look = async () => {
    let ends = 0;
    for (let end: Found['end'] = 'none'; end !== 'round' && ends < 2; ) {
      const free = job.concurrency - running.size;
      if (free === 0 || isResting()) return;
      const found = await claimJobs(db, {
        job: job.name,
        free,
        maxPerOrganization: job.concurrencyPerOrganization,
        after,
        running: countBy(running, (one) => one.claim.organizationId),
      });
      await begin(found.claims);
      ({ after, end } = found);
      // Organizations that were passed at the beginning, while others were served, get a look too.
      if (found.claims.length > 0) [ends, end] = [0, 'none'];
      else if (end === 'last') ends++;
    }
  };
  const lookWhileAwaited = async () => {
    isLooking = true;
    while (isAwaited && !isResting()) {
      isAwaited = false;
      // After a failure the next poll looks again.
      await look().catch((error) => log.warn({ err: error, job: job.name }, 'jobs could not be claimed'));
    }
    isLooking = false;
  };
  return {
    isLooking: () => isLooking,
    wake() {
      isAwaited = true;
      if (!isLooking) void lookWhileAwaited();
    },
  };
}

function countBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

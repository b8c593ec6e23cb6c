import type { PgBoss } from 'pg-boss';
import { Compile } from 'typebox/compile';
import type { Database } from '../db/database.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { beatJobs, type Claim, claimJobs, type Found, handBackJobs } from './claims.ts';
import { giveUpOf, type JobHandler, RetryLater } from './define-job.ts';
import { createFinisher, failClaim } from './settle.ts';
import type { Timings } from './timings.ts';

/**
 * A job that lost so many workers may be what kills them, or may have been beside the one that did. A process does one
 * such at a time: the innocent get through, and the guilty one takes none of them along on its next tries.
 */
export const SUSPECT_LOSSES = 2;

/** What all runners of a worker share. */
export type RunnerParts<Deps> = {
  db: Database;
  boss: PgBoss;
  deps: Deps;
  log: Log;
  metrics: Metrics;
  timings: Timings;
  /** Fires when what runs is to be handed back. */
  stopping: AbortSignal;
  /** The suspect that the process does, if any. */
  suspects: Set<Claim>;
};

/** Does the jobs of one kind. */
export type Runner = {
  name: string;
  /** Looks for work now. */
  wake(): void;
  /** Gives a sign of life for what runs, and drops what another worker has taken over. */
  beat(): Promise<void>;
  /** Takes no more work. */
  rest(): void;
  /** When nothing runs any more. */
  idle(): Promise<void>;
};

/** A try under way. */
type Try = {
  claim: Claim;
  /** Fires when it is out of time or lost. */
  cut: AbortController;
  /** Another worker has the job: nothing is recorded any more. */
  isLost: boolean;
  /** Its handler came to an end: what becomes of the claim is being recorded. */
  isSettling: boolean;
  over: Promise<void>;
};

const TAKEN_OVER = new Error('another worker took the job over');

export function createRunner<Deps>(handler: JobHandler<Deps>, parts: RunnerParts<Deps>): Runner {
  const { job } = handler;
  const { db, log, suspects, timings } = parts;
  const tries = new Set<Try>();
  const tryOut = createTry(handler, parts);
  let isResting = false;
  let isLooking = false;
  let isAwaited = false;
  let after = '';

  const start = (claim: Claim) => {
    const one: Try = {
      claim,
      cut: new AbortController(),
      isLost: false,
      isSettling: false,
      over: Promise.resolve(),
    };
    tries.add(one);
    if (claim.losses >= SUSPECT_LOSSES) suspects.add(claim);
    one.over = tryOut(one).finally(() => {
      tries.delete(one);
      suspects.delete(claim);
      wake();
    });
  };

  const begin = async (claims: Claim[]) => {
    // Claimed while the worker was told to stop.
    if (isResting) return void (await handBackJobs(db, claims));
    for (const claim of claims) {
      if (claim.losses < SUSPECT_LOSSES || suspects.size === 0) start(claim);
      else await handBackJobs(db, [claim], timings.suspectMs / 1000);
    }
  };

  /** One round over the organizations, or until there is no room. */
  const look = async () => {
    let ends = 0;
    for (let end: Found['end'] = 'none'; end !== 'round' && ends < 2; ) {
      const free = job.concurrency - tries.size;
      if (free === 0 || isResting) return;
      const running = countBy(tries, (one) => `${one.claim.organizationId}`);
      const maxPerOrganization = job.concurrencyPerOrganization;
      const found = await claimJobs(db, { job: job.name, free, maxPerOrganization, after, running });
      await begin(found.claims);
      ({ after, end } = found);
      // Who was passed at the beginning, while others were served, gets a look too.
      if (found.claims.length > 0) [ends, end] = [0, 'none'];
      else if (end === 'last') ends++;
    }
  };

  const wake = () => {
    isAwaited = true;
    if (!isLooking) void lookWhileAwaited();
  };
  const lookWhileAwaited = async () => {
    isLooking = true;
    while (isAwaited && !isResting) {
      isAwaited = false;
      // The next poll tries again.
      await look().catch((error) => log.warn({ err: error, job: job.name }, 'jobs could not be claimed'));
    }
    isLooking = false;
  };

  return {
    name: job.name,
    wake,
    async beat() {
      const alive = [...tries].filter((one) => !one.isLost && !one.isSettling);
      if (alive.length === 0) return;
      const standing = await beatJobs(
        db,
        alive.map((one) => one.claim),
      );
      for (const one of alive) {
        if (standing.has(one.claim.id) || one.isSettling) continue;
        one.isLost = true;
        one.cut.abort(TAKEN_OVER);
      }
    },
    rest() {
      isResting = true;
    },
    async idle() {
      while (isLooking || tries.size > 0) {
        await Promise.all([...tries].map((one) => one.over));
        // A claim under way comes back with jobs that are handed back.
        if (isLooking) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
  };
}

function countBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Makes what does one try and records what came of it; that never throws. */
function createTry<Deps>(
  handler: JobHandler<Deps>,
  { db, boss, deps, log, metrics, timings, stopping }: RunnerParts<Deps>,
): (one: Try) => Promise<void> {
  const { job, handle } = handler;
  const giveUp = giveUpOf(handler, deps);
  const isPayload = Compile(job.payload);
  const finish = createFinisher(db);

  const run = async ({ claim, cut }: Try): Promise<void> => {
    const { organizationId, payload, retries, maxRetries } = claim;
    if (!isPayload.Check(payload)) {
      throw new Error(`the payload of ${job.name} has another form than this version's`);
    }
    const signal = AbortSignal.any([cut.signal, stopping]);
    const attempt = { organizationId, number: retries + 1, isLast: retries >= maxRetries, signal };
    const seconds = job.timeoutSeconds;
    const clock = setTimeout(() => cut.abort(new Error(`it took longer than ${seconds} s`)), seconds * 1000);
    try {
      await endOf(handle(payload as never, attempt, deps), signal, timings.unwindMs);
    } finally {
      clearTimeout(clock);
    }
  };

  /** @returns what became of the claim; false where it no longer stood */
  const record = async (one: Try, failure: { error: unknown } | undefined): Promise<string | false> => {
    const { claim } = one;
    if (one.isLost) return false;
    one.isSettling = true;
    if (!failure) return (await finish(claim)) && 'done';
    if (stopping.aborted) return (await handBackJobs(db, [claim])).size > 0 && 'handed back';
    const { error } = failure;
    if (error instanceof RetryLater && !error.isCounted) {
      return (await handBackJobs(db, [claim], error.afterSeconds)).size > 0 && 'put off';
    }
    return (await failClaim({ db, boss }, claim, error, giveUp)) && 'failed';
  };

  return async (one) => {
    const { claim } = one;
    const started = performance.now();
    const failure = await run(one).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const seconds = (performance.now() - started) / 1000;
    const { id: jobId, organizationId, retries } = claim;
    const about = { job: job.name, jobId, organizationId, attempt: retries + 1 };
    try {
      const outcome = (await record(one, failure)) || 'lost';
      metrics.jobSeconds.observe({ job: job.name, outcome }, seconds);
      if (outcome === 'failed') {
        const last = retries >= claim.maxRetries;
        log.warn(
          { ...about, err: failure?.error },
          last ? 'job failed for the last time' : 'job failed; it is tried again',
        );
      } else log.info(about, `job ${outcome}`);
    } catch (error) {
      // The claim is left without signs of life: it is taken up again.
      log.warn({ ...about, err: error }, 'what became of a job could not be recorded');
    }
  };
}

/** Waits for the handler; once the signal fired, for so long and no longer. */
async function endOf(handling: Promise<void>, signal: AbortSignal, unwindMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const givenUp = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(signal.reason), unwindMs);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  try {
    await Promise.race([handling, givenUp]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

import type { Database } from '../db/database.ts';
import type { WakeSignals } from '../db/wake-signals.ts';
import { isNodeAway } from '../lib/database-errors.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import { runIn, type TraceSpan, type Traces } from '../lib/traces.ts';
import type { Claim } from './claim.ts';
import { giveUpOf, type Job, type JobHandler, RetryLater } from './define-job.ts';
import { createFinisher } from './finish-together.ts';
import { wakeName } from './queue.ts';
import { failClaim, handBackJobs, isLast } from './settle.ts';
import type { Timings } from './timings.ts';

/** The dependencies that all attempts of a worker share. */
export type AttemptParts<Deps> = {
  db: Database;
  signals: Pick<WakeSignals, 'wake'>;
  deps: Deps;
  log: Log;
  metrics: Metrics;
  /** Undefined if they are off. */
  traces?: Traces | undefined;
  timings: Timings;
  /** Fires when what runs is to be handed back. */
  stopping: AbortSignal;
};

/** An attempt under way. */
export type RunningAttempt = {
  claim: Claim;
  /** Fires when the attempt is out of time or lost. */
  cut: AbortController;
  /** Another worker has the job: nothing is recorded any more. */
  isLost: boolean;
  /** The handler has ended, and its outcome is being recorded. */
  isSettling: boolean;
  over: Promise<void>;
};

/** Makes the function that makes one attempt and records its outcome. That function never throws. */
export function createAttempts<Deps>(
  handler: JobHandler<Deps>,
  parts: AttemptParts<Deps>,
): (one: RunningAttempt) => Promise<void> {
  const { job } = handler;
  const { log, metrics } = parts;
  const handle = createHandling(handler, parts);
  const record = createRecording(handler, parts);
  return async (one) => {
    const { claim } = one;
    const started = performance.now();
    const { id: jobId, organizationId, attempt } = claim;
    const span = parts.traces && beginSpan(parts.traces, claim);
    const failure = await (span ? runIn(span, () => handle(one)) : handle(one)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const seconds = (performance.now() - started) / 1000;
    const about = { job: job.name, jobId, organizationId, attempt, ...(span && { traceId: span.traceId }) };
    try {
      const outcome = (await record(one, failure)) || 'lost';
      metrics.jobSeconds.observe({ job: job.name, outcome }, seconds);
      if (outcome === 'failed') {
        log.warn(
          { ...about, err: failure?.error },
          isLast(claim, failure?.error) ? 'job failed for the last time' : 'job failed; it is tried again',
        );
      } else log.info(about, `job ${outcome}`);
    } catch (error) {
      // The claim is left without a heartbeat, so the job is taken over.
      log.warn({ ...about, err: error }, 'the outcome of a job could not be recorded');
    }
  };
}

/** Begins the span of an attempt, in the trace of the request that enqueued the job. */
function beginSpan(traces: Traces, { job, id, organizationId, attempt, traceparent }: Claim): TraceSpan {
  const fields = { 'parley.job': job, 'parley.job_id': id, 'parley.attempt': attempt };
  const organization = { 'parley.organization_id': organizationId };
  return traces.begin(`job ${job}`, 'consumer', { ...fields, ...organization }, traceparent);
}

/** Makes the function that checks the payload and runs the handler within its time limit. */
function createHandling<Deps>(
  { job, handle }: JobHandler<Deps>,
  { deps, timings, stopping }: AttemptParts<Deps>,
): (one: RunningAttempt) => Promise<void> {
  let loading: ReturnType<typeof loadCheck> | undefined;
  const loadCheck = async () => (await import('typebox/compile')).Compile(job.payload);
  return async ({ claim, cut }) => {
    const { organizationId, payload, attempt: number, maxAttempts } = claim;
    loading ??= loadCheck();
    if (!(await loading).Check(payload)) {
      throw new Error(`the payload of ${job.name} has another form than this version's`);
    }
    const signal = AbortSignal.any([cut.signal, stopping]);
    const attempt = { organizationId, number, isLast: number >= maxAttempts, signal };
    const clock = setTimeout(() => cut.abort(tookTooLong(job)), job.timeoutSeconds * 1000);
    try {
      await endOf(handle(payload as never, attempt, deps), signal, timings.unwindMs);
    } finally {
      clearTimeout(clock);
    }
  };
}

const tookTooLong = ({ timeoutSeconds }: Job) => new Error(`it took longer than ${timeoutSeconds} s`);

/** The pause of jobs whose rows are on a node that is away; such attempts do not count. */
const NODE_AWAY_SECONDS = 5;

/** Makes the function that records an outcome and tells what it was; false where the claim no longer stood. */
function createRecording<Deps>(
  handler: JobHandler<Deps>,
  { db, signals, deps, stopping }: AttemptParts<Deps>,
): (one: RunningAttempt, failure: { error: unknown } | undefined) => Promise<string | false> {
  const giveUp = giveUpOf(handler, deps);
  const finish = createFinisher(db);
  return async (one, failure) => {
    const { claim } = one;
    if (one.isLost) return false;
    one.isSettling = true;
    if (!failure) return (await finish(claim)) && 'done';
    if (stopping.aborted) {
      if ((await handBackJobs(db, [claim])).size === 0) return false;
      signals.wake(wakeName(claim.job));
      return 'handed back';
    }
    const { error } = failure;
    if (isNodeAway(error)) {
      return (await handBackJobs(db, [claim], NODE_AWAY_SECONDS)).size > 0 && 'put off';
    }
    if (error instanceof RetryLater && !error.isCounted) {
      return (await handBackJobs(db, [claim], error.afterSeconds)).size > 0 && 'put off';
    }
    return (await failClaim(db, claim, error, giveUp)) && 'failed';
  };
}

/** Waits for the handler. Once the signal has fired, it waits for so long and no longer. */
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

import type { Static, TObject } from 'typebox';

/** A kind of background work: its name, the form of its payload, and its bounds. */
export type Job<Payload extends TObject = TObject> = {
  name: string;
  payload: Payload;
  /** Times it is tried in all before it becomes a dead letter. */
  maxAttempts: number;
  /** First wait before another try; it doubles, with jitter, up to maxRetryDelaySeconds. */
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /** A try that takes longer is given up and counts as failed. */
  timeoutSeconds: number;
  /** Jobs of this kind that one worker process does at a time. */
  concurrency: number;
  /** Of these, how many may be one organization's over all workers: its backlog leaves room for the others. */
  concurrencyPerOrganization: number;
  /** When it comes round by itself, in UTC, with an empty payload and no organization (0). */
  cron?: string;
};

export type PayloadOf<J extends Job> = Static<J['payload']>;

export function defineJob<Payload extends TObject>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** What a handler knows of the try it makes. */
export type Attempt = {
  organizationId: number;
  /** Counted from 1. */
  number: number;
  isLast: boolean;
  /** Fires when the try is out of time or the worker stops: unfinished work goes back to the queue. */
  signal: AbortSignal;
};

/** A job with what does it. */
export type JobHandler<Deps> = {
  job: Job;
  handle(payload: never, attempt: Attempt, deps: Deps): Promise<void>;
};

/** Binds the maker of handlers to an application's dependencies, so that payloads are typed. */
export function handlerMaker<Deps>() {
  return function handles<J extends Job>(
    job: J,
    handle: (payload: PayloadOf<J>, attempt: Attempt, deps: Deps) => Promise<void>,
  ): JobHandler<Deps> {
    return { job, handle: handle as JobHandler<Deps>['handle'] };
  };
}

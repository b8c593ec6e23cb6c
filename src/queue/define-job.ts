import type { Static, TObject } from 'typebox';
import type { Transaction } from '../db/database.ts';

/** A kind of background work: its name, the form of its payload, and its bounds. */
export type Job<Payload extends TObject = TObject> = {
  name: string;
  payload: Payload;
  /** Times it is tried in all before it becomes a dead letter. */
  maxAttempts: number;
  /** First wait before another try; it doubles, with jitter, up to maxRetryDelaySeconds. */
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /** A try that takes longer is given up and counts as failed. Below 24 hours. */
  timeoutSeconds: number;
  /** Jobs of this kind that one worker process does at a time. */
  concurrency: number;
  /** Of these, how many may be one organization's: however long its jobs take, some room is left for the others. */
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
  /** Fires when the try is out of time, was taken over, or the worker stops: what is left is not this try's to do. */
  signal: AbortSignal;
};

/** A job that was tried as often as it may, and why its last try failed. */
export type GivenUp = { organizationId: number; error: unknown };

/** A job with what does it. */
export type JobHandler<Deps> = {
  job: Job;
  handle(payload: never, attempt: Attempt, deps: Deps): Promise<void>;
  /** Records that the work will not be done, in the very transaction that makes the job a dead letter. */
  giveUp?: ((tx: Transaction, payload: never, givenUp: GivenUp, deps: Deps) => Promise<void>) | undefined;
};

/** Thrown by a handler whose try failed where it knows when the next one may succeed. */
export class RetryLater extends Error {
  readonly afterSeconds: number;
  /** Whether this was a try at all: waiting for something that is known to be away is not. */
  readonly isCounted: boolean;

  constructor(message: string, options: { afterSeconds: number; isCounted: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'RetryLater';
    this.afterSeconds = options.afterSeconds;
    this.isCounted = options.isCounted;
  }
}

/** Thrown by a handler whose work no other try would do: the job becomes a dead letter at once. */
export class NoMoreTries extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'NoMoreTries';
  }
}

/** A handler's giveUp, bound to what it works with. */
export function giveUpOf<Deps>(handler: JobHandler<Deps> | undefined, deps: Deps) {
  const giveUp = handler?.giveUp;
  return (
    giveUp &&
    ((tx: Transaction, payload: unknown, givenUp: GivenUp) => giveUp(tx, payload as never, givenUp, deps))
  );
}

/** Binds the maker of handlers to an application's dependencies, so that payloads are typed. */
export function handlerMaker<Deps>() {
  return function handles<J extends Job>(
    job: J,
    handle: (payload: PayloadOf<J>, attempt: Attempt, deps: Deps) => Promise<void>,
    giveUp?: (tx: Transaction, payload: PayloadOf<J>, givenUp: GivenUp, deps: Deps) => Promise<void>,
  ): JobHandler<Deps> {
    return {
      job,
      handle: handle as JobHandler<Deps>['handle'],
      giveUp: giveUp as JobHandler<Deps>['giveUp'],
    };
  };
}

import type { Static, TObject } from 'typebox';
import type { Transaction } from '../db/database.ts';

/** A kind of background work: its name, the schema of its payload, and its bounds. */
export type Job<Payload extends TObject = TObject> = {
  name: string;
  payload: Payload;
  /** The number of attempts after which it becomes a dead letter. */
  maxAttempts: number;
  /** The delay before the second attempt. It doubles with each attempt, with jitter, up to maxRetryDelaySeconds. */
  retryDelaySeconds: number;
  maxRetryDelaySeconds: number;
  /** An attempt that takes longer is given up and counts as failed. */
  timeoutSeconds: number;
  /** The number of jobs of this kind that one worker process does at a time. */
  concurrency: number;
  /** The number of these that may belong to one organization, so that its long jobs leave room for others. */
  concurrencyPerOrganization: number;
  /** When it is enqueued by itself, with an empty payload and for no organization (0). */
  schedule?: Schedule;
};

/** The times n × period + offset since 1970, in UTC. */
export type Schedule = { periodSeconds: number; offsetSeconds: number };

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Every hour at this minute. */
export function hourlyAt(minute: number): Schedule {
  return { periodSeconds: HOUR_SECONDS, offsetSeconds: minute * 60 };
}

/** Every day at this time, in UTC: a day of Unix time always has 86,400 seconds. */
export function dailyAt(hour: number, minute: number): Schedule {
  return { periodSeconds: DAY_SECONDS, offsetSeconds: hour * HOUR_SECONDS + minute * 60 };
}

export type PayloadOf<J extends Job> = Static<J['payload']>;

export function defineJob<Payload extends TObject>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** The information that a handler has about its attempt. */
export type Attempt = {
  organizationId: number;
  /** Counted from 1. */
  number: number;
  isLast: boolean;
  /** Fires when the attempt is out of time or was taken over, or when the worker stops. The handler should then end. */
  signal: AbortSignal;
};

/** A job that has no attempts left, and the error of the last one. */
export type GivenUp = { organizationId: number; error: unknown };

/** A job with the function that does it. */
export type JobHandler<Deps> = {
  job: Job;
  handle(payload: never, attempt: Attempt, deps: Deps): Promise<void>;
  /** Records that the work will not be done, in the transaction that makes the job a dead letter. */
  giveUp?: ((tx: Transaction, payload: never, givenUp: GivenUp, deps: Deps) => Promise<void>) | undefined;
};

/** Thrown by a handler that failed and knows when another attempt may succeed. */
export class RetryLater extends Error {
  readonly afterSeconds: number;
  /** Whether this counts as an attempt. A wait for a dependency that is known to be unavailable does not. */
  readonly isCounted: boolean;

  constructor(message: string, options: { afterSeconds: number; isCounted: boolean; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.name = 'RetryLater';
    this.afterSeconds = options.afterSeconds;
    this.isCounted = options.isCounted;
  }
}

/** Thrown by a handler when another attempt would fail as well: the job becomes a dead letter at once. */
export class NoMoreTries extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'NoMoreTries';
  }
}

/** A handler's giveUp with its dependencies. */
export type GiveUp = ((tx: Transaction, payload: unknown, givenUp: GivenUp) => Promise<void>) | undefined;

/** Binds a handler's giveUp to its dependencies. */
export function giveUpOf<Deps>({ giveUp }: JobHandler<Deps>, deps: Deps): GiveUp {
  return giveUp && ((tx, payload, givenUp) => giveUp(tx, payload as never, givenUp, deps));
}

/** Makes the function that defines handlers with an application's dependencies, so that payloads are typed. */
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

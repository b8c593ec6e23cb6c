import {
  isDatabaseFull,
  isDatabaseUnavailable,
  isStatementTimeout,
  NoConnection,
} from '../lib/database-errors.ts';
import { Fault, type FaultKind, type ShedReason } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';
import { Type } from '../lib/schema-types.ts';

const STATUS: Record<FaultKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  'too slow': 408,
  conflict: 409,
  gone: 410,
  'too large': 413,
  'unsupported media': 415,
  unprocessable: 422,
  'too many': 429,
  unavailable: 503,
  'over quota': 507,
  full: 507,
};

/** Seconds after which a client may try again when a part that Parley needs is away. */
const RETRY_AFTER_SECONDS = 1;

/** The same if a disk is full, because space is not freed within a second. */
const FULL_RETRY_AFTER_SECONDS = 5;

const INTERNAL_ERROR = 'Internal server error';

/** The body of every error answer. */
export const ErrorBody = Type.Object(
  { error: Type.String({ description: 'The error, in one clear sentence.' }) },
  { title: 'Error', description: 'The body of every error response.' },
);

export type FaultAnswer = {
  status: number;
  message: string;
  headers: Record<string, string>;
  /** The reason, if the request was refused for lack of room or of something that Parley needs. */
  shed?: ShedReason | undefined;
};

const DATABASE_FULL =
  'The disk of the database is full, so that nothing can be stored; try again when the operator has freed space';

/**
 * Turns anything thrown into an answer; what is not the caller's fault is logged and told in general terms.
 * @param isDatabaseDiskFull whether the disk of the database was found full of late: then that is why it is away
 */
export function answerFault(error: unknown, log: Log, isDatabaseDiskFull = false): FaultAnswer {
  const isFull = isDatabaseFull(error) || (isDatabaseDiskFull && isAway(error));
  if (isFull) {
    log.error({ err: error }, 'the disk of the database is full');
    const headers = retryAfter(FULL_RETRY_AFTER_SECONDS);
    return { status: 503, message: DATABASE_FULL, headers, shed: 'database_full' };
  }
  if (error instanceof Fault && error.kind === 'full') {
    log.error({ err: error }, 'there is no space to store what was sent');
    const seconds = error.retryAfterSeconds ?? FULL_RETRY_AFTER_SECONDS;
    const headers = retryAfter(seconds);
    return { status: STATUS.full, message: error.message, headers, shed: 'store_full' };
  }
  if (error instanceof Fault && error.kind !== 'unavailable') {
    const { kind, message, retryAfterSeconds, shed } = error;
    return { status: STATUS[kind], message, headers: retryAfter(retryAfterSeconds), shed };
  }
  if (error instanceof Fault || isDatabaseUnavailable(error)) {
    log.warn({ err: error }, 'unavailable');
    const message = error instanceof Fault ? error.message : unavailable(error);
    const seconds = (error instanceof Fault && error.retryAfterSeconds) || RETRY_AFTER_SECONDS;
    return { status: 503, message, headers: retryAfter(seconds), shed: shedReasonOf(error) };
  }
  log.error({ err: error }, 'request failed');
  return { status: 500, message: INTERNAL_ERROR, headers: {} };
}

/** Returns true if the database is away altogether, rather than busy. */
function isAway(error: unknown): boolean {
  if (error instanceof NoConnection) return !error.areAllBusy;
  return isDatabaseUnavailable(error) && !isStatementTimeout(error);
}

/** Tells why a request was answered 503. */
function shedReasonOf(error: unknown): ShedReason {
  if (error instanceof Fault) return error.shed ?? 'other';
  if (isStatementTimeout(error)) return 'statement_timeout';
  return isAway(error) ? 'database_unavailable' : 'database_busy';
}

function unavailable(error: unknown): string {
  if (isStatementTimeout(error)) {
    return 'The database took too long over the request; ask for less at a time, or try again';
  }
  const areAllBusy = error instanceof NoConnection && error.areAllBusy;
  return areAllBusy
    ? 'Too many requests are under way; try again'
    : 'The database cannot be reached; try again';
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': `${Math.ceil(seconds)}` };
}

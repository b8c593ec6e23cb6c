import Type from 'typebox';
import { isDatabaseUnavailable } from '../lib/database-errors.ts';
import { Fault, type FaultKind } from '../lib/faults.ts';
import type { Log } from '../lib/log.ts';

const STATUS: Record<FaultKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  'too large': 413,
  'unsupported media': 415,
  unprocessable: 422,
  unavailable: 503,
};

/** Seconds after which a client may try again when a part that Parley needs is away. */
const RETRY_AFTER_SECONDS = 1;

export const INTERNAL_ERROR = 'Internal server error';

/** The body of every error answer. */
export const ErrorBody = Type.Object(
  { error: Type.String({ description: 'What is wrong, in one clear sentence.' }) },
  { title: 'Error', description: 'The body of every error answer.' },
);

export type FaultAnswer = { status: number; message: string; headers: Record<string, string> };

/** Turns anything thrown into an answer; what is not the caller's fault is logged and told in general terms. */
export function answerFault(error: unknown, log: Log): FaultAnswer {
  if (error instanceof Fault && error.kind !== 'unavailable') {
    return { status: STATUS[error.kind], message: error.message, headers: {} };
  }
  if (error instanceof Fault || isDatabaseUnavailable(error)) {
    log.warn({ err: error }, 'unavailable');
    const message = error instanceof Fault ? error.message : 'The database cannot be reached; try again';
    const seconds = (error instanceof Fault && error.retryAfterSeconds) || RETRY_AFTER_SECONDS;
    return { status: 503, message, headers: { 'Retry-After': `${Math.ceil(seconds)}` } };
  }
  log.error({ err: error }, 'request failed');
  return { status: 500, message: INTERNAL_ERROR, headers: {} };
}

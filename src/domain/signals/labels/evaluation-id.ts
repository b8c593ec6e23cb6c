import { Fault } from '../../../lib/faults.ts';

/**
 * An evaluation of a conversation by a signal: of a run, or of a meeting in a backtest, by the draft or by the version that it is
 * compared with.
 */
export type EvaluationRef =
  | { of: 'run'; runId: number; signalId: number }
  | { of: 'draft' | 'current'; backtestId: number; meetingId: number };

const KINDS = ['run', 'draft', 'current'] as const;

/** Digits that say how many digits the second number has. */
const LENGTH_DIGITS = 2;

/** What an id can be: the digits of the kind, of two numbers, and of the length of the second one. */
export const EVALUATION_ID = /^\d{1,38}$/;

/**
 * Returns the id by which the API names an evaluation: digits that hold its key, so that evaluations need no further column and index.
 */
export function evaluationId(ref: EvaluationRef): string {
  const [first, second] = ref.of === 'run' ? [ref.runId, ref.signalId] : [ref.backtestId, ref.meetingId];
  const length = `${`${second}`.length}`.padStart(LENGTH_DIGITS, '0');
  return `${KINDS.indexOf(ref.of) + 1}${first}${second}${length}`;
}

/** @throws Fault 404 if no evaluation can have the id */
export function evaluationRef(id: string): EvaluationRef {
  const kind = KINDS[Number(id[0]) - 1];
  const length = Number(id.slice(-LENGTH_DIGITS));
  const numbers = id.slice(1, -LENGTH_DIGITS);
  const first = Number(numbers.slice(0, -length));
  const second = Number(numbers.slice(-length));
  if (EVALUATION_ID.test(id) && kind !== undefined && isId(first) && isId(second)) {
    const ref: EvaluationRef =
      kind === 'run'
        ? { of: kind, runId: first, signalId: second }
        : { of: kind, backtestId: first, meetingId: second };
    // Leading zeros would give an evaluation several ids.
    if (evaluationId(ref) === id) return ref;
  }
  throw noSuchEvaluation();
}

export function noSuchEvaluation(): Fault {
  return new Fault('missing', 'There is no such evaluation');
}

function isId(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}

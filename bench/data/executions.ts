import type { ExecutionFields } from '../../src/domain/signals/render-execution.ts';
import type { DataSize, Numbered } from './meetings.ts';
import { seeded, whole } from './prng.ts';
import { SIGNALS } from './signals.ts';
import { pickWord } from './words.ts';

/** The signal whose executions are read, counted from 0. */
export const READ_SIGNAL = 7;

/** The number of distinct reasons for which signals fire; they are as long as those of models. */
const REASONS = 200;
const REASON_SEED = 3_000_017;
const MIN_REASON_WORDS = 18;
const MAX_REASON_WORDS = 45;

/** The time between the end of a meeting and its judgement: at least the first, plus up to the second. */
const JUDGED_AFTER_MS = 60_000;
const JUDGED_WITHIN_MS = 540_000;

/** An execution with its number and its signal's, both counted from 0. */
export type NumberedExecution = { index: number; signal: number; fields: Omit<ExecutionFields, 'signalId'> };

/** Returns the largest possible number of executions: each signal fires at most once in a meeting. */
export function mostExecutions(meetings: number): number {
  return meetings * SIGNALS.length;
}

/** Returns the executions of a meeting: they are distributed evenly over all meetings and all signals. */
export function* executionsOf({ index, body }: Numbered, size: DataSize): Generator<NumberedExecution> {
  const end = countBefore(index + 1, size);
  for (let number = countBefore(index, size); number < end; number++) {
    yield executionOf(number, body);
  }
}

/** Returns the number of executions of all meetings before this one. */
function countBefore(meetingIndex: number, { meetings, executions }: DataSize): number {
  return Math.floor((meetingIndex * executions) / meetings);
}

function executionOf(index: number, { meeting }: Numbered['body']): NumberedExecution {
  const signal = index % SIGNALS.length;
  const [signalName, prompt] = SIGNALS[signal]!;
  const accountId = meeting.salesforceAccountId;
  const judgedAfterMs = JUDGED_AFTER_MS + Math.floor(seeded(index)() * JUDGED_WITHIN_MS);
  return {
    index,
    signal,
    fields: {
      signalName,
      triggeredAtMs: Date.parse(meeting.endTime) + judgedAfterMs,
      sourceTitle: meeting.title,
      prompt,
      reason: reasons()[(index * 31) % REASONS]!,
      ...(accountId ? { crmAccountId: accountId, crmAccountName: `Account ${accountId.slice(10, 15)}` } : {}),
      sourceType: 'meeting',
      hostEmail: meeting.host.email,
      attendeeEmails: meeting.attendees.map(({ email }) => email),
    },
  };
}

let made: string[] | undefined;

function reasons(): readonly string[] {
  made ??= Array.from({ length: REASONS }, (_, number) => {
    const random = seeded(REASON_SEED + number);
    const words = Array.from({ length: whole(random, MIN_REASON_WORDS, MAX_REASON_WORDS) }, () =>
      pickWord(random),
    );
    return `The customer says that ${words.join(' ')}.`;
  });
  return made;
}

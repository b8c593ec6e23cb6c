import { InvalidAnswer, RequestRefused } from '../errors.ts';
import type { TaskContext, Usage } from '../types.ts';
import type { Ask, Call } from './ask.ts';
import { MAX_ANSWERS, MAX_SUPPLEMENTS } from './limits.ts';
import type { ModelAnswer } from './read-answer.ts';

/** Items that are asked for in one call; those that its answer leaves out are asked for in further calls. */
export type Round<Rest> = {
  /** All of it. */
  wanted: Rest;
  callFor(rest: Rest): Call;
  /**
   * Takes what the answer has of it.
   * @returns what is still left out; undefined if nothing is
   * @throws InvalidAnswer if the answer has nothing of it
   */
  take(answer: ModelAnswer, rest: Rest): Rest | undefined;
};

/**
 * Asks until everything is answered, at most {@link MAX_ANSWERS} times. What was answered is kept: a further call asks only
 * for what was left out.
 * @returns the calls and tokens that this took; something may be left out after all
 * @throws InvalidAnswer or RequestRefused if nothing was taken
 */
export async function askForAll<Rest>(
  ask: Ask,
  { wanted, callFor, take }: Round<Rest>,
  context: TaskContext,
  maxAnswers = MAX_ANSWERS,
): Promise<Usage> {
  const usage: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
  let rest = wanted;
  let complaint: string | undefined;
  let supplements = 0;
  for (let answers = 1; ; answers++) {
    const isSupplement = rest !== wanted;
    if (isSupplement) supplements++;
    try {
      const { answer, tokens } = await ask(
        { ...callFor(rest), ...(complaint ? { complaint } : {}) },
        context,
      );
      addUsage(usage, { calls: 1, ...tokens });
      const left = take(answer, rest);
      if (left === undefined) return usage;
      rest = left;
      throw leavesOut();
    } catch (error) {
      if (error instanceof InvalidAnswer) context.noteInvalidAnswer?.();
      const isPartial = rest !== wanted;
      const isRepeatable = error instanceof InvalidAnswer && error.isRepeatable;
      if (isRepeatable && answers < maxAnswers && supplements < MAX_SUPPLEMENTS) {
        complaint = error.message.replace(/^The AI provider's answer /, 'it ');
      } else if (isPartial && (error instanceof InvalidAnswer || error instanceof RequestRefused)) {
        return usage;
      } else throw error;
    }
  }
}

export function leavesOut(): InvalidAnswer {
  return new InvalidAnswer("The AI provider's answer leaves out a question");
}

/** Adds the usage of calls to a sum. */
export function addUsage(sum: Usage, { calls, inputTokens, outputTokens }: Usage): void {
  sum.calls += calls;
  sum.inputTokens += inputTokens;
  sum.outputTokens += outputTokens;
}

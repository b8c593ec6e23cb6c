import { InvalidAnswer, RequestRefused } from '../../../ai/errors.ts';
import type { AiProvider, TaskContext, Tokens } from '../../../ai/types.ts';
import type { LoadedConversation } from '../../conversations/load-conversation.ts';
import { type Judgement, judgePhrases, judgePrompts } from '../judge.ts';
import type { SignalVersion } from '../load-signal-versions.ts';
import type { Certainty } from '../prove-verdict.ts';
import type { VerifiedQuote } from '../quotes.ts';
import type { Calibration } from '../votes.ts';
import { asVersion, type Draft } from './draft.ts';

/** The judgement of a meeting by the draft, or by the version with which it is compared. */
export type Outcome = Certainty & {
  state: 'fired' | 'not_fired' | 'failed';
  reason: string;
  quotes: VerifiedQuote[];
};

export type Outcomes = Tokens & { draft: Outcome; current: Outcome | undefined };

/**
 * Judges a meeting by the draft and by the version with which it is compared, in one call of the provider, so that both
 * are judged on the same reading.
 * @throws the errors of the provider, except those about this conversation, which make the judgement failed
 */
export async function judgeBoth(
  ai: AiProvider,
  loaded: LoadedConversation,
  draft: Draft,
  context: TaskContext,
  calibration: Calibration,
): Promise<Outcomes> {
  const drafted = asVersion(draft);
  const versions = draft.current ? [drafted, draft.current] : [drafted];
  const judgements: Judgement[] = await judgePhrases(loaded, versions.filter(hasPhrases));
  const prompts = versions.filter((version) => !hasPhrases(version));
  let failure: Error | undefined;
  try {
    const judged = await judgePrompts(ai, loaded, prompts, context, { calibration });
    judgements.push(...judged.judgements);
    failure = judged.failure;
  } catch (error) {
    if (!(error instanceof InvalidAnswer || error instanceof RequestRefused)) throw error;
    failure = error;
  }
  const outcomeOf = (version: SignalVersion): Outcome => {
    const found = judgements.find(({ signal }) => signal === version);
    if (!found) return { state: 'failed', reason: failure!.message, quotes: [] };
    const { state, reason, quotes, confidence, votes } = found;
    return {
      state,
      reason,
      quotes,
      ...(confidence === undefined ? {} : { confidence }),
      ...(votes ? { votes } : {}),
    };
  };
  const total = (of: (judgement: Judgement) => number) =>
    judgements.reduce((sum, judgement) => sum + of(judgement), 0);
  return {
    draft: outcomeOf(drafted),
    current: draft.current && outcomeOf(draft.current),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
  };
}

/** Returns the outcomes of a meeting that no longer has anything to judge. */
export function nothingToJudge({ current }: Draft): Outcomes {
  const outcome: Outcome = { state: 'failed', reason: 'The transcript no longer exists', quotes: [] };
  return { draft: outcome, current: current && outcome, inputTokens: 0, outputTokens: 0 };
}

export function hasPhrases({ phrases }: { phrases: readonly string[] }): boolean {
  return phrases.length > 0;
}

import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../../ai/errors.ts';
import type { AiProvider, Conversation, SignalQuestion, TaskContext, Tokens } from '../../ai/types.ts';
import { BudgetUsedUp } from '../ai-usage/meter.ts';
import type { Prove, Proven } from './prove-verdict.ts';
import { shareOf, sumTokens } from './share-tokens.ts';

/**
 * Returns for each signal the confidence below which a verdict of the model is borderline.
 * @param signalIds of the signals of which one of the verdicts may be
 */
export type Calibration = (
  signalIds: readonly number[],
  model: string,
) => Promise<(signalId: number) => number>;

/** The votes on a borderline verdict, itself included: an odd number, so that there is a majority. */
const VOTES = 3;

type Voting = {
  ai: AiProvider;
  conversation: Conversation;
  questions: readonly SignalQuestion[];
  prove: Prove;
  calibration: Calibration | undefined;
};

/** A proven verdict, and the tokens that votes on it took. */
type Outcome = Proven & { tokens: Tokens };

const NO_TOKENS: Tokens = { inputTokens: 0, outputTokens: 0 };

/**
 * Lets the model vote on its borderline verdicts, all of them in one call for each vote, and takes what most votes say. Votes are
 * optional: where the provider or the budget does not allow further ones, those that there are decide.
 * @param first the proven verdicts, by the places of the questions
 */
export async function voteOnBorderline(
  voting: Voting,
  first: readonly (Proven | undefined)[],
  context: TaskContext,
): Promise<(Outcome | undefined)[]> {
  const { ai, conversation, questions, prove } = voting;
  const outcomes = first.map((one): Outcome | undefined => one && { ...one, tokens: NO_TOKENS });
  const places = await borderlinePlaces(voting, first);
  if (places.length === 0 || !ai.judgeAgain) return outcomes;
  const asked = places.map((place) => questions[place]!);
  const votes = places.map((place) => [first[place]!]);
  let tokens = NO_TOKENS;
  for (let vote = 1; vote < VOTES; vote++) {
    const found = await optional(() => ai.judgeAgain!(conversation, asked, vote, withinBudget(context)));
    if (!found) break;
    tokens = sumTokens(tokens, found.usage);
    for (const [at, verdict] of found.verdicts.entries()) {
      if (verdict) votes[at]!.push(prove(verdict, asked[at]!.saidBy ?? 'anyone'));
    }
  }
  for (const [at, place] of places.entries()) {
    outcomes[place] = { ...decide(votes[at]!), tokens: shareOf(tokens, places.length, at) };
  }
  return outcomes;
}

async function borderlinePlaces(
  { ai, questions, calibration }: Voting,
  first: readonly (Proven | undefined)[],
): Promise<number[]> {
  const confidences = first.map((one) => one?.confidence);
  const told = confidences.flatMap((confidence, place) => (confidence === undefined ? [] : [place]));
  if (told.length === 0 || !ai.judgeAgain || !calibration) return [];
  const ids = told.map((place) => questions[place]!.signalId);
  const thresholdOf = await calibration(ids, ai.model);
  return told.filter((place) => confidences[place]! < thresholdOf(questions[place]!.signalId));
}

/** A vote that cannot be had now is done without: waiting for it would cost the first call again. */
async function optional<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    const expected = [InvalidAnswer, RequestRefused, ProviderUnavailable, BudgetUsedUp];
    if (expected.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

function withinBudget(context: TaskContext): TaskContext {
  return {
    ...context,
    metered: (estimate, call) => context.metered({ ...estimate, isOptional: true }, call),
  };
}

/** Takes what most votes say, in the words of the first of them; of two that contradict each other, the first counts. */
function decide(votes: readonly Proven[]): Proven {
  const [first] = votes as [Proven, ...Proven[]];
  if (votes.length === 1) return first;
  const firedCount = votes.filter(({ fired }) => fired).length;
  const isTied = firedCount * 2 === votes.length;
  const fired = isTied ? first.fired : firedCount * 2 > votes.length;
  const { confidence: _, ...decisive } = votes.find((vote) => vote.fired === fired)!;
  return {
    ...decisive,
    ...(first.confidence === undefined ? {} : { confidence: first.confidence }),
    votes: votes.map((vote) => vote.fired),
  };
}

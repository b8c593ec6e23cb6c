import { InvalidAnswer, RequestRefused } from '../../ai/errors.ts';
import type {
  AiProvider,
  Conversation,
  FollowUpQuestion,
  SignalQuestion,
  SummaryDraft,
  TaskContext,
  Tokens,
  Usage,
} from '../../ai/types.ts';
import { runYielding } from '../../lib/event-loop.ts';
import { count, toStorableText } from '../../lib/text.ts';
import type { LoadedConversation } from '../conversations/load-conversation.ts';
import type { SignalVersion } from './load-signal-versions.ts';
import { createTextMatcher } from './phrases.ts';
import { type Certainty, type Proven, proofOf } from './prove-verdict.ts';
import { createQuoteVerifier, type VerifiedQuote } from './quotes.ts';
import { share, shareOf, sumTokens } from './share-tokens.ts';
import { type Calibration, voteOnBorderline } from './votes.ts';

/** A follow-up prompt with its answer, as executions show it. */
export type FollowUpAnswer = { name: string; prompt: string; response: string };

/** The judgement of a conversation by a signal. */
export type Judgement = Tokens &
  Certainty & {
    signal: SignalVersion;
    state: 'fired' | 'not_fired';
    reason: string;
    quotes: VerifiedQuote[];
    provider: string;
    model: string;
    followUps: FollowUpAnswer[];
  };

/** The provider that is recorded for signals with phrases, which call no model. */
const BY_PHRASES = { provider: 'phrases', model: 'exact', inputTokens: 0, outputTokens: 0 };

const NONE_FOUND = "None of the signal's phrases was found";

/** The most phrases that a reason names. */
const MAX_NAMED_PHRASES = 5;

function reasonOf(found: readonly string[]): string {
  const named = found.slice(0, MAX_NAMED_PHRASES).map((phrase) => `"${phrase}"`);
  const more = found.length > named.length ? ` and ${found.length - named.length} more` : '';
  return `Found: ${named.join(', ')}${more}`;
}

/** Judges signals that have phrases: they fire if the conversation contains one of them. */
export function judgePhrases(
  loaded: LoadedConversation,
  signals: readonly SignalVersion[],
): Promise<Judgement[]> {
  return runYielding(judgePhrasesInSteps(loaded, signals));
}

function* judgePhrasesInSteps(
  { conversation }: LoadedConversation,
  signals: readonly SignalVersion[],
): Generator<void, Judgement[]> {
  if (signals.length === 0) return [];
  const matcher = createTextMatcher(conversation);
  yield* matcher.prepare();
  const judgements: Judgement[] = [];
  for (const signal of signals) {
    const { phrases, quotes } = matcher.find(signal.phrases, signal.saidBy);
    const fired = phrases.length > 0;
    judgements.push({
      ...BY_PHRASES,
      signal,
      state: fired ? 'fired' : 'not_fired',
      reason: fired ? reasonOf(phrases) : NONE_FOUND,
      quotes,
      followUps: [],
    });
    yield;
  }
  return judgements;
}

/** Judgements, and the error for which some are missing; what the provider did answer is kept. */
export type Judged = { judgements: Judgement[]; failure?: Error };

/** The findings of a summary, as the provider claims them, and the tokens that they took. */
export type Drafted = { draft: SummaryDraft; tokens: Tokens };

/** The other tasks of the call that judges, and the limits that decide which of its verdicts are voted on. */
export type JudgingWishes = {
  followUps?: boolean;
  summary?: boolean;
  /** Undefined: no verdict is voted on. */
  calibration?: Calibration;
};

/**
 * Judges signals by their prompts, all in one call of the provider, which may answer their follow-ups as well. A signal
 * without a verified quote does not fire. Borderline verdicts are voted on.
 * @returns with the draft of a summary, if it was wanted and given
 * @throws the errors of the provider if it judges none
 */
export async function judgePrompts(
  ai: AiProvider,
  { conversation }: LoadedConversation,
  signals: readonly SignalVersion[],
  context: TaskContext,
  wanted: JudgingWishes = {},
): Promise<Judged & { drafted?: Drafted }> {
  if (signals.length === 0) return { judgements: [] };
  const questions = signals.map(
    ({ signalId, signalName, prompt, saidBy, followUpPrompts }): SignalQuestion => ({
      ...{ signalId, name: signalName, prompt, saidBy },
      ...(wanted.followUps ? { followUps: followUpPrompts } : {}),
    }),
  );
  const found =
    wanted.summary && ai.examine
      ? await ai.examine(conversation, questions, context)
      : { ...(await ai.judge(conversation, questions, context)), draft: undefined };
  const { verdicts, usage, draft } = found;
  const verifier = createQuoteVerifier(conversation);
  if (verdicts.some((verdict) => verdict?.fired)) await runYielding(verifier.prepare());
  const prove = proofOf(verifier);
  const first = verdicts.map((verdict, at) => verdict && prove(verdict, signals[at]!.saidBy));
  const voting = { ai, conversation, questions, prove, calibration: wanted.calibration };
  const outcomes = await voteOnBorderline(voting, first, context);
  const parts = draft ? signals.length + 1 : signals.length;
  const judgements = signals.flatMap((signal, at): Judgement[] => {
    const outcome = outcomes[at];
    if (!outcome) return [];
    const tokens = sumTokens(shareOf(usage, parts, at), outcome.tokens);
    return [judgementOf(signal, outcome, ai, tokens)];
  });
  return {
    ...judged(judgements, signals.length, 'signal'),
    ...(draft ? { drafted: { draft, tokens: shareOf(usage, parts, signals.length) } } : {}),
  };
}

function judgementOf(signal: SignalVersion, outcome: Proven, ai: AiProvider, tokens: Tokens): Judgement {
  const { fired, reason, quotes, responses, confidence, votes } = outcome;
  return {
    signal,
    state: fired ? 'fired' : 'not_fired',
    reason,
    quotes,
    provider: ai.name,
    model: ai.model,
    ...(confidence === undefined ? {} : { confidence }),
    ...(votes === undefined ? {} : { votes }),
    ...tokens,
    followUps: fired && responses ? answersOf(signal, responses) : [],
  };
}

function answersOf({ followUpPrompts }: SignalVersion, responses: readonly string[]): FollowUpAnswer[] {
  return followUpPrompts.map(({ name, prompt }, at) => {
    return { name, prompt, response: toStorableText(responses[at]!) };
  });
}

function judged(judgements: Judgement[], asked: number, noun: string): Judged {
  const missing = asked - judgements.length;
  if (missing === 0) return { judgements };
  const what = `${missing} of ${count(asked, noun)}`;
  return { judgements, failure: new InvalidAnswer(`The AI provider's answers leave out ${what}`) };
}

/**
 * Answers the follow-up prompts of the signals that fired, as far as they have no answers yet, all in one call.
 * @returns without the signals whose follow-ups the provider does not answer
 * @throws the errors of the provider, except those about this conversation
 */
export async function answerFollowUps(
  ai: AiProvider,
  { conversation }: LoadedConversation,
  judgements: readonly Judgement[],
  context: TaskContext,
): Promise<Judged> {
  const questions = judgements.flatMap(
    ({ signal, state, quotes: evidence, followUps }): FollowUpQuestion[] => {
      const { signalId, signalName, followUpPrompts } = signal;
      return state === 'fired' && followUps.length === 0
        ? followUpPrompts.map(({ name, prompt }) => ({ signalId, signalName, name, prompt, evidence }))
        : [];
    },
  );
  if (questions.length === 0) return { judgements: [...judgements] };
  const { responses, usage, failure } = await askFollowUps(ai, conversation, questions, context);
  const firstOf = new Map(questions.map((question, at) => [question.signalId, at] as const).reverse());
  const answered = judgements.flatMap((judgement) => {
    const { signal } = judgement;
    const first = firstOf.get(signal.signalId);
    if (first === undefined) return [judgement];
    const count = signal.followUpPrompts.length;
    const own = responses.slice(first, first + count).filter((response) => response !== undefined);
    if (own.length < count) return [];
    const followUps = answersOf(signal, own);
    const sum = (total: number) =>
      followUps.reduce((tokens, _, at) => tokens + share(total, questions.length, first + at), 0);
    const inputTokens = judgement.inputTokens + sum(usage.inputTokens);
    const outputTokens = judgement.outputTokens + sum(usage.outputTokens);
    return [{ ...judgement, followUps, inputTokens, outputTokens }];
  });
  const left = judged(answered, judgements.length, 'signal');
  return failure ? { ...left, failure } : left;
}

type Responses = { responses: (string | undefined)[]; usage: Usage; failure?: Error };

async function askFollowUps(
  ai: AiProvider,
  conversation: Conversation,
  questions: readonly FollowUpQuestion[],
  context: TaskContext,
): Promise<Responses> {
  try {
    return await ai.followUp(conversation, questions, context);
  } catch (error) {
    if (!(error instanceof InvalidAnswer || error instanceof RequestRefused)) throw error;
    return { responses: [], usage: { calls: 0, inputTokens: 0, outputTokens: 0 }, failure: error };
  }
}

import { runYielding } from '../../lib/event-loop.ts';
import { InvalidAnswer } from '../errors.ts';
import type { AiProvider, Finding, TaskContext, Tokens, Usage, Verdict } from '../types.ts';
import { draftOf, type ModelAnswer, responsesOf, sentencesOf, verdictsOf } from './answer.ts';
import { type Ask, type AskSettings, type Call, createAsk } from './ask.ts';
import {
  DEFAULT_MAX_INPUT_TOKENS_PER_CALL,
  DEFAULT_TIMEOUT_MS,
  MAX_ANSWERS,
  MAX_ANSWERS_TO_QUESTION,
} from './limits.ts';
import { mergeDrafts, mergeVerdicts } from './merge.ts';
import { planFollowUps, planJudging, planSummary, sumEstimates } from './plan.ts';
import { maxExcerptTokens, planReply } from './plan-reply.ts';

/** The settings of every provider of a language model. */
export type LanguageModelSettings = {
  apiKey?: string;
  /** The name that the provider gives the model. */
  model: string;
  /** The time limit of a call as a whole; default {@link DEFAULT_TIMEOUT_MS}. */
  timeoutMs?: number;
  /**
   * The largest input of a call; longer conversations are judged in chunks. Default
   * {@link DEFAULT_MAX_INPUT_TOKENS_PER_CALL}. Tokens are overestimated. The model's context window needs room for another
   * 16,000 tokens of answer.
   */
  maxInputTokensPerCall?: number;
};

/**
 * Creates a provider on top of a language model; the caller supplies the access to the model.
 * @param name the value of PARLEY_AI_PROVIDER
 */
export async function createLanguageModelProvider(
  name: string,
  settings: LanguageModelSettings,
  access: Pick<AskSettings, 'model' | 'conversationOptions'>,
): Promise<AiProvider> {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxInputTokensPerCall = DEFAULT_MAX_INPUT_TOKENS_PER_CALL } =
    settings;
  const { check, isHeldBack, ask } = await createAsk({ ...access, timeoutMs });
  return {
    name,
    model: settings.model,
    check,
    isHeldBack,
    async judge(conversation, questions, context) {
      const calls = await runYielding(planJudging(conversation, questions, maxInputTokensPerCall));
      const byQuestion: Verdict[][] = questions.map(() => []);
      const usage = await askAll(ask, calls, context, (answer, { firstQuestion, questionCount }) => {
        verdictsOf(answer, questionCount, conversation).forEach((verdict, place) => {
          byQuestion[firstQuestion + place]!.push(verdict);
        });
      });
      return { verdicts: byQuestion.map(mergeVerdicts), usage };
    },
    async followUp(conversation, questions, context) {
      const calls = await runYielding(planFollowUps(conversation, questions, maxInputTokensPerCall));
      const responses: string[] = [];
      const usage = await askAll(ask, calls, context, (answer, { questionCount }) => {
        responses.push(...responsesOf(answer, questionCount));
      });
      return { responses, usage };
    },
    async summarize(conversation, context) {
      const drafts: ReturnType<typeof draftOf>[] = [];
      const calls = await runYielding(planSummary(conversation, maxInputTokensPerCall));
      const usage = await askAll(ask, calls, context, (answer) => {
        drafts.push(draftOf(answer, conversation));
      });
      return { draft: mergeDrafts(drafts), usage };
    },
    async answer(excerpts, question, context) {
      const { call, conversation } = await runYielding(
        planReply(excerpts, question.text, maxInputTokensPerCall),
      );
      let sentences: Finding[] = [];
      const take = (answer: ModelAnswer) => {
        sentences = sentencesOf(answer, conversation);
      };
      const tokens = await askUntilRight(ask, call, context, take, MAX_ANSWERS_TO_QUESTION);
      return { sentences, usage: { calls: 1, ...tokens } };
    },
    maxExcerptTokens: maxExcerptTokens(maxInputTokensPerCall),
    async estimateJudging(conversation, questions) {
      const calls = await runYielding(planJudging(conversation, questions, maxInputTokensPerCall));
      return { calls: calls.length, ...sumEstimates(calls) };
    },
  };
}

/** Makes one call after the other, so that an overloaded provider does not receive further ones. */
async function askAll<Planned extends Call>(
  ask: Ask,
  calls: readonly Planned[],
  context: TaskContext,
  onAnswer: (answer: ModelAnswer, call: Planned) => void,
): Promise<Usage> {
  const usage = { calls: 0, inputTokens: 0, outputTokens: 0 };
  for (const call of calls) {
    const { inputTokens, outputTokens } = await askUntilRight(ask, call, context, (answer) =>
      onAnswer(answer, call),
    );
    usage.calls++;
    usage.inputTokens += inputTokens;
    usage.outputTokens += outputTokens;
  }
  return usage;
}

/** Repeats a call whose answer has the wrong form; a model seldom makes the same mistake every time. */
async function askUntilRight(
  ask: Ask,
  call: Call,
  context: TaskContext,
  onAnswer: (answer: ModelAnswer) => void,
  maxAnswers = MAX_ANSWERS,
): Promise<Tokens> {
  for (let answers = 1; ; answers++) {
    try {
      const { answer, tokens } = await ask(call, context);
      onAnswer(answer);
      return tokens;
    } catch (error) {
      if (error instanceof InvalidAnswer) context.noteInvalidAnswer?.();
      if (!(error instanceof InvalidAnswer) || answers === maxAnswers) throw error;
    }
  }
}

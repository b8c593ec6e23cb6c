import { runYielding } from '../../lib/event-loop.ts';
import type {
  AiProvider,
  Conversation,
  Finding,
  SignalQuestion,
  SummaryDraft,
  TaskContext,
  Usage,
  Verdict,
} from '../types.ts';
import { draftOf, responsesOf, sentencesOf, verdictsOf } from './answer.ts';
import { type Ask, createAsk, type ModelAccess } from './ask.ts';
import { addUsage, askForAll, leavesOut } from './ask-for-all.ts';
import {
  DEFAULT_IDLE_MS,
  DEFAULT_MAX_INPUT_TOKENS_PER_CALL,
  DEFAULT_TIMEOUT_MS,
  MAX_ANSWERS_TO_QUESTION,
} from './limits.ts';
import { mergeDrafts, mergeVerdicts } from './merge.ts';
import { noteSentences } from './note-sentences.ts';
import {
  type Examination,
  planExamination,
  planFollowUps,
  sumEstimates,
  type Wanted,
  withoutFollowUps,
} from './plan.ts';
import { maxExcerptTokens, planReply } from './plan-reply.ts';
import type { ModelAnswer } from './read-answer.ts';

/** The settings of every provider of a language model. */
export type LanguageModelSettings = {
  apiKey?: string;
  /** The name that the provider gives the model. */
  model: string;
  /** The time limit of a call as a whole; default {@link DEFAULT_TIMEOUT_MS}. */
  timeoutMs?: number;
  /** The longest wait for the next part of an answer, the first one included; default {@link DEFAULT_IDLE_MS}. */
  idleMs?: number;
  /**
   * The largest input of a call; longer conversations are judged in chunks. Default
   * {@link DEFAULT_MAX_INPUT_TOKENS_PER_CALL}. Tokens are overestimated. The model's context window needs room for another
   * 16,000 tokens of answer.
   */
  maxInputTokensPerCall?: number;
};

export function idleMsOf({ idleMs = DEFAULT_IDLE_MS }: LanguageModelSettings): number {
  return idleMs;
}

/**
 * Creates a provider on top of a language model; the caller supplies the access to the model.
 * @param name the value of PARLEY_AI_PROVIDER
 */
export function createLanguageModelProvider(
  name: string,
  settings: LanguageModelSettings,
  access: ModelAccess,
): AiProvider {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxInputTokensPerCall = DEFAULT_MAX_INPUT_TOKENS_PER_CALL } =
    settings;
  const { check, isHeldBack, ask } = createAsk({ ...access, timeoutMs });
  const examine = async (
    conversation: Conversation,
    questions: readonly SignalQuestion[],
    wanted: { summary: boolean; vote?: number },
    context: TaskContext,
  ) => {
    const planned = await runYielding(
      planExamination(conversation, questions, wanted, maxInputTokensPerCall),
    );
    return examineAll(ask, planned, { conversation, questions }, context);
  };
  return {
    name,
    model: settings.model,
    check,
    isHeldBack,
    async judge(conversation, questions, context) {
      const { verdicts, usage } = await examine(conversation, questions, { summary: false }, context);
      return { verdicts, usage };
    },
    examine: (conversation, questions, context) =>
      examine(conversation, questions, { summary: true }, context),
    async judgeAgain(conversation, questions, vote, context) {
      // Servers that take no settings of sampling are at least asked in another order.
      const turn = <Item>(items: readonly Item[]) => (vote % 2 === 1 ? items.toReversed() : [...items]);
      const asked = turn(questions.map(withoutFollowUps));
      const { verdicts, usage } = await examine(conversation, asked, { summary: false, vote }, context);
      return { verdicts: turn(verdicts), usage };
    },
    async followUp(conversation, questions, context) {
      const rounds = await runYielding(planFollowUps(conversation, questions, maxInputTokensPerCall));
      const responses: (string | undefined)[] = questions.map(() => undefined);
      const usage = noUsage();
      for (const { places, callFor } of rounds) {
        const take = (answer: ModelAnswer, rest: readonly number[]) => {
          for (const [at, response] of responsesOf(answer, rest.length).entries())
            responses[rest[at]!] = response;
          const left = rest.filter((place) => responses[place] === undefined);
          if (left.length === rest.length) throw leavesOut();
          return left.length > 0 ? left : undefined;
        };
        addUsage(usage, await askForAll(ask, { wanted: places, callFor, take }, context));
      }
      return { responses, usage };
    },
    async summarize(conversation, context) {
      const { draft, usage } = await examine(conversation, [], { summary: true }, context);
      return { draft: draft!, usage };
    },
    async answer(excerpts, question, context) {
      const { call, conversation } = await runYielding(
        planReply(excerpts, question.text, maxInputTokensPerCall),
      );
      let sentences: Finding[] = [];
      const take = (answer: ModelAnswer) => {
        sentences = sentencesOf(answer, conversation);
        return undefined;
      };
      const { noteSentence } = context;
      const callFor = () =>
        noteSentence ? { ...call, onText: noteSentences(conversation, noteSentence) } : call;
      const round = { wanted: call, callFor, take };
      return { usage: await askForAll(ask, round, context, MAX_ANSWERS_TO_QUESTION), sentences };
    },
    maxExcerptTokens: maxExcerptTokens(maxInputTokensPerCall),
    async estimateJudging(conversation, questions) {
      const planned = await runYielding(
        planExamination(conversation, questions, { summary: false }, maxInputTokensPerCall),
      );
      return { calls: planned.length, ...sumEstimates(planned.map((one) => one.callFor(one))) };
    },
  };
}

/** Makes one call after the other, so that an overloaded provider does not receive further ones. */
async function examineAll(
  ask: Ask,
  planned: readonly Examination[],
  { conversation, questions }: { conversation: Conversation; questions: readonly SignalQuestion[] },
  context: TaskContext,
): Promise<{ verdicts: (Verdict | undefined)[]; draft: SummaryDraft | undefined; usage: Usage }> {
  const byQuestion: Verdict[][] = questions.map(() => []);
  const isLeftOut = questions.map(() => false);
  const drafts: SummaryDraft[] = [];
  const usage = noUsage();
  for (const { places, summary, callFor } of planned) {
    const verdicts: (Verdict | undefined)[] = [];
    const take = (answer: ModelAnswer, rest: Wanted): Wanted | undefined => {
      const draft = rest.summary ? draftOf(answer, conversation) : undefined;
      if (draft) drafts.push(draft);
      const asked = rest.places.map((place) => questions[place]!);
      for (const [at, verdict] of verdictsOf(answer, asked, conversation).entries()) {
        verdicts[rest.places[at]!] = verdict;
      }
      const left = rest.places.filter((place) => verdicts[place] === undefined);
      const summaryLeft = rest.summary && draft === undefined;
      if (left.length === rest.places.length && summaryLeft === rest.summary) throw leavesOut();
      return left.length > 0 || summaryLeft ? { places: left, summary: summaryLeft } : undefined;
    };
    addUsage(usage, await askForAll(ask, { wanted: { places, summary }, callFor, take }, context));
    for (const place of places) {
      const verdict = verdicts[place];
      if (verdict) byQuestion[place]!.push(verdict);
      else isLeftOut[place] = true;
    }
  }
  return {
    verdicts: byQuestion.map((found, place) => (isLeftOut[place] ? undefined : mergeVerdicts(found))),
    draft: drafts.length > 0 ? mergeDrafts(drafts) : undefined,
    usage,
  };
}

function noUsage(): Usage {
  return { calls: 0, inputTokens: 0, outputTokens: 0 };
}

import { runYielding } from '../../lib/event-loop.ts';
import {
  type AiProvider,
  type Conversation,
  countsFor,
  SAID_BY,
  type SaidBy,
  type SignalQuestion,
  type TaskContext,
  type Usage,
  type Verdict,
} from '../types.ts';
import { type ConversationIndex, indexConversation } from './conversation-index.ts';
import { answerByExtracts } from './follow-up.ts';
import { judgeQuestions } from './judge.ts';
import { replyByExtracts } from './reply.ts';
import { summarizeConversation } from './summarize.ts';
import { createTokenizer } from './tokenize.ts';

/**
 * The version of the provider's algorithms. It changes whenever their results do, so that evaluations can be told
 * apart.
 */
const MODEL = 'bm25-5';

const NO_USAGE: Usage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/**
 * Creates the provider without a model, which matches words and quotes sentences, and says so. It is offline and
 * deterministic. Long tasks share the thread in turns; an aborted task ends with the reason of its signal.
 */
export function createBuiltinProvider(): AiProvider {
  const tokenizer = createTokenizer();

  /** Indexes the conversation for one task and performs the task. */
  function perform<Result>(
    conversation: Conversation,
    { signal }: TaskContext,
    task: (index: ConversationIndex) => Generator<void, Result>,
  ): Promise<Result> {
    function* steps(): Generator<void, Result> {
      const index = yield* indexConversation(tokenizer, conversation);
      return yield* task(index);
    }
    return runYielding(whileWanted(steps(), signal));
  }

  return {
    name: 'builtin',
    model: MODEL,
    check() {},
    async judge(conversation, questions, context) {
      context.signal.throwIfAborted();
      const verdicts: Verdict[] = [];
      for (const { saidBy, places } of groupBySide(questions)) {
        const asked = places.map((place) => questions[place]!);
        const heard = onlySaidBy(conversation, saidBy);
        const found = await perform(heard, context, (index) => judgeQuestions(index, asked));
        for (const [at, place] of places.entries()) verdicts[place] = found[at]!;
      }
      return { verdicts, usage: { ...NO_USAGE } };
    },
    async followUp(conversation, questions, context) {
      const responses = await perform(conversation, context, (index) => answerByExtracts(index, questions));
      return { responses, usage: { ...NO_USAGE } };
    },
    async summarize(conversation, context) {
      const draft = await perform(conversation, context, summarizeConversation);
      return { draft, usage: { ...NO_USAGE } };
    },
    async answer(excerpts, question, { signal }) {
      const sentences = await runYielding(whileWanted(replyByExtracts(excerpts, question), signal));
      return { sentences, usage: { ...NO_USAGE } };
    },
    maxExcerptTokens: Number.POSITIVE_INFINITY,
    estimateJudging: async () => ({ ...NO_USAGE }),
  };
}

/** Returns the questions about each side, by their places. */
function groupBySide(questions: readonly SignalQuestion[]): { saidBy: SaidBy; places: number[] }[] {
  const groups = SAID_BY.map((saidBy) => ({ saidBy, places: [] as number[] }));
  for (const [place, { saidBy = 'anyone' }] of questions.entries()) {
    groups.find((group) => group.saidBy === saidBy)!.places.push(place);
  }
  return groups.filter(({ places }) => places.length > 0);
}

/** Returns the conversation without the words of the other side; its entries stay in their places. */
function onlySaidBy(conversation: Conversation, saidBy: SaidBy): Conversation {
  if (saidBy === 'anyone') return conversation;
  const entries = conversation.entries.map((entry) =>
    countsFor(saidBy, entry.side) ? entry : { ...entry, text: '' },
  );
  return { ...conversation, entries };
}

/** Runs the same steps, but none after the signal has been aborted. */
function* whileWanted<Result>(steps: Generator<void, Result>, signal: AbortSignal): Generator<void, Result> {
  for (;;) {
    signal.throwIfAborted();
    const step = steps.next();
    if (step.done) return step.value;
    yield;
  }
}

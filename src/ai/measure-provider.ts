import type { Metrics } from '../lib/metrics.ts';
import type { TraceSpan, Traces } from '../lib/traces.ts';
import { InvalidAnswer, ProviderUnavailable } from './errors.ts';
import type { AiProvider, TaskContext, Tokens } from './types.ts';

/** The tasks of a provider, as metrics name them; a call that judges may also answer follow-ups and summarize. */
const TASKS = ['judge', 'vote', 'follow_up', 'summarize', 'answer'] as const;
type Task = (typeof TASKS)[number];

/** The ends of a call: whatever the provider answers is `answered`, even if it cannot be used. */
const OUTCOMES = ['answered', 'unavailable', 'cancelled', 'failed'] as const;

type Measures = Pick<
  Metrics,
  'aiCalls' | 'aiCallSeconds' | 'aiInvalidAnswers' | 'aiTokens' | 'aiCost' | 'aiRefusals'
>;

/** US dollars for a million tokens; `cachedInput` is that of input which the provider had read before. */
type Prices = { input: number; output: number; cachedInput?: number };

type MeasuringParts = {
  metrics: Measures;
  /** Undefined if they are not known. */
  prices: Prices | undefined;
  /** Undefined if they are off. */
  traces?: Traces | undefined;
};

/** Returns a provider that does the same, counts calls, tokens, their cost and refusals, and traces tasks and calls. */
export function measureProvider(provider: AiProvider, parts: MeasuringParts): AiProvider {
  const { metrics, traces } = parts;
  const { name, model } = provider;
  addZeros(parts);
  const measured = async <Result>(
    task: Task,
    context: TaskContext,
    work: (measured: TaskContext) => Promise<Result>,
  ): Promise<Result> => {
    const run = () => work(measuredContext(task, context, { ...parts, model, provider: name }));
    const fields = { 'parley.ai_provider': name, 'parley.ai_model': model };
    try {
      return await (traces ? traces.within(`ai ${task}`, 'internal', fields, run) : run());
    } catch (error) {
      if (isHeldBack(error)) metrics.aiRefusals.inc({ task, reason: 'gate' });
      throw error;
    }
  };
  const { examine, judgeAgain } = provider;
  return {
    ...provider,
    ...(examine && {
      examine: (conversation, questions, context) =>
        measured('judge', context, (own) => examine(conversation, questions, own)),
    }),
    ...(judgeAgain && {
      judgeAgain: (conversation, questions, vote, context) =>
        measured('vote', context, (own) => judgeAgain(conversation, questions, vote, own)),
    }),
    judge: (conversation, questions, context) =>
      measured('judge', context, (own) => provider.judge(conversation, questions, own)),
    followUp: (conversation, questions, context) =>
      measured('follow_up', context, (own) => provider.followUp(conversation, questions, own)),
    summarize: (conversation, context) =>
      measured('summarize', context, (own) => provider.summarize(conversation, own)),
    answer: (excerpts, question, context) =>
      measured('answer', context, (own) => provider.answer(excerpts, question, own)),
  };
}

function addZeros({ metrics, prices }: MeasuringParts): void {
  const { aiCalls, aiCallSeconds, aiInvalidAnswers, aiTokens, aiCost, aiRefusals } = metrics;
  for (const task of TASKS) {
    for (const outcome of OUTCOMES) aiCalls.inc({ task, outcome }, 0);
    aiCallSeconds.zero({ task });
    aiInvalidAnswers.inc({ task }, 0);
    for (const direction of ['input', 'cached_input', 'output']) aiTokens.inc({ task, direction }, 0);
    for (const reason of ['budget', 'gate']) aiRefusals.inc({ task, reason }, 0);
  }
  if (prices) for (const direction of ['input', 'output']) aiCost.inc({ direction }, 0);
}

type CallParts = MeasuringParts & { provider: string; model: string };

function measuredContext(task: Task, context: TaskContext, parts: CallParts): TaskContext {
  const { metrics, prices, traces } = parts;
  const spanFields = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': parts.provider,
    'gen_ai.request.model': parts.model,
  };
  return {
    ...context,
    noteInvalidAnswer: () => metrics.aiInvalidAnswers.inc({ task }),
    async metered(estimate, call) {
      let isAllowed = false;
      const measuredCall = async (span?: Pick<TraceSpan, 'set'>) => {
        isAllowed = true;
        const done = await measureCall(task, call, context.signal, metrics);
        noteTokens(task, done.tokens, metrics, prices);
        const { inputTokens, outputTokens } = done.tokens;
        span?.set({ 'gen_ai.usage.input_tokens': inputTokens, 'gen_ai.usage.output_tokens': outputTokens });
        return done;
      };
      const traced = () =>
        traces ? traces.within(`chat ${parts.model}`, 'client', spanFields, measuredCall) : measuredCall();
      try {
        return await context.metered(estimate, traced);
      } catch (error) {
        // A call is refused before it begins by the budget, or by the end of the task.
        if (!isAllowed && !context.signal.aborted) metrics.aiRefusals.inc({ task, reason: 'budget' });
        throw error;
      }
    },
  };
}

async function measureCall<Result>(
  task: Task,
  call: () => Promise<Result>,
  signal: AbortSignal,
  { aiCalls, aiCallSeconds }: Measures,
): Promise<Result> {
  const startMs = performance.now();
  const note = (outcome: (typeof OUTCOMES)[number]) => {
    aiCalls.inc({ task, outcome });
    aiCallSeconds.observe({ task }, (performance.now() - startMs) / 1000);
  };
  try {
    const result = await call();
    note('answered');
    return result;
  } catch (error) {
    if (error instanceof InvalidAnswer) note('answered');
    else if (signal.aborted) note('cancelled');
    else if (!(error instanceof ProviderUnavailable)) note('failed');
    else if (error.wasCalled) note('unavailable');
    throw error;
  }
}

function noteTokens(
  task: Task,
  { inputTokens, outputTokens, cachedInputTokens = 0 }: Tokens,
  { aiTokens, aiCost }: Measures,
  prices: Prices | undefined,
): void {
  aiTokens.inc({ task, direction: 'input' }, inputTokens);
  aiTokens.inc({ task, direction: 'cached_input' }, cachedInputTokens);
  aiTokens.inc({ task, direction: 'output' }, outputTokens);
  if (!prices) return;
  const cached = Math.min(cachedInputTokens, inputTokens);
  const cachedPrice = prices.cachedInput ?? prices.input;
  aiCost.inc({ direction: 'input' }, ((inputTokens - cached) * prices.input + cached * cachedPrice) / 1e6);
  aiCost.inc({ direction: 'output' }, (outputTokens * prices.output) / 1e6);
}

/** Returns true if the provider was not called because it is known to be unavailable. */
function isHeldBack(error: unknown): boolean {
  return error instanceof ProviderUnavailable && !error.wasCalled;
}

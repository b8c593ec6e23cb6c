import type { LanguageModelMiddleware, ModelMessage, wrapLanguageModel } from 'ai';
import { InvalidAnswer, ProviderUnavailable } from '../errors.ts';
import type { TaskContext, Tokens } from '../types.ts';
import { ANSWER_SCHEMA, type ModelAnswer, readAnswer } from './answer.ts';
import { createGate } from './gate.ts';
import { MAX_REPORTED_TOKENS } from './limits.ts';
import { type Prompt, SYSTEM_TEXT } from './prompts.ts';

/** A model of the `ai` package. */
export type Model = Parameters<typeof wrapLanguageModel>[0]['model'];

export type AskSettings = {
  model: Model;
  /** The options that make a provider cache the conversation for the next call. */
  conversationOptions?: ModelMessage['providerOptions'];
  timeoutMs: number;
};

export type Call = { prompt: Prompt; estimate: Tokens; maxOutputTokens: number };

/** Makes one call of the model. @throws ProviderUnavailable, InvalidAnswer, or the reason of the context's signal */
export type Ask = (call: Call, context: TaskContext) => Promise<{ answer: ModelAnswer; tokens: Tokens }>;

export type Asking = {
  /** @throws ProviderUnavailable if no call may be made now */
  check(): void;
  isHeldBack(): boolean;
  ask: Ask;
};

/** Drops warnings, which would be printed, and all content but text; URLs of files would even be fetched. */
const textOnly: LanguageModelMiddleware = {
  specificationVersion: 'v4',
  wrapGenerate: async ({ doGenerate }) => {
    const result = await doGenerate();
    return { ...result, content: result.content.filter(({ type }) => type === 'text'), warnings: [] };
  },
};

/** Prepares calls of a model, with one gate for all of them. */
export async function createAsk(settings: AskSettings): Promise<Asking> {
  const sdk = await import('ai');
  const model = sdk.wrapLanguageModel({ model: settings.model, middleware: textOnly });
  const gate = createGate();
  const format = sdk.Output.object({ schema: sdk.jsonSchema(ANSWER_SCHEMA), name: 'answer' });
  // The text is returned unparsed: a call whose answer has the wrong form has been made, and is paid for as well.
  const output = { ...format, parseCompleteOutput: async ({ text }: { text: string }) => text };

  const generate = async ({ prompt, estimate, maxOutputTokens }: Call, signal: AbortSignal) => {
    const deadline = AbortSignal.timeout(settings.timeoutMs);
    try {
      const result = await sdk.generateText({
        model,
        instructions: SYSTEM_TEXT,
        messages: [toMessage(prompt, settings.conversationOptions)],
        output,
        maxOutputTokens,
        maxRetries: 0,
        abortSignal: AbortSignal.any([signal, deadline]),
        telemetry: { isEnabled: false },
      });
      const { text, finishReason, usage } = result;
      return { result: { text, finishReason }, tokens: tokensOf(usage, estimate) };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (deadline.aborted) throw tooLate(settings.timeoutMs);
      // The errors of the package hold the prompt and the answer, so they are not passed on.
      if (sdk.AISDKError.isInstance(error)) {
        throw new InvalidAnswer("The AI provider's answer is not of the kind that its interface gives");
      }
      throw error;
    }
  };

  const ask: Ask = async (call, context) => {
    context.signal.throwIfAborted();
    gate.check();
    let tokens = call.estimate;
    const { text, finishReason } = await context.metered(call.estimate, async () => {
      const done = await gate.pass(() => generate(call, context.signal));
      tokens = done.tokens;
      return done;
    });
    return { answer: readAnswer(text, finishReason), tokens };
  };
  return { check: gate.check, isHeldBack: gate.isClosed, ask };
}

/** Makes one message with one text unless the provider has to know the parts, because simple servers accept only that. */
function toMessage(
  { conversation, task }: Prompt,
  providerOptions: AskSettings['conversationOptions'],
): ModelMessage {
  if (!providerOptions) return { role: 'user', content: `${conversation}\n\n${task}` };
  return {
    role: 'user',
    content: [
      { type: 'text', text: conversation, providerOptions },
      { type: 'text', text: task },
    ],
  };
}

function tokensOf(usage: Partial<Record<keyof Tokens, number>>, estimate: Tokens): Tokens {
  const reported = (count: number | undefined, otherwise: number) =>
    count !== undefined && Number.isSafeInteger(count) && count > 0 && count <= MAX_REPORTED_TOKENS
      ? count
      : otherwise;
  return {
    inputTokens: reported(usage.inputTokens, estimate.inputTokens),
    outputTokens: reported(usage.outputTokens, estimate.outputTokens),
  };
}

function tooLate(timeoutMs: number): ProviderUnavailable {
  return new ProviderUnavailable(`The AI provider did not answer within ${timeoutMs / 1000} s`, {
    wasCalled: true,
  });
}

import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../errors.ts';
import type { TaskContext, Tokens } from '../types.ts';
import { ANSWER_SCHEMA } from './answer-schema.ts';
import { checkWholeIsRead } from './context-cut.ts';
import { createGate } from './gate.ts';
import { type Prompt, SYSTEM_TEXT, schemaTask } from './prompts.ts';
import { type ModelAnswer, readAnswer } from './read-answer.ts';
import { type Model, oursIn, type RawAnswer, readStream } from './read-stream.ts';

type CallOptions = Parameters<ReturnType<OpenAICompatibleProvider['chatModel']>['doStream']>[0];
type ProviderOptions = NonNullable<CallOptions['providerOptions']>;

/**
 * How a server wants its requests, as far as it is known. A request is written in the dialect of the moment, so that a
 * lesson from one request serves all later ones.
 */
export type Dialect = {
  /** Grows with each lesson. */
  lessons(): number;
  /**
   * The settings for which a model always gives the likeliest answer, and the same one for the same prompt; those of a vote make
   * it independent of other answers.
   */
  sampling(vote?: number): { temperature?: number; seed?: number };
  /** Whether the request states the form of the answer; otherwise the prompt does. */
  statesSchema(): boolean;
  /** Learns from a refusal. @returns whether the request is worth another try */
  learn(refusal: RequestRefused): boolean;
  /** @param wasRefused whether the same request was refused in an earlier form */
  noteAnswer(wasRefused: boolean): void;
};

/** The temperature of votes: high enough for a model that is not sure to answer differently. */
const VOTE_TEMPERATURE = 0.7;

/** Returns the temperature of a call; without a vote, the likeliest answer is wanted. */
export function temperatureOf(vote = 0): number {
  return vote === 0 ? 0 : VOTE_TEMPERATURE;
}

/** The access to a model, which the provider's folder supplies. */
export type ModelAccess = {
  model: Model;
  dialect: Dialect;
  /** The options that make a provider cache the conversation for the next call. */
  conversationOptions?: ProviderOptions;
};

/** The longest duration of a call as a whole. */
export type AskSettings = ModelAccess & { timeoutMs: number };

export type Call = {
  prompt: Prompt;
  estimate: Tokens;
  maxOutputTokens: number;
  /** The number of the vote, if it asks once more for verdicts that have been given. */
  vote?: number;
  /** The faults of the answers to earlier calls with the same purpose; a model repeats itself otherwise. */
  complaint?: string;
  /** Is called with the text as it grows, its thoughts excluded. */
  onText?: (text: string) => void;
};

/** Makes one call of the model. @throws ProviderUnavailable, RequestRefused, InvalidAnswer, or the reason of the context's signal */
export type Ask = (call: Call, context: TaskContext) => Promise<{ answer: ModelAnswer; tokens: Tokens }>;

export type Asking = {
  /** @throws ProviderUnavailable if no call may be made now */
  check(): void;
  isHeldBack(): boolean;
  ask: Ask;
};

/** The most lessons that are learned from the refusals of one request. */
const MAX_LESSONS = 4;

/** Prepares calls of a model, with one gate for all of them. */
export function createAsk(settings: AskSettings): Asking {
  const { dialect } = settings;
  const gate = createGate();

  const generate = async (call: Call, context: TaskContext): Promise<RawAnswer> => {
    const deadline = AbortSignal.timeout(settings.timeoutMs);
    const signal = AbortSignal.any([context.signal, deadline]);
    for (let lessons = 0; ; lessons++) {
      const known = dialect.lessons();
      try {
        const { stream } = await settings.model.doStream(optionsOf(call, settings, signal));
        const answer = await readStream(stream, call.onText);
        dialect.noteAnswer(lessons > 0);
        return answer;
      } catch (error) {
        if (context.signal.aborted) throw context.signal.reason;
        if (deadline.aborted) throw tooLate(settings.timeoutMs);
        const refusal = ownError(error);
        if (!(refusal instanceof RequestRefused) || lessons === MAX_LESSONS) throw refusal;
        // Another call may have learned it meanwhile.
        if (dialect.lessons() === known && !dialect.learn(refusal)) throw refusal;
      }
    }
  };

  const ask: Ask = async (call, context) => {
    context.signal.throwIfAborted();
    gate.check();
    let tokens = call.estimate;
    let readTokens: number | undefined;
    const { text, finishReason } = await context.metered(call.estimate, async () => {
      const { tokens: reported, ...result } = await gate.pass(() => generate(call, context));
      tokens = { ...call.estimate, ...reported };
      readTokens = reported.inputTokens;
      return { result, tokens };
    });
    checkWholeIsRead(call.prompt, readTokens);
    return { answer: readAnswer(text, finishReason), tokens };
  };
  return { check: gate.check, isHeldBack: gate.isClosed, ask };
}

/** Makes one message with one text unless the provider has to know the parts, because simple servers accept only that. */
function optionsOf(
  call: Call,
  { dialect, conversationOptions }: AskSettings,
  signal: AbortSignal,
): CallOptions {
  const { conversation } = call.prompt;
  const task = taskOf(call, dialect);
  const content: Extract<CallOptions['prompt'][number], { role: 'user' }>['content'] = conversationOptions
    ? [
        { type: 'text', text: conversation, providerOptions: conversationOptions },
        { type: 'text', text: task },
      ]
    : [{ type: 'text', text: `${conversation}\n\n${task}` }];
  return {
    prompt: [
      { role: 'system', content: SYSTEM_TEXT },
      { role: 'user', content },
    ],
    responseFormat: { type: 'json', schema: ANSWER_SCHEMA as never, name: 'answer' },
    maxOutputTokens: call.maxOutputTokens,
    ...dialect.sampling(call.vote),
    abortSignal: signal,
  };
}

/** A server that ignores the schema it is sent reads it in the prompt of the next call. */
function taskOf({ prompt, complaint }: Call, dialect: Dialect): string {
  const parts = [prompt.task];
  if (!dialect.statesSchema() || complaint !== undefined) parts.push(schemaTask(ANSWER_SCHEMA));
  if (complaint !== undefined) parts.push(`An earlier answer could not be used: ${complaint}.`);
  return parts.join('\n');
}

/** The errors of the package hold the prompt and the answer, so they are not passed on. */
function ownError(error: unknown): unknown {
  const ours = oursIn(error);
  if (ours) return ours;
  if (!(error instanceof Error && error.name.startsWith('AI_'))) return error;
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode === 'number' && statusCode >= 400) {
    return new ProviderUnavailable(`The AI provider failed (${statusCode})`, { wasCalled: true });
  }
  return new InvalidAnswer("The AI provider's answer is not of the kind that its interface gives");
}

function tooLate(timeoutMs: number): ProviderUnavailable {
  return new ProviderUnavailable(`The AI provider did not answer within ${timeoutMs / 1000} s`, {
    wasCalled: true,
  });
}

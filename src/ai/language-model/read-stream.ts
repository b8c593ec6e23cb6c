import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { InvalidAnswer, ProviderUnavailable, RequestRefused } from '../errors.ts';
import type { Tokens } from '../types.ts';
import { statusOf, tooLarge } from './bounded-fetch.ts';
import { MAX_ANSWER_BYTES, MAX_REPORTED_TOKENS } from './limits.ts';
import { refusalError } from './refusal.ts';

/** The part of a model's interface that is used; the packages of all providers implement it. */
export type Model = Pick<ReturnType<OpenAICompatibleProvider['chatModel']>, 'doStream'>;

type Stream = Awaited<ReturnType<Model['doStream']>>['stream'];
type StreamPart = Stream extends ReadableStream<infer Part> ? Part : never;

/** A finished answer. Tokens that were not reported are absent. */
export type RawAnswer = {
  text: string;
  finishReason: string;
  tokens: Partial<Tokens>;
};

/**
 * Reads an answer to its end. Only text is taken; some servers put all of it among the model's thoughts.
 * @param onText is called with the text as it grows
 * @throws ProviderUnavailable or RequestRefused if the stream holds an error and no answer
 */
export async function readStream(stream: Stream, onText?: (text: string) => void): Promise<RawAnswer> {
  const answer = { text: '', thoughts: '', finishReason: 'other', tokens: {} as Partial<Tokens> };
  let failure: unknown;
  for await (const part of stream as AsyncIterable<StreamPart>) {
    if (part.type === 'text-delta') {
      answer.text += part.delta;
      onText?.(answer.text);
    } else if (part.type === 'reasoning-delta') answer.thoughts += part.delta;
    else if (part.type === 'error') failure ??= part.error;
    else if (part.type === 'finish') {
      answer.finishReason = part.finishReason.unified;
      answer.tokens = tokensOf(part.usage);
    }
    if (answer.text.length + answer.thoughts.length > MAX_ANSWER_BYTES) throw tooLarge(MAX_ANSWER_BYTES);
  }
  const { thoughts, ...rest } = answer;
  const text = rest.text.trim() === '' ? thoughts : rest.text;
  if (failure === undefined) return { ...rest, text };
  // An event that is odd to the package, or an end without a reason, may leave the text whole.
  const isOdd = failure instanceof Error && oursIn(failure) === undefined;
  if (!isOdd || text.trim() === '') throw failureOf(failure);
  return { ...rest, text, finishReason: 'other' };
}

/** Returns the error of ours that an error of the package wraps. */
export function oursIn(error: unknown): Error | undefined {
  const ours = [ProviderUnavailable, RequestRefused, InvalidAnswer];
  for (let one = error; one instanceof Error; one = one.cause) {
    if (ours.some((kind) => one instanceof kind)) return one;
  }
  return undefined;
}

/** Makes ours of an error in a stream. Errors of the package hold prompt and answer, so they are not passed on. */
function failureOf(failure: unknown): Error {
  if (failure instanceof Error) {
    return (
      oursIn(failure) ??
      new InvalidAnswer("The AI provider's answer is not of the kind that its interface gives")
    );
  }
  return refusalError(statusOf(failure), JSON.stringify(failure) ?? '');
}

type Usage = Extract<StreamPart, { type: 'finish' }>['usage'];

function tokensOf({ inputTokens, outputTokens }: Usage): Partial<Tokens> {
  const tokens: Partial<Tokens> = {};
  const take = (name: keyof Tokens, count: number | undefined) => {
    if (count === undefined || !Number.isSafeInteger(count)) return;
    if (count > 0 && count <= MAX_REPORTED_TOKENS) tokens[name] = count;
  };
  take('inputTokens', inputTokens.total);
  take('outputTokens', outputTokens.total);
  take('cachedInputTokens', inputTokens.cacheRead);
  return tokens;
}

import { DEFAULT_IDLE_TIMEOUT_MS } from './changes.ts';
import { readEvents } from './event-stream.ts';
import { ParleyError } from './parley-error.ts';
import type { Init } from './request-parts.ts';
import type { components } from './schema.ts';
import { type CallResult, errorOf } from './unwrap.ts';

type Schemas = components['schemas'];

/** A question, and the meetings that it is about. */
export type Question = Schemas['AskRequest'];

/** The events of an answer, in this order: progress, each sentence, and at the end everything else. */
export type AnswerEvent =
  | { type: 'progress'; step: 'searching'; meetingsInScope: number }
  | { type: 'progress'; step: 'answering'; meetingsRead: number; entriesRead: number }
  | { type: 'sentence'; sentence: Schemas['AskSentence'] }
  | { type: 'done'; answer: Omit<Schemas['Answer'], 'sentences'> };

/** The options of a question. */
export type AskOptions = {
  /** Gives the question up; the signal's reason is thrown. */
  signal?: AbortSignal;
  /** The time until the response begins, in place of the client's. */
  timeoutMs?: number;
};

type Post = (path: string, init: Init) => Promise<CallResult>;

/**
 * Asks a question and yields its answer as it arrives. Leaving the loop gives the question up.
 * @throws ParleyError if the service refuses, or the answer fails after it has begun
 */
export async function* streamAnswer(
  post: Post,
  question: Question,
  { signal, timeoutMs }: AskOptions = {},
): AsyncGenerator<AnswerEvent, void> {
  const { data, error, response } = await post('/v1/ask', {
    body: question,
    headers: { Accept: 'text/event-stream' },
    parseAs: 'stream',
    retries: 0,
    ...(signal === undefined ? {} : { signal }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (!response.ok) throw errorOf(response, error);
  try {
    for await (const { name, data: text } of readEvents(
      data as ReadableStream<Uint8Array>,
      DEFAULT_IDLE_TIMEOUT_MS,
    )) {
      const content = JSON.parse(text ?? '{}');
      if (name === 'progress') yield { type: 'progress', ...content };
      if (name === 'sentence') yield { type: 'sentence', sentence: content };
      if (name === 'error') throw new ParleyError(content.error, { status: content.status });
      if (name !== 'done') continue;
      yield { type: 'done', answer: content };
      return;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause;
  }
  throw new ParleyError('The answer broke off before its end');
}

import { InvalidAnswer, ProviderUnavailable } from '../errors.ts';
import { MAX_ANSWER_BYTES, MAX_STREAM_BYTES } from './limits.ts';
import { readRefusal, refusalError } from './refusal.ts';

/** An answer that was sent as a whole. */
export type WholeAnswer = Record<string, unknown>;

export type FetchSettings = {
  /** The longest wait for the next part of an answer, the first one included. */
  idleMs: number;
  /** Writes an answer that the server sent as a whole as the events in which it would have been streamed. */
  toEvents(answer: WholeAnswer): unknown[];
};

/** The most white space that may come before an answer's JSON. */
const MAX_BLANK_START_BYTES = 1_024;

/**
 * Makes a fetch for language models, which asks for streams. It follows no redirects, and bounds the size of answers and
 * the silence within them. An answer that is sent as a whole nevertheless is passed on as a stream.
 * @throws ProviderUnavailable or RequestRefused if there is no JSON with a status of 2xx, InvalidAnswer if it is too large,
 *   and the reason of the signal if it is aborted
 */
export function createBoundedFetch({ idleMs, toEvents }: FetchSettings): typeof fetch {
  return async (url, init) => {
    const silence = watchSilence(idleMs);
    const signals = init?.signal ? [init.signal, silence.signal] : [silence.signal];
    const reach = <Result>(step: () => Promise<Result>) => reached(step, init?.signal, silence);
    try {
      const response = await reach(() =>
        fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.any(signals) }),
      );
      silence.broken();
      if (!response.ok) throw await readRefusal(response, init?.headers);
      if (/^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')) {
        return asStream(parts(response, reach, silence));
      }
      const body = await reach(() => readAll(response, silence));
      silence.stop();
      return asStream([eventsOf(body, toEvents, init?.headers)]);
    } catch (error) {
      silence.stop();
      throw error;
    }
  };
}

type Silence = {
  signal: AbortSignal;
  isTooLong(): boolean;
  /** Is called for each part that arrives. */
  broken(): void;
  stop(): void;
  idleMs: number;
};

function watchSilence(idleMs: number): Silence {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), idleMs);
  return {
    signal: controller.signal,
    isTooLong: () => controller.signal.aborted,
    broken: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
    idleMs,
  };
}

async function reached<Result>(
  step: () => Promise<Result>,
  signal: AbortSignal | null | undefined,
  silence: Silence,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (signal?.aborted || error instanceof InvalidAnswer) throw error;
    if (silence.isTooLong()) {
      throw new ProviderUnavailable(`The AI provider sent nothing for ${silence.idleMs / 1000} s`, {
        wasCalled: true,
      });
    }
    const code = errorCode(error);
    const why = code === undefined ? '' : ` (${code})`;
    throw new ProviderUnavailable(`The AI provider could not be reached${why}`, { wasCalled: true });
  }
}

/** Returns the system's name of a failure, such as ECONNREFUSED; no text from the network has that form. */
function errorCode(error: unknown): string | undefined {
  const { cause = error } = error as { cause?: unknown };
  const { code } = (cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(code) ? code : undefined;
}

/** Passes a stream on, part by part, as long as it is neither silent nor too large. */
async function* parts(
  response: Response,
  reach: <Result>(step: () => Promise<Result>) => Promise<Result>,
  silence: Silence,
): AsyncGenerator<Uint8Array> {
  const reader = response.body!.getReader();
  try {
    for (let size = 0; ; ) {
      const { done, value } = await reach(() => reader.read());
      if (done) return;
      silence.broken();
      size += value.length;
      if (size > MAX_STREAM_BYTES) throw tooLarge(MAX_STREAM_BYTES);
      yield value;
    }
  } finally {
    silence.stop();
    await reader.cancel().catch(() => {});
  }
}

async function readAll(response: Response, silence: Silence): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    silence.broken();
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw tooLarge(MAX_ANSWER_BYTES);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function tooLarge(bytes: number): InvalidAnswer {
  return new InvalidAnswer(`The AI provider's answer has more than ${bytes} bytes`);
}

/** Writes a whole answer as a stream of events. Some servers stream under another type. */
function eventsOf(
  body: Buffer,
  toEvents: FetchSettings['toEvents'],
  sent: RequestInit['headers'],
): Uint8Array {
  const start = body.toString('utf8', 0, MAX_BLANK_START_BYTES);
  if (/^\s*(?:data|event|id):/.test(start)) return body;
  // Models answer with an object. A page instead of it comes from a proxy or another server in between.
  if (!/^\s*\{/.test(start)) {
    throw new ProviderUnavailable('The AI provider did not answer with JSON', { wasCalled: true });
  }
  let answer: WholeAnswer;
  try {
    answer = JSON.parse(body.toString());
  } catch {
    throw new InvalidAnswer("The AI provider's answer is not of the kind that its interface gives");
  }
  // Gateways report the failure of the server behind them with a status of 200.
  if (answer.error) throw refusalError(statusOf(answer.error), body.toString(), { sent });
  const events = toEvents(answer).map((event) => `data: ${JSON.stringify(event)}\n\n`);
  return Buffer.from(events.join(''));
}

/** Returns the status that an error in an answer or a stream names; otherwise that of a failure. */
export function statusOf(error: unknown): number {
  const { code, status } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown;
    status?: unknown;
  };
  const told = [status, code].map(Number).find((one) => Number.isInteger(one) && one >= 400 && one < 600);
  return told ?? 502;
}

function asStream(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Response {
  const stream = ReadableStream.from(chunks) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return new Response(stream, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}

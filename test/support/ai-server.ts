import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { envelope, type Fault, PROVIDERS_OWN_WORDS, spoil } from './ai-server-answers.ts';
import { answerPrompt, type ReadPrompt, readPrompt } from './ai-server-model.ts';
import type { AiRequest } from './ai-server-request.ts';
import { streamOf } from './ai-server-streams.ts';

/** A script returns the model's answer as an object or as text; undefined selects the stub's own answer. */
export type Script = (request: AiRequest) => unknown;

export type AiServer = {
  /** The base URL for both providers: `http://127.0.0.1:…/v1`. */
  url: string;
  /** Every request in the order of arrival, including failed ones. */
  requests: AiRequest[];
  /** Returns the largest number of concurrent requests. */
  maxConcurrent(): number;
  /** Answers by a script from now on. */
  answerWith(script: Script): void;
  /** Makes the next requests fail, as many as given (default: until recover()). */
  failWith(fault: Fault, times?: number): void;
  /** Makes the requests fail for which the function returns a fault, until recover(). */
  failBy(choose: (request: AiRequest) => Fault | undefined): void;
  /** Delays all later answers by the given milliseconds. */
  delayBy(ms: number): void;
  /** Removes faults, scripts and delays; requests that hang stay so. */
  recover(): void;
  close(): Promise<void>;
};

/**
 * A stub of model providers on loopback: OpenAI's `POST /v1/chat/completions` and Anthropic's `POST /v1/messages`.
 *
 * By itself it is a deterministic "model" that reads the prompt as strictly as it can be read:
 * - a question fires where an entry (or the title) holds one of the phrases that it has in double quotes; a question
 *   without such a phrase, where an entry holds two of its words of at least five letters (or its only one). The
 *   quotes are the first three such entries, word for word. So `Did somebody say "too expensive"?` fires exactly
 *   where it was said.
 * - a follow-up is answered with `Answer to "<question>", found at <entries>.`
 * - a summary has the entries with decided/agreed as decisions, with `I will`/`I'll` as next steps of their speakers,
 *   those that end in a question mark as open questions, and the first entry as its topic.
 * - a question about meetings is answered with a sentence for each entry that a verdict on it would quote.
 *
 * Used tokens are told as characters / 4 of request and answer. Answers are streamed where the request asks for it.
 */
export async function startAiServer(): Promise<AiServer> {
  const requests: AiRequest[] = [];
  const faults: { fault: Fault; left: number }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let script: Script | undefined;
  let choose: ((request: AiRequest) => Fault | undefined) | undefined;
  let delayMs = 0;
  let concurrent = 0;
  let most = 0;

  const nextFault = (): Fault | undefined => {
    const first = faults[0];
    if (!first) return undefined;
    if (--first.left <= 0) faults.shift();
    return first.fault;
  };

  const later = (ms: number, what: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      what();
    }, ms);
    timers.add(timer);
  };

  const server = createServer(async (request, response) => {
    most = Math.max(most, ++concurrent);
    response.on('close', () => concurrent--);
    try {
      const received = await receive(request);
      requests.push(received);
      const fault = nextFault() ?? choose?.(received);
      const answer = await script?.(received);
      later(delayMs, () => reply(received, response, fault, answer, later));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    maxConcurrent: () => most,
    answerWith: (next) => {
      script = next;
    },
    failWith: (fault, times = Number.POSITIVE_INFINITY) => {
      faults.push({ fault, left: times });
    },
    failBy: (next) => {
      choose = next;
    },
    delayBy: (ms) => {
      delayMs = ms;
    },
    recover: () => {
      faults.length = 0;
      script = undefined;
      choose = undefined;
      delayMs = 0;
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(request: IncomingMessage): Promise<AiRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const bodyText = Buffer.concat(chunks).toString();
  const body = JSON.parse(bodyText);
  const messages = body.messages as { role: string; content: unknown }[];
  const textOf = (role: string) =>
    messages.filter((one) => one.role === role).map((one) => plain(one.content));
  const user = textOf('user').join('\n\n');
  let prompt: ReadPrompt | undefined;
  try {
    prompt = readPrompt(user);
  } catch {
    // The text is not a prompt of Parley's; a script may handle it.
  }
  return {
    path: request.url ?? '',
    headers: request.headers,
    bodyText,
    body,
    system: [plain(body.system ?? ''), ...textOf('system')].join(''),
    user,
    prompt,
    inputTokens: Math.ceil(bodyText.length / 4),
    receivedAtMs: Date.now(),
  };
}

function plain(content: unknown): string {
  if (typeof content === 'string') return content;
  return (content as { text: string }[]).map(({ text }) => text).join('\n\n');
}

type Later = (ms: number, what: () => void) => void;

function reply(
  request: AiRequest,
  response: ServerResponse,
  fault: Fault | undefined,
  answer: unknown,
  later: Later,
) {
  if (response.destroyed || fault === 'hang') return;
  if (fault === 'reset') return response.destroy();
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers });
    const { body = { error: { message: PROVIDERS_OWN_WORDS, type: 'stub', code: 'stub' } } } = fault;
    return response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  if (fault === 'html') return response.end('<!doctype html><title>Bad gateway</title>');
  if (answer === undefined && !request.prompt) return response.writeHead(400).end('no prompt');
  const text = spoil(answer ?? answerPrompt(request.prompt!), fault);
  const whole =
    fault === 'error-body'
      ? { error: { message: PROVIDERS_OWN_WORDS, code: 503 } }
      : envelope(request, text, fault);
  const isStream = request.body.stream === true && fault !== 'whole' && fault !== 'error-body';
  const body = Buffer.from(isStream ? streamOf(request.path, whole, fault) : JSON.stringify(whole));
  const type = isStream
    ? fault === 'plain-stream'
      ? 'text/plain'
      : 'text/event-stream'
    : 'application/json';
  response.writeHead(200, { 'content-type': type, ...(isStream ? {} : { 'content-length': body.length }) });
  if (fault === 'broken-body') {
    return response.write(body.subarray(0, body.length / 2), () => response.destroy());
  }
  if (fault === 'silence') return response.write(body.subarray(0, body.length / 2));
  if (fault !== 'drip' && fault !== 'slow-stream') return response.end(body);
  const [step, pauseMs] = fault === 'drip' ? [1, 1000] : [Math.ceil(body.length / 10), 50];
  const drip = (at: number) => {
    if (response.destroyed) return;
    response.write(body.subarray(at, at + step));
    if (at + step < body.length) later(pauseMs, () => drip(at + step));
    else response.end();
  };
  drip(0);
}
